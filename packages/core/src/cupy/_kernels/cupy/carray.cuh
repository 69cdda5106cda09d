// CArray and CIndexer for raw kernels and preambles: an array by value with its shape and strides.
#pragma once

#include "device/raw_array.hpp"

using cupy::bfloat16;
using cupy::float16;

// An array as a `raw` parameter has it; strides count bytes.  The last argument stands for the width of indices.
template <class T, int Ndim, bool Contiguous = true, bool NarrowIndex = false>
struct CArray : cupy::raw_array<T, Ndim, Contiguous> {
    using index_t = typename cupy::conditional<NarrowIndex, int, cupy::ptrdiff_t>::type;

    CArray() = default;
    // C-contiguous elements at an address.
    template <class I> CUPY_DEVICE CArray(T *data, const I *shape) {
        this->data_ = data;
        cupy::int64 count = 1;
        for (int d = Ndim - 1; d >= 0; --d) {
            this->shape_[d] = (cupy::int64)shape[d];
            this->strides_[d] = count * (cupy::int64)sizeof(T);
            count *= this->shape_[d];
        }
        this->size_ = count;
    }
    template <class I, class S> CUPY_DEVICE CArray(T *data, const I *shape, const S *strides) : CArray(data, shape) {
        static_assert(!Contiguous || Ndim == 0, "an array with strides of its own is not known to be contiguous");
        for (int d = 0; d < Ndim; ++d) this->strides_[d] = (cupy::int64)strides[d];
    }
};

// Counts through a shape in C order: set(i), then get()[d] is the index along axis d.
template <int Ndim, bool NarrowIndex = false> class CIndexer {
public:
    using index_t = typename cupy::conditional<NarrowIndex, int, cupy::ptrdiff_t>::type;
    static constexpr int ndim = Ndim;

    CIndexer() = default;
    template <class I> CUPY_DEVICE explicit CIndexer(const I *shape) : size_(1) {
        for (int d = 0; d < Ndim; ++d) {
            shape_[d] = (index_t)shape[d];
            index_[d] = 0;
            size_ *= shape_[d];
        }
    }
    CUPY_DEVICE cupy::ptrdiff_t size() const { return size_; }
    CUPY_DEVICE const index_t *shape() const { return shape_; }
    CUPY_DEVICE const index_t *get() const { return index_; }
    CUPY_DEVICE void set(cupy::ptrdiff_t i) {
        for (int d = Ndim - 1; d > 0; --d) {
            const cupy::ptrdiff_t outer = i / shape_[d];
            index_[d] = (index_t)(i - outer * shape_[d]);
            i = outer;
        }
        if (Ndim) index_[0] = (index_t)i;
    }

private:
    cupy::ptrdiff_t size_;
    index_t shape_[Ndim ? Ndim : 1];
    index_t index_[Ndim ? Ndim : 1];
};
