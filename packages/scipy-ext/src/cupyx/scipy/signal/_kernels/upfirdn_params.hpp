// What a polyphase filter is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kUpfirdnRun = 4;         // outputs of an item, next to each other along the filtered axis

// x is (outer, length, inner), out is (outer, size, inner).  Output i is the sum over k of t[k] * u[i * down + shift -
// k], where u has the samples of x at multiples of `up` and zeros between.  `h` has the taps t by phase: row f has tap
// f and every up-th from there, in the opposite order; `taps` is the length of its rows, and phases without a row have no
// taps.  `mode` says what lies beyond the ends of x.
struct Upfirdn {
    const void *x, *h;
    void *out;
    long long count, length, inner, size;
    long long taps, phases, up, down, shift = 0;
    int mode = 0;
    const void *cval = 0;              // mode 0; null: zero
};

}  // namespace signal
}  // namespace cupy
