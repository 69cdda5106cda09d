// Items by index: bodies of take, gather and scatter, run by the elementwise skeletons.
//
// The index array is the elementwise operand; the indexed array is reached through members.
#pragma once

#include "device/atomic.hpp"
#include "device/elementwise.hpp"

namespace cupy {

// out[o, k, j] = base[o, index[k], j] for a C-contiguous base of shape (outer, length, inner).
template <class I, class T> struct take : elementwise<1, I, T> {
    const T *base;
    int64 length, inner;
    int64 group;                 // items of an index of the outer axis; 0: there is no outer axis

    CUPY_DEVICE void operator()(int64 i, I index, T &out) const {
        int64 at = index < 0 ? (int64)index + length : (int64)index;
        if (group) at += i / group * length;
        if (inner > 1) at = at * inner + i % inner;
        out = base[at];
    }
};

// out = the item that lies `offset` bytes from base.
template <class T> struct gather : elementwise<1, int64, T> {
    const char *base;
    CUPY_DEVICE void operator()(int64, int64 offset, T &out) const {
        out = *reinterpret_cast<const T *>(base + offset);
    }
};

// The item that lies `offset` bytes from base becomes its combination with value.
template <class T, class Combine> struct scatter : elementwise<2, int64, T> {
    char *base;
    CUPY_DEVICE void operator()(int64, int64 offset, T value) const {
        Combine::apply(reinterpret_cast<T *>(base + offset), value);
    }
};

struct assign {
    template <class T> static CUPY_DEVICE void apply(T *to, T value) { *to = value; }
};

// F(old, value) is the new value.
template <class F> struct update {
    template <class T> static CUPY_DEVICE void apply(T *to, T value) {
        atomic_update(to, [value](T old) { return F::combine(old, value); });
    }
};

}  // namespace cupy
