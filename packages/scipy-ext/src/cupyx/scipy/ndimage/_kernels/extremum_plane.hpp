// The least or greatest item of a box over two neighbouring axes, in one pass.
#pragma once

#include "extremum1d.hpp"
#include "plane.hpp"

namespace cupy {
namespace ndimage {

template <bool greatest> struct Extremum {
    static constexpr int kDown = 16, kResident = 4;

    template <class W> static CUPY_DEVICE W start() {
        return greatest ? -limits<W>::infinity() : limits<W>::infinity();
    }
    template <class O, class W> static CUPY_DEVICE O finish(W best, double) { return cast<O>(best); }

    template <int R, class W, class Load>
    static CUPY_DEVICE void edge(Load load, const W *, int taps, W *best) {
        CUPY_NO_UNROLL
        for (int i = 0; i < taps + R - 1; ++i) {
            const W value = load(i);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (i >= j && i - j < taps) best[j] = better<greatest>(best[j], value);
        }
    }

    // What all windows share is gone through once, what lies before and behind it item by item.
    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *, int taps, W *best) {
        W seen[2 * R];
        fetch(0, R, seen);
        if (taps < R) {
            fetch(R, taps - 1, seen + R);
            int span = 1;
            CUPY_UNROLL
            for (int step = 1; step < R; step *= 2) {
                if (2 * step > taps) break;
                CUPY_UNROLL
                for (int j = 0; j < 2 * R - step; ++j) seen[j] = better<greatest>(seen[j], seen[j + step]);
                span = 2 * step;
            }
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) best[j] = seen[j];
            const int rest = taps - span;
            CUPY_UNROLL
            for (int step = 1; step < R; step *= 2) {
                if (!(rest & step)) continue;
                CUPY_UNROLL
                for (int j = 0; j < 2 * R - step; ++j) seen[j] = seen[j + step];
            }
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) best[j] = better<greatest>(best[j], seen[j]);
            return;
        }
        W shared = seen[R - 1], before = shared;
        best[R - 1] = shared;
        CUPY_UNROLL
        for (int j = R - 2; j >= 0; --j) best[j] = before = better<greatest>(seen[j], before);
        int k = R;
        CUPY_NO_UNROLL
        for (; k + R <= taps; k += R) {
            fetch(k, R, seen);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) shared = better<greatest>(shared, seen[j]);
        }
        const int left = taps - k;
        fetch(k, R, seen);
        fetch(k + R, left - 1, seen + R);
        CUPY_UNROLL
        for (int m = 0; m < R - 1; ++m)
            if (m < left) shared = better<greatest>(shared, seen[m]);
        W behind = shared;
        best[0] = better<greatest>(best[0], shared);
        CUPY_UNROLL
        for (int j = 1; j < R; ++j) {
            // Item `left + j - 1`, found without an index that registers would not have.
            CUPY_UNROLL
            for (int at = 0; at < R; ++at)
                if (at == left) behind = better<greatest>(behind, seen[at + j - 1]);
            best[j] = better<greatest>(best[j], behind);
        }
    }
};

}  // namespace ndimage
}  // namespace cupy
