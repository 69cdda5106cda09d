// What is asked of points before they are triangulated, and their order made.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"

namespace cupy {
namespace spatial {

// The largest and, negated, the least magnitude that is not 0 of a part of all coordinates; NaN where one is.
CUPY_DEVICE void delaunay_extent(const Extent &p, long long part) {
    double largest = 0, least = -limits<double>::infinity();
    for (long long k = 0, i = part * p.apart; k < p.each && i < p.coordinates; ++k, i += p.step) {
        const double size = p.points[i] < 0 ? -p.points[i] : p.points[i];
        if (!(size <= largest)) largest = largest != largest ? largest : size;
        if (size > 0 && -size > least) least = -size;
    }
    p.found[2 * part] = largest;
    p.found[2 * part + 1] = least;
}

// A point in its place, scaled, and its mark.
CUPY_DEVICE void delaunay_place(const Placed &p, long long place) {
    const long long i = p.order[place], before = place ? p.order[place - 1] : i;
    if (i < 0 || i >= p.count || before < 0 || before >= p.count) return;
    bool begins = !place, whole = true;
    for (int axis = 0; axis < 2; ++axis) {
        const double x = (p.points[2 * i + axis] + 0.0) * p.scale, bits = x * (1 << kWhole);     // no negative zeros
        begins |= p.points[2 * i + axis] != p.points[2 * before + axis];
        whole &= bits == (double)(long long)bits;
        p.placed[2 * place + axis] = x;
    }
    p.marks[place] = begins + (whole ? 0ll : 1ll << kUneven);
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, step, T) CUPY_MAP_KERNEL(name, cupy::spatial::Params, cupy::spatial::step)
