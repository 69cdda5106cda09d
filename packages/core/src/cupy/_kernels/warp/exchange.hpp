// Values of any type from other lanes, a word at a time.
#pragma once

#include "platform.hpp"

namespace cupy {
namespace warp {

constexpr unsigned kNear = 32;      // neighbours that exchange values, on every target

template <class T, class Move> CUPY_DEVICE T exchanged(const T &value, Move move) {
    constexpr int count = (sizeof(T) + 3) / 4;
    unsigned words[count] = {};
    memcpy(words, &value, sizeof(T));
    CUPY_UNROLL
    for (int w = 0; w < count; ++w) words[w] = move(words[w]);
    T other;
    memcpy(&other, words, sizeof(T));
    return other;
}

// The value of one of the neighbours; of any for a number out of range.
template <class T> CUPY_DEVICE T lane_at(const T &value, unsigned from) {
    return exchanged(value, [=](unsigned word) { return platform::shuffle(word, from); });
}
template <class T> CUPY_DEVICE T lane_down(const T &value, unsigned down) {
    return exchanged(value, [=](unsigned word) { return platform::shuffle_down(word, down); });
}
template <class T> CUPY_DEVICE T lane_xor(const T &value, unsigned with) {
    return exchanged(value, [=](unsigned word) { return platform::shuffle_xor(word, with); });
}

}  // namespace warp
}  // namespace cupy
