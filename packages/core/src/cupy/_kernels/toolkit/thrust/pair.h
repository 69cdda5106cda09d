// thrust::pair.
#pragma once

#include "toolkit_begin.hpp"

namespace thrust {

template <class A, class B> struct pair {
    using first_type = A;
    using second_type = B;

    A first;
    B second;

    pair() : first(), second() {}
    pair(const A &a, const B &b) : first(a), second(b) {}
    template <class C, class D> pair(const pair<C, D> &other) : first(other.first), second(other.second) {}
};
template <class A, class B> pair<A, B> make_pair(A a, B b) { return {a, b}; }

template <class A, class B> bool operator==(const pair<A, B> &x, const pair<A, B> &y) {
    return x.first == y.first && x.second == y.second;
}
template <class A, class B> bool operator<(const pair<A, B> &x, const pair<A, B> &y) {
    return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}
template <class A, class B> bool operator!=(const pair<A, B> &x, const pair<A, B> &y) { return !(x == y); }
template <class A, class B> bool operator>(const pair<A, B> &x, const pair<A, B> &y) { return y < x; }
template <class A, class B> bool operator<=(const pair<A, B> &x, const pair<A, B> &y) { return !(y < x); }
template <class A, class B> bool operator>=(const pair<A, B> &x, const pair<A, B> &y) { return !(x < y); }

}  // namespace thrust

#include "toolkit_end.hpp"
