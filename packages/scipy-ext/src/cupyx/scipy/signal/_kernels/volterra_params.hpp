// What a convolution with a kernel of order two or three is given.
#pragma once

namespace cupy {
namespace signal {

// out[n] is the sum over i, j (and k) of h[i, j, k] * x[n + sizes[0] - 1 - i] * x[n + sizes[1] - 1 - j] * ..., and
// samples beyond the ends of x are zero; `order` is 2 or 3.
struct Volterra {
    const void *x, *h;
    void *out;
    long long count, length, start;
    long long sizes[3];
    int order;
};

}  // namespace signal
}  // namespace cupy
