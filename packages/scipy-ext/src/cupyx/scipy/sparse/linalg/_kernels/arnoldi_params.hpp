// What a pass that makes a vector orthogonal to the rows of a basis is given.
#pragma once

namespace cupy {
namespace krylov {

constexpr int kProject = 0, kSubtract = 1, kScale = 2;

struct Arnoldi {
    const void *basis;             // orthonormal rows
    void *w;                       // the vector
    void *out = nullptr;           // the vector with norm one
    void *column;                  // its coefficients, then its norm
    void *scalars;                 // those of this pass, in double precision
    void *partials;                // of each block
    void *counter;
    long long count;               // items of a row
    int vectors;
    int pass;
    int again = 0;                 // whether coefficients are added to those of a former pass
    int finish = 0;                // on the host: blocks whose sums are added up
};

}  // namespace krylov
}  // namespace cupy
