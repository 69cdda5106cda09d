// What a distribution draws from: numbers of the basic distributions, made of a generator's words.
#pragma once

#include "random/exact.hpp"
#include "random_params.hpp"

namespace cupy {
namespace random {

using exact::real;

// The stream that a draw begins with.
CUPY_DEVICE uint64 first_stream(const RandomFill &p) { return p.position + (p.replayed ? *p.replayed : 0); }

// 24 or 53 random bits in [0, 1); in (0, 1] with the full word; a standard exponential.
CUPY_DEVICE float unit(uint32 w) { return (float)(w >> 8) * 5.9604644775390625e-8f; }
CUPY_DEVICE double unit(uint64 w) { return (double)(w >> 11) * 1.1102230246251565e-16; }
CUPY_DEVICE float positive(uint32 w) { return fma((float)w, 2.3283064365386963e-10f, 1.1641532182693481e-10f); }
CUPY_DEVICE double positive(uint64 w) { return fma((double)w, 5.421010862427522e-20, 2.710505431213761e-20); }

// Two independent standard normal numbers (Box and Muller).
template <class W, class T> CUPY_DEVICE void normal_pair(W w, W v, T &x, T &y) {
    const T radius = platform::root(exact::log_normal<-2>(positive(w)));
    exact::direction(v, x, y);
    x = platform::product(x, radius);
    y = platform::product(y, radius);
}

template <class T> struct word_of { using type = uint32; };
template <> struct word_of<double> { using type = uint64; };

// Basic distributions: the first numbers of two neighbouring items are made of two words, without a loop.
struct words {
    template <class T> using word = uint32;
    template <class T> static CUPY_DEVICE void pair(const uint32 (&w)[2], uint32 (&out)[2]) {
        out[0] = w[0];
        out[1] = w[1];
    }
};
struct uniform {
    template <class T> using word = typename word_of<T>::type;
    template <class T> static CUPY_DEVICE void pair(const word<T> (&w)[2], T (&out)[2]) {
        out[0] = unit(w[0]);
        out[1] = unit(w[1]);
    }
};
struct exponential {
    template <class T> using word = typename word_of<T>::type;
    template <class T> static CUPY_DEVICE void pair(const word<T> (&w)[2], T (&out)[2]) {
        out[0] = exact::log_normal<-1>(positive(w[0]));
        out[1] = exact::log_normal<-1>(positive(w[1]));
    }
};
struct normal {
    template <class T> using word = typename word_of<T>::type;
    template <class T> static CUPY_DEVICE void pair(const word<T> (&w)[2], T (&out)[2]) {
        normal_pair(w[0], w[1], out[0], out[1]);
    }
};

// What draws of a binomial number need of its parameters alone: kept, because the next item often has the same.
// Below 10 expected successes `top` is the largest result, `ratio` the chance of a failure, `weight` that of no success.
struct Trials {
    real n = limits<double>::nan(), p, a, b, vr, alpha, top, ratio, weight;
};

// Numbers of one stream.  `Engine::item(k)` goes to the words that belong to item k of a group alone, if
// the generator reaches them at once; then it does not matter how many the items before took.
template <class Engine> struct Source : Engine {
    using Engine::Engine;

    double spare;                   // the other normal number of a pair
    bool has_spare = false;
    Trials trials;

    // What a group of items begins with.
    CUPY_DEVICE void four(const RandomFill &p, uint32 (&out)[4]) { this->begin(p, 0, out); }
    CUPY_DEVICE void four(const RandomFill &p, uint64 (&out)[4]) {
        CUPY_UNROLL
        for (int half = 0; half < 2; ++half) {
            uint32 w[4];
            this->begin(p, half, w);
            out[2 * half] = w[0] | (uint64)w[1] << 32;
            out[2 * half + 1] = w[2] | (uint64)w[3] << 32;
        }
    }

    CUPY_DEVICE void item(unsigned k) {
        Engine::item(k);
        if (Engine::kCounter) has_spare = false;
    }

    CUPY_DEVICE uint64 next64() {
        const uint64 low = this->next();
        return low | (uint64)this->next() << 32;
    }
    CUPY_DEVICE real next_uniform() { return unit(next64()); }
    CUPY_DEVICE real next_positive() { return positive(next64()); }
    CUPY_DEVICE real next_normal() {
        has_spare = !has_spare;
        if (!has_spare) return spare;
        double x;
        const uint64 w = next64();
        normal_pair(w, next64(), x, spare);
        return x;
    }

    // An integer in [0, last], each equally likely (Lemire); `word` is a word to begin with.
    CUPY_DEVICE uint32 below(uint32 word, uint32 last) {
        const uint32 count = last + 1;
        if (count == 0) return word;
        const uint64 product = (uint64)word * count;
        if ((uint32)product >= count) return (uint32)(product >> 32);
        if constexpr (Engine::kCounter) return settle_alone(*this, product, count);
        else return settle(product, count);
    }
    CUPY_DEVICE uint32 settle(uint64 product, uint32 count) {
        const uint32 least = (0u - count) % count;
        while ((uint32)product < least) product = (uint64)this->next() * count;
        return (uint32)(product >> 32);
    }
    // Called, on a copy of the generator: the usual way past it stays short and in registers.
    static CUPY_CALLED uint32 settle_alone(Engine engine, uint64 product, uint32 count) {
        const uint32 least = (0u - count) % count;
        while ((uint32)product < least) product = (uint64)engine.next() * count;
        return (uint32)(product >> 32);
    }
    CUPY_DEVICE uint64 below(uint64 word, uint64 last) {
        const uint64 count = last + 1;
        if (count == 0) return word;
        if (word * count < count) {
            const uint64 least = (0ull - count) % count;
            while (word * count < least) word = next64();
        }
        return exact::multiply_high(word, count);
    }
};

}  // namespace random
}  // namespace cupy
