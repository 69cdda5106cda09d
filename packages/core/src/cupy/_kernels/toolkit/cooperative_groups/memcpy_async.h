// Copies by the threads of a group, complete when `wait` returns.
#pragma once

#include <cooperative_groups.h>
#include "toolkit_begin.hpp"

namespace cooperative_groups {

template <class Group, class T, class U> void memcpy_async(const Group &group, T *to, const U *from, size_t bytes) {
    const auto *source = reinterpret_cast<const unsigned char *>(from);
    auto *target = reinterpret_cast<unsigned char *>(to);
    for (size_t k = group.thread_rank(); k < bytes; k += group.size()) target[k] = source[k];
}
// With numbers of items instead of bytes: of the target, and of the source.
template <class Group, class T, class U>
void memcpy_async(const Group &group, T *to, size_t room, const U *from, size_t count) {
    memcpy_async(group, to, from, (room < count ? room : count) * sizeof(T));
}
template <class Group> void wait(const Group &group) { group.sync(); }
template <unsigned, class Group> void wait_prior(const Group &group) { group.sync(); }

}  // namespace cooperative_groups

#include "toolkit_end.hpp"
