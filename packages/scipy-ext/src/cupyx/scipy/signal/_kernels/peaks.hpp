// Peaks of a signal: where they are, how prominent and how wide.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

constexpr int kPeakBlock = 64;         // samples of a block, and blocks of a block of blocks

// What an item is and what is written.
enum PeakStage {
    kPeakFlag,          // a sample: whether a peak begins there, with a height from `low` to `high`, to `flags`
    kPeakEdges,         // the left edge of a peak: its middle and its edges
    kPeakSummary,       // a block of samples or of blocks: the greatest and the least of them to `most` and `least`
    kPeakProminence,    // a peak: its prominence and bases
    kPeakWidth,         // a peak: its width, the height at which that is, and where it is crossed
    kPeakKeep           // a peak: whether it is kept, by those kept within `distance` of it, to `state`
};

// `state` is 0 (open), 1 (kept) or 2 (not).
struct Peaks {
    const double *x = 0;
    long long count, length = 0;
    int stage;
    bool *flags = 0;
    const long long *at = 0;           // peaks, or left edges
    long long *middle = 0, *left = 0, *right = 0;
    const double *most1 = 0, *most2 = 0, *least1 = 0, *least2 = 0;
    double *most = 0, *least = 0;
    double *first = 0, *second = 0, *third = 0, *fourth = 0;
    const double *prominence = 0;
    const long long *left_base = 0, *right_base = 0;
    double low = 0, high = 0, relative = 0;
    long long reach = -1, distance = 0;
    const long long *rank = 0;
    int *state = 0;
    int *open = 0;
};

// The sample after the plateau that begins at i; at most length - 1.
CUPY_DEVICE long long plateau_end(const Peaks &p, long long i) {
    const double value = p.x[i];
    long long end = i + 1;
    while (end < p.length - 1 && p.x[end] == value) ++end;
    return end;
}

CUPY_DEVICE void flag(const Peaks &p, long long i) {
    bool found = false;
    if (i > 0 && i < p.length - 1) {
        // Without branches, but for flat tops: which samples rise is as good as random.
        const double value = p.x[i], next = p.x[i + 1];
        const bool rises = (p.x[i - 1] < value) & (value >= p.low) & (value <= p.high);
        found = rises & (next < value);
        if (rises & (next == value)) found = p.x[plateau_end(p, i)] < value;
    }
    p.flags[i] = found;
}

CUPY_DEVICE void edges(const Peaks &p, long long k) {
    const long long i = p.at[k], last = plateau_end(p, i) - 1;
    p.middle[k] = (i + last) / 2;
    p.left[k] = i;
    p.right[k] = last;
    p.first[k] = p.x[i];
}

// Nothing may be skipped where there is a NaN: the greatest is infinite then, and the least too.
CUPY_DEVICE void summarize(const Peaks &p, long long block) {
    const long long begin = block * kPeakBlock, end = begin + kPeakBlock < p.length ? begin + kPeakBlock : p.length;
    const double *most = p.most1 ? p.most1 : p.x, *least = p.least1 ? p.least1 : p.x;
    double greatest = -limits<double>::infinity(), smallest = limits<double>::infinity();
    for (long long i = begin; i < end; ++i) {
        if (!(most[i] <= greatest)) greatest = most[i] == most[i] ? most[i] : limits<double>::infinity();
        if (!(least[i] >= smallest)) smallest = least[i] == least[i] ? least[i] : -limits<double>::infinity();
    }
    p.most[block] = greatest;
    p.least[block] = smallest;
}

