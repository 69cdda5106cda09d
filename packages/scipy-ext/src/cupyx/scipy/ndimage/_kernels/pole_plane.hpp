// Sums weighted by powers of one pole along each of two neighbouring axes, in one pass: coefficients of splines.
//
// The weights are gain * pole^|k|, so that a sum from either side follows from its neighbour's.
#pragma once

#include "plane.hpp"

namespace cupy {
namespace ndimage {

struct Pole : Weighted {
    // Half the windows are whole batches of R items.
    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *weights, int taps, W *sums) {
        const int half = taps / 2;
        const W gain = weights[half], pole = weights[half + 1] / gain;
        W batch[R], up = W(0), down = W(0);
        CUPY_NO_UNROLL
        for (int k = 0; k < half; k += R) {
            fetch(k, R, batch);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) up = batch[j] + pole * up;
        }
        CUPY_NO_UNROLL
        for (int k = half; k > 0; k -= R) {
            fetch(half + k, R, batch);
            CUPY_UNROLL
            for (int j = R - 1; j >= 0; --j) down = pole * (batch[j] + down);
        }
        fetch(half, R, batch);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = up = batch[j] + pole * up;
        CUPY_UNROLL
        for (int j = R - 1; j >= 0; --j) {
            sums[j] = gain * (sums[j] + down);
            down = pole * (batch[j] + down);
        }
    }
};

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W) CUPY_PLANE(name, Pole, T, O, W)
