// What a polyphase filter is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

// x is (outer, length, inner), out is (outer, size, inner).  Output i is the sum over k of h[k] * u[i * down + shift - k],
// where u has the samples of x at multiples of `up` and zeros between.  `mode` says what lies beyond the ends of x.
struct Upfirdn {
    const void *x, *h;
    void *out;
    long long count, length, inner, size;
    long long taps, up, down, shift = 0;
    int mode = 0;
    const void *cval = 0;              // mode 0; null: zero
};

}  // namespace signal
}  // namespace cupy
