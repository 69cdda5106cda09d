// From the number of a dtype to its C++ type.
#pragma once

#include "kernel.hpp"

#define CUPY_TYPE_INT8 0
#define CUPY_TYPE_UINT8 1
#define CUPY_TYPE_INT16 2
#define CUPY_TYPE_UINT16 3
#define CUPY_TYPE_INT32 4
#define CUPY_TYPE_UINT32 5
#define CUPY_TYPE_INT64 6
#define CUPY_TYPE_UINT64 7
#define CUPY_TYPE_FLOAT16 8
#define CUPY_TYPE_FLOAT32 9
#define CUPY_TYPE_FLOAT64 10
#define CUPY_TYPE_COMPLEX64 11
#define CUPY_TYPE_COMPLEX128 12
#define CUPY_TYPE_BOOL 13

// Calls `f.template operator()<T>(args...)` for the type T of a number; false for a number that has none.
template <class Function, class... Args> CUPY_DEVICE bool dtype_dispatcher(int type, Function f, Args &&...args) {
    switch (type) {
    case CUPY_TYPE_INT8: f.template operator()<cupy::int8>(args...); return true;
    case CUPY_TYPE_UINT8: f.template operator()<cupy::uint8>(args...); return true;
    case CUPY_TYPE_INT16: f.template operator()<cupy::int16>(args...); return true;
    case CUPY_TYPE_UINT16: f.template operator()<cupy::uint16>(args...); return true;
    case CUPY_TYPE_INT32: f.template operator()<cupy::int32>(args...); return true;
    case CUPY_TYPE_UINT32: f.template operator()<cupy::uint32>(args...); return true;
    case CUPY_TYPE_INT64: f.template operator()<cupy::int64>(args...); return true;
    case CUPY_TYPE_UINT64: f.template operator()<cupy::uint64>(args...); return true;
    case CUPY_TYPE_FLOAT16: f.template operator()<cupy::float16>(args...); return true;
    case CUPY_TYPE_FLOAT32: f.template operator()<float>(args...); return true;
    case CUPY_TYPE_FLOAT64: f.template operator()<double>(args...); return true;
    case CUPY_TYPE_COMPLEX64: f.template operator()<cupy::complex64>(args...); return true;
    case CUPY_TYPE_COMPLEX128: f.template operator()<cupy::complex128>(args...); return true;
    case CUPY_TYPE_BOOL: f.template operator()<bool>(args...); return true;
    }
    return false;
}
