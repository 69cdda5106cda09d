// What a product of rows of blocks and a dense array is given.
#pragma once

namespace cupy {
namespace sparse {

struct BlockProduct {
    const void *data, *indices, *indptr, *x;
    void *out;
    long long rows, items, width;       // rows of blocks, blocks, blocks side by side
    long long height, length;           // of a block
    long long columns;                  // of x
    long long count;                    // of the result
};

}  // namespace sparse
}  // namespace cupy
