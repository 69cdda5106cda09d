// The operators of cub.
#pragma once

#include "toolkit_begin.hpp"

namespace cub {

struct Sum { template <class T> T operator()(const T &a, const T &b) const { return a + b; } };
struct Max { template <class T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };

// Values of `count` threads, each with its own place.
template <class T, int count> struct SharedValues {
    T values[count];
    T aggregate;
};

}  // namespace cub

#include "toolkit_end.hpp"
