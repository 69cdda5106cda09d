// What the solution of one banded system with many right-hand sides is given.
#pragma once

namespace cupy {
namespace interpolate {

// Factors of LAPACK's gbtrf: row j of `lower` has `band` multipliers below the diagonal, row j of `upper` the
// diagonal and 2 * band entries right of it; pivot[j] is the distance to the row that changes places with row j.
struct BandedSolve {
    const void *lower, *upper, *pivot;
    void *b;                       // (rows, columns): right-hand sides, then solutions
    long long count;               // columns
    long long rows;
    int band;
};

}  // namespace interpolate
}  // namespace cupy
