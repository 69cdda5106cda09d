// What a pass that makes a vector orthogonal to the rows of a basis is given.
#pragma once

namespace cupy {
namespace krylov {

// In the order of their launches, the first two once more where what is left of the vector is short; kSolve, kCombine:
// after them all, for a sum of the rows.
constexpr int kProject = 0, kSubtract = 1, kSolve = 2, kCombine = 3;

// Scalars of a vector: whether what is left of it is projected again, the inverse of its norm; how far rows may be from
// orthogonal by now, how far they may come, and the relative rounding of items; then the coefficients of the pass, and
// the square of the vector's norm.
constexpr int kShort = 0, kInverse = 1, kLoss = 2, kBound = 3, kRounding = 4, kCoefficients = 5;

// Scalars of a problem of least squares: 0 while it runs, 1 with a residual that is small enough, 2 if the space has
// ended, kUnsure if a vector must be projected again, and is not going to be; columns; residual; what is small enough; relative rounding. Then, of `size` columns at most: cosines, sines,
// size + 1 right sides, size solutions, and columns of size + 1 items of the triangle.
constexpr int kStatus = 0, kColumns = 1, kResidual = 2, kGoal = 3, kEps = 4, kArrays = 5;

constexpr int kUnsure = 3;

struct Arnoldi {
    const void *basis;             // orthonormal rows
    void *w;                       // the vector
    void *out = nullptr;           // what is left of it with norm one; the vector to which kCombine adds
    void *column;                  // its coefficients, then the norm of what is left
    void *scalars;                 // in double precision
    void *least = nullptr;         // the problem of least squares, in double precision
    void *partials;                // size + 1 sums of each block
    void *counter;
    long long count;               // items of a row
    double share;                  // of the norm, of what is left of a vector that is not short
    int vectors, size;
    int pass;
    int again = 0;                 // whether this is the second time
    int certain = 1;               // whether there is going to be a second time
    int finish = 0;                // on the host: blocks whose sums are added up
    // Where they are given, `w` first becomes the product of a matrix and the last vector; not on the host.
    const void *data = nullptr, *indices = nullptr, *indptr = nullptr;
    long long items = 0, columns = 0;
};

}  // namespace krylov
}  // namespace cupy
