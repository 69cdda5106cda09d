// The elementary functions of float and double on devices: those of the device's library.
#pragma once

#include "platform.hpp"

namespace cupy {
namespace elementary {

#define CUPY_LIBRARY_1(name)                                  \
    CUPY_DEVICE float name(float x) { return ::name##f(x); }  \
    CUPY_DEVICE double name(double x) { return ::name(x); }
#define CUPY_LIBRARY_2(name)                                                    \
    CUPY_DEVICE float name(float x, float y) { return ::name##f(x, y); }        \
    CUPY_DEVICE double name(double x, double y) { return ::name(x, y); }
CUPY_LIBRARY_1(sin)
CUPY_LIBRARY_1(cos)
CUPY_LIBRARY_1(tan)
CUPY_LIBRARY_1(asin)
CUPY_LIBRARY_1(acos)
CUPY_LIBRARY_1(atan)
CUPY_LIBRARY_1(sinh)
CUPY_LIBRARY_1(cosh)
CUPY_LIBRARY_1(tanh)
CUPY_LIBRARY_1(asinh)
CUPY_LIBRARY_1(acosh)
CUPY_LIBRARY_1(atanh)
CUPY_LIBRARY_1(exp)
CUPY_LIBRARY_1(exp2)
CUPY_LIBRARY_1(expm1)
CUPY_LIBRARY_1(log)
CUPY_LIBRARY_1(log2)
CUPY_LIBRARY_1(log10)
CUPY_LIBRARY_1(log1p)
CUPY_LIBRARY_1(cbrt)
CUPY_LIBRARY_1(erf)
CUPY_LIBRARY_1(erfc)
CUPY_LIBRARY_2(atan2)
CUPY_LIBRARY_2(pow)
CUPY_LIBRARY_2(hypot)
#undef CUPY_LIBRARY_1
#undef CUPY_LIBRARY_2

}  // namespace elementary
}  // namespace cupy
