// Reductions over the lanes of a group.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class T = void> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T = void> struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T = void> struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T = void> struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <class T = void> struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <class T = void> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };

// What every lane gets: the values of all lanes together.
template <class Group, class T, class Combine> T reduce(const Group &group, T value, Combine combine) {
    T total = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); ++rank) total = combine(total, group.shfl(value, rank));
    return total;
}

}  // namespace cooperative_groups
