// What all Krylov methods share: the numbers of their launches, and the type in which scalars are kept and sums are
// made, double precision.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace krylov {

// The status of a method, or of a problem of least squares.
constexpr int kRunning = 0, kConverged = 1;

constexpr int kThreads = 512;      // of a block
// Blocks of a multiprocessor that make vectors orthogonal: one for complex numbers, whose sums take more registers.
constexpr int kResident = 2, kResidentComplex = 1;

template <class T> struct Widened { using type = double; };
template <class T> struct Widened<complex<T>> { using type = complex<double>; };
template <class T> using Wide = typename Widened<T>::type;

}  // namespace krylov
}  // namespace cupy
