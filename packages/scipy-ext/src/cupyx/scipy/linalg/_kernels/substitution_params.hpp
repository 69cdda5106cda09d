// What a substitution with small triangular matrices is given.
#pragma once

namespace cupy {
namespace linalg {

// Matrices of `size` rows of which item (i, j) of number k is matrices[k * step + j * kLanes * slots + i], and rows
// [first, first + size) of right-hand sides x (batch, n, columns), which become the solutions.
struct Substitution {
    const void *matrices;
    void *x;
    long long batch, n, columns, first, step;
    int size;                   // at most kLanes * kMostRows
    int slots;                  // rows of a lane: 1, kMostRows / 2 or kMostRows
    int sides;                  // right-hand sides of a warp: 1, or kManySides with kMostRows
    int lower, unit;            // which triangle is read; whether its diagonal are ones
};

constexpr int kLanes = 32, kMostRows = 8;
constexpr int kManySides = 4;

}  // namespace linalg
}  // namespace cupy
