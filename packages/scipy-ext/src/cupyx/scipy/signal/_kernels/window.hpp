// Long windows, a sample an item.
#pragma once

#include "device/map.hpp"
#include "math/bessel_i0.hpp"

namespace cupy {
namespace signal {

constexpr int kWindowTerms = 64;

// `size` is the length of the symmetric window, whose first `count` samples are made.  `angle` + `step` n is the angle
// of sums of cosines, whose `terms` weights are `weights`; p and q are the parameters of others.
struct Window {
    double *out;
    long long count;
    double size, angle = 0, step = 0, p = 0, q = 0;
    int kind, terms = 0;
    double weights[kWindowTerms];
};

enum { kCosines, kTriangle, kBartlett, kParzen, kBohman, kBarthann, kSine, kTukey, kExponential, kGaussian, kLanczos,
       kKaiser };
constexpr double kPi = 3.141592653589793238;

CUPY_DEVICE double window_at(const Window &w, double n) {
    const double last = w.size - 1, middle = n - last / 2, away = middle < 0 ? -middle : middle;
    switch (w.kind) {
    case kCosines: {
        const double angle = w.angle + w.step * n;
        double sum = 0;
        for (int k = w.terms - 1; k >= 0; --k) sum += w.weights[k] * ::cos(k * angle);
        return sum;
    }
    case kTriangle: {
        const double whole = ::floor(w.size / 2);
        return 1 - away / (2 * whole == w.size ? whole : whole + 1);
    }
    case kBartlett: return 1 - away / (last / 2);
    case kParzen: {
        const double x = away / (w.size / 2);
        return away <= last / 4 ? 1 - 6 * x * x + 6 * x * x * x : 2 * (1 - x) * (1 - x) * (1 - x);
    }
    case kBohman: {
        const double x = away / (last / 2);
        return n == 0 || n == last ? 0 : (1 - x) * ::cos(kPi * x) + ::sin(kPi * x) / kPi;
    }
    case kBarthann: {
        const double x = n / last - 0.5;
        return 0.62 - 0.48 * (x < 0 ? -x : x) + 0.38 * ::cos(2 * kPi * x);
    }
    case kSine: return ::sin(kPi / w.size * (n + 0.5));
    case kTukey: {
        const double width = ::floor(w.p * last / 2);
        if (n <= width) return 0.5 * (1 + ::cos(kPi * (-1 + 2 * n / w.p / last)));
        if (n >= w.size - width - 1) return 0.5 * (1 + ::cos(kPi * (-2 / w.p + 1 + 2 * n / w.p / last)));
        return 1;
    }
    case kExponential: return ::exp(-(n < w.p ? w.p - n : n - w.p) / w.q);
    case kGaussian: return w.p == 1 ? ::exp(-0.5 * (away / w.q) * (away / w.q))
                                    : ::exp(-0.5 * ::pow(away / w.q, 2 * w.p));
    case kLanczos: {
        const double x = kPi * (2 * away / last);
        return x == 0 ? 1 : ::sin(x) / x;
    }
    default: {
        const double x = away / (last / 2), inside = 1 - x * x;
        return bessel_i0(w.p * ::sqrt(inside > 0 ? inside : 0)) * w.q;
    }
    }
}

CUPY_DEVICE void window_item(const Window &w, long long i) { w.out[i] = window_at(w, (double)i); }

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Window, cupy::signal::window_item)
