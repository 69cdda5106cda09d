// A sparse matrix times a sum of vectors, in the same launch as the sums with that product and their dot products.
#pragma once

#include "krylov_products.hpp"
#include "krylov_step.hpp"

#define CUPY_TEMPLATE(name, T, I) CUPY_KRYLOV_KERNEL(name, T, krylov::sum_rows<T, I, krylov::kThreads>)
