// Accumulators that are more than one number.
#pragma once

#include "kernel.hpp"
#include "reduce_params.hpp"

namespace cupy {

CUPY_DEVICE double square_of(double x) { return x * x; }
CUPY_DEVICE double square_of(const complex<double> &x) { return x.re * x.re + x.im * x.im; }
template <class T> CUPY_DEVICE auto square_of_size(T x) {
    if constexpr (is_complex<T>::value) return x.re * x.re + x.im * x.im;
    else if constexpr (is_small_float<T>::value) return (float)x * (float)x;
    else return x * x;
}
template <class T> CUPY_DEVICE bool is_nan(T x) {
    if constexpr (is_complex<T>::value) return x.re != x.re || x.im != x.im;
    else if constexpr (is_small_float<T>::value) return isnan(x);
    else return x != x;
}
template <class T> CUPY_DEVICE bool less(T a, T b) {
    if constexpr (is_complex<T>::value) return a.re < b.re || (a.re == b.re && a.im < b.im);
    else return a < b;
}

template <class T> struct real_part { using type = T; };
template <class T> struct real_part<complex<T>> { using type = T; };

// A value and where it stands; index -1 is nothing yet.
template <class T> struct Place {
    T value;
    int64 index;
};

// The first of the largest (sign 1) or smallest (sign -1) items; a NaN beats every number.
template <int sign, class T> CUPY_DEVICE Place<T> better(const Place<T> &a, const Place<T> &b) {
    if (b.index < 0) return a;
    if (a.index < 0) return b;
    const bool a_nan = is_nan(a.value), b_nan = is_nan(b.value);
    bool take_b;
    if (a_nan || b_nan) take_b = b_nan && (!a_nan || b.index < a.index);
    else if (sign > 0 ? less(a.value, b.value) : less(b.value, a.value)) take_b = true;
    else if (sign > 0 ? less(b.value, a.value) : less(a.value, b.value)) take_b = false;
    else take_b = b.index < a.index;
    return take_b ? b : a;
}

// A value, or nothing yet: for reductions that have no identity.
template <class T> struct Maybe {
    using type = T;
    T value;
    bool is;
};

// Count, mean and sum of squared distances from the mean; merged as Chan, Golub and LeVeque do
// (Updating formulae and a pairwise algorithm for computing sample variances, 1979).
template <class T, class S> struct Moments {
    double count;
    T mean;
    S squares;
};

// One over a whole number. On devices by two of Newton's steps, which have no branches: a division takes as long as all
// the rest of a merge.
CUPY_DEVICE double inverse_of_count(double n) {
#ifdef CUPY_SIMT
    const float root = platform::reciprocal_root((float)n);
    double inverse = (double)(root * root);
    CUPY_UNROLL
    for (int step = 0; step < 2; ++step) inverse += inverse * (1 - n * inverse);
    return inverse;
#else
    return 1 / n;
#endif
}

// x / n for n > 0, rounded as a division rounds: without branches, and of many by the same n only what follows its inverse
// is done for each.
template <class T> CUPY_DEVICE T divided(T x, double n) {
#ifdef CUPY_SIMT
    if constexpr (is_same<T, double>::value) {
        double inverse = inverse_of_count(n);
        inverse = fma(inverse, fma(-n, inverse, 1.0), inverse);
        const double near = x * inverse, best = fma(fma(-near, n, x), inverse, near);
        return best == best ? best : near;          // of what is infinite
    }
#endif
    return x / cast<T>(n);
}

template <class T, class S> CUPY_DEVICE Moments<T, S> merge(const Moments<T, S> &a, const Moments<T, S> &b) {
    if (b.count == 0) return a;
    if (a.count == 0) return b;
    const double count = a.count + b.count, share = b.count * inverse_of_count(count);
    const T delta = b.mean - a.mean;
    return {count, a.mean + delta * T(share), a.squares + b.squares + square_of(delta) * (a.count * share)};
}

// Moments of real items that come one after the other, from sums of distances from the first of them. That is one of
// the items, so that what the sums lose grows with their number alone, however far from zero they lie.
struct RunningMoments {
    static constexpr unsigned kMost = 1u << 14;     // items, after which another first one is taken
    double about = 0, sum = 0, squares = 0;

