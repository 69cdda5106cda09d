// The operators of cub, those of pairs too.
#pragma once

#include <cub/operators.cuh>
#include <cub/util_type.cuh>
#include "toolkit_begin.hpp"

namespace cub {

struct Equality { template <class T> bool operator()(const T &a, const T &b) const { return a == b; } };
struct Inequality { template <class T> bool operator()(const T &a, const T &b) const { return a != b; } };
struct Difference { template <class T> T operator()(const T &a, const T &b) const { return a - b; } };
struct ArgMax {
    template <class P> P operator()(const P &a, const P &b) const {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class P> P operator()(const P &a, const P &b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

}  // namespace cub

#include "toolkit_end.hpp"
