// What a product of diagonals and a dense array is given.
#pragma once

namespace cupy {
namespace sparse {

struct DiagonalProduct {
    const void *data, *offsets, *x;
    void *out;
    long long diagonals, width;     // rows and columns of data
    long long rows, columns;        // of the matrix of diagonals
    long long vectors;              // columns of x
    int transposed;                 // whether the matrix is
    long long count;                // of the result
};

}  // namespace sparse
}  // namespace cupy
