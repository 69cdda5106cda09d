// A Hessenberg matrix becomes a triangle column by column, and is solved: a warp's work.
#pragma once

#include "arnoldi_rules.hpp"
#include "krylov_lanes.hpp"

namespace cupy {
namespace krylov {

// The column of the last vector, by a warp, whose lanes read ahead of it.
template <class T> CUPY_DEVICE void rotate(const Arnoldi &p) {
    using S = Wide<T>;
    const int lane = platform::thread_index();
    const Least<S> is{static_cast<S *>(p.least), p.size};
    const T *column = static_cast<const T *>(p.column);
    const int j = p.vectors - 1;
    S carried = S(column[0]);
    double square = square_of(S(column[p.vectors]));
    for (int base = 0; base <= j; base += kLanes) {
        const int k = base + lane;
        const S c = k < j ? is.cosines()[k] : S(1.0), s = k < j ? is.sines()[k] : S(0.0);
        const S below = k < j ? S(column[k + 1]) : S(0.0);
        square += warp::sum(k <= j ? square_of(S(column[k])) : 0.0, kLanes);
        const int stop = j - base < kLanes ? j - base : kLanes;
        S mine(0.0);
        for (int l = 0; l < stop; ++l) {
            const S cosine = warp::lane_at(c, l), sine = warp::lane_at(s, l), item = warp::lane_at(below, l);
            if (l == lane) mine = cosine * carried + sine * item;
            carried = cosine * item - conj(sine) * carried;
        }
        if (lane < stop) is.column(j)[k] = mine;
    }
    if (lane == 0) rotate_last(is, j, carried, S(column[p.vectors]), sqrt(square));
}

// The solution of the triangle, by a warp.
template <class T> CUPY_DEVICE void solve(const Arnoldi &p) {
    using S = Wide<T>;
    const int lane = platform::thread_index();
    if (lane >= kLanes) return;
    const Least<S> is{static_cast<S *>(p.least), p.size};
    const int count = int(is.get(kColumns));
    S *y = is.solution();
    for (int k = lane; k < count; k += kLanes) y[k] = is.right()[k];
    platform::warp_barrier();
    for (int k = count - 1; k >= 0; --k) {
        const S divisor = is.column(k)[k], top = y[k];
        const S item = top == S(0.0) || (k == count - 1 && divisor == S(0.0)) ? S(0.0) : top / divisor;
        platform::warp_barrier();
        for (int i = lane; i < k; i += kLanes) y[i] = y[i] - item * is.column(k)[i];
        if (lane == 0) y[k] = item;
        platform::warp_barrier();
    }
}

}  // namespace krylov
}  // namespace cupy
