// Numbers and sums of the items of groups.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

template <class T, class L> CUPY_DEVICE void group_sums(const Groups &p, long long call) {
    double sum = 0, imaginary = 0;
    unsigned count = 0;
    constexpr int kParts = is_complex<T>::value ? 2 : 1;
    const long long copy = (call >> 5 & (p.copies - 1)) * p.groups;
    double *sums = p.sums ? p.sums + copy * (p.centres ? 1 : kParts) : nullptr;
    unsigned long long *counts = p.counts ? p.counts + copy : nullptr;
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
        if (sums) platform::add(sums + group, sum);
        if (sums && is_complex<T>::value && !p.centres) platform::add(sums + p.groups + group, imaginary);
        if (counts) platform::add(counts + group, (unsigned long long)count);
        sum = imaginary = 0;
        count = 0;
    });
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::group_sums<T, L>)
