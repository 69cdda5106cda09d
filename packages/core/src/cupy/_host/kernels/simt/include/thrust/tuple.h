// thrust::tuple: the standard library's.
#pragma once

#include <tuple>
#include <thrust/pair.h>

namespace thrust {
template <class... T> using tuple = ::std::tuple<T...>;
template <class... T> tuple<T...> make_tuple(T... values) { return {values...}; }
template <int k, class... T> auto &get(tuple<T...> &t) { return ::std::get<k>(t); }
template <int k, class... T> const auto &get(const tuple<T...> &t) { return ::std::get<k>(t); }
using ::std::tie;
}
