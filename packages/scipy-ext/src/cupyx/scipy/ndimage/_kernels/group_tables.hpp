// Sums of the items of a few labels, on SIMT targets: every thread has a table of its own in shared memory.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kFewThreads = 128;
constexpr int kFewGroups = 64;         // labels that are looked at, at most
constexpr int kFewRange = 2048;        // between the least and the greatest label that are looked up in a table

struct GroupTables {
    const void *input;
    const void *labels;
    const long long *index = nullptr;  // the labels to look at, where only the device knows them
    const double *centres = nullptr;   // sum squares of the distance from these
    double *sums;                      // one of each block for an entry of the index, then the numbers of items if counted
    long long size;
    int groups;
    int counted;
    int packs;                         // whether four items and labels may be read at once
    long long given[kFewGroups];       // the labels to look at, otherwise
};

constexpr int kPacksTogether = 4;      // packs of four items that a thread reads at once

template <class T> struct alignas(4 * sizeof(T)) FourOf { T items[4]; };

template <class T> CUPY_DEVICE FourOf<T> read_once(const FourOf<T> *at) {
    if constexpr (sizeof(T) == 4) {
        unsigned words[4];
        platform::load_once(words, at);
        FourOf<T> four;
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) four.items[k] = platform::bits_as<T>(words[k]);
        return four;
    } else {
        return *at;
    }
}

// Labels to the places of their first occurrence in the index.
struct FewLabels {
    long long index[kFewGroups];
    short table[kFewRange], first[kFewGroups];
    long long low;
    int range;                         // of the table; 0 where labels lie too far apart for one

    CUPY_DEVICE void fill(const GroupTables &p) {
        const int thread = platform::thread_index();
        if (thread < p.groups) index[thread] = p.index ? p.index[thread] : p.given[thread];
        platform::barrier();
        long long least = index[0], greatest = index[0];
        int place = p.groups;
        for (int k = 0; k < p.groups; ++k) {
            least = index[k] < least ? index[k] : least;
            greatest = index[k] > greatest ? index[k] : greatest;
            if (thread < p.groups && k < place && index[k] == index[thread]) place = k;
        }
        const unsigned long long apart = (unsigned long long)greatest - (unsigned long long)least;
        const int wide = apart < kFewRange ? (int)apart + 1 : 0;
        if (thread == 0) {
            low = least;
            range = wide;
        }
        for (int k = thread; k < wide; k += kFewThreads) table[k] = -1;
        platform::barrier();
        if (thread < p.groups) {
            first[thread] = (short)place;
            if (wide && place == thread) table[index[thread] - least] = (short)thread;
        }
        platform::barrier();
    }

    CUPY_DEVICE int find(long long label, int groups) const {
        if (range) {
            const unsigned long long place = (unsigned long long)label - (unsigned long long)low;
            return place < (unsigned)range ? table[place] : -1;
        }
        for (int k = 0; k < groups; ++k)
            if (index[k] == label) return k;
        return -1;
    }
};

template <class T, class L> CUPY_DEVICE void group_tables(const GroupTables &p, unsigned char *shared) {
    CUPY_SHARED FewLabels known;
    CUPY_SHARED double totals[2][kFewGroups];
    double *sums = reinterpret_cast<double *>(shared);
    unsigned *counts = reinterpret_cast<unsigned *>(sums + p.groups * kFewThreads);
    const int thread = platform::thread_index();
    for (int k = 0; k < p.groups; ++k) {
        sums[k * kFewThreads + thread] = 0;
        if (p.counted) counts[k * kFewThreads + thread] = 0;
    }
    known.fill(p);
    int group = -1;
    L now = L(0);
    bool any = false;
    double sum = 0, centre = 0;
    unsigned count = 0;
    const auto put_down = [&] {
        if (group < 0) return;
        sums[group * kFewThreads + thread] += sum;
        if (p.counted) counts[group * kFewThreads + thread] += count;
    };
    const auto enter = [&](L label) {
        if (any && label == now) return;
        put_down();
        now = label;
        any = true;
        group = known.find((long long)label, p.groups);
        centre = p.centres && group >= 0 ? p.centres[group] : 0;
        sum = 0;
        count = 0;
    };
    const auto summand = [&](T item) {
        const double value = cast<double>(item);
        return p.centres ? (value - centre) * (value - centre) : value;
    };
    const auto take = [&](T item, L label) {
        enter(label);
        sum += summand(item);
        ++count;
    };
    const auto take_four = [&](const FourOf<T> &four, const FourOf<L> &named) {
        const L *names = named.items;
        if (names[0] == names[1] && names[1] == names[2] && names[2] == names[3]) {
            enter(names[0]);
            sum += (summand(four.items[0]) + summand(four.items[1])) + (summand(four.items[2]) + summand(four.items[3]));
            count += 4;
            return;
        }
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) take(four.items[k], names[k]);
    };
    const T *input = static_cast<const T *>(p.input);
    const L *labels = static_cast<const L *>(p.labels);
    const long long step = (long long)platform::block_count() * kFewThreads;
    const long long from = (long long)platform::block_index() * kFewThreads + thread;
    long long done = 0;
    if (p.packs) {
        const long long packs = p.size / 4;
        const FourOf<T> *items = reinterpret_cast<const FourOf<T> *>(input);
        const FourOf<L> *names = reinterpret_cast<const FourOf<L> *>(labels);
        long long i = from;
        for (; i + (kPacksTogether - 1) * step < packs; i += kPacksTogether * step) {
            FourOf<T> four[kPacksTogether];
            FourOf<L> named[kPacksTogether];
            CUPY_UNROLL
            for (int j = 0; j < kPacksTogether; ++j) {
                four[j] = read_once(items + i + j * step);
                named[j] = read_once(names + i + j * step);
            }
            CUPY_UNROLL
            for (int j = 0; j < kPacksTogether; ++j) take_four(four[j], named[j]);
        }
        for (; i < packs; i += step) take_four(items[i], names[i]);
        done = packs * 4;
    }
    for (long long i = done + from; i < p.size; i += step) take(input[i], labels[i]);
    put_down();
    platform::barrier();
    const int lane = thread % platform::kWarp;
    for (int g = thread / platform::kWarp; g < p.groups; g += kFewThreads / platform::kWarp) {
        double whole = 0, number = 0;
        for (int t = lane; t < kFewThreads; t += platform::kWarp) {
            whole += sums[g * kFewThreads + t];
            if (p.counted) number += counts[g * kFewThreads + t];
        }
        CUPY_UNROLL
        for (int with = platform::kWarp / 2; with; with /= 2) {
            whole += platform::shuffle_xor(whole, with);
            number += platform::shuffle_xor(number, with);
        }
        totals[0][g] = whole;
        totals[1][g] = number;
    }
    platform::barrier();
    if (thread < p.groups) {
        // The blocks' sums of a group lie one after the other.
        double *to = p.sums + thread * (long long)platform::block_count() + platform::block_index();
        *to = totals[0][known.first[thread]];
        if (p.counted) to[p.groups * (long long)platform::block_count()] = totals[1][known.first[thread]];
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, L)                                                                      \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::ndimage::kFewThreads)                                         \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::GroupTables params) {                             \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                              \
        cupy::ndimage::group_tables<T, L>(params, cupy_staged);                                        \
    }
