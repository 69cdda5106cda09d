// Distance transforms axis by axis: metrics, and the search along a line.
//
// With the sites of the axes before, a pixel at i looks for the j with the least cost(distance[j], i - j). For Euclid's
// and the city block's metric that j grows with i: between two pixels whose j is known only those between are looked
// at (the lower envelope of Felzenszwalb and Huttenlocher 2012, found in parallel). Searches go outward, and end where
// the way along the line alone costs more than what was found.
#pragma once

#include "device/map.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

constexpr int kDistanceChunk = 32;     // pixels of a line that a call of the first pass takes
constexpr int kDistanceAxes = 32;

// Which of the sites that are equally near a pixel has: any, the one at the lowest place along the axis, or the last of
// the image.
enum Ties { kAnySite = 0, kLowestPlace = 1, kLastSite = 2 };

// Arrays are (outer, length, inner). Between passes a pixel has the distance to the nearest site in what was looked at
// so far, squared for Euclid's metric, and the site's index.
struct Distance {
    const void *input = nullptr;           // bytes: 0 at sites; of the first pass
    const void *distances = nullptr;       // of the pass before
    const int *sites = nullptr;
    void *results = nullptr;
    int *found = nullptr;                  // sites; or null
    int *marks = nullptr;                  // of each chunk, the first and the last site; or those of `stride` pixels
    const int *coarse = nullptr;           // nearest sites of pixels `above` apart on the line, between which to look
    long long count;
    long long length, inner, chunks;
    int stride = 1, above = 1;
    int metric;
    int ties = 0;
    double step;                           // between neighbours along the axis
};

struct DistanceResult {
    const void *distances;
    const int *sites = nullptr;
    void *results = nullptr;               // of the type that is asked for
    int *indices = nullptr;                // of the sites: an array for each axis
    long long count;
    long long shape[kDistanceAxes];
    double sampling[kDistanceAxes];
    int ndim, metric;
    int brute;                             // what stands for no site: as SciPy's brute force has it
};

enum Metric { kEuclid = 0, kCityBlock = 1, kChessboard = 2 };

// No site: more than any distance.
template <class G> CUPY_DEVICE G far_away() { return limits<G>::max(); }

template <class G> CUPY_DEVICE G cost(const Distance &p, G along, long long places) {
    if (p.metric == kEuclid) {
        if constexpr (is_same<G, double>::value) {
            const double way = (double)places * p.step;
            return along + platform::product(way, way);
        } else {
            return along + (G)(places * places);
        }
    }
    const G way = (G)(places < 0 ? -places : places);
    return p.metric == kCityBlock ? along + way : way > along ? way : along;
}

// Whether the site of `there` on a line that starts at item `first` is to be had before that of `place`, equally near.
CUPY_DEVICE bool goes_before(const Distance &p, long long first, long long there, long long place) {
    if (p.ties == kLowestPlace) return there < place;
    return p.sites[first + there * p.inner] > p.sites[first + place * p.inner];
}

// The place of the nearest site of the pixel at `i` of the line that starts at item `first`, between `low` and `high`,
// and its cost; -1 for none. With `ties` it matters which of several.
template <bool ties, class G>
CUPY_DEVICE long long nearest(const Distance &p, long long first, long long i, long long low, long long high, G &best) {
    const G *line = static_cast<const G *>(p.distances) + first;
    best = far_away<G>();
    long long place = -1;
    const long long before = i - low, behind = high - i, most = before > behind ? before : behind;
    const long long least = i < low ? low - i : i > high ? i - high : 0;
    for (long long k = least; k <= most; ++k) {
        if (place >= 0 && (ties ? cost(p, G(0), k) > best : cost(p, G(0), k) >= best)) break;
        if (k <= before && i - k <= high) {
            const G along = line[(i - k) * p.inner];
            if (along < far_away<G>()) {
                const G value = cost(p, along, k);
                if (value < best || (ties && value == best && goes_before(p, first, i - k, place)))
                    best = value, place = i - k;
            }
        }
        if (k && k <= behind && i + k >= low) {
            const G along = line[(i + k) * p.inner];
            if (along < far_away<G>()) {
                const G value = cost(p, along, k);
                if (value < best || (ties && value == best && goes_before(p, first, i + k, place)))
                    best = value, place = i + k;
            }
        }
    }
    return place;
}

// The nearest site of the pixel at `i` of a line: between those of the two pixels around it that are known.
template <bool ties, class G>
CUPY_DEVICE long long nearest_between(const Distance &p, long long outer, long long column, long long i, G &best) {
    long long low = 0, high = p.length - 1;
    best = far_away<G>();
    if (p.coarse) {
        const long long marks = (p.length + p.above - 1) / p.above, mark = i / p.above;
        const int *known = p.coarse + (outer * marks + mark) * p.inner + column;
        // Of a pixel that is known itself another site may be had before.
        low = ties && mark > 0 && i == mark * p.above ? known[-p.inner] : known[0];
        if (mark + 1 < marks) high = known[p.inner];
    }
    if (low < 0) return -1;
    return nearest<ties>(p, outer * p.length * p.inner + column, i, low, high, best);
}

}  // namespace ndimage
}  // namespace cupy
