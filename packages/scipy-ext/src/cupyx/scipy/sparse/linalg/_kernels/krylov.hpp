// Sums of vectors with coefficients on the device, dot products of the result, and the rule for the next coefficients:
// one launch.
#pragma once

#include "krylov_step.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_KRYLOV_KERNEL(name, T, krylov::sum_items<T, krylov::kThreads>)
