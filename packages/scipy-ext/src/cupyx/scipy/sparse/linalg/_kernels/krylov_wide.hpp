// The type in which scalars are kept and sums are made: double precision.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace krylov {

template <class T> struct Widened { using type = double; };
template <class T> struct Widened<complex<T>> { using type = complex<double>; };
template <class T> using Wide = typename Widened<T>::type;

}  // namespace krylov
}  // namespace cupy
