// What kernels of sparse matrices share: searches in rows, sums of lanes, and shapes of work.
//
// A matrix is three arrays: items, their column numbers, and where each row starts.
//
//     CUPY_SPARSE_BLOCKS(name, Params, function<T, I>)    // function(p); on the host function(p, block, grid)
//     CUPY_SPARSE_EACH(name, Params, function<T, I>)      // function(p, i) for each i < p.size
//     CUPY_SPARSE_ITEMS(name, Params, I, function<T, I>)  // function(p, item, row) for each item of the matrix p.a
//     CUPY_SPARSE_GROUPS(name, Params, function<T, I>)    // function(p, i, lane, valid) by p.lanes for each i < p.work
#pragma once

#include "device/atomic.hpp"
#include "device/sparse_bounds.hpp"

namespace cupy {
namespace sparse {

// The first place in [low, high) whose item is not less than the value, or not less or equal.
template <class Items> CUPY_DEVICE int64 lower_bound(Items items, int64 low, int64 high, int64 value) {
    while (low < high) {
        const int64 middle = (low + high) / 2;
        if ((int64)items[middle] < value) low = middle + 1;
        else high = middle;
    }
    return low;
}
template <class Items> CUPY_DEVICE int64 upper_bound(Items items, int64 low, int64 high, int64 value) {
    return lower_bound(items, low, high, value + 1);
}

// The row of an item, among rows [first, last].
template <class Items> CUPY_DEVICE int64 row_of(Items starts, int64 first, int64 last, int64 item) {
    return upper_bound(starts, first + 1, last + 1, item) - 1;
}

// Sums and products of a matrix: of truth values or, and.
template <class T> CUPY_DEVICE T add(T a, T b) { return T(a + b); }
template <> CUPY_DEVICE bool add(bool a, bool b) { return a || b; }
template <class T> CUPY_DEVICE T multiply(T a, T b) { return T(a * b); }
template <> CUPY_DEVICE bool multiply(bool a, bool b) { return a && b; }
template <class T> CUPY_DEVICE T zero() { return T(0); }

template <class T> CUPY_DEVICE void add_to(T *to, T value) {
#ifdef CUPY_HOST
    *to = add(*to, value);
#else
    if constexpr (is_same<T, float>::value || is_same<T, double>::value) {
        platform::add(to, value);
    } else if constexpr (is_complex<T>::value) {
        platform::add(&to->re, value.re);
        platform::add(&to->im, value.im);
    } else if constexpr (is_same<T, bool>::value) {
        if (value) *to = true;
    } else if constexpr (sizeof(T) == 8) {
        platform::add(reinterpret_cast<unsigned long long *>(to), (unsigned long long)value);
    } else if constexpr (sizeof(T) == 4) {
        platform::add(reinterpret_cast<unsigned *>(to), (unsigned)value);
    } else {
        atomic_update(to, [value](T old) { return add(old, value); });
    }
#endif
}

}  // namespace sparse
}  // namespace cupy

#ifdef CUPY_HOST

namespace cupy {
namespace sparse {

// Rows of a block: blocks have about as many rows and items together.
template <class I> int64 share(Starts<I> starts, int64 rows, unsigned block, unsigned grid) {
    const int64 work = (rows + starts[rows]) * block / grid;
    int64 low = 0, high = rows;
    while (low < high) {
        const int64 middle = (low + high) / 2;
        if (middle + starts[middle] < work) low = middle + 1;
        else high = middle;
    }
    return low;
}

template <class T> CUPY_DEVICE T sum_of_lanes(T value, int) { return value; }

// f(row) for each row of a block's share of a matrix.
template <class I, class A, class F> void each_row(const A &a, unsigned block, unsigned grid, F f) {
    const Starts<I> starts = starts_of<I>(a);
    const int64 stop = block + 1 == grid ? a.rows : share(starts, a.rows, block + 1, grid);
    for (int64 row = share(starts, a.rows, block, grid); row < stop; ++row) f(row);
}
template <class I, class A, class F> void each_item(const A &a, unsigned block, unsigned grid, F f) {
    const Starts<I> starts = starts_of<I>(a);
    each_row<I>(a, block, grid, [&](int64 row) {
        const int64 stop = starts[row + 1];
        for (int64 item = starts[row]; item < stop; ++item) f(item, row);
    });
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_SPARSE_RANGE(name, Params)                                                           \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::sparse::Params)};             \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid)

#define CUPY_SPARSE_BLOCKS(name, Params, ...)                                                     \
    CUPY_SPARSE_RANGE(name, Params) {                                                             \
        __VA_ARGS__(*static_cast<const cupy::sparse::Params *>(params[0]), block, grid);          \
    }

