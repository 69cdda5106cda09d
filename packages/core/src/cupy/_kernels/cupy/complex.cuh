// complex<T> for raw kernels, under the name that they include.
#pragma once

#include "kernel.hpp"

namespace thrust {
using namespace cupy;
}
using cupy::complex;
using cupy::complex64;
using cupy::complex128;
using cupy::polar;
