// Sums over windows that move through registers: a thread makes R neighbouring ones.
#pragma once

namespace cupy {
namespace ndimage {

// What memory hands out at once.
template <class W> struct alignas(16) Packed { W items[16 / sizeof(W)]; };

template <int R, class W> CUPY_DEVICE void unpack(const W *from, W *to) {
    constexpr int n = 16 / sizeof(W);
    static_assert(R % n == 0, "runs are whole packs");
    CUPY_UNROLL
    for (int j = 0; j < R; j += n) {
        const Packed<W> pack = *reinterpret_cast<const Packed<W> *>(from + j);
        CUPY_UNROLL
        for (int i = 0; i < n; ++i) to[j + i] = pack.items[i];
    }
}

template <int R, class O> CUPY_DEVICE void pack(const O *from, O *to) {
    constexpr int n = 16 / sizeof(O);
    CUPY_UNROLL
    for (int j = 0; j < R; j += n) {
        Packed<O> whole;
        CUPY_UNROLL
        for (int i = 0; i < n; ++i) whole.items[i] = from[j + i];
        *reinterpret_cast<Packed<O> *>(to + j) = whole;
    }
}

// Add the products of the taps; `fetch(i, count, to)` puts `count` values down, from the one `i` places after
// the first tap of the first output.  Values outside the window of an output are never multiplied: they may be
// infinite; nor are, with `skip`, those under a weight of 0.  Weights lie on 16 bytes, and whole packs of them may be
// read.
template <int R, int B, class W, bool skip = false, class Fetch>
CUPY_DEVICE void window(Fetch fetch, const W *weights, int taps, W *sums) {
    W seen[R + B], weight[B];
    fetch(0, R, seen);
    int k = 0;
    CUPY_NO_UNROLL
    for (; k + B <= taps; k += B) {
        fetch(k + R, B, seen + R);
        unpack<B>(weights + k, weight);
        CUPY_UNROLL
        for (int m = 0; m < B; ++m) {
            if (skip && weight[m] == W(0)) continue;
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) sums[j] += weight[m] * seen[j + m];
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) seen[j] = seen[B + j];
    }
    const int left = taps - k;
    if (left == 0) return;
    fetch(k + R, left - 1, seen + R);
    unpack<B>(weights + k, weight);
    CUPY_UNROLL
    for (int m = 0; m < B - 1; ++m) {
        if (m >= left) break;
        if (skip && weight[m] == W(0)) continue;
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] += weight[m] * seen[j + m];
    }
}

// Windows of ones, at least R taps wide: what all outputs share is added once, and what is before and behind it
// bit by bit.  Nothing is subtracted, so infinities stay inside their windows.
template <int R, class W, class Fetch> CUPY_DEVICE void box(Fetch fetch, int taps, W *sums) {
    W seen[2 * R];
    fetch(0, R, seen);
    W shared = seen[R - 1], before = W(0);
    CUPY_UNROLL
    for (int j = R - 2; j >= 0; --j) sums[j] = before = before + seen[j];
    int k = R;
    CUPY_NO_UNROLL
    for (; k + R <= taps; k += R) {
        fetch(k, R, seen);
        W batch = seen[0];
        CUPY_UNROLL
        for (int j = 1; j < R; ++j) batch += seen[j];
        shared += batch;
    }
    const int left = taps - k;
    fetch(k, R, seen);
    fetch(k + R, left - 1, seen + R);
    CUPY_UNROLL
    for (int m = 0; m < R - 1; ++m)
        if (m < left) shared += seen[m];
    CUPY_UNROLL
    for (int j = 0; j < R - 1; ++j) sums[j] += shared;
    sums[R - 1] = shared;
    CUPY_UNROLL
    for (int at = 0; at < R; ++at) {
        if (at != left) continue;
        W behind = W(0);
        CUPY_UNROLL
        for (int j = 1; j < R; ++j) {
            behind += seen[at + j - 1];
            sums[j] += behind;
        }
    }
}

// Products of the taps with little code, for windows that reach beyond the ends.
template <int R, class W, bool skip = false, class Load>
CUPY_DEVICE void edge_window(Load load, const W *weights, int taps, W *sums) {
    CUPY_NO_UNROLL
    for (int i = 0; i < taps + R - 1; ++i) {
        const W value = load(i);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j)
            if (i >= j && i - j < taps && !(skip && weights[i - j] == W(0))) sums[j] += weights[i - j] * value;
    }
}

// Products of all taps in SciPy's order, so that whole numbers come out alike. Of taps that are equal (`symmetric` 1) or
// opposite (-1) around the one in the middle: the middle, then pairs from the ends on, each multiplied once; of others
// (0) the last, then those from the first on. `load(i)` is the item i places after the first tap of the first output.
template <int R, class W, class Load>
CUPY_DEVICE void ordered_window(Load load, const W *weights, int taps, int symmetric, W *sums) {
    const int last = taps - 1, half = taps / 2, first = symmetric ? half : last;
    const W sign = W(symmetric < 0 ? -1 : 1);
    W left[R], right[R];                // item k + j lies at (k + j) % R, item last - k + j at (j - k) % R; or zeros
    CUPY_UNROLL
    for (int j = 0; j < R; ++j) {
        sums[j] = platform::product(load(first + j), weights[first]);
        left[j] = load(j);
        right[j] = symmetric ? load(last + j) : W(0);
    }
    const int steps = symmetric ? half : last;
    CUPY_NO_UNROLL
    for (int start = 0; start < steps; start += R) {
        CUPY_UNROLL
        for (int m = 0; m < R; ++m) {
            const int k = start + m;
            if (k >= steps) break;
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                sums[j] += platform::product(left[(m + j) % R] + sign * right[(j + R - m) % R], weights[k]);
            left[m] = load(k + R);
            if (symmetric) right[R - 1 - m] = load(last - k - 1);
        }
    }
}

// A product in a sum that becomes an item: rounded by itself, as SciPy's, where that decides what a whole number is.
template <class O, class W> CUPY_DEVICE W product_for(W a, W b) {
    if constexpr (is_floating<O>::value || is_complex<O>::value) return a * b;
    else return platform::product(a, b);
}

// A sum as an item: SciPy takes truths for bytes, of which fractions are none.
template <class O, class W> CUPY_DEVICE O item_of(W sum) {
    if constexpr (is_same<O, boolean>::value) return cast<O>(sum >= W(1) || sum <= W(-1));
    else return cast<O>(sum);
}

template <class O, class W> CUPY_DEVICE O result(W sum, double divisor) {
    return item_of<O>(divisor == 1 ? sum : sum / W(divisor));
}

}  // namespace ndimage
}  // namespace cupy
