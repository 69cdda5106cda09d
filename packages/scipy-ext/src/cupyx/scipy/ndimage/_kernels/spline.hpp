// Weights of B-splines, and coordinates beyond the edges: SciPy's rules.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

// Modes of interpolation.
enum Extension {
    kExtendReflect = 0, kExtendConstant = 1, kExtendNearest = 2, kExtendMirror = 3, kExtendWrap = 4,
    kExtendGridWrap = 5, kExtendGridConstant = 6
};

// The coordinate inside an axis that stands for one outside of it, of modes but 'nearest'; -1 for the constant.
CUPY_CALLED double inside_coordinate(double x, long long length, int mode) {
    if (x != x) return mode == kExtendConstant ? -1.0 : 0.0;
    const double last = (double)(length - 1);
    if (x >= 0 && x <= last) return x;
    if (mode == kExtendConstant) return -1;
    if (length <= 1) return 0;
    if (mode == kExtendMirror) {
        const double period = 2 * last;
        if (x < 0) {
            x += period * floor(-x / period);
            return x <= -last ? x + period : -x;
        }
        x -= period * floor(x / period);
        return x >= (double)length ? period - x : x;
    }
    if (mode == kExtendReflect) {
        const double period = 2 * (double)length;
        if (x < 0) {
            if (x < -period) x += period * floor(-x / period);
            x = x < -(double)length ? x + period : (x > -1e-15 ? 1e-15 : -x) - 1;
        } else {
            x -= period * floor(x / period);
            if (x >= (double)length) x = period - x - 1;
        }
        return x;
    }
    if (mode == kExtendWrap) {
        // Whole periods below 0 is the last pixel, above it the first.
        return x < 0 ? x + last * (floor(-x / last) + 1) : x - last * floor(x / last);
    }
    x -= (double)length * floor(x / (double)length);
    return x;
}

// Weights of `order` + 1 coefficients, `x` beyond the nearest whole number (even orders) or the one below (odd ones).
template <class W> CUPY_DEVICE void weights_beyond(W x, int order, W *w) {
    const W z = 1 - x;
    if (order == 0) {
        w[0] = 1;
    } else if (order == 1) {
        w[0] = z;
        w[1] = x;
    } else if (order == 2) {
        w[1] = W(0.75) - x * x;
        w[0] = W(0.5) * (W(0.5) - x) * (W(0.5) - x);
        w[2] = 1 - w[0] - w[1];
    } else if (order == 3) {
        w[0] = z * z * z * W(1.0 / 6);
        w[1] = x * x * (x - 2) * W(0.5) + W(2.0 / 3);
        w[2] = z * z * (z - 2) * W(0.5) + W(2.0 / 3);
        w[3] = x * x * x * W(1.0 / 6);
    } else if (order == 4) {
        const W t = x * x, y = 1 + x, h = W(0.5) - x;
        w[2] = t * (t * W(0.25) - W(0.625)) + W(115.0 / 192);
        w[1] = y * (y * (y * (5 - y) / 6 - W(1.25)) + W(5.0 / 24)) + W(55.0 / 96);
        w[3] = z * (z * (z * (5 - z) / 6 - W(1.25)) + W(5.0 / 24)) + W(55.0 / 96);
        w[0] = h * h * h * h / 24;
        w[4] = 1 - w[0] - w[1] - w[2] - w[3];
    } else {
        const W t = x * x, u = z * z, y = 1 + x, v = 1 + z;
        w[2] = t * (t * (W(0.25) - x / 12) - W(0.5)) + W(0.55);
        w[3] = u * (u * (W(0.25) - z / 12) - W(0.5)) + W(0.55);
        w[1] = y * (y * (y * (y * (y / 24 - W(0.375)) + W(1.25)) - W(1.75)) + W(0.625)) + W(0.425);
        w[4] = v * (v * (v * (v * (v / 24 - W(0.375)) + W(1.25)) - W(1.75)) + W(0.625)) + W(0.425);
        w[0] = z * u * u / 120;
        w[5] = 1 - w[0] - w[1] - w[2] - w[3] - w[4];
    }
}

// Weights of the coefficients around a coordinate.
template <class W> CUPY_DEVICE void spline_weights(double coordinate, int order, W *w) {
    weights_beyond((W)(coordinate - floor(order & 1 ? coordinate : coordinate + 0.5)), order, w);
}

// Integers are rounded, and kept within their range.
template <class O, class W> CUPY_DEVICE O interpolated(W value) {
    if constexpr (is_same<O, boolean>::value) {
        return (int)value != 0;
    } else if constexpr (is_integer<O>::value) {
        const double x = value > 0 ? (double)value + 0.5 : (is_signed<O>::value ? (double)value - 0.5 : 0.0);
        if (x > (double)limits<O>::max()) return limits<O>::max();
        if (x < (double)limits<O>::lowest()) return limits<O>::lowest();
        return cast<O>(x);
    } else {
        return cast<O>(value);
    }
}

}  // namespace ndimage
}  // namespace cupy
