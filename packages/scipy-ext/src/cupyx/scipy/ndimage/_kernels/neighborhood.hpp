// Goes through the neighbourhood of a pixel.
#pragma once

#include "boundary.hpp"
#include "neighborhood_params.hpp"

namespace cupy {
namespace ndimage {

template <class T> CUPY_DEVICE T constant_of(const Neighborhood &p) {
    if constexpr (is_complex<T>::value) {
        using part = typename T::value_type;
        return T((part)p.constant, (part)p.constant_imag);
    } else {
        return cast<T>(p.constant);
    }
}

// `visit(tap, from)` for every tap of pixel `i`, until it returns false; `from` is the item that the tap falls on, or -1
// for the constant.  `D` axes at most; Index holds every number of an item.
template <int D, class Index, class Visit>
CUPY_DEVICE void each_place(const Neighborhood &p, long long i, Visit visit) {
    const int ndim = D <= 3 ? D : p.ndim;
    long long at[D];
    bool inside = true;
    Index left = (Index)i;
    for (int axis = ndim - 1; axis >= 0; --axis) {
        const Index length = (Index)p.shape[axis], rest = left / length;
        at[axis] = (long long)(left - rest * length);
        left = rest;
        inside = inside && at[axis] >= p.low[axis] && at[axis] + p.high[axis] < p.shape[axis];
    }
    if (inside) {
        if (p.close) {
            for (int tap = 0; tap < p.taps; ++tap)
                if (!visit(tap, i + p.close_steps[tap])) return;
            return;
        }
        for (int tap = 0; tap < p.taps; ++tap)
            if (!visit(tap, i + p.steps[tap])) return;
        return;
    }
    for (int tap = 0; tap < p.taps; ++tap) {
        long long from = 0;
        for (int axis = 0; axis < ndim && from >= 0; ++axis) {
            const long long place = resolve(at[axis] + p.places[tap * ndim + axis], p.shape[axis], p.mode[axis]);
            from = place < 0 ? -1 : from * p.shape[axis] + place;
        }
        if (!visit(tap, from)) return;
    }
}

// The same with the arithmetic that the image needs; three axes have code of their own.
template <class Visit> CUPY_DEVICE void places(const Neighborhood &p, long long i, Visit visit) {
    if (p.ndim <= 3 && p.first + p.count < 1ll << 31) each_place<3, unsigned>(p, i, visit);
    else each_place<kAxes, unsigned long long>(p, i, visit);
}

// `visit(tap, value)` for every tap of pixel `i`, until it returns false.
template <class T, class Visit> CUPY_DEVICE void neighbors(const Neighborhood &p, long long i, Visit visit) {
    const T *input = static_cast<const T *>(p.input);
    const T constant = constant_of<T>(p);
    places(p, i, [&](int tap, long long from) { return visit(tap, from < 0 ? constant : input[from]); });
}

}  // namespace ndimage
}  // namespace cupy
