// Values that are computed where they are read: counted, constant, transformed, with their places.
#pragma once

#include <cub/thread/thread_load.cuh>
#include <cub/util_type.cuh>
#include "toolkit_begin.hpp"

namespace cub {

// What iterators share that know their value at a distance; `Derived` has `at(distance)` and `shift(distance)`.
template <class Derived, class T> struct ComputedValues {
    using value_type = T;
    using reference = T;
    using difference_type = decltype((char *)0 - (char *)0);

    T operator*() const { return self().at(0); }
    template <class I> T operator[](I distance) const { return self().at(difference_type(distance)); }
    Derived &operator++() { return move(1); }
    Derived &operator--() { return move(-1); }
    Derived operator++(int) { Derived old = self(); move(1); return old; }
    Derived &operator+=(difference_type by) { return move(by); }
    Derived &operator-=(difference_type by) { return move(-by); }
    Derived operator+(difference_type by) const { Derived other = self(); other.shift(by); return other; }
    Derived operator-(difference_type by) const { return *this + -by; }

private:
    const Derived &self() const { return static_cast<const Derived &>(*this); }
    Derived &move(difference_type by) {
        static_cast<Derived &>(*this).shift(by);
        return static_cast<Derived &>(*this);
    }
};

template <class T, class Offset = long long> struct CountingInputIterator : ComputedValues<CountingInputIterator<T>, T> {
    T first;
    CountingInputIterator(T first) : first(first) {}
    T at(Offset k) const { return T(first + T(k)); }
    void shift(Offset k) { first = at(k); }
};

template <class T, class Offset = long long> struct ConstantInputIterator : ComputedValues<ConstantInputIterator<T>, T> {
    T value;
    ConstantInputIterator(T value) : value(value) {}
    T at(Offset) const { return value; }
    void shift(Offset) {}
};

template <class T, class Function, class From, class Offset = long long>
struct TransformInputIterator : ComputedValues<TransformInputIterator<T, Function, From>, T> {
    From from;
    Function function;
    TransformInputIterator(From from, Function function) : from(from), function(function) {}
    T at(Offset k) const { return function(from[k]); }
    void shift(Offset k) { from = from + k; }
};

template <class From, class Offset = long long, class T = float>
struct ArgIndexInputIterator : ComputedValues<ArgIndexInputIterator<From, Offset, T>, KeyValuePair<Offset, T>> {
    From from;
    Offset place;
    ArgIndexInputIterator(From from, Offset place = 0) : from(from), place(place) {}
    KeyValuePair<Offset, T> at(Offset k) const { return {place + k, T(from[place + k])}; }
    void shift(Offset k) { place += k; }
};

template <CacheLoadModifier, class T, class Offset = long long>
struct CacheModifiedInputIterator : ComputedValues<CacheModifiedInputIterator<LOAD_DEFAULT, T>, T> {
    const T *from;
    CacheModifiedInputIterator(const T *from) : from(from) {}
    T operator*() const { return *from; }
    template <class I> T operator[](I k) const { return from[k]; }
    CacheModifiedInputIterator operator+(Offset k) const { return from + k; }
};

}  // namespace cub

#include "toolkit_end.hpp"
