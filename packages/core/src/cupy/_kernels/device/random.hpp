// Kernels that fill an array with random numbers.
//
// A thread serves whole streams, or words of them that it reaches at once, so the numbers do not depend
// on the grid.
#pragma once

#include "random/fill.hpp"

#if CUPY_SIMT

#include "device/random_streams.hpp"

namespace cupy {
namespace random {

// Items from `first` on; `to` is where they go.
template <class T, int N> CUPY_DEVICE void store_items(const RandomFill &p, T *to, int64 first, bool whole, const T (&out)[N]) {
    if (whole) {
        simt::store_vector(to, out);
    } else {
        CUPY_UNROLL
        for (int k = 0; k < N; ++k)
            if (first + k < p.size) to[k] = out[k];
    }
}

// What one thread does in a step: all groups of a stream, or, of items of 8 bytes, half of a group, so that
// neighbouring threads write neighbouring 16 bytes.
template <class Engine, class D, class T> struct Step {
    static constexpr bool long_body = is_same<typename D::base, none>::value;
    static constexpr bool halves = Engine::kCounter && !long_body && sizeof(T) == 8;
    static constexpr int items = halves ? 2 : 4 * Engine::kGroups;

    // The steps `own`, and so many after it, of the block that begins with step `begin`.
    template <bool Arrays> static CUPY_DEVICE void run(const RandomFill &p, int64 begin, unsigned own, bool whole) {
        T *const to = static_cast<T *>(p.out) + begin * items;
        const uint64 position = first_stream(p) + (uint64)(halves ? begin >> 1 : begin);     // begin is even
        CUPY_NO_UNROLL
        for (unsigned k = 0; k < p.repeat; ++k, own += kFillThreads) {
            const int64 step = begin + own;
            if (!whole && step * items >= p.size) break;
            run<Arrays>(p, Source<Engine>(p, position + (halves ? own >> 1 : own)), step, whole, to + own * items);
        }
    }

    template <bool Arrays>
    static CUPY_DEVICE void run(const RandomFill &p, Source<Engine> source, int64 step, bool whole, T *to) {
        if constexpr (halves) {
            const unsigned half = (unsigned)step & 1;
            typename D::base::template word<typename D::template base_type<T>> w[2];
            source.pair(p, half, w);
            T out[2];
            draw_pair<Arrays, D>(source, p, 4 * (step >> 1), half, w, out);
            store_items(p, to, 2 * step, whole, out);
        } else {
            CUPY_NO_UNROLL
            for (int group = 0; group < Engine::kGroups; ++group) {
                const int64 first = (step * Engine::kGroups + group) * 4;
                if (!whole && first >= p.size) break;
                if constexpr (long_body) {
                    draw_items<D, T>(source, p, first);
                } else {
                    T out[4];
                    draw_group<Arrays, D>(source, p, first, out);
                    store_items(p, to + 4 * group, first, whole, out);
                }
            }
        }
    }
};

// Blocks of a multiprocessor at once, 0 for no matter: integers and long bodies keep many registers for what few
// threads do.
template <class Engine, class Base> constexpr int kFillResident =
    !Engine::kCounter ? 0 : is_same<Base, words>::value ? 6 : is_same<Base, none>::value ? 4 : 0;

// A block takes `repeat` times as many steps as it has threads; only one if streams have to be begun.
template <bool Arrays, class Engine, class D, class T> CUPY_DEVICE void draw_tile(const RandomFill &p) {
    using Own = Step<Engine, D, T>;
    const int64 begin = (int64)platform::block_index() * kFillThreads * p.repeat;
    const bool whole = p.aligned && (begin + kFillThreads * (int64)p.repeat) * Own::items <= p.size;
    const unsigned own = platform::thread_index();
    if constexpr (Engine::kCounter) {
        if (!Own::long_body && !Arrays && whole) Own::template run<Arrays>(p, begin, own, true);
        else Own::template run<Arrays>(p, begin, own, whole);
    } else {
        Source<Engine> source;
        static_cast<Engine &>(source) = begin_streams<Engine>(p, first_stream(p) + (uint64)begin);
        const int64 step = begin + own;
        if constexpr (!Own::long_body) draw_streams<Arrays, Engine, D, T>(p, source, begin, whole);
        else if (step * Own::items < p.size)
            Own::template run<Arrays>(p, source, step, whole, static_cast<T *>(p.out) + step * Own::items);
    }
}

template <class Engine, class D, class T> CUPY_DEVICE void fill(const RandomFill &p) {
    if constexpr (Step<Engine, D, T>::long_body) {
        draw_tile<true, Engine, D, T>(p);
    } else {
        if (p.arrays) draw_tile<true, Engine, D, T>(p);
        else draw_tile<false, Engine, D, T>(p);
    }
}

}  // namespace random
}  // namespace cupy

#define CUPY_RANDOM_FILL(name, engine, distribution, T)                                                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kFillThreads, (cupy::random::kFillResident<engine, distribution::base>)) \
        name(CUPY_GRID_CONSTANT const cupy::RandomFill params) {                                       \
        cupy::random::fill<engine, distribution, T>(params);                                     \
    }

#endif
