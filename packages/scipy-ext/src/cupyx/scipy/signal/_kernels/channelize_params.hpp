// What a polyphase channelizer is given.
#pragma once

namespace cupy {
namespace signal {

// out[n, c] is the sum over t of h[t * channels + c] * conj(x[(n - t) * channels + channels - 1 - c]).
struct Channelize {
    const void *x, *h;
    void *out;                         // of the complex type
    long long count, channels, taps;
};

}  // namespace signal
}  // namespace cupy
