// Parts of a triangulation by halves, joined from their leaves. An item is a part.
#pragma once

#include "device/map.hpp"
#include "halves.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE void delaunay_halves(const Halves &p, long long part) {
    const Subdivision s(p);
    const long long each = p.leaves / p.count;
    for (long long j = 0; j < each; ++j) {
        const long long leaf = part * each + j;
        if (p.start) {
            const long long begin = p.size * leaf / p.leaves;
            const int first = (int)begin, end = (int)(p.size * (leaf + 1) / p.leaves), middle = first + 2;
            if (end - first < 4) s.store(begin, s.few(first, end));
            else s.store(begin, s.join(s.few(first, middle), s.few(middle, end), middle));
        }
        for (long long width = 1; width < each && ((j + 1) & (2 * width - 1)) == 0; width *= 2) {
            const long long begin = p.size * (leaf + 1 - 2 * width) / p.leaves;
            const long long middle = p.size * (leaf + 1 - width) / p.leaves;
            s.store(begin, s.join(s.load(begin), s.load(middle), (int)middle));
        }
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Halves, cupy::spatial::delaunay_halves)
