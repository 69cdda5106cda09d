// What the order of rows after exchanges is made from; the launch packs the same fields.
#pragma once

namespace cupy {
namespace linalg {

// Row i was exchanged with row pivots[i], one after the other; `order` says which row is at each place then.
struct Permutation {
    const int *pivots;          // (count, exchanges)
    int *order;                 // (count, rows)
    long long count, exchanges, rows;
};

}  // namespace linalg
}  // namespace cupy
