// Keys of the least and greatest items of groups; then, where those are known, positions of them.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

template <class T, class L> CUPY_DEVICE void group_extrema(const Groups &p, long long call) {
    using Key = rank_key<T>;
    const T *input = static_cast<const T *>(p.input);
    constexpr unsigned long long top = ~0ull;
    unsigned long long low = top, high = 0, first = top, last = 0;
    const bool places = p.first || p.last;
    runs_of_groups<L>(p, call, [&](long long i, int group) {
        const unsigned long long key = Key::of(input[i]);
        if (places) {
            const unsigned long long place = (unsigned long long)i;
            if (p.first && key == p.least[group] && place < first) first = place;
            if (p.last && key == p.greatest[group]) last = place;
        } else {
            low = key < low ? key : low;
            high = key > high ? key : high;
        }
    }, [&](int group) {
        if (places) {
            if (p.first) keep<false>(p.first + group, first);
            if (p.last) keep<true>(p.last + group, last);
        } else {
            if (p.least) keep<false>(p.least + group, low);
            if (p.greatest) keep<true>(p.greatest + group, high);
        }
        low = first = top;
        high = last = 0;
    });
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::group_extrema<T, L>)