// Walks from a peak in steps of one sample until one is higher or the end is reached; whole blocks are passed by their
// summary.  Finds the least sample, and of several the one next to the peak.
CUPY_DEVICE void base(const Peaks &p, long long peak, long long end, int step, double *least, long long *where) {
    const double height = p.x[peak];
    double lowest = height;
    long long i = peak, size = 1, low_at = peak, low_size = 1;
    constexpr long long B = kPeakBlock, BB = B * B;
    while (step < 0 ? i >= end : i <= end) {
        // A block is entered at the end that is next to the peak.
        const long long entry = step < 0 ? i + 1 : i, room = step < 0 ? i - end + 1 : end - i + 1;
        if (p.most2 && entry % BB == 0 && room >= BB && p.most2[(step < 0 ? i : entry) / BB] <= height) {
            const double value = p.least2[(step < 0 ? i : entry) / BB];
            if (value < lowest) lowest = value, low_at = i, low_size = BB;
            size = BB;
        } else if (p.most1 && entry % B == 0 && room >= B && p.most1[(step < 0 ? i : entry) / B] <= height) {
            const double value = p.least1[(step < 0 ? i : entry) / B];
            if (value < lowest) lowest = value, low_at = i, low_size = B;
            size = B;
        } else {
            const double value = p.x[i];
            if (!(value <= height)) break;
            if (value < lowest) lowest = value, low_at = i, low_size = 1;
            size = 1;
        }
        i += step * size;
    }
    for (long long k = 0; k < low_size - 1 && p.x[low_at] != lowest; ++k) low_at += step;
    *least = lowest;
    *where = low_at;
}

CUPY_DEVICE void prominence(const Peaks &p, long long k) {
    const long long peak = p.at[k];
    if (peak < 0 || peak >= p.length) return;
    long long first = 0, last = p.length - 1;
    if (p.reach >= 2) {
        first = peak - p.reach / 2 > 0 ? peak - p.reach / 2 : 0;
        last = peak + p.reach / 2 < last ? peak + p.reach / 2 : last;
    }
    double left, right;
    base(p, peak, first, -1, &left, p.left + k);
    base(p, peak, last, 1, &right, p.right + k);
    p.first[k] = p.x[peak] - (left > right ? left : right);
}

// The first sample, going from the peak, that is not above the height; `end` at most.
CUPY_DEVICE long long crossing(const Peaks &p, long long peak, long long end, int step, double height) {
    constexpr long long B = kPeakBlock, BB = B * B;
    long long i = peak;
    while (step < 0 ? end < i : i < end) {
        const long long entry = step < 0 ? i + 1 : i, room = step < 0 ? i - end : end - i;
        if (p.least2 && entry % BB == 0 && room >= BB && p.least2[(step < 0 ? i : entry) / BB] > height) i += step * BB;
        else if (p.least1 && entry % B == 0 && room >= B && p.least1[(step < 0 ? i : entry) / B] > height)
            i += step * B;
        else if (height < p.x[i]) i += step;
        else break;
    }
    return i;
}

CUPY_DEVICE void width(const Peaks &p, long long k) {
    const long long peak = p.at[k], first = p.left_base[k], last = p.right_base[k];
    if (!(0 <= first && first <= peak && peak <= last && last < p.length)) return;
    const double height = p.x[peak] - p.prominence[k] * p.relative;
    const long long i = crossing(p, peak, first, -1, height), j = crossing(p, peak, last, 1, height);
    double left = (double)i, right = (double)j;
    if (p.x[i] < height) left += (height - p.x[i]) / (p.x[i + 1] - p.x[i]);
    if (p.x[j] < height) right -= (height - p.x[j]) / (p.x[j - 1] - p.x[j]);
    p.first[k] = right - left;
    p.second[k] = height;
    p.third[k] = left;
    p.fourth[k] = right;
}

CUPY_DEVICE void keep(const Peaks &p, long long k) {
    if (p.state[k]) return;
    const long long rank = p.rank[k];
    bool waits = false;
    for (int side = -1; side <= 1; side += 2)
        for (long long j = k + side; j >= 0 && j < p.count; j += side) {
            const long long apart = p.at[j] - p.at[k];
            if ((apart < 0 ? -apart : apart) >= p.distance) break;
            if (p.rank[j] < rank || p.state[j] == 2) continue;
            if (p.state[j] == 1) {
                p.state[k] = 2;
                return;
            }
            waits = true;
        }
    if (waits) *p.open = 1;
    else p.state[k] = 1;
}

CUPY_DEVICE void peaks(const Peaks &p, long long i) {
    switch (p.stage) {
    case kPeakFlag: return flag(p, i);
    case kPeakEdges: return edges(p, i);
    case kPeakSummary: return summarize(p, i);
    case kPeakProminence: return prominence(p, i);
    case kPeakWidth: return width(p, i);
    default: return keep(p, i);
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Peaks, cupy::signal::peaks)
