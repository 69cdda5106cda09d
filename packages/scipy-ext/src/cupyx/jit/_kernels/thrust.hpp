// Algorithms over ranges, all done by the thread that calls them, with Thrust's arguments and results.
#pragma once

#include "jit.hpp"

namespace cupy {
namespace jit {
namespace thrust {

template <class T> struct constant_iterator {
    T value{};
    int64 at{};
    __device__ constant_iterator() {}
    __device__ explicit constant_iterator(T value, int64 at = 0) : value(value), at(at) {}
    __device__ T operator[](int64) const { return value; }
    __device__ T operator*() const { return value; }
    __device__ constant_iterator operator+(int64 n) const { return constant_iterator(value, at + n); }
    __device__ constant_iterator operator-(int64 n) const { return constant_iterator(value, at - n); }
    __device__ int64 operator-(constant_iterator other) const { return at - other.at; }
    __device__ bool operator==(constant_iterator other) const { return at == other.at; }
    __device__ bool operator!=(constant_iterator other) const { return at != other.at; }
};
template <class T> struct counting_iterator {
    T first{};
    __device__ counting_iterator() {}
    __device__ explicit counting_iterator(T first) : first(first) {}
    __device__ T operator[](int64 n) const { return T(first + T(n)); }
    __device__ T operator*() const { return first; }
    __device__ counting_iterator operator+(int64 n) const { return counting_iterator(T(first + T(n))); }
    __device__ counting_iterator operator-(int64 n) const { return counting_iterator(T(first - T(n))); }
    __device__ int64 operator-(counting_iterator other) const { return (int64)(first - other.first); }
    __device__ bool operator==(counting_iterator other) const { return first == other.first; }
    __device__ bool operator!=(counting_iterator other) const { return !(first == other.first); }
};
template <class T> struct plain {
    using type = T;
};
template <class T> struct plain<T &> {
    using type = T;
};
template <class A, class B> struct pair {
    A first;
    B second;
};

template <class I> __device__ int64 length(I first, I last) { return (int64)(last - first); }
template <class T> __device__ void swap_items(T &a, T &b) {
    const T c = a;
    a = b;
    b = c;
}

template <class I, class O> __device__ O copy(I first, I last, O result) {
    const int64 n = length(first, last);
    for (int64 k = 0; k < n; ++k) result[k] = first[k];
    return result + n;
}
template <class I, class O> __device__ O adjacent_difference(I first, I last, O result) {
    const int64 n = length(first, last);
    for (int64 k = n - 1; k > 0; --k) result[k] = first[k] - first[k - 1];
    if (n > 0) result[0] = first[0];
    return result + n;
}
template <class I, class T> __device__ I lower_bound(I first, I last, T value) {
    int64 low = 0, high = length(first, last);
    while (low < high) {
        const int64 middle = low + (high - low) / 2;
        if (first[middle] < value) low = middle + 1;
        else high = middle;
    }
    return first + low;
}
template <class I, class T> __device__ I upper_bound(I first, I last, T value) {
    int64 low = 0, high = length(first, last);
    while (low < high) {
        const int64 middle = low + (high - low) / 2;
        if (value < first[middle]) high = middle;
        else low = middle + 1;
    }
    return first + low;
}
template <class I, class T> __device__ pair<I, I> equal_range(I first, I last, T value) {
    return {lower_bound(first, last, value), upper_bound(first, last, value)};
}
template <class I, class T> __device__ bool binary_search(I first, I last, T value) {
    const I found = lower_bound(first, last, value);
    return length(found, last) > 0 && !(value < found[0]);
}
template <class I, class T> __device__ int64 count(I first, I last, T value) {
    int64 total = 0;
    for (int64 k = 0, n = length(first, last); k < n; ++k) total += first[k] == value;
    return total;
}
template <class I, class J> __device__ pair<I, J> mismatch(I first, I last, J other) {
    int64 k = 0;
    for (const int64 n = length(first, last); k < n && first[k] == other[k];) ++k;
    return {first + k, other + k};
}
template <class I, class J> __device__ bool equal(I first, I last, J other) {
    return length(first, mismatch(first, last, other).first) == length(first, last);
}
template <class I, class T> __device__ void fill(I first, I last, T value) {
    for (int64 k = 0, n = length(first, last); k < n; ++k) first[k] = value;
}
template <class I, class T> __device__ I find(I first, I last, T value) {
    int64 k = 0;
    for (const int64 n = length(first, last); k < n && !(first[k] == value);) ++k;
    return first + k;
}
template <class M, class I, class O> __device__ O gather(M map, M last, I input, O result) {
    const int64 n = length(map, last);
    for (int64 k = 0; k < n; ++k) result[k] = input[(int64)map[k]];
    return result + n;
}
template <class I, class M, class O> __device__ void scatter(I first, I last, M map, O result) {
    for (int64 k = 0, n = length(first, last); k < n; ++k) result[(int64)map[k]] = first[k];
}
template <class T> using item_of = typename plain<decltype(*T())>::type;

template <class I, class O> __device__ O inclusive_scan(I first, I last, O result) {
    const int64 n = length(first, last);
    if (n == 0) return result;
    auto sum = first[0] + item_of<O>(0);
    result[0] = sum;
    for (int64 k = 1; k < n; ++k) result[k] = sum = sum + first[k];
    return result + n;
}
template <class I, class O, class T> __device__ O exclusive_scan(I first, I last, O result, T init) {
    const int64 n = length(first, last);
    T sum = init;
    for (int64 k = 0; k < n; ++k) {
        const T next = T(sum + first[k]);
        result[k] = sum;
        sum = next;
    }
    return result + n;
}
template <class I, class O> __device__ O exclusive_scan(I first, I last, O result) {
    return exclusive_scan(first, last, result, item_of<O>(0));
}
template <class K, class I, class O> __device__ O inclusive_scan_by_key(K key, K last, I value, O result) {
    const int64 n = length(key, last);
    for (int64 k = 0; k < n; ++k) {
        if (k && key[k] == key[k - 1]) result[k] = result[k - 1] + value[k];
        else result[k] = value[k];
    }
    return result + n;
}
template <class K, class I, class O, class T>
__device__ O exclusive_scan_by_key(K key, K last, I value, O result, T init) {
    const int64 n = length(key, last);
    T sum = init;
    for (int64 k = 0; k < n; ++k) {
        if (k == 0 || !(key[k] == key[k - 1])) sum = init;
        const T next = T(sum + value[k]);
        result[k] = sum;
        sum = next;
    }
    return result + n;
}
template <class K, class I, class O> __device__ O exclusive_scan_by_key(K key, K last, I value, O result) {
    return exclusive_scan_by_key(key, last, value, result, item_of<O>(0));
}
template <class I, class J, class T> __device__ T inner_product(I first, I last, J other, T init) {
    for (int64 k = 0, n = length(first, last); k < n; ++k) init = T(init + first[k] * other[k]);
    return init;
}
template <class I> __device__ I is_sorted_until(I first, I last) {
    const int64 n = length(first, last);
    int64 k = n ? 1 : 0;
    while (k < n && !(first[k] < first[k - 1])) ++k;
    return first + k;
}
template <class I> __device__ bool is_sorted(I first, I last) {
    return length(first, is_sorted_until(first, last)) == length(first, last);
}
template <class I, class T> __device__ item_of<I> reduce(I first, I last, T init) {
    item_of<I> sum = item_of<I>(init);
    for (int64 k = 0, n = length(first, last); k < n; ++k) sum = sum + first[k];
    return sum;
}
template <class I> __device__ item_of<I> reduce(I first, I last) { return reduce(first, last, item_of<I>(0)); }
template <class K, class I, class L, class O>
__device__ pair<L, O> reduce_by_key(K key, K last, I value, L keys, O values) {
    int64 at = -1;
    for (int64 k = 0, n = length(key, last); k < n; ++k) {
        if (k == 0 || !(key[k] == key[k - 1])) {
            keys[++at] = key[k];
            values[at] = value[k];
        } else {
            values[at] = values[at] + value[k];
        }
    }
    return {keys + (at + 1), values + (at + 1)};
}
template <class I, class O, class T> __device__ O remove_copy(I first, I last, O result, T value) {
    int64 at = 0;
    for (int64 k = 0, n = length(first, last); k < n; ++k)
        if (!(first[k] == value)) result[at++] = first[k];
    return result + at;
}
template <class I, class T> __device__ I remove(I first, I last, T value) {
    return remove_copy(first, last, first, value);
}
template <class I, class O, class T, class S> __device__ O replace_copy(I first, I last, O result, T old, S now) {
    const int64 n = length(first, last);
    for (int64 k = 0; k < n; ++k) result[k] = first[k] == old ? item_of<O>(now) : item_of<O>(first[k]);
    return result + n;
}
template <class I, class T, class S> __device__ void replace(I first, I last, T old, S now) {
    replace_copy(first, last, first, old, now);
}
template <class I> __device__ void reverse(I first, I last) {
    for (int64 k = 0, n = length(first, last); k < n / 2; ++k) swap_items(first[k], first[n - 1 - k]);
}
template <class I, class O> __device__ O reverse_copy(I first, I last, O result) {
    const int64 n = length(first, last);
    for (int64 k = 0; k < n; ++k) result[k] = first[n - 1 - k];
    return result + n;
}
template <class I, class T, class S> __device__ void sequence(I first, I last, T init, S step) {
    for (int64 k = 0, n = length(first, last); k < n; ++k) first[k] = item_of<I>(init + k * step);
}
template <class I, class T> __device__ void sequence(I first, I last, T init) { sequence(first, last, init, T(1)); }
template <class I> __device__ void sequence(I first, I last) { sequence(first, last, item_of<I>(0)); }

// Runs of doubling length are merged by rotation: no further memory, equal keys keep their order.
template <class K, class V> __device__ void insert_down(K key, V value, int64 from, int64 to) {
    const auto k = key[from];
    const auto v = value[from];
    for (int64 i = from; i > to; --i) {
        key[i] = key[i - 1];
        value[i] = value[i - 1];
    }
    key[to] = k;
    value[to] = v;
}
template <class K, class V> __device__ void rotate(K key, V value, int64 first, int64 middle, int64 last) {
    const int64 ranges[3][2] = {{first, middle}, {middle, last}, {first, last}};
    for (int r = 0; r < 3; ++r)
        for (int64 i = ranges[r][0], j = ranges[r][1] - 1; i < j; ++i, --j) {
            swap_items(key[i], key[j]);
            swap_items(value[i], value[j]);
        }
}
template <class K, class V> __device__ void merge(K key, V value, int64 first, int64 middle, int64 last) {
    while (first < middle && middle < last) {
        while (first < middle && !(key[middle] < key[first])) ++first;
        if (first == middle) return;
        const auto bound = key[first];
        int64 end = middle;
        while (end < last && key[end] < bound) ++end;
        rotate(key, value, first, middle, end);
        first += end - middle;
        middle = end;
    }
}
template <class K, class V> __device__ void sort_by_key(K key, K last, V value) {
    constexpr int64 kRun = 16;
    const int64 n = length(key, last);
    for (int64 start = 0; start < n; start += kRun)
        for (int64 i = start + 1; i < start + kRun && i < n; ++i) {
            int64 to = i;
            while (to > start && key[i] < key[to - 1]) --to;
            if (to < i) insert_down(key, value, i, to);
        }
    for (int64 run = kRun; run < n; run *= 2)
        for (int64 start = 0; start + run < n; start += 2 * run)
            merge(key, value, start, start + run, start + 2 * run < n ? start + 2 * run : n);
}
template <class I> __device__ void sort(I first, I last) {
    // A heap: no further memory, and equal items cannot be told apart.
    const int64 n = length(first, last);
    auto sink = [first](int64 at, int64 end) {
        for (int64 child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && first[child] < first[child + 1]) ++child;
            if (!(first[at] < first[child])) return;
            swap_items(first[at], first[child]);
        }
    };
    for (int64 k = n / 2 - 1; k >= 0; --k) sink(k, n);
    for (int64 end = n - 1; end > 0; --end) {
        swap_items(first[0], first[end]);
        sink(0, end);
    }
}
template <class I, class J> __device__ J swap_ranges(I first, I last, J other) {
    const int64 n = length(first, last);
    for (int64 k = 0; k < n; ++k) swap_items(first[k], other[k]);
    return other + n;
}
template <class K, class V> __device__ pair<K, V> unique_by_key(K key, K last, V value) {
    int64 at = 0;
    for (int64 k = 0, n = length(key, last); k < n; ++k)
        if (k == 0 || !(key[k] == key[at - 1])) {
            key[at] = key[k];
            value[at++] = value[k];
        }
    return {key + at, value + at};
}
template <class I> __device__ I unique(I first, I last) {
    int64 at = 0;
    for (int64 k = 0, n = length(first, last); k < n; ++k)
        if (k == 0 || !(first[k] == first[at - 1])) first[at++] = first[k];
    return first + at;
}

// Two sorted ranges walked together; `keep` says which of left, both and right come out.
template <bool left, bool both, bool right, class K, class L, class F>
__device__ void walk(K one, K one_end, L two, L two_end, F put) {
    const int64 n = length(one, one_end), m = length(two, two_end);
    int64 i = 0, j = 0;
    while (i < n || j < m) {
        if (j == m || (i < n && one[i] < two[j])) {
            if (left) put(true, i);
            ++i;
        } else if (i == n || two[j] < one[i]) {
            if (right) put(false, j);
            ++j;
        } else {
            if (both) put(true, i);
            ++i;
            ++j;
        }
    }
}

#define CUPY_JIT_SET(name, left, both, right)                                                                    \
    template <class K, class L, class O> __device__ O name(K one, K one_end, L two, L two_end, O result) {       \
        int64 at = 0;                                                                                            \
        walk<left, both, right>(one, one_end, two, two_end,                                                      \
                                [&](bool first, int64 k) { result[at++] = first ? one[k] : two[k]; });           \
        return result + at;                                                                                      \
    }                                                                                                            \
    template <class K, class L, class V, class W, class O, class P>                                              \
    __device__ pair<O, P> name##_by_key(K one, K one_end, L two, L two_end, V value, W other, O keys, P values) { \
        int64 at = 0;                                                                                            \
        walk<left, both, right>(one, one_end, two, two_end, [&](bool first, int64 k) {                           \
            keys[at] = first ? one[k] : two[k];                                                                  \
            values[at++] = first ? value[k] : other[k];                                                          \
        });                                                                                                      \
        return {keys + at, values + at};                                                                         \
    }
CUPY_JIT_SET(set_difference, true, false, false)
CUPY_JIT_SET(set_intersection, false, true, false)
CUPY_JIT_SET(set_symmetric_difference, true, false, true)
CUPY_JIT_SET(set_union, true, true, true)
template <class K, class L, class V, class O, class P>
__device__ pair<O, P> set_intersection_by_key(K one, K one_end, L two, L two_end, V value, O keys, P values) {
    return set_intersection_by_key(one, one_end, two, two_end, value, value, keys, values);
}

}  // namespace thrust
}  // namespace jit
}  // namespace cupy
