// Loops over a function of real numbers, some hundred operands at a time.
//
// Where all of them are plain (elementary/plain.hpp), what others need is left out.  Halves become floats and back by
// instructions for vectors, which compilers do not find in a loop.
#pragma once

#include "device/operands.hpp"
#include "elementary/plain.hpp"

namespace cupy {
namespace host {

constexpr int64 kMany = 512;

// The function that an operation calls once, if it is one of those, and the operation itself of floats.
template <class Op, class = void> struct called {
    static constexpr bool any = false;
    using function = void;
};
template <class T> struct to_void { using type = void; };
template <class Op> struct called<Op, typename to_void<typename Op::function>::type> {
    static constexpr bool any = true;
    using function = typename Op::function;
};
template <class Op> struct of_floats;
template <template <class...> class Op, class... T> struct of_floats<Op<T...>> {
    template <class> using single = float;
    using type = Op<single<T>...>;
};

template <class F, class T> CUPY_DEVICE elementary::word_of<T> greatest_key(int64 n, const T *x) {
    elementary::word_of<T> most = 0;
    for (int64 i = 0; i < n; ++i) {
        const elementary::word_of<T> key = F::key(x[i]);
        most = key > most ? key : most;
    }
    return most;
}
template <class F, class T> CUPY_DEVICE auto greatest_second(int64 n, const T *y, int) -> decltype(F::second_key(*y)) {
    elementary::word_of<T> most = 0;
    for (int64 i = 0; i < n; ++i) {
        const elementary::word_of<T> key = F::second_key(y[i]);
        most = key > most ? key : most;
    }
    return most;
}
template <class F, class T> CUPY_DEVICE elementary::word_of<T> greatest_second(int64 n, const T *y, long) {
    return greatest_key<F>(n, y);
}

template <class Op, class T> CUPY_DEVICE void many(const Op &op, int64 n, const T *x, T *out) {
    using F = typename Op::function;
    if constexpr (!F::always) {
        if (greatest_key<F>(n, x) <= F::template span<T>().most_key()) {
#pragma GCC ivdep
            for (int64 i = 0; i < n; ++i) out[i] = F::of(x[i]);
            return;
        }
    }
#pragma GCC ivdep
    for (int64 i = 0; i < n; ++i) op(i, x[i], out[i]);
}
template <class Op, class T> CUPY_DEVICE void many(const Op &op, int64 n, const T *x, const T *y, T *out) {
    using F = typename Op::function;
    const auto most = F::template span<T>().most_key();
    if (greatest_key<F>(n, x) <= most && greatest_second<F>(n, y, 0) <= most) {
#pragma GCC ivdep
        for (int64 i = 0; i < n; ++i) out[i] = F::of(x[i], y[i]);
        return;
    }
#pragma GCC ivdep
    for (int64 i = 0; i < n; ++i) op(i, x[i], y[i], out[i]);
}

CUPY_DEVICE void halves_to_floats(const float16 *half, int64 n, float *out) {
    int64 i = 0;
#if defined(__F16C__) && !defined(__clang__)
    typedef short Halves __attribute__((vector_size(16)));
    typedef float Floats __attribute__((vector_size(32)));
    for (; i + 8 <= n; i += 8) {
        Halves x;
        __builtin_memcpy(&x, half + i, sizeof x);
        const Floats y = __builtin_ia32_vcvtph2ps256(x);
        __builtin_memcpy(out + i, &y, sizeof y);
    }
#endif
    for (; i < n; ++i) out[i] = half[i];
}
CUPY_DEVICE void floats_to_halves(const float *x, int64 n, float16 *half) {
    int64 i = 0;
#if defined(__F16C__) && !defined(__clang__)
    typedef short Halves __attribute__((vector_size(16)));
    typedef float Floats __attribute__((vector_size(32)));
    for (; i + 8 <= n; i += 8) {
        Floats y;
        __builtin_memcpy(&y, x + i, sizeof y);
        const Halves z = __builtin_ia32_vcvtps2ph256(y, 0);     // to the nearest
        __builtin_memcpy(half + i, &z, sizeof z);
    }
#endif
    for (; i < n; ++i) half[i] = x[i];
}

template <class Op, class T> CUPY_DEVICE void loop_of_function(const Op &op, int64 n, const T *x, T *out) {
    for (int64 i = 0; i < n; i += kMany) {
        const int64 count = n - i < kMany ? n - i : kMany;
        if constexpr (is_same<T, float16>::value) {
            alignas(64) float in[kMany], computed[kMany];
            halves_to_floats(x + i, count, in);
            many(typename of_floats<Op>::type(), count, in, computed);
            floats_to_halves(computed, count, out + i);
        } else {
            many(op, count, x + i, out + i);
        }
    }
}
template <class Op, class T>
CUPY_DEVICE void loop_of_function(const Op &op, int64 n, const T *x, const T *y, T *out) {
    for (int64 i = 0; i < n; i += kMany) {
        const int64 count = n - i < kMany ? n - i : kMany;
        if constexpr (is_same<T, float16>::value) {
            alignas(64) float first[kMany], second[kMany], computed[kMany];
            halves_to_floats(x + i, count, first);
            halves_to_floats(y + i, count, second);
            many(typename of_floats<Op>::type(), count, first, second, computed);
            floats_to_halves(computed, count, out + i);
        } else {
            many(op, count, x + i, y + i, out + i);
        }
    }
}

template <class Op> constexpr bool is_by_one = __is_base_of(elementary::plain::by_one, typename called<Op>::function);

// Whether a loop of these types goes this way; one over raw arrays alone has none.
template <class Op, class... T> constexpr bool is_function_loop = false;
template <class Op, class First, class... T> constexpr bool is_function_loop<Op, First, T...> =
    called<Op>::any && !is_by_one<Op>
    && (is_same<First, float>::value || is_same<First, double>::value || is_same<First, float16>::value)
    && (is_same<First, T>::value && ...);


// Quotients of integers of one type, of which the divisors may all be the same.  Of 64 bits GCC makes no vectors then.
template <class Op, class... T> constexpr bool is_divisor_loop = false;
template <class Op, class First, class... T> constexpr bool is_divisor_loop<Op, First, T...> =
    is_by_one<Op> && is_integer<First>::value && sizeof(First) < 8 && (is_same<First, T>::value && ...);

template <class Op, class T> CUPY_DEVICE void loop_by_divisor(const Op &op, int64 n, const T *x, const T *y, T *out) {
    for (int64 first = 0; first < n; first += kMany) {
        const int64 last = n - first < kMany ? n : first + kMany;
        const T by = y[first];
        T differ = 0;
        for (int64 i = first; i < last; ++i) differ |= y[i] ^ by;
        if (differ) {
#pragma GCC ivdep
            for (int64 i = first; i < last; ++i) op(i, x[i], y[i], out[i]);
        } else {
#pragma GCC ivdep
            for (int64 i = first; i < last; ++i) op(i, x[i], by, out[i]);
        }
    }
}

}  // namespace host
}  // namespace cupy
