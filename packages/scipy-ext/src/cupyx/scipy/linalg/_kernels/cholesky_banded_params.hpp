// What Cholesky factors of banded matrices are made from; the launch packs the same fields.
#pragma once

namespace cupy {
namespace linalg {

// Row k of `bands` holds items (j + k, j) of the lower triangle; the factor takes their place.
struct CholeskyBanded {
    void *bands;                // (count, rows, n)
    int *status;                // (count): how many leading minors were positive and one more, or 0
    long long count, rows, n;
};

}  // namespace linalg
}  // namespace cupy
