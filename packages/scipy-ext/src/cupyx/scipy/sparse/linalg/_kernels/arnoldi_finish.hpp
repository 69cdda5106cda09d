// What becomes of the sums of a pass.
#pragma once

#include "kernel.hpp"
#include "arnoldi_params.hpp"
#include "krylov_wide.hpp"

namespace cupy {
namespace krylov {

template <class T, class S> CUPY_DEVICE void keep(const Arnoldi &p, int k, S sum) {
    T *column = static_cast<T *>(p.column);
    S *scalars = static_cast<S *>(p.scalars);
    if (p.pass == kSubtract) {
        sum = S(sqrt(real(sum)));
        k = p.vectors;
        column[k] = T(sum);
    } else {
        column[k] = p.again ? T(S(column[k]) + sum) : T(sum);
    }
    scalars[k] = sum;
}

}  // namespace krylov
}  // namespace cupy
