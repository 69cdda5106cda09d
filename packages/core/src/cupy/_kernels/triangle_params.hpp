// The parameter block of copying triangles of matrices.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Triangle {
    const void *items;                // on devices both at multiples of 16 bytes
    void *output;
    long long lines;                  // rows of all matrices
    long long diagonal;
    unsigned upper;                   // 1: items on and above the diagonal stay, else those on and below
    Divider columns;                  // of a row: vectors of 16 bytes on devices, below 2^31 in all; items on the host
    Divider rows;                     // of a matrix
};

}  // namespace cupy