#define CUPY_SPARSE_EACH(name, Params, ...)                                                       \
    CUPY_SPARSE_RANGE(name, Params) {                                                             \
        const auto &p = *static_cast<const cupy::sparse::Params *>(params[0]);                    \
        for (cupy::int64 i = p.size * block / grid; i < p.size * (block + 1) / grid; ++i) __VA_ARGS__(p, i); \
    }

#define CUPY_SPARSE_GROUPS(name, Params, ...)                                                     \
    CUPY_SPARSE_RANGE(name, Params) {                                                             \
        const auto &p = *static_cast<const cupy::sparse::Params *>(params[0]);                    \
        for (cupy::int64 i = p.work * block / grid; i < p.work * (block + 1) / grid; ++i)         \
            __VA_ARGS__(p, i, 0, true);                                                           \
    }

#define CUPY_SPARSE_ITEMS(name, Params, I, ...)                                                   \
    CUPY_SPARSE_RANGE(name, Params) {                                                             \
        const auto &p = *static_cast<const cupy::sparse::Params *>(params[0]);                    \
        cupy::sparse::each_item<I>(p.a, block, grid, [&](cupy::int64 item, cupy::int64 row) {     \
            __VA_ARGS__(p, item, row);                                                            \
        });                                                                                       \
    }

#else

#include "warp/reduce.hpp"

namespace cupy {
namespace sparse {

template <class T> CUPY_DEVICE T sum_of_lanes(T value, int lanes) {
    return warp::reduce(value, lanes, [](T a, T b) { return add(a, b); });
}

// lower_bound by the lanes of a warp together.
template <class Items> CUPY_DEVICE int64 warp_lower_bound(Items items, int64 low, int64 high, int64 value, int lane) {
    while (high - low > platform::kWarp) {
        const int64 step = (high - low) / platform::kWarp;
        const int below = platform::count_ones(platform::ballot((int64)items[low + (lane + 1) * step - 1] < value));
        low += below * step;
        if (below < platform::kWarp) high = low + step - 1;
    }
    return low + platform::count_ones(platform::ballot(low + lane < high && (int64)items[low + lane] < value));
}

// A block takes kThreads * kItems items that follow one another; its rows, which two warps look up, bound each search.
template <class I, class A, class F> CUPY_DEVICE void each_item(const A &a, F f) {
    CUPY_SHARED int64 bounds[2];
    const Starts<I> starts = starts_of<I>(a);
    constexpr int64 tile = (int64)kThreads * kItems;
    const int thread = platform::thread_index(), warp = thread / platform::kWarp, lane = thread % platform::kWarp;
    const int64 start = platform::block_index() * tile, end = starts[a.rows];
    if (start >= end) return;
    const int64 last = start + tile < end ? start + tile - 1 : end - 1;
    if (warp < 2) {
        const int64 behind = warp_lower_bound(starts, 1, a.rows, (warp ? last : start) + 1, lane);
        if (lane == 0) bounds[warp] = behind - 1;
    }
    platform::barrier();
    int64 row = bounds[0];
    for (int64 item = start + thread; item <= last; item += kThreads) {
        row = row_of(starts, row, bounds[1], item);
        f(item, row);
    }
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_SPARSE_LAUNCHED(name, Params)                                                        \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::sparse::kThreads) name(CUPY_GRID_CONSTANT const cupy::sparse::Params params)

#define CUPY_SPARSE_BLOCKS(name, Params, ...)                                                     \
    CUPY_SPARSE_LAUNCHED(name, Params) { __VA_ARGS__(params); }

#define CUPY_SPARSE_EACH(name, Params, ...)                                                       \
    CUPY_SPARSE_LAUNCHED(name, Params) {                                                          \
        const cupy::int64 step = (cupy::int64)cupy::sparse::kThreads * cupy::platform::block_count(); \
        for (cupy::int64 i = (cupy::int64)cupy::sparse::kThreads * cupy::platform::block_index()  \
                             + cupy::platform::thread_index(); i < params.size; i += step)        \
            __VA_ARGS__(params, i);                                                               \
    }

#define CUPY_SPARSE_GROUPS(name, Params, ...)                                                     \
    CUPY_SPARSE_LAUNCHED(name, Params) {                                                          \
        const unsigned thread = cupy::platform::thread_index();                                   \
        const cupy::int64 group = ((cupy::int64)cupy::platform::block_index() * cupy::sparse::kThreads + thread) \
                                  / params.lanes;                                                 \
        __VA_ARGS__(params, group, int(thread & (params.lanes - 1)), group < params.work);        \
    }

#define CUPY_SPARSE_ITEMS(name, Params, I, ...)                                                   \
    CUPY_SPARSE_LAUNCHED(name, Params) {                                                          \
        cupy::sparse::each_item<I>(params.a, [&](cupy::int64 item, cupy::int64 row) {             \
            __VA_ARGS__(params, item, row);                                                       \
        });                                                                                       \
    }

#endif
