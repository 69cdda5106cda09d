// What the power of spectra is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

// x and y are (lines, frames, bins); an item adds conj(x) * y of a chunk of frames and a bin, y being x if null, and
// writes the sum times `scale`: a real number if y is null.  Bins from 1 to before `undoubled` count twice, if
// `doubled`.
struct Power {
    const void *x, *y = 0;
    void *out;                         // (lines, chunks, bins)
    long long count, frames, bins, chunk, chunks, undoubled = 0;
    int doubled = 0;
    double scale = 1;
};

}  // namespace signal
}  // namespace cupy
