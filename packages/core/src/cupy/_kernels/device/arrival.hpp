// Numbers that blocks of a device hand to each other while they run: they are their own flags. Until a number is there
// its bits are all ones, as those of no result are.
#pragma once

#include "kernel.hpp"
#include "types/limits.hpp"

namespace cupy {

template <class Word> using BitsOf = typename conditional<sizeof(Word) == 4, unsigned, unsigned long long>::type;

// Of no result are the upper bits all ones.
template <class Word> CUPY_DEVICE bool arrived(const Word *at, Word &value) {
    const BitsOf<Word> bits = platform::load_now(reinterpret_cast<const BitsOf<Word> *>(at));
    value = platform::bits_as<Word>(bits);
    return unsigned(bits >> 8 * (sizeof(Word) - 4)) != ~0u;
}
template <class Word> CUPY_DEVICE bool arrived(const complex<Word> *at, complex<Word> &value) {
    const bool real = arrived(&at->re, value.re);
    return arrived(&at->im, value.im) && real;
}
template <class Word> CUPY_DEVICE void publish(Word *at, Word value) {
    platform::store_now(at, value == value ? value : limits<Word>::nan());
}
template <class Word> CUPY_DEVICE void publish(complex<Word> *at, complex<Word> value) {
    publish(&at->re, value.re);
    publish(&at->im, value.im);
}
// A number is not there any more.
template <class Word> CUPY_DEVICE void take_back(Word *at) {
    platform::store_now(reinterpret_cast<BitsOf<Word> *>(at), ~BitsOf<Word>(0));
}
template <class Word> CUPY_DEVICE void take_back(complex<Word> *at) {
    take_back(&at->re);
    take_back(&at->im);
}

}  // namespace cupy
