// Sorting keys: the group above, the item's own key below it where that fits; pixels of no group come last.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

template <class T, class L> CUPY_DEVICE void group_keys(const Groups &p, long long i) {
    const int group = group_of<L>(p, i);
    unsigned long long key = (unsigned long long)(group < 0 ? p.groups : group);
    if constexpr (sizeof(T) <= 4)
        key = key << 32 | (unsigned long long)rank_key<T>::of(static_cast<const T *>(p.input)[i]);
    p.keys[i] = key;
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::group_keys<T, L>)
