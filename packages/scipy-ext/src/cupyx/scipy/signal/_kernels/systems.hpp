// Steps of recursive filters: a sample goes in, a sample comes out, the state moves on.
// W may be several samples, C is the type of coefficients.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace signal {

// The type that states and sums have.
template <class T> struct Working { using type = double; };
template <> struct Working<complex<float>> { using type = complex<double>; };
template <> struct Working<complex<double>> { using type = complex<double>; };

// Transposed direct form II of order P: b[0 .. P], then a[1 .. P].
template <int P> struct Direct {
    static constexpr int kOrder = P, kCoefficients = 2 * P + 1;
    // How many states the next state number `r` depends on: those from zero on.
    static constexpr int reach(int r) { return P; }
    template <class C, class W> static CUPY_DEVICE W step(const C *c, W x, W *s) {
        const W y = s[0] + c[0] * x;
        CUPY_UNROLL
        for (int j = 0; j < P - 1; ++j) s[j] = s[j + 1] + c[j + 1] * x - c[P + 1 + j] * y;
        s[P - 1] = c[P] * x - c[2 * P] * y;
        return y;
    }
};

// S sections of order two, one after the other: b0, b1, b2, a1, a2 each.
template <int S> struct Cascade {
    static constexpr int kOrder = 2 * S, kCoefficients = 5 * S;
    static constexpr int reach(int r) { return (r | 1) + 1; }     // a section hears nothing of later ones
    template <class C, class W> static CUPY_DEVICE W step(const C *c, W x, W *s) {
        CUPY_UNROLL
        for (int k = 0; k < S; ++k) {
            const W y = s[2 * k] + c[5 * k] * x;
            s[2 * k] = s[2 * k + 1] + c[5 * k + 1] * x - c[5 * k + 3] * y;
            s[2 * k + 1] = c[5 * k + 2] * x - c[5 * k + 4] * y;
            x = y;
        }
        return x;
    }
};

}  // namespace signal
}  // namespace cupy
