// What a substitution with small triangular matrices is given.
#pragma once

namespace cupy {
namespace linalg {

// Matrices of `size` rows of which item (i, j) of number k is matrices[k * step + i * down + j * across], and rows
// [first, first + size) of right-hand sides b and of solutions x (batch, n, columns), which may be the same.
struct Substitution {
    const void *matrices, *b;
    void *x;
    const int *unusual = nullptr;   // not zero if an item is not finite; may be null
    int *status = nullptr;          // set where an item of a diagonal that is read is zero, unless one is not finite
    long long batch, n, columns, first, step, down, across;
    int size;                   // at most kLanes * kMostRows
    int slots;                  // rows of a lane: 1, kMostRows / 2 or kMostRows
    int sides;                  // right-hand sides of a warp: 1, or kManySides with kMostRows
    int lower, unit;            // which triangle is read; whether its diagonal are ones
};

constexpr int kLanes = 32, kMostRows = 8;
constexpr int kManySides = 4;

}  // namespace linalg
}  // namespace cupy
