// What a check of the structure of a compressed matrix is given, and what it finds.
#pragma once

namespace cupy {
namespace sparse {

constexpr int kOutside = 0, kDescends = 1, kStart = 2, kEnd = 3, kFindings = 4;

struct StructureCheck {
    const void *indices, *indptr;
    void *found;                   // by the numbers above: two flags, and the first and the last of indptr
    long long items, rows, columns;
    long long count;               // of the greater of both
};

}  // namespace sparse
}  // namespace cupy