    template <class T> CUPY_DEVICE void begin(T x) { about = cast<double>(x); }
    template <class T> CUPY_DEVICE void add(T x) {
        const double distance = cast<double>(x) - about;
        sum += distance;
        squares += distance * distance;
    }
    template <int N, class T> CUPY_DEVICE void add_all(const T (&x)[N]) {
        CUPY_UNROLL
        for (int j = 0; j < N; ++j) add(x[j]);
    }
    template <class From> CUPY_DEVICE void join(From other) {
        sum += other(sum);
        squares += other(squares);
    }
    CUPY_DEVICE Moments<double, double> result(unsigned count) const {
        return count ? whole(count, inverse_of_count(count)) : Moments<double, double>{0, 0, 0};
    }
    CUPY_DEVICE Moments<double, double> whole(unsigned count, double inverse) const {
        const double beyond = sum * inverse, rest = squares - sum * beyond;
        // Squares may be too large for a number, but not a sum without items that are infinite.
        const double spread = !isfinite(squares) && isfinite(sum) ? squares : rest < 0 ? 0.0 : rest;
        return {(double)count, about + beyond, spread};
    }
};
// Of integers of at most 16 bits: exact.
struct RunningSmallMoments {
    static constexpr unsigned kMost = 1u << 14;
    int sum = 0;
    uint64 squares = 0;

    template <class T> CUPY_DEVICE void begin(T) {}
    template <class T> CUPY_DEVICE void add(T x) {
        const int item = cast<int>(x);
        sum += item;
        squares += (uint64)((int64)item * item);
    }
    template <int N, class T> CUPY_DEVICE void add_all(const T (&x)[N]) {
#ifdef CUPY_SIMT
        if constexpr (sizeof(T) == 1 && N % 4 == 0) {
            constexpr bool has_sign = is_signed<T>::value;
            unsigned word[N / 4];
            int some = 0;
            memcpy(word, x, N);
            CUPY_UNROLL
            for (int k = 0; k < N / 4; ++k) {
                if constexpr (is_same<T, boolean>::value) word[k] = truths(word[k]);
                sum = platform::add_bytes<has_sign>(word[k], sum);
                some = platform::dot_bytes<has_sign>(word[k], word[k], some);
            }
            squares += (unsigned)some;
            return;
        }
#endif
        CUPY_UNROLL
        for (int j = 0; j < N; ++j) add(x[j]);
    }
    template <class From> CUPY_DEVICE void join(From other) {
        sum += other(sum);
        squares += other(squares);
    }
    CUPY_DEVICE Moments<double, double> result(unsigned count) const {
        if (!count) return {0, 0, 0};
        // The mean of equal items is one of them.
        return {(double)count, sum / (double)count, whole(count, inverse_of_count(count)).squares};
    }
    // Of all items there are, where the mean is no matter.
    CUPY_DEVICE Moments<double, double> whole(unsigned count, double inverse) const {
        const uint64 spread = count * squares - (uint64)((int64)sum * sum);
        return {(double)count, 0, (double)spread * inverse};
    }
};

// How many items there are, and their sum.
template <class T> struct Counted {
    double count;
    T sum;
};
template <class T> CUPY_DEVICE Counted<T> merge(const Counted<T> &a, const Counted<T> &b) {
    return {a.count + b.count, a.sum + b.sum};
}

// NaN for infinite items, in whatever order they were met: their distance from the mean has no value.
template <class T, class S> CUPY_DEVICE S variance_of(const Moments<T, S> &a, double degrees) {
    const S squares = a.squares + square_of(a.mean - a.mean);
    return degrees > 0 ? divided(squares, degrees) : squares * limits<S>::infinity();
}

}  // namespace cupy

