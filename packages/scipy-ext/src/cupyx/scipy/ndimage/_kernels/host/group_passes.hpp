// Passes over the pixels of labelled regions, on the host: a call takes `run` neighbours.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

constexpr int kGroupLanes = 8;      // sums of one group side by side, which are vectors
constexpr int kGroupTables = 4;     // tables of few groups that neighbours add to in turns, so that none waits
constexpr int kGroupsOfTable = 64;

// Of one group no pixel is asked whether it belongs to it: what does not counts as nothing.
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
    if (p.sums) p.sums[call] = sums[0];
    if (p.counts) p.counts[call] = (unsigned long long)counts[0];
}

// What the pixels of a call add to tables of sums and numbers; of complex items with `parts` 2.
template <class T> struct GroupItems {
    static constexpr int kParts = is_complex<T>::value ? 2 : 1;
    const Groups &p;
    long long within = 0, coordinate = 0;      // of the next pixel

    GroupItems(const Groups &p, long long begin) : p(p) {
        if (!p.inner) return;
        within = begin % p.inner;
        coordinate = begin / p.inner % p.length;
    }
    void add(long long i, const double *centres, int pitch, double *sums, int group) {
        double re, im;
        summand<T>(p, i, group, centres, pitch, re, im);
        if (p.inner) {
            re *= (double)coordinate;
            im *= (double)coordinate;
            if (++within == p.inner) {
                within = 0;
                coordinate = coordinate + 1 == p.length ? 0 : coordinate + 1;
            }
        }
        sums[group] += re;
        if constexpr (kParts == 2) {
            if (!p.centres) sums[pitch + group] += im;
        }
    }
};

// Numbers and sums of the items of groups, in tables of the call's own: sums are the same with any number of threads.
template <class T, class L> void group_sums(const Groups &p, long long call) {
    if constexpr (!is_complex<T>::value)
        if ((p.above || p.labels == nullptr) && !p.inner) return one_group_sums<T, L>(p, call);
    using Items = GroupItems<T>;
    constexpr int kParts = Items::kParts;
    const int parts = p.centres ? 1 : kParts;
    const long long begin = call * p.run, end = begin + p.run < p.size ? begin + p.run : p.size;
    double *sums = p.sums + call * p.groups * parts;
    unsigned long long *counts = p.counts ? p.counts + call * p.groups : nullptr;
    Items items(p, begin);
    if (p.groups > kGroupsOfTable) {
        double beside[2 * kParts] = {};
        for (long long i = begin; i < end; ++i) {
            const int group = group_of<L>(p, i);
            if (group < 0) {
                items.add(i, beside, 1, beside, 0);
                continue;
            }
            items.add(i, p.centres, p.groups, sums, group);
            if (counts) ++counts[group];
        }
        return;
    }
    // The entry behind those of the groups is that of pixels of none.
    constexpr int kPitch = kGroupsOfTable + 1;
    double own[kGroupTables][kParts * kPitch] = {}, centres[kParts * kPitch] = {};
    unsigned number[kGroupTables][kPitch] = {};
    for (int part = 0; p.centres && part < kParts; ++part)
        for (int group = 0; group < p.groups; ++group) centres[part * kPitch + group] = p.centres[part * p.groups + group];
    const auto take = [&](int table, long long i) {
        const int found = group_of<L>(p, i), group = found < 0 ? p.groups : found;
        items.add(i, centres, kPitch, own[table], group);
        ++number[table][group];
    };
    long long i = begin;
    for (; i + kGroupTables <= end; i += kGroupTables)
        for (int table = 0; table < kGroupTables; ++table) take(table, i + table);
    for (; i < end; ++i) take(0, i);
    for (int group = 0; group < p.groups; ++group) {
        for (int table = 0; table < kGroupTables; ++table) {
            for (int part = 0; part < parts; ++part) sums[part * p.groups + group] += own[table][part * kPitch + group];
            if (counts) counts[group] += number[table][group];
        }
    }
}

// Keys of the least and greatest items of one group; then the first position of the least.
template <class T, class L> void one_group_extrema(const Groups &p, long long call) {
    const T *input = static_cast<const T *>(p.input);
    const L *labels = static_cast<const L *>(p.labels);
    const long long begin = call * p.run, end = begin + p.run < p.size ? begin + p.run : p.size;
    using Word = typename rank_key<T>::type;
    if (p.first) {
        if (*static_cast<const volatile unsigned long long *>(p.first) < (unsigned long long)begin) return;
        const Word least = (Word)*p.least;
        for (long long i = begin; i < end; ++i)
            if (rank_key<T>::of(input[i]) == least && (labels == nullptr || labels[i] > L(0)))
                return keep<false>(p.first, (unsigned long long)i);
        return;
    }
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

template <class T, class L> void group_extrema(const Groups &p, long long call) {
    if ((p.above || p.labels == nullptr) && !p.last) one_group_extrema<T, L>(p, call);
    else extrema_of_runs<T, L>(p, call);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, pass, T, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Groups, cupy::ndimage::pass<T, L>)
