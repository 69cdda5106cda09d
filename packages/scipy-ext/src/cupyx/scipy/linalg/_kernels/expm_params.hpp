// What exponentials of small matrices are given.
#pragma once

namespace cupy {
namespace linalg {

struct Expm {
    const void *a;              // (count, n, n)
    void *out;
    long long count;
    int n;                      // at most kMostRows
};

constexpr int kMostRows = 16;
constexpr int kRooms = 7;       // matrices in the memory of a group of threads, beside one more row

}  // namespace linalg
}  // namespace cupy
