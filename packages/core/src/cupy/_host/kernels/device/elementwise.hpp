// Elementwise kernels of the host: range kernels for the flat and the strided variant.
//
// CUPY_ELEMENTWISE_FLAT(name, (op)) exports one; op is as in device/operands.hpp.  With …_WITH the
// operation has data members, which are the kernel's second parameter.
#pragma once

#include "device/elementwise_many.hpp"
#include "device/elementwise_walk.hpp"
#include "device/operands.hpp"

// Set when the module is loaded.
extern "C" {
__attribute__((visibility("default"))) const cupy::host::Walks *cupy_walks = nullptr;
}

namespace cupy {
namespace host {

// An element as the operation takes it.  A bool that is read is compared first: GCC vectorises a
// selection by a comparison, and not one by a bool in memory.
template <bool Input, class T> struct element {
    static CUPY_DEVICE T &at(T *data, int64 i) { return data[i]; }
};
template <> struct element<true, bool> {
    static CUPY_DEVICE bool at(bool *data, int64 i) {
        return reinterpret_cast<const unsigned char *>(data)[i] != 0;
    }
};

template <class Op, class... T, int... I>
CUPY_DEVICE void loop_over(const Op &op, int64 base, int64 n, indices<I...>, T *... data) {
#pragma GCC ivdep
    for (int64 i = 0; i < n; ++i) op(base + i, element<(I < Op::nin), T>::at(data, i)...);
}

// Operations that take many elements at once have a function `run`.
template <class Op, class... T> CUPY_DEVICE auto run_of(const Op &op, int64 base, int64 n, int, T *... data)
    -> decltype(op.run(base, n, data...)) {
    op.run(base, n, data...);
}
template <class Op, class... T> CUPY_DEVICE void run_of(const Op &op, int64 base, int64 n, long, T *... data) {
    if constexpr (is_function_loop<Op, T...>) loop_of_function(op, n, data...);
    else if constexpr (is_divisor_loop<Op, T...>) loop_by_divisor(op, n, data...);
    else loop_over(op, base, n, counting_t<Op::n>(), data...);
}

template <class Op, class... T, int... I>
CUPY_DEVICE void loop_typed(const Op &op, int64 base, int64 n, char *const *data, types<T...>,
                            indices<I...>) {
    run_of(op, base, n, 0, reinterpret_cast<T *>(data[I])...);
}

template <class Op> void loop(const void *op, int64 base, int64 n, char *const *data) {
    loop_typed(*static_cast<const Op *>(op), base, n, data, typename Op::operands(), counting_t<Op::n>());
}

template <class Op> void run_cast(const char *from, char *to, int64 n) {
    const Op op{};
    char *data[] = {const_cast<char *>(from), to};
    loop<Op>(&op, 0, n, data);
}

template <class Op> CUPY_DEVICE Kernel kernel_of(const void *op) {
    return {loop<Op>, op, Op::itemsizes, Op::nin, Op::n, Op::keeps, Op::refers, Op::copies};
}

// Operations whose blocks each go through all elements, for a share of what they change, have a function `share`.
template <class Op, class F> CUPY_DEVICE auto in_shares(const Op &op, unsigned block, unsigned grid, int, F run)
    -> decltype(op.share(block, grid), void()) {
    const Op mine = op.share(block, grid);
    run(&mine, 0, 1);
}
template <class Op, class F> CUPY_DEVICE void in_shares(const Op &op, unsigned block, unsigned grid, long, F run) {
    run(&op, block, grid);
}

template <class Op> CUPY_DEVICE void flat(const void *op, const void *params, unsigned block, unsigned grid) {
    const auto &p = *static_cast<const FlatBlock<Op::n> *>(params);
    in_shares(*static_cast<const Op *>(op), block, grid, 0, [&](const Op *mine, unsigned k, unsigned n) {
        cupy_walks->flat(kernel_of<Op>(mine), p.head, p.slots, k, n);
    });
}

template <class Op> CUPY_DEVICE void strided(const void *op, const void *params, unsigned block, unsigned grid) {
    const auto &p = *static_cast<const StridedBlock<Op::n> *>(params);
    in_shares(*static_cast<const Op *>(op), block, grid, 0, [&](const Op *mine, unsigned k, unsigned n) {
        cupy_walks->strided(kernel_of<Op>(mine), p.head, p.axes, p.slots, p.strides, k, n);
    });
}

}  // namespace host
}  // namespace cupy

#define CUPY_UNWRAP(...) __VA_ARGS__
#define CUPY_RANGE_KERNEL(name, op, variant, Block)                                              \
    CUPY_EXPORT const int name##__info[] = {0, 1, sizeof(cupy::Block<CUPY_UNWRAP op::n>)};       \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        const CUPY_UNWRAP op call{};                                                             \
        cupy::host::variant<CUPY_UNWRAP op>(&call, params[0], block, grid);                      \
    }
#define CUPY_RANGE_KERNEL_WITH(name, op, variant, Block)                                         \
    CUPY_EXPORT const int name##__info[] = {0, 2, sizeof(cupy::Block<CUPY_UNWRAP op::n>),        \
                                            sizeof(CUPY_UNWRAP op)};                             \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::host::variant<CUPY_UNWRAP op>(params[1], params[0], block, grid);                  \
    }
// What other kernels cast their inputs by.
#define CUPY_ELEMENTWISE_CAST(name, op)                                                          \
    CUPY_EXPORT const cupy::host::Cast name = {                                                  \
        cupy::host::run_cast<CUPY_UNWRAP op>, CUPY_UNWRAP op::itemsizes[0]};
#define CUPY_ELEMENTWISE_FLAT(name, op) CUPY_RANGE_KERNEL(name, op, flat, FlatBlock)
#define CUPY_ELEMENTWISE_STRIDED(name, op) CUPY_RANGE_KERNEL(name, op, strided, StridedBlock)
#define CUPY_ELEMENTWISE_FLAT_WITH(name, op) CUPY_RANGE_KERNEL_WITH(name, op, flat, FlatBlock)
#define CUPY_ELEMENTWISE_STRIDED_WITH(name, op) CUPY_RANGE_KERNEL_WITH(name, op, strided, StridedBlock)
