// Passes over the pixels of labelled regions, on SIMT targets.
#pragma once

#include "group_keys.hpp"

namespace cupy {
namespace ndimage {

// What runs of pixels add to the sums of groups; of complex items with `parts` 2.
template <int parts> struct GroupTotals {
    const Groups &p;
    double *sums;
    unsigned long long *counts;

    CUPY_DEVICE void add(int group, double real, double imaginary, unsigned long long items) const {
        if (sums) platform::add(sums + group, real);
        if (sums && parts == 2 && !p.centres) platform::add(sums + p.groups + group, imaginary);
        if (counts) platform::add(counts + group, items);
    }
};

// Numbers and sums of the items of groups.
template <class T, class L> CUPY_DEVICE void group_sums(const Groups &p, long long call) {
    double sum = 0, imaginary = 0;
    unsigned count = 0;
    constexpr int kParts = is_complex<T>::value ? 2 : 1;
    const long long copy = (call >> 5 & (p.copies - 1)) * p.groups;
    double *sums = p.sums ? p.sums + copy * (p.centres ? 1 : kParts) : nullptr;
    const GroupTotals<kParts> totals{p, sums, p.counts ? p.counts + copy : nullptr};
    runs_of_groups<L>(p, call, [&](long long i, int group) {
        const T item = static_cast<const T *>(p.input)[i];
        double re, im = 0;
        if constexpr (is_complex<T>::value) {
            re = (double)item.re;
            im = (double)item.im;
        } else {
            re = cast<double>(item);
        }
        if (p.centres) {
            re -= p.centres[group];
            if constexpr (is_complex<T>::value) im -= p.centres[p.groups + group];
            re = re * re + im * im;
            im = 0;
        }
        if (p.inner) {
            long long above = i;
            split(above, p.inner);
            const double coordinate = (double)split(above, p.length);
            re *= coordinate;
            im *= coordinate;
        }
        sum += re;
        imaginary += im;
        ++count;
    }, [&](int group) {
        totals.add(group, sum, imaginary, count);
        sum = imaginary = 0;
        count = 0;
    });
}

// Keys of the least and greatest items of groups; then, where those are known, positions of them.
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

#define CUPY_TEMPLATE(name, pass, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::pass<T, L>)
