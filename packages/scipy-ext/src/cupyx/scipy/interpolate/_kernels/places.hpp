// How many of some edges that ascend are at most a number, or less: the step of a function that it lies on.
#pragma once

#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

struct Places {
    const double *edges, *q;
    long long *out;
    long long count, number;        // queries, edges
    int below;                      // whether edges that are equal do not count
};

// The greatest number below another.
CUPY_DEVICE double number_below(double v) {
    if (v == 0) return -4.9406564584124654e-324;
    const long long bits = platform::bits_as<long long>(v);
    return platform::bits_as<double>(v < 0 ? bits + 1 : bits - 1);
}

CUPY_DEVICE void place(const Places &p, long long i) {
    double v = p.q[i];
    long long found = p.number;     // of NaN
    if (v == v && p.number) {
        const bool least = v == -limits<double>::infinity();
        if (p.below && !least) v = number_below(v);
        found = p.edges[0] <= v && !(p.below && least) ? span(p.edges, 0, p.number - 1, v) + 1 : 0;
    }
    p.out[i] = found;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::Places, cupy::interpolate::place)
