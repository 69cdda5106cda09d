// Algorithms of thrust inside a kernel, by the calling thread: the standard library's, with and without a policy.
#pragma once

#include <algorithm>
#include <numeric>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust {

template <class Policy> using is_policy = typename ::std::enable_if<
    ::std::is_base_of<sequential_policy, typename ::std::decay<Policy>::type>::value, int>::type;

#define CUPY_ALGORITHM(name, standard)                                                                          \
    template <class Policy, class... A, is_policy<Policy> = 0> auto name(const Policy &, A... a) {              \
        return ::std::standard(a...);                                                                           \
    }                                                                                                           \
    template <class T, class... A> auto name(T *first, A... a) { return ::std::standard(first, a...); }
CUPY_ALGORITHM(adjacent_difference, adjacent_difference) CUPY_ALGORITHM(all_of, all_of) CUPY_ALGORITHM(any_of, any_of)
CUPY_ALGORITHM(binary_search, binary_search) CUPY_ALGORITHM(copy, copy) CUPY_ALGORITHM(copy_if, copy_if)
CUPY_ALGORITHM(count, count) CUPY_ALGORITHM(count_if, count_if) CUPY_ALGORITHM(equal, equal)
CUPY_ALGORITHM(exclusive_scan, exclusive_scan) CUPY_ALGORITHM(fill, fill) CUPY_ALGORITHM(find, find)
CUPY_ALGORITHM(find_if, find_if) CUPY_ALGORITHM(for_each, for_each) CUPY_ALGORITHM(generate, generate)
CUPY_ALGORITHM(inclusive_scan, inclusive_scan) CUPY_ALGORITHM(inner_product, inner_product)
CUPY_ALGORITHM(is_sorted, is_sorted) CUPY_ALGORITHM(lower_bound, lower_bound) CUPY_ALGORITHM(max_element, max_element)
CUPY_ALGORITHM(merge, merge) CUPY_ALGORITHM(min_element, min_element) CUPY_ALGORITHM(none_of, none_of)
CUPY_ALGORITHM(partition, partition) CUPY_ALGORITHM(reduce, reduce) CUPY_ALGORITHM(remove, remove)
CUPY_ALGORITHM(remove_if, remove_if) CUPY_ALGORITHM(replace, replace) CUPY_ALGORITHM(reverse, reverse)
CUPY_ALGORITHM(sequence, iota) CUPY_ALGORITHM(sort, sort) CUPY_ALGORITHM(stable_sort, stable_sort)
CUPY_ALGORITHM(swap_ranges, swap_ranges) CUPY_ALGORITHM(transform, transform) CUPY_ALGORITHM(unique, unique)
CUPY_ALGORITHM(upper_bound, upper_bound)
#undef CUPY_ALGORITHM

// The lesser and the greater of the extremes; what a function makes of items, reduced and scanned.
template <class Policy, class From, class... A, is_policy<Policy> = 0>
pair<From, From> minmax_element(const Policy &, From first, From last, A... less) {
    return {::std::min_element(first, last, less...), ::std::max_element(first, last, less...)};
}
template <class T, class... A> pair<T *, T *> minmax_element(T *first, T *last, A... less) {
    return minmax_element(seq, first, last, less...);
}
template <class Policy, class From, class Function, class T, class Combine, is_policy<Policy> = 0>
T transform_reduce(const Policy &, From first, From last, Function function, T start, Combine combine) {
    for (; first != last; ++first) start = combine(start, function(*first));
    return start;
}
template <class From, class Function, class T, class Combine>
T transform_reduce(From *first, From *last, Function function, T start, Combine combine) {
    return transform_reduce(seq, first, last, function, start, combine);
}
template <class Policy, class From, class To, class Function, class Combine, is_policy<Policy> = 0>
To transform_inclusive_scan(const Policy &, From first, From last, To out, Function function, Combine combine) {
    return ::std::transform_inclusive_scan(first, last, out, combine, function);
}
template <class Policy, class From, class To, class Function, class T, class Combine, is_policy<Policy> = 0>
To transform_exclusive_scan(const Policy &, From first, From last, To out, Function function, T start,
                            Combine combine) {
    return ::std::transform_exclusive_scan(first, last, out, start, combine, function);
}

// Keys in order, values with them.
template <class K, class V, class Less> void stable_sort_by_key(K *first, K *last, V *values, Less less) {
    for (K *k = first; k < last; ++k)
        for (K *j = k; j > first && less(*j, j[-1]); --j) {
            ::std::swap(*j, j[-1]);
            ::std::swap(values[j - first], values[j - first - 1]);
        }
}
template <class K, class V> void stable_sort_by_key(K *first, K *last, V *values) {
    stable_sort_by_key(first, last, values, less<K>());
}
template <class... A> void sort_by_key(A... a) { stable_sort_by_key(a...); }
template <class... A> void stable_sort_by_key(const sequential_policy &, A... a) { stable_sort_by_key(a...); }
template <class... A> void sort_by_key(const sequential_policy &, A... a) { stable_sort_by_key(a...); }

}  // namespace thrust
