// What makes a kernel callable by the launcher: its entry and its table of parameters.
#pragma once

namespace cupy {
namespace simt {

template <int... I> struct Indices {};
template <int n, int... I> struct Counting : Counting<n - 1, n - 1, I...> {};
template <int... I> struct Counting<0, I...> { using type = Indices<I...>; };

template <int n> struct Info {
    int words[n];
};

// Kernels: {kind 1, number of parameters, their sizes}.
template <class... P> constexpr Info<2 + int(sizeof...(P))> info_of(void (*)(P...)) {
    return {{1, int(sizeof...(P)), int(sizeof(P))...}};
}

template <auto kernel, class... P>
CUPY_SIMT_INLINE void run(const Block *block, unsigned first, unsigned last, P... values) {
    const uint3 size = block->block_size;
    uint3 at = {first % size.x, first / size.x % size.y, first / size.x / size.y};
    blockIdx = block->block_index;
    blockDim = size;
    gridDim = block->grid_size;
    cupy_simt_place.all = block;
    while (first < last) {      // a row of threads at a time
        const unsigned end = at.x + (last - first) < size.x ? at.x + (last - first) : size.x;
        first += end - at.x;
        threadIdx.y = at.y;
        threadIdx.z = at.z;
        for (; at.x < end; ++at.x) {
            threadIdx.x = at.x;
            kernel(values...);
        }
        at.x = 0;
        if (++at.y < size.y) continue;
        at.y = 0;
        ++at.z;
    }
}
template <auto kernel, class... P, int... I>
CUPY_SIMT_INLINE void unpack(void (*)(P...), Indices<I...>, void **params, const Block *block, unsigned first,
                             unsigned last) {
    run<kernel, P...>(block, first, last, *reinterpret_cast<P *>(params[I])...);
}
template <auto kernel, class... P>
CUPY_SIMT_INLINE void enter(void (*type)(P...), void **params, const Block *block, unsigned first,
                            unsigned last) {
    unpack<kernel>(type, typename Counting<sizeof...(P)>::type(), params, block, first, last);
}

// Variables: {kind 3, 0}, and an entry that gives address and size.
template <class T> constexpr Info<2> info_of(T *) { return {{3, 0}}; }
template <auto variable, class T>
CUPY_SIMT_INLINE void enter(T *, void **params, const Block *, unsigned, unsigned) {
    params[0] = (void *)variable;
    params[1] = reinterpret_cast<void *>(sizeof(T));
}

}  // namespace simt
}  // namespace cupy

// Its names are none that a user's macros have.
#define CUPY_SIMT_EXPORT_AS(symbol, ...)                                                                 \
    extern "C" __attribute__((visibility("default"))) void symbol##__simt(                              \
        void **_params, const cupy::simt::Block *_block, unsigned _first, unsigned _last) {             \
        constexpr auto _target = __VA_ARGS__;                                                           \
        cupy::simt::enter<_target>(_target, _params, _block, _first, _last);                            \
    }                                                                                                    \
    extern "C" __attribute__((visibility("default"))) constexpr auto symbol##__info =                   \
        cupy::simt::info_of(__VA_ARGS__);
#define CUPY_SIMT_EXPORT(name) CUPY_SIMT_EXPORT_AS(name, &name)
