// Scans over the lanes of a group.
#pragma once

#include <cooperative_groups/reduce.h>
#include "toolkit_begin.hpp"

namespace cooperative_groups {

// What lanes up to the own one hold, together.
template <class Group, class T, class Combine> T inclusive_scan(const Group &group, T value, Combine combine) {
    T total = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); ++rank) {
        const T next = group.shfl(value, rank);
        if (rank <= group.thread_rank()) total = combine(total, next);
    }
    return total;
}
template <class Group, class T> T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

// What lanes before the own one hold, together; `T()` for the first one.
template <class Group, class T, class Combine> T exclusive_scan(const Group &group, T value, Combine combine) {
    const T up_to = inclusive_scan(group, value, combine), before = group.shfl_up(up_to, 1);
    return group.thread_rank() ? before : T();
}
template <class Group, class T> T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

#include "toolkit_end.hpp"
