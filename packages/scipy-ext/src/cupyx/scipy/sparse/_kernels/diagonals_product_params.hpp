// What a product of two matrices of diagonals is given.
#pragma once

namespace cupy {
namespace sparse {

struct DiagonalsProduct {
    const void *left, *right;           // data of the factors
    void *out;                          // (diagonals, width)
    const long long *places;            // (rows + inner - 1): which diagonal of the left factor is so far above its
                                        // lowest possible one, or -1
    const long long *right_offsets;     // (others)
    const long long *offsets;           // (diagonals): of the result
    long long width, left_width, right_width, others;
    long long rows, inner;              // of the left factor
    long long count;
};

}  // namespace sparse
}  // namespace cupy
