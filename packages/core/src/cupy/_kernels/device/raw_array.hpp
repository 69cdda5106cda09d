// What a user kernel sees of a `raw` parameter: an array indexed by position or by indices.
#pragma once

#include "kernel.hpp"

namespace cupy {

// What indexing gives: the element itself, or the byte of a bool, any of which but 0 is true, where it is only read.
template <class T> struct element_at {
    using type = T &;
    static CUPY_DEVICE T &of(T *at) { return *at; }
};
// Its address is that of a bool, as users take it.
struct byte_of_bool : boolean {
    CUPY_DEVICE const bool *operator&() const { return reinterpret_cast<const bool *>(this); }
};
template <> struct element_at<const bool> {
    using type = const byte_of_bool &;
    static CUPY_DEVICE type of(const bool *at) { return *reinterpret_cast<const byte_of_bool *>(at); }
};

template <class T, int Ndim, bool Contiguous> struct raw_array {
    static constexpr int ndim = Ndim;
    using item = typename element_at<T>::type;

    T *data_;
    int64 size_;
    ptrdiff_t shape_[Ndim ? Ndim : 1];
    ptrdiff_t strides_[Ndim ? Ndim : 1];   // bytes

    CUPY_DEVICE int64 size() const { return size_; }
    CUPY_DEVICE const ptrdiff_t *shape() const { return shape_; }
    CUPY_DEVICE const ptrdiff_t *strides() const { return strides_; }
    CUPY_DEVICE T *data() const { return data_; }

    // Element at a position in C order, whatever the strides.
    template <class I, enable_if_t<is_integer<I>::value> = 0> CUPY_DEVICE item operator[](I position) const {
        if constexpr (Contiguous || Ndim == 0) {
            return element_at<T>::of(data_ + position);
        } else {
            int64 offset = 0, rest = (int64)position;
            for (int d = Ndim - 1; d > 0; --d) {
                const int64 outer = rest / shape_[d];
                offset += (rest - outer * shape_[d]) * strides_[d];
                rest = outer;
            }
            return element_at<T>::of(at(offset + rest * strides_[0]));
        }
    }

    // Element at indices along every axis: `ptrdiff_t index[] = {row, column}; x[index]`.
    template <class I> CUPY_DEVICE item operator[](const I *index) const {
        int64 offset = 0;
        for (int d = 0; d < Ndim; ++d) offset += (int64)index[d] * strides_[d];
        return element_at<T>::of(at(offset));
    }

    // By bytes; public, as everything here, so that the struct can be filled as plain bytes.
    CUPY_DEVICE T *at(int64 offset) const {
        using byte = typename conditional<is_same<T, const T>::value, const char, char>::type;
        return reinterpret_cast<T *>(reinterpret_cast<byte *>(data_) + offset);
    }
};

// `_ind` of a user kernel that asks for sizes only.
struct indexer {
    int64 position, count;
    CUPY_DEVICE int64 size() const { return count; }
};

// `_ind` with the shape that the kernel runs over, and the element's indices along its axes.
template <int Ndim> struct placed_indexer {
    static constexpr int ndim = Ndim;

    int64 count;
    const ptrdiff_t *extents;
    ptrdiff_t index[Ndim ? Ndim : 1];

    CUPY_DEVICE placed_indexer(int64 position, int64 size, const ptrdiff_t *shape) : count(size), extents(shape) {
        for (int d = Ndim - 1; d >= 0; --d) {
            index[d] = position % shape[d];
            position /= shape[d];
        }
    }
    CUPY_DEVICE int64 size() const { return count; }
    CUPY_DEVICE const ptrdiff_t *shape() const { return extents; }
    CUPY_DEVICE const ptrdiff_t *get() const { return index; }
};

}  // namespace cupy
