// What the solution of banded systems in parts is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace linalg {

// Matrices (batch, n, n) with `lower` and `upper` diagonals beside the main one, of which item (i, j) is
// bands[upper + i - j, j].  Each is cut into `parts` runs of rows; what is eliminated inside a run is in `factors`
// and `pivots`, for (step, field) with all runs of all matrices next to each other.
struct Banded {
    const void *bands;          // (batch, lower + upper + 1, n)
    void *factors;              // (steps, 3 width + 1, batch * parts)
    int *pivots;                // (steps, batch * parts)
    void *reduced;              // bands (batch, 3 width - 1, parts * width) of what is left
    void *scratch;              // (width + 1) (2 width + 1) items for each run, where threads hold too few; or null
    void *x;                    // (batch, n, columns): right-hand sides, and then solutions
    void *rest;                 // (batch, parts * width, columns): those of what is left, and then their solutions
    int *status;                // not zero afterwards if a pivot is zero
    long long count;            // runs, or runs times right-hand sides
    long long n, parts, columns, runs;
    int lower, upper;
};

// Diagonals beside the main one up to which the rows of a run are held by a thread.
constexpr int kHeld = 6;

}  // namespace linalg
}  // namespace cupy
