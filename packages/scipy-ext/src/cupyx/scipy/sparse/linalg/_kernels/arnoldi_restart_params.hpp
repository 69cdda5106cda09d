// What a restart of GMRES is given, all of which is one launch.
#pragma once

#include "arnoldi_rules.hpp"

namespace cupy {
namespace krylov {

// Threads of a block; complex numbers take twice the registers.
constexpr int kRestartThreads = 1024, kRestartThreadsComplex = 512;

// What the host learns, in double precision: the status, the columns and the residual of the problem of least squares, as
// in arnoldi_rules.hpp, and the norm of the residual itself; then the solution of the problem.
constexpr int kLength = 3, kFactors = 4;

struct Restart {
    Arnoldi space;                 // with a matrix; `least` only if it has no room in shared memory
    void *x;                       // the solution, to which a correction is added
    const void *b;                 // the right side
    void *r;                       // the residual before and after
    void *found;
    void *arrivals;                // of blocks, where they wait for each other
    double norm;                   // of the residual before
    double goal, eps, bound, rounding;     // as kGoal, kEps, kBound, kRounding say
    int lanes;                     // that take a row of the matrix
    int chunk;                     // items of a block, but the last one, which turns the matrix to a triangle
    int held;                      // vectors that a block keeps its items of in shared memory: w, then rows of the basis
    int width;                     // items of a lane, of the rows of the matrix that are there too; 0 if they are not
};

}  // namespace krylov
}  // namespace cupy
