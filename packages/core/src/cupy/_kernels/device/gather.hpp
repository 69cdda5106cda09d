// Items by index: bodies of take, gather and scatter, run by the elementwise skeletons.
//
// The index array is the elementwise operand; the indexed array is reached through members.
#pragma once

#include "bounds.hpp"
#include "device/atomic.hpp"
#include "device/elementwise.hpp"
#include "params.hpp"

namespace cupy {

struct assign;

// How an item's number becomes places along axes: `inner` items a row, `group` an index of the outer axis.
struct Places {
    int64 inner, group;          // group 0: there is no outer axis
    Divider by_inner, by_group;

    CUPY_DEVICE int64 outer(int64 i) const { return i >> 31 ? i / group : quotient(i, by_group); }
    CUPY_DEVICE int64 in_row(int64 i) const { return i >> 31 ? i % inner : i - quotient(i, by_inner) * by_inner.divisor; }
    static CUPY_DEVICE unsigned quotient(int64 i, const Divider &by) {
#ifdef CUPY_SIMT
        unsigned whole, rest;
        simt::divide((unsigned)i, by, whole, rest);
        return whole;
#else
        return (unsigned)i / by.divisor;
#endif
    }
};

#ifndef CUPY_SIMT
// f(outer index, number, first item of the row, items, items done) for the rows that items i to i + n are of.
template <class I, class F>
CUPY_DEVICE void each_row(int64 i, int64 n, int64 inner, int64 group, const I *index, F f) {
    for (int64 done = 0; done < n;) {
        const int64 first = inner > 1 ? (i + done) % inner : 0;
        const int64 count = inner - first < n - done ? inner - first : n - done;
        f(group ? (i + done) / group : 0, index[done], first, count, done);
        done += count;
    }
}
template <class T> CUPY_DEVICE void copy_row(T *to, const T *from, int64 n) {
    if (n * sizeof(T) >= 512) __builtin_memcpy(to, from, n * sizeof(T));
    else for (int64 k = 0; k < n; ++k) to[k] = from[k];
}
constexpr int64 kChecked = 512;      // indices that are checked together, and then used
constexpr int64 kFew = 16;           // of a row, that are kept while rows pass
template <class I> CUPY_DEVICE bool all_within(const I *index, int64 n, int64 length) {
    int64 signs = 0;             // of the distances from both ends
    for (int64 k = 0; k < n; ++k) signs |= (index[k] + length) | (length - 1 - index[k]);
    return signs >= 0;
}
CUPY_DEVICE int64 from_start(int64 index, int64 length) { return index + (index >> 63 & length); }
#endif

// out[o, k, j] = base[o, index[k], j] for a C-contiguous base of shape (outer, length, inner).
template <class I, class T> struct take : elementwise<1, I, T> {
    const T *base;
    int64 length;
    Places places;
    StrayIndex *report;

    CUPY_DEVICE void operator()(int64 i, I index, T &out) const {
        int64 at = index_in(index, length, report);
        if (places.group) at += places.outer(i) * length;
        if (places.inner > 1) at = at * places.inner + places.in_row(i);
        out = base[at];
    }

#ifndef CUPY_SIMT
    // Rows as a whole, and single items whose indices were looked at together.
    CUPY_DEVICE void run(int64 i, int64 n, const I *index, T *out) const {
        const int64 inner = places.inner, group = places.group;
        if (inner > 1)
            return each_row(i, n, inner, group, index, [&](int64 outer, I number, int64 first, int64 count, int64 done) {
                copy_row(out + done, base + (index_in(number, length, report) + outer * length) * inner + first, count);
            });
        if (group && group <= kFew) return few(i, n, index, out);
        for (int64 done = 0, count; done < n; done += count) {
            const int64 rest = group ? group - (i + done) % group : n, least = rest < n - done ? rest : n - done;
            count = least < kChecked ? least : kChecked;
            items(base + (group ? (i + done) / group * length : 0), count, index + done, out + done);
        }
    }
    // Few items of each row: their indices are looked at once.
    CUPY_DEVICE void few(int64 i, int64 n, const I *index, T *out) const {
        const int64 group = places.group;
        int64 at[kFew], k = i % group;
        for (int64 j = 0; j < group && j < n; ++j) at[(k + j) % group] = index_in(index[j], length, report);
        const T *row = base + i / group * length;
        for (int64 done = 0; done < n; k = 0, row += length)
            for (; k < group && done < n; ++k) out[done++] = row[at[k]];
    }
    CUPY_DEVICE void items(const T *from, int64 n, const I *index, T *out) const {
        if (all_within(index, n, length))
            for (int64 k = 0; k < n; ++k) out[k] = from[from_start(index[k], length)];
        else
            for (int64 k = 0; k < n; ++k) out[k] = from[index_in(index[k], length, report)];
    }
#endif
};

// out = the item that lies `offset` bytes from base.
template <class T> struct gather : elementwise<1, int64, T> {
    const char *base;
    CUPY_DEVICE void operator()(int64, int64 offset, T &out) const {
        out = *reinterpret_cast<const T *>(base + offset);
    }
};

// The item that lies `offset` bytes from base becomes its combination with value.
template <class T, class V, class Combine> struct scatter : elementwise<2, int64, V> {
    char *base;
    CUPY_DEVICE void operator()(int64, int64 offset, V value) const {
        Combine::apply(reinterpret_cast<T *>(base + offset), value);
    }
};

// As scatter, by numbers along an axis of (outer, length, inner); negative ones count from the end.
template <class I, class T, class V, class Combine> struct scatter_indexed : elementwise<2, I, V> {
    char *base;
    int64 stride, length;        // bytes from one number to the next
    Places places;
    StrayIndex *report;
    int64 from, to;              // on the host, for rows: the places that this thread changes, at first all
    CUPY_DEVICE void operator()(int64 i, I index, V value) const {
        int64 at = index_in(index, length, report);
        if (places.group) at += places.outer(i) * length;
        at *= stride;
        if (places.inner > 1) at += places.in_row(i) * (int64)sizeof(T);
        Combine::apply(reinterpret_cast<T *>(base + at), value);
    }

#ifndef CUPY_SIMT
    // Threads share the places, not the indices: what comes to a place joins in its order.
    scatter_indexed share(unsigned block, unsigned grid) const {
        scatter_indexed mine = *this;
        mine.from = length * block / grid;
        mine.to = length * (block + 1) / grid;
        return mine;
    }
    // Row by row.
    CUPY_DEVICE void run(int64 i, int64 n, const I *index, const V *values) const {
        const int64 inner = places.inner, group = places.group;
        if (inner == 1 && !group) {
            for (int64 done = 0; done < n; done += kChecked)
                items(n - done < kChecked ? n - done : kChecked, index + done, values + done);
            return;
        }
        each_row(i, n, inner, group, index, [&](int64 outer, I number, int64 first, int64 count, int64 done) {
            const int64 at = index_in(number, length, report);
            if (at < from || at >= to) return;
            T *row = reinterpret_cast<T *>(base + (at + outer * length) * stride) + first;
            if constexpr (is_same<Combine, assign>::value) copy_row(row, values + done, count);
            else for (int64 k = 0; k < count; ++k) Combine::apply(row + k, values[done + k]);
        });
    }
    CUPY_DEVICE void items(int64 n, const I *index, const V *values) const {
        char *const first = base;               // in registers, whatever a change is taken to do to memory
        const int64 step = stride, size = length;
        if (all_within(index, n, size))
            for (int64 k = 0; k < n; ++k)
                Combine::apply(reinterpret_cast<T *>(first + from_start(index[k], size) * step), values[k]);
        else
            for (int64 k = 0; k < n; ++k)
                Combine::apply(reinterpret_cast<T *>(first + index_in(index[k], size, report) * step), values[k]);
    }
#endif
};

struct assign {
    template <class T> static CUPY_DEVICE void apply(T *to, T value) { *to = value; }
};

// One thread of the host does all; the barrier keeps its loop from becoming vectors, which would lose items.
template <class T, class F> CUPY_DEVICE void change_item(T *to, F change) {
#ifdef CUPY_SIMT
    atomic_update(to, change);
#else
    *to = change(*to);
    asm volatile("" ::: "memory");
#endif
}

// Additions that devices do in one instruction.
struct accumulate {
    template <class T> static CUPY_DEVICE void apply(T *to, T value) {
#ifndef CUPY_SIMT
        return change_item(to, [value](T old) { return T(old + value); });
#endif
        if constexpr (is_integer<T>::value && sizeof(T) == 8)
            platform::add(reinterpret_cast<unsigned long long *>(to), (unsigned long long)value);
        else platform::add(to, value);
    }
};

// F(old, value) is the new value.
template <class F> struct update {
    template <class T, class V> static CUPY_DEVICE void apply(T *to, V value) {
        change_item(to, [value](T old) { return F::combine(old, value); });
    }
};

// The item at each offset becomes F(item), once for each time that it is named.
template <class T, class F> struct scatter_unary : elementwise<1, int64> {
    char *base;
    CUPY_DEVICE void operator()(int64, int64 offset) const {
        change_item(reinterpret_cast<T *>(base + offset), [](T old) { return F::combine(old); });
    }
};

// As scatter, the values of an item joining in their order: `order` sorts the offsets and leaves equal
// ones as they are, and the first of them does the work of all.
template <class T, class V, class F> struct scatter_ordered : elementwise<1, int64> {
    char *base;
    const int64 *offsets;
    const V *values;
    const int64 *order;
    int64 count;

    CUPY_DEVICE void operator()(int64 i, int64 place) const {
        const int64 offset = offsets[place];
        if (i && offsets[order[i - 1]] == offset) return;
        T *to = reinterpret_cast<T *>(base + offset);
        T item = F::combine(*to, values[place]);
        for (int64 j = i + 1; j < count && offsets[order[j]] == offset; ++j) item = F::combine(item, values[order[j]]);
        *to = item;
    }
};

}  // namespace cupy
