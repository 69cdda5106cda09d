// Function objects of thrust.
#pragma once

#include <cuda/functional>

namespace thrust {
using cuda::maximum; using cuda::minimum;
using cuda::std::plus; using cuda::std::minus; using cuda::std::multiplies; using cuda::std::divides;
using cuda::std::modulus; using cuda::std::bit_and; using cuda::std::bit_or; using cuda::std::bit_xor;
using cuda::std::logical_and; using cuda::std::logical_or; using cuda::std::equal_to; using cuda::std::not_equal_to;
using cuda::std::less; using cuda::std::less_equal; using cuda::std::greater; using cuda::std::greater_equal;
template <class T = void> struct identity {
    template <class U> const U &operator()(const U &x) const { return x; }
};
template <class T = void> struct negate {
    template <class U> U operator()(const U &x) const { return -x; }
};
}