namespace cupy {

// The bounds that every number lies within, infinities included.
template <class T> CUPY_DEVICE T most() { return limits<T>::infinity(); }
template <class T> CUPY_DEVICE T least() {
    if constexpr (is_complex<T>::value) return T(least<typename T::value_type>(), least<typename T::value_type>());
    else if constexpr (is_integer<T>::value) return limits<T>::lowest();
    else return -limits<T>::infinity();
}

// A recursion, since a loop over halves would not be unrolled and the parts not stay in registers.
template <int N, class T> CUPY_DEVICE void add_halves(T *part) {
    static_assert((N & (N - 1)) == 0, "halves are added up");
    if constexpr (N > 1) {
        CUPY_UNROLL
        for (int j = 0; j < N / 2; ++j) part[j] = part[j] + part[j + N / 2];
        add_halves<N / 2>(part);
    }
}

// Sums of small integers add up in 32 bits first, others pairwise.
template <class Acc, int N, class T> CUPY_DEVICE Acc sum_of(const T (&x)[N]) {
#ifdef CUPY_SIMT
    if constexpr (sizeof(T) == 1 && N % 4 == 0) {
        unsigned word[N / 4];
        memcpy(word, x, N);
        if constexpr (is_same<T, boolean>::value)
            CUPY_UNROLL
            for (int j = 0; j < N / 4; ++j) word[j] = truths(word[j]);
        int sum[4] = {};
        CUPY_UNROLL
        for (int j = 0; j < N / 4; ++j) sum[j % 4] = platform::add_bytes<is_signed<T>::value>(word[j], sum[j % 4]);
        return (Acc)(sum[0] + sum[1] + (sum[2] + sum[3]));
    } else
#endif
    if constexpr (is_integer<T>::value && sizeof(T) <= 2) {
        int sum = 0;
        CUPY_UNROLL
        for (int j = 0; j < N; ++j) sum += cast<int>(x[j]);
        return (Acc)(int64)sum;
    } else {
        Acc part[N];
        CUPY_UNROLL
        for (int j = 0; j < N; ++j) part[j] = cast<Acc>(x[j]);
        add_halves<N>(part);
        return part[0];
    }
}

// Whether any, or all, of some items are not zero; single bytes four at a time.
template <bool every, int N, class T> CUPY_DEVICE bool truth_of(const T (&x)[N]) {
    if constexpr (sizeof(T) == 1 && N % 4 == 0) {
        unsigned word[N / 4], some = 0, zeros = 0;
        memcpy(word, x, N);
        CUPY_UNROLL
        for (int j = 0; j < N / 4; ++j) {
            some |= word[j];
            zeros |= (word[j] - 0x01010101u) & ~word[j];     // the top bit of a byte: it is, or follows, a zero
        }
        return every ? !(zeros & 0x80808080u) : some != 0;
    } else {
        // As wide as an item, so that the loop becomes comparisons of vectors.
        using Mask = typename conditional<sizeof(T) == 8, uint64, unsigned>::type;
        Mask found = 0;
        CUPY_UNROLL
        for (int j = 0; j < N; ++j) found |= cast<bool>(x[j]) != every ? ~Mask(0) : Mask(0);
        return every ? !found : found != 0;
    }
}

// Whether all of some items are neither infinite nor NaN.
template <int N, class T> CUPY_DEVICE bool finite_of(const T (&x)[N]) {
    using Mask = typename conditional<sizeof(T) == 8, uint64, unsigned>::type;
    Mask found = 0;
    CUPY_UNROLL
    for (int j = 0; j < N; ++j) found |= isfinite(x[j]) ? Mask(0) : ~Mask(0);
    return !found;
}

#ifdef CUPY_SIMT
// The greater (sign 1) or lesser (-1) of two items, or the one that is NaN.
template <int sign, class T> CUPY_DEVICE T top_of(const T &a, const T &b) {
    if constexpr (is_same<T, float>::value) return sign > 0 ? platform::max_or_nan(a, b) : platform::min_or_nan(a, b);
    else return !is_nan(a) && (is_nan(b) || (sign > 0 ? less(a, b) : less(b, a))) ? b : a;
}
// Whether an item that comes later takes the place of the one held.
template <int sign, class T> CUPY_DEVICE bool surpasses(const T &later, const T &held) {
    if constexpr (is_complex<T>::value) {
        return !is_nan(held) && (is_nan(later) || (sign > 0 ? less(held, later) : less(later, held)));
    } else if constexpr (is_integer<T>::value) {
        return sign > 0 ? held < later : later < held;
    } else {            // two comparisons and no branch
        using Float = typename conditional<is_small_float<T>::value, float, T>::type;
        const Float a = cast<Float>(later), b = cast<Float>(held);
        return !(sign > 0 ? a <= b : a >= b) & (b == b);
    }
}
#endif

// Moments of small integers: their sums are exact, and so is the difference while N is a power of two.
template <class M, int N, class T> CUPY_DEVICE M moments_of_small(const T (&x)[N]) {
    typename conditional<sizeof(T) == 1, int, int64>::type squares = 0;
    int sum = 0;
    CUPY_UNROLL
    for (int j = 0; j < N; ++j) {
        const int item = cast<int>(x[j]);
        sum += item;
        squares += (decltype(squares))item * item;
    }
    const double mean = sum * (1.0 / N);
    return M{(double)N, mean, (double)squares - sum * mean};
}

// Moments of some items at once: their mean first, then the distances from it, and where these say that the mean is.
template <bool skip_nan, class M, int N, class T> CUPY_DEVICE M moments_of(const T (&x)[N]) {
    using Mean = decltype(M::mean);
    if constexpr (is_integer<T>::value && sizeof(T) <= 2) return moments_of_small<M>(x);
    using Part = typename conditional<is_same<T, float>::value || is_small_float<T>::value, float, Mean>::type;
    using Size = typename real_part<Part>::type;
    constexpr bool refined = is_same<Part, float>::value;
#ifdef CUPY_SIMT
    constexpr int L = N % 4 ? 1 : 4;
#else
    constexpr int L = N % 16 ? 1 : 16;       // a vector of sums, or two
#endif
    Part part[L];
    Size square[L];
    int counts[L];
    CUPY_UNROLL
    for (int l = 0; l < L; ++l) {
        part[l] = Part(0);
        square[l] = 0;
        counts[l] = 0;
    }
    CUPY_UNROLL
    for (int j = 0; j < N; j += L) {
        CUPY_UNROLL
        for (int l = 0; l < L; ++l) {
            const bool skip = skip_nan && is_nan(x[j + l]);
            part[l] += skip ? Part(0) : cast<Part>(x[j + l]);
            if constexpr (skip_nan) counts[l] += !skip;
        }
    }
    add_halves<L>(part);
    if constexpr (skip_nan) add_halves<L>(counts);
    const double count = skip_nan ? counts[0] : N;
    if (count == 0) return M{0, Mean(0), 0};
    const Part about = part[0] / Part((Size)count);
    Part beyond[L];
    CUPY_UNROLL
    for (int l = 0; l < L; ++l) beyond[l] = Part(0);
    CUPY_UNROLL
    for (int j = 0; j < N; j += L) {
        CUPY_UNROLL
        for (int l = 0; l < L; ++l) {
            const Part distance = cast<Part>(x[j + l]) - about;
            const bool skip = skip_nan && is_nan(x[j + l]);
            Size one;
            if constexpr (is_complex<Part>::value) one = distance.re * distance.re + distance.im * distance.im;
            else one = distance * distance;
            square[l] += skip ? Size(0) : one;
        }
    }
    // By itself: compilers for the host make vectors of it so.
    if constexpr (refined)
        CUPY_UNROLL
        for (int j = 0; j < N; j += L)
            CUPY_UNROLL
            for (int l = 0; l < L; ++l)
                beyond[l] += skip_nan && is_nan(x[j + l]) ? Part(0) : cast<Part>(x[j + l]) - about;
    add_halves<L>(square);
    if constexpr (!refined) return M{count, about, square[0]};
    add_halves<L>(beyond);
    const Mean rest = Mean(beyond[0]) * Mean(skip_nan ? inverse_of_count(count) : 1.0 / N);
    return M{count, Mean(about) + rest, square[0] - square_of(rest) * count};
}

// An item that is not NaN.
template <class C, class T> CUPY_DEVICE C counted(const T &x) {
    using Sum = decltype(C::sum);
    return is_nan(x) ? C{0, Sum(0)} : C{1, cast<Sum>(x)};
}
template <class C, int N, class T> CUPY_DEVICE C counted_of(const T (&x)[N]) {
    using Sum = decltype(C::sum);
    using Part = typename conditional<is_same<T, float>::value || is_small_float<T>::value, float, Sum>::type;
    int count = 0;
    Part part[N];
    CUPY_UNROLL
    for (int j = 0; j < N; ++j) {
        part[j] = is_nan(x[j]) ? Part(0) : cast<Part>(x[j]);
        count += !is_nan(x[j]);
    }
    add_halves<N>(part);
    return C{(double)count, Sum(part[0])};
}

// What every reduction of one input has.
template <class In, class Acc, class Out> struct reduction {
    using in0_type = In;
    using acc_type = Acc;
    using out0_type = Out;
    static constexpr int nin = 1;
    static constexpr bool has_chunk = false;
    static constexpr bool has_small = false;
    static constexpr bool has_running = false;
    static constexpr bool flat = false;
    static constexpr bool ordered = false;
    static constexpr int sign = 0;
    static constexpr bool neighbour = false;
    static CUPY_DEVICE bool is_final(const Acc &) { return false; }
    template <class T> static CUPY_DEVICE void put(const Reduce &p, int64 output, T value) {
        reinterpret_cast<Out *>(p.results[0])[output] = cast<Out>(value);
    }
};
template <class Op> CUPY_DEVICE typename Op::acc_type mapped(const char *const *inputs, const int64 *offsets, int64 i) {
    return Op::map(*reinterpret_cast<const typename Op::in0_type *>(inputs[0] + offsets[0]), i);
}

}  // namespace cupy
