// Reductions over the lanes of a group.
#pragma once

#include <cooperative_groups.h>
#include "toolkit_begin.hpp"

namespace cooperative_groups {

template <class = void> struct plus { template <class T> T operator()(T a, T b) const { return a + b; } };
template <class = void> struct less { template <class T> T operator()(T a, T b) const { return b < a ? b : a; } };
template <class = void> struct greater { template <class T> T operator()(T a, T b) const { return a < b ? b : a; } };
template <class = void> struct bit_and { template <class T> T operator()(T a, T b) const { return a & b; } };
template <class = void> struct bit_or { template <class T> T operator()(T a, T b) const { return a | b; } };
template <class = void> struct bit_xor { template <class T> T operator()(T a, T b) const { return a ^ b; } };

// What every lane gets: the values of all lanes together.
template <class Group, class T, class Combine> T reduce(const Group &group, T value, Combine combine) {
    T total = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); ++rank) total = combine(total, group.shfl(value, rank));
    return total;
}

}  // namespace cooperative_groups

#include "toolkit_end.hpp"
