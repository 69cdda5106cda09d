// Substitution with small triangular matrices: a block of one warp takes some right-hand sides, whose rows its
// lanes hold.
#pragma once

#include "kernel.hpp"
#include "substitution_params.hpp"
#include "warp/exchange.hpp"

namespace cupy {
namespace linalg {

// A quotient by way of the divisor's inverse, with the rounding of a division unless numbers are extreme.
template <class T> CUPY_DEVICE T quotient(T x, T divisor, T inverse) {
    T q = x * inverse;
    q += (x - q * divisor) * inverse;
    return q - q == T(0) ? q : x / divisor;
}
template <class T> CUPY_DEVICE complex<T> quotient(complex<T> x, complex<T> divisor, complex<T>) { return x / divisor; }

template <class T, int rows, int sides> CUPY_DEVICE void substitute(const Substitution &p) {
    constexpr int kAhead = sizeof(T) > 8 ? 2 : 4;       // columns of the matrix that are on their way
    const int lane = platform::thread_index();
    const long long groups = (p.columns + sides - 1) / sides, matrix = platform::block_index() / groups;
    const long long first = (platform::block_index() - matrix * groups) * sides;
    // Rows and columns in the order of the sweep: items of a column are `turn` apart.
    const int turn = p.lower ? 1 : -1, last = p.size - 1;
    const T *items = static_cast<const T *>(p.matrices) + matrix * p.step;
    if (!p.lower) items += last * (p.across + p.down);
    const long long origin = (matrix * p.n + p.first) * p.columns + first;
    const T *b = static_cast<const T *>(p.b) + origin;
    T *x = static_cast<T *>(p.x) + origin;
    T value[rows][sides], divisor[rows], inverse[rows], ahead[kAhead][rows];
    // Lanes behind the last row take its items along.
    long long place[rows];
    bool singular = false;
    CUPY_UNROLL
    for (int r = 0; r < rows; ++r) {
        const int i = r * kLanes + lane < p.size ? r * kLanes + lane : last;
        place[r] = turn * i * p.down;
        divisor[r] = p.unit ? T(1) : items[turn * i * (p.down + p.across)];
        singular = singular || divisor[r] == T(0);
        inverse[r] = T(1) / divisor[r];
        CUPY_UNROLL
        for (int c = 0; c < sides; ++c)
            value[r][c] = first + c < p.columns ? b[(p.lower ? i : last - i) * p.columns + c] : T(0);
    }
    if (singular && p.status && !(p.unusual && *p.unusual)) *p.status = 1;
    const T *column = items;
    const long long next = turn * p.across;
    CUPY_UNROLL
    for (int k = 0; k < kAhead; ++k) {
        CUPY_UNROLL
        for (int r = 0; r < rows; ++r) ahead[k][r] = column[place[r]];
        if (k < last) column += next;
    }
    CUPY_UNROLL
    for (int slot = 0; slot < rows; ++slot)
        for (int base = 0; base < kLanes && slot * kLanes + base <= last; base += kAhead)
            CUPY_UNROLL
            for (int k = 0; k < kAhead; ++k) {
                const int owner = base + k, j = slot * kLanes + owner;
                T now[rows];
                CUPY_UNROLL
                for (int r = slot; r < rows; ++r) {
                    now[r] = ahead[k][r];
                    ahead[k][r] = column[place[r]];
                }
                if (j + kAhead < last) column += next;
                CUPY_UNROLL
                for (int c = 0; c < sides; ++c) {
                    const T mine = quotient(value[slot][c], divisor[slot], inverse[slot]);
                    const T solved = warp::lane_at(mine, unsigned(owner));
                    value[slot][c] = lane == owner ? mine : lane > owner ? T(value[slot][c] - now[slot] * solved)
                                                                         : value[slot][c];
                    CUPY_UNROLL
                    for (int r = slot + 1; r < rows; ++r) value[r][c] -= now[r] * solved;
                }
            }
    CUPY_UNROLL
    for (int r = 0; r < rows; ++r) {
        const int i = r * kLanes + lane;
        CUPY_UNROLL
        for (int c = 0; c < sides; ++c)
            if (i <= last && first + c < p.columns) x[(p.lower ? i : last - i) * p.columns + c] = value[r][c];
    }
}

template <class T> CUPY_DEVICE void substitute(const Substitution &p) {
    if (p.sides != 1) substitute<T, kMostRows, kManySides>(p);
    else if (p.slots == 1) substitute<T, 1, 1>(p);
    else if (p.slots == kMostRows / 2) substitute<T, kMostRows / 2, 1>(p);
    else substitute<T, kMostRows, 1>(p);
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                                   \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::linalg::kLanes) name(CUPY_GRID_CONSTANT const linalg::Substitution p) { \
        linalg::substitute<T>(p);                                                                                \
    }
