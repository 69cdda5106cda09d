// What a recurrence of any order is given.
#pragma once

namespace cupy {
namespace signal {

// As `Recurrence`, for lines of an array whose last axis is filtered; `b` and `a` have order + 1 numbers of the working
// type, and `state` (lines, order) holds the states before and afterwards.
struct LongRecurrence {
    const void *x;
    void *y;
    const void *b, *a;
    void *state;
    long long count, length, order;
};

}  // namespace signal
}  // namespace cupy
