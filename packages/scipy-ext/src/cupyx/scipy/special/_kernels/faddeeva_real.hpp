// The real part of the Faddeeva function, without branches: processors compute it in vectors.
//
// It is the integral of exp(-t^2) y / pi over (x - t)^2 + y^2, by the trapezoidal rule with the residue of its pole, whose
// error is exponentially small (M. Al Azah and S. N. Chandler-Wilde, SIAM J. Numer. Anal. 59, 2021).  Nodes are multiples of
// 1/2, or lie between these where x is next to one of them.
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

constexpr int kVoigtNodes = 13;

// Terms as quotients that are added before they are divided.
struct VoigtTerm {
    double above, below;
};
template <int k> CUPY_DEVICE VoigtTerm voigt_term(double x, double square, double size, bool between) {
    constexpr double bells[] = {
        0.5, 0.778800783071404868, 0.367879441171442322, 0.105399224561864337, 0.0183156388887341803,
        0.00193045413622770924, 0.000123409804086679549, 4.78511739212900909e-6, 1.12535174719259115e-7,
        1.60522805518561161e-9, 1.38879438649640206e-11, 7.28772409581969242e-14, 2.31952283024356939e-16};
    constexpr double between_bells[] = {
        0.939413062813475786, 0.56978282473092301, 0.209611387151097823, 0.0467706223839589837,
        0.00632971542748574658, 0.000519574682154838482, 0.0000258681002226541213, 7.8114894083044908e-7,
        1.43072419185676883e-8, 1.58939100945163665e-10, 1.07092323825080765e-12, 4.37661850287084989e-15,
        1.0848552640429378e-17};
    const double t = between ? 0.5 * k + 0.25 : 0.5 * k, left = x - t, right = x + t;
    return {(between ? between_bells[k] : bells[k]) * fma(t, t, size), fma(left, left, square) * fma(right, right, square)};
}
template <int k = 0> CUPY_DEVICE double voigt_sum(double x, double square, double size, bool between) {
    const VoigtTerm a = voigt_term<k>(x, square, size, between);
    if constexpr (k + 1 == kVoigtNodes) return a.above / a.below;
    else {
        const VoigtTerm b = voigt_term<k + 1>(x, square, size, between);
        const double pair = fma(a.above, b.below, b.above * a.below) / (a.below * b.below);
        if constexpr (k + 2 == kVoigtNodes) return pair;
        else return pair + voigt_sum<k + 2>(x, square, size, between);
    }
}

// Re w(x + i y) for x >= 0.
CUPY_DEVICE double faddeeva_real(double x, double y) {
    const double far = 1e8, end = limits<double>::max(), size = most(x, fabs(y));    // from `far` on w is i / (sqrt(pi) z)
    const double scale = 1 / most(1.0, least(size, end) * (1 / far));
    const double across = least(x, end) * scale, height = least(fabs(y), end) * scale;
    const double square = height * height, square_x = across * across;
    // The pole is `off` from a multiple of half a step.
    const double quarters = rint(4 * across), off = across - 0.25 * quarters;
    const bool between = quarters == 2 * rint(0.5 * quarters);
    const double sum = voigt_sum(across, square, square + square_x, between);

    const double difference = square - square_x, other = difference + square_x;
    const double rounded = (square - other) - (square_x - (other - difference));
    const double low = rounded + fma(height, height, -square) - fma(across, across, -square_x);
    const double bell = exp(difference) * (2 + 2 * low), angle = 2 * across * height;
    const double cosine = cos(angle), wave = y < 0 ? bell * cosine : 0.0;
    const double half = kTwoPi * off, s = sin(half), c = cos(half), versed = 2 * s * s;
    const double grown = exp(2 * kTwoPi * least(height, kTwoPi));
    const double turned = cosine * (1 - versed) + 2 * s * c * sin(angle);
    const double residue = (cosine + grown * turned) / (1 + grown * (2 - 2 * versed + grown));

    const double near = height * (1 / kPi) * sum + (height < kTwoPi ? bell : 0.0) * residue;
    const double value = near * (isinf(size) ? 0.0 : scale);
    return y < 0 ? wave * scale - value : value;
}

}  // namespace special
}  // namespace cupy
