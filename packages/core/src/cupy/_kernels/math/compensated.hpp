// Sums whose errors do not grow with the number of items: what a sum rounds off is added up beside it.
#pragma once

#include "kernel.hpp"

namespace cupy {

// After T. Ogita, S. M. Rump, S. Oishi: Accurate sum and dot product (2005).
template <class T> struct compensated {
    T sum, rest;

    // Without a rest the sum stays as it is: -0.0 is the sum of such items alone.
    CUPY_DEVICE T total() const { return finite(rest) && rest != T(0) ? sum + rest : sum; }
    static CUPY_DEVICE bool finite(double x) { return x - x == 0; }
    static CUPY_DEVICE bool finite(complex<double> x) { return finite(x.re) && finite(x.im); }
};
template <class T> CUPY_DEVICE compensated<T> operator+(const compensated<T> &a, const compensated<T> &b) {
    const T sum = a.sum + b.sum, part = sum - a.sum;
    return {sum, ((a.sum - (sum - part)) + (b.sum - part)) + (a.rest + b.rest)};
}

}  // namespace cupy
