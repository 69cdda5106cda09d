// What a user kernel sees of arrays of structures: they are passed as raw arrays of bytes.
#pragma once

#include "device/raw_array.hpp"

namespace cupy {

// A `raw` array of structures over the bytes where each of them begins.
template <class T, class Bytes> struct record_array {
    static constexpr int ndim = Bytes::ndim;

    const Bytes &bytes;

    CUPY_DEVICE auto size() const { return bytes.size(); }
    CUPY_DEVICE auto shape() const { return bytes.shape(); }
    CUPY_DEVICE auto strides() const { return bytes.strides(); }
    CUPY_DEVICE T *data() const { return reinterpret_cast<T *>(bytes.data()); }
    template <class I> CUPY_DEVICE T &operator[](I index) const { return reinterpret_cast<T &>(bytes[index]); }
};

template <class T, class Bytes> CUPY_DEVICE record_array<T, Bytes> records_of(const Bytes &bytes) { return {bytes}; }

}  // namespace cupy
