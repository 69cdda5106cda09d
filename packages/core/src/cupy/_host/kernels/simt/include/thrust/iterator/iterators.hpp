// Iterators of thrust whose values are computed where they are read.
#pragma once

#include <iterator>
#include <tuple>
#include <utility>
#include <thrust/tuple.h>

namespace thrust {

// What they share: `Derived` has `at(distance)` and `shift(distance)`, and says how far it is from another one.
template <class Derived, class T, class Reference = T> struct computed_iterator {
    using iterator_category = ::std::random_access_iterator_tag;
    using value_type = T;
    using reference = Reference;
    using pointer = const T *;
    using difference_type = long;

    Reference operator*() const { return self().at(0); }
    Reference operator[](difference_type k) const { return self().at(k); }
    Derived &operator+=(difference_type k) { self().shift(k); return self(); }
    Derived &operator-=(difference_type k) { return *this += -k; }
    Derived &operator++() { return *this += 1; }
    Derived &operator--() { return *this += -1; }
    Derived operator++(int) { Derived old = self(); *this += 1; return old; }
    Derived operator--(int) { Derived old = self(); *this += -1; return old; }
    Derived operator+(difference_type k) const { Derived other = self(); other.shift(k); return other; }
    Derived operator-(difference_type k) const { return *this + -k; }
    friend Derived operator+(difference_type k, const Derived &x) { return x + k; }
    friend difference_type operator-(const Derived &x, const Derived &y) { return x.distance(y); }
    friend bool operator==(const Derived &x, const Derived &y) { return x.distance(y) == 0; }
    friend bool operator!=(const Derived &x, const Derived &y) { return x.distance(y) != 0; }
    friend bool operator<(const Derived &x, const Derived &y) { return x.distance(y) < 0; }
    friend bool operator>(const Derived &x, const Derived &y) { return x.distance(y) > 0; }
    friend bool operator<=(const Derived &x, const Derived &y) { return x.distance(y) <= 0; }
    friend bool operator>=(const Derived &x, const Derived &y) { return x.distance(y) >= 0; }

private:
    Derived &self() { return static_cast<Derived &>(*this); }
    const Derived &self() const { return static_cast<const Derived &>(*this); }
};

template <class T> struct counting_iterator : computed_iterator<counting_iterator<T>, T> {
    T first;
    explicit counting_iterator(T first = T()) : first(first) {}
    T at(long k) const { return T(first + T(k)); }
    void shift(long k) { first = at(k); }
    long distance(const counting_iterator &other) const { return long(first) - long(other.first); }
};
template <class T> counting_iterator<T> make_counting_iterator(T first) { return counting_iterator<T>(first); }

template <class T> struct constant_iterator : computed_iterator<constant_iterator<T>, T> {
    T value;
    long place;
    explicit constant_iterator(T value, long place = 0) : value(value), place(place) {}
    T at(long) const { return value; }
    void shift(long k) { place += k; }
    long distance(const constant_iterator &other) const { return place - other.place; }
};
template <class T> constant_iterator<T> make_constant_iterator(T value, long place = 0) {
    return constant_iterator<T>(value, place);
}

template <class Function, class From, class T = decltype(::std::declval<Function>()(*::std::declval<From>()))>
struct transform_iterator : computed_iterator<transform_iterator<Function, From, T>, typename ::std::decay<T>::type> {
    From from;
    Function function;
    transform_iterator(From from, Function function) : from(from), function(function) {}
    typename ::std::decay<T>::type at(long k) const { return function(from[k]); }
    void shift(long k) { from += k; }
    long distance(const transform_iterator &other) const { return from - other.from; }
    From base() const { return from; }
};
template <class Function, class From>
transform_iterator<Function, From> make_transform_iterator(From from, Function f) {
    return {from, f};
}

template <class Values, class Places, class R = decltype(::std::declval<Values>()[0])>
struct permutation_iterator
    : computed_iterator<permutation_iterator<Values, Places, R>, typename ::std::decay<R>::type, R> {
    Values values;
    Places places;
    permutation_iterator(Values values, Places places) : values(values), places(places) {}
    R at(long k) const { return values[places[k]]; }
    void shift(long k) { places += k; }
    long distance(const permutation_iterator &other) const { return places - other.places; }
};
template <class Values, class Places>
permutation_iterator<Values, Places> make_permutation_iterator(Values values, Places places) {
    return {values, places};
}

template <class Parts> struct zip_iterator;
template <class... From>
struct zip_iterator<tuple<From...>>
    : computed_iterator<zip_iterator<tuple<From...>>, tuple<typename ::std::iterator_traits<From>::value_type...>,
                        tuple<decltype(::std::declval<From>()[0])...>> {
    tuple<From...> parts;
    explicit zip_iterator(tuple<From...> parts) : parts(parts) {}
    tuple<decltype(::std::declval<From>()[0])...> at(long k) const {
        return ::std::apply([k](const From &...from) { return tuple<decltype(from[0])...>(from[k]...); }, parts);
    }
    void shift(long k) { ::std::apply([k](From &...from) { ((from += k), ...); }, parts); }
    long distance(const zip_iterator &other) const { return ::std::get<0>(parts) - ::std::get<0>(other.parts); }
    const tuple<From...> &get_iterator_tuple() const { return parts; }
};
template <class... From> zip_iterator<tuple<From...>> make_zip_iterator(tuple<From...> parts) {
    return zip_iterator<tuple<From...>>(parts);
}
template <class... From> zip_iterator<tuple<From...>> make_zip_iterator(From... from) {
    return zip_iterator<tuple<From...>>(tuple<From...>(from...));
}

template <class From> using reverse_iterator = ::std::reverse_iterator<From>;
template <class From> reverse_iterator<From> make_reverse_iterator(From from) { return reverse_iterator<From>(from); }

// What is written there is lost.
struct discard_iterator : computed_iterator<discard_iterator, discard_iterator> {
    long place = 0;
    discard_iterator at(long k) const { discard_iterator other = *this; other.place += k; return other; }
    void shift(long k) { place += k; }
    long distance(const discard_iterator &other) const { return place - other.place; }
    template <class T> const discard_iterator &operator=(const T &) const { return *this; }
    discard_iterator() = default;
    discard_iterator(const discard_iterator &) = default;
    discard_iterator &operator=(const discard_iterator &) = default;
};
inline discard_iterator make_discard_iterator() { return {}; }

}  // namespace thrust
