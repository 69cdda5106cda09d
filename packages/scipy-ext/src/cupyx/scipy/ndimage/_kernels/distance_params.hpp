// What passes of distance transforms are given.
#pragma once

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

}  // namespace ndimage
}  // namespace cupy
