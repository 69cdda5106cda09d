// The parameter block of copying triangles of matrices.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Triangle {
    const void *items;                // both at multiples of 16 bytes
    void *output;
    unsigned vectors;                 // of 16 bytes, of all matrices, below 2^31
    unsigned upper;                   // 1: items on and above the diagonal stay, else those on and below
    long long diagonal;
    Divider columns;                  // vectors of a row
    Divider rows;                     // of a matrix
};

}  // namespace cupy
