// Passes over the pixels of labelled regions.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

// What runs of pixels add to the sums of groups; of complex items with `parts` 2.
template <int parts> struct GroupTotals {
    const Groups &p;
    double *sums;
    unsigned long long *counts;

    CUPY_DEVICE void hand_over(int group, double real, double imaginary, unsigned long long items) const {
        if (sums) platform::add(sums + group, real);
        if (sums && parts == 2 && !p.centres) platform::add(sums + p.groups + group, imaginary);
        if (counts) platform::add(counts + group, items);
    }
#ifdef CUPY_HOST
    // A call goes through many runs: of few groups it has sums of its own until its end.
    static constexpr int kOwn = 64;
    double own[2][kOwn] = {};
    unsigned long long items_of[kOwn] = {};

    void add(int group, double real, double imaginary, unsigned long long items) {
        if (p.groups > kOwn) return hand_over(group, real, imaginary, items);
        own[0][group] += real;
        own[1][group] += imaginary;
        items_of[group] += items;
    }
    void finish() const {
        for (int group = 0; group < p.groups && group < kOwn; ++group)
            if (items_of[group]) hand_over(group, own[0][group], own[1][group], items_of[group]);
    }
#else
    CUPY_DEVICE void add(int group, double real, double imaginary, unsigned long long items) const {
        hand_over(group, real, imaginary, items);
    }
    CUPY_DEVICE void finish() const {}
#endif
};

#ifdef CUPY_HOST
// Of one group the host asks no pixel whether it belongs to it: what does not counts as nothing. Lanes add to sums of
// their own, which are vectors.
constexpr int kGroupLanes = 8;
template <class T, class L> void one_group_sums(const Groups &p, long long call) {
    const T *input = static_cast<const T *>(p.input);
    const L *labels = static_cast<const L *>(p.labels);
    const long long begin = call * p.run, end = begin + p.run < p.size ? begin + p.run : p.size;
    const double centre = p.centres ? *p.centres : 0;
    double sums[kGroupLanes] = {};
    long long counts[kGroupLanes] = {};
    const auto take = [&](int lane, long long i) {
        const bool in = labels == nullptr || labels[i] > L(0);
        double item = cast<double>(input[i]) - centre;
        if (p.centres) item *= item;
        sums[lane] += in ? item : 0;
        counts[lane] += in;
    };
    long long i = begin;
    for (; i + kGroupLanes <= end; i += kGroupLanes)
        for (int lane = 0; lane < kGroupLanes; ++lane) take(lane, i + lane);
    for (; i < end; ++i) take(0, i);
    for (int lane = 1; lane < kGroupLanes; ++lane) {
        sums[0] += sums[lane];
        counts[0] += counts[lane];
    }
    GroupTotals<1>{p, p.sums, p.counts}.hand_over(0, sums[0], 0, (unsigned long long)counts[0]);
}

template <class T, class L> void one_group_extrema(const Groups &p, long long call) {
    const T *input = static_cast<const T *>(p.input);
    const L *labels = static_cast<const L *>(p.labels);
    const long long begin = call * p.run, end = begin + p.run < p.size ? begin + p.run : p.size;
    using Word = typename rank_key<T>::type;
    Word low = Word(~Word(0)), high = 0;
    bool any = false;
    for (long long i = begin; i < end; ++i) {
        const bool in = labels == nullptr || labels[i] > L(0);
        const Word key = rank_key<T>::of(input[i]);
        const Word under = in ? key : Word(~Word(0)), over = in ? key : Word(0);
        low = under < low ? under : low;
        high = over > high ? over : high;
        any |= in;
    }
    if (!any) return;
    if (p.least) keep<false>(p.least, low);
    if (p.greatest) keep<true>(p.greatest, high);
}
#endif

// Numbers and sums of the items of groups.
template <class T, class L> CUPY_DEVICE void group_sums(const Groups &p, long long call) {
#ifdef CUPY_HOST
    if constexpr (!is_complex<T>::value)
        if ((p.above || p.labels == nullptr) && !p.inner) return one_group_sums<T, L>(p, call);
#endif
    double sum = 0, imaginary = 0;
    unsigned count = 0;
    constexpr int kParts = is_complex<T>::value ? 2 : 1;
    const long long copy = (call >> 5 & (p.copies - 1)) * p.groups;
    double *sums = p.sums ? p.sums + copy * (p.centres ? 1 : kParts) : nullptr;
    GroupTotals<kParts> totals{p, sums, p.counts ? p.counts + copy : nullptr};
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
    totals.finish();
}

// Keys of the least and greatest items of groups; then, where those are known, positions of them.
template <class T, class L> CUPY_DEVICE void group_extrema(const Groups &p, long long call) {
    using Key = rank_key<T>;
    const T *input = static_cast<const T *>(p.input);
    constexpr unsigned long long top = ~0ull;
    unsigned long long low = top, high = 0, first = top, last = 0;
    const bool places = p.first || p.last;
#ifdef CUPY_HOST
    if ((p.above || p.labels == nullptr) && !places) return one_group_extrema<T, L>(p, call);
#endif
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

// Sorting keys: the group above, the item's own key below it where that fits; pixels of no group come last.
template <class T, class L> CUPY_DEVICE void group_keys(const Groups &p, long long i) {
    const int group = group_of<L>(p, i);
    unsigned long long key = (unsigned long long)(group < 0 ? p.groups : group);
    if constexpr (sizeof(T) <= 4)
        key = key << 32 | (unsigned long long)rank_key<T>::of(static_cast<const T *>(p.input)[i]);
    p.keys[i] = key;
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, pass, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::pass<T, L>)
