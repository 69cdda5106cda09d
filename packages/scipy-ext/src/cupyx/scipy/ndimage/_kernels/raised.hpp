// A pixel and the height of a structure above or below it.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

// The sum or the difference in the pixels' own type, in which integers wrap. SciPy's first tap alone is of doubles.
template <bool up, class T> CUPY_DEVICE T raised(T item, T height) {
    if constexpr (is_integer<T>::value) {
        const auto a = (unsigned long long)item, b = (unsigned long long)height;
        return (T)(up ? a + b : a - b);
    } else if constexpr (is_same<T, float>::value || is_same<T, double>::value) {
        return up ? item + height : item - height;
    } else {
        const double a = cast<double>(item), b = cast<double>(height);
        return cast<T>(up ? a + b : a - b);
    }
}

}  // namespace ndimage
}  // namespace cupy
