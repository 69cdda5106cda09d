// Passes over the pixels of labelled regions, on SIMT targets.
#pragma once

#include "groups.hpp"

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
        double re, im;
        summand<T>(p, i, group, p.centres, p.groups, re, im);
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

template <class T, class L> CUPY_DEVICE void group_extrema(const Groups &p, long long call) {
    extrema_of_runs<T, L>(p, call);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, pass, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::pass<T, L>)
