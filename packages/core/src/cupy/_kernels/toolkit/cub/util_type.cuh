// Small types of cub.
#pragma once

#include "toolkit_begin.hpp"

namespace cub {

struct NullType {
    template <class T> NullType &operator=(const T &) { return *this; }
    bool operator==(const NullType &) const { return true; }
    bool operator!=(const NullType &) const { return false; }
};

template <int value> struct Int2Type { enum { VALUE = value }; };

template <class K, class V> struct KeyValuePair {
    using Key = K;
    using Value = V;

    K key;
    V value;

    KeyValuePair() = default;
    KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
    bool operator!=(const KeyValuePair &b) const { return value != b.value || key != b.key; }
};

}  // namespace cub

#include "toolkit_end.hpp"
