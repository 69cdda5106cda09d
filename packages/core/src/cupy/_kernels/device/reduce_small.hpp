// Bytes and 16-bit integers of 16 bytes side by side, reduced item by item in the words that they lie in.
//
//     struct small {
//         void add(const unsigned (&word)[4]);                // a line of N items, each to its own result
//         static constexpr int kLines;                        // as many lines are added at once
//         R item(int j) const;                                // the result of item j
//         template <int N> static T of(const T (&x)[N]);      // of all of some items, whole words, if there is no chunk
//         static constexpr unsigned kNone;                    // a word of items that change nothing
//     };
#pragma once

#include "device/reduce_types.hpp"

namespace cupy {
namespace simt {

template <class T> struct SmallItems {
    static constexpr int N = 16 / sizeof(T), kWords = 4, kEach = N / kWords;      // items of a word
    static constexpr int kBits = 8 * sizeof(T);
    static constexpr bool kSigned = is_signed<T>::value;
    static constexpr unsigned kNone = 0;
    static constexpr int kLines = 1;
    static constexpr bool kWhole = false;       // whether all items there are have a result of their own

    CUPY_DEVICE static int cut_item(unsigned word, int j) {
        if constexpr (sizeof(T) == 1) return kSigned ? (int)(signed char)(word >> 8 * j) : (int)platform::byte_of(word, j);
        else return kSigned ? (int)(short)(word >> 16 * j) : (int)(unsigned short)(word >> 16 * j);
    }
};

// In 32 bits: of kReduceSmallLines lines at most.
template <class T> struct SmallSum : SmallItems<T> {
    using Base = SmallItems<T>;
    int sums[Base::N] = {};

    CUPY_DEVICE void add(const unsigned (&word)[Base::kWords]) {
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) {
            const unsigned items = is_same<T, boolean>::value ? truths(word[k]) : word[k];
            CUPY_UNROLL
            for (int j = 0; j < Base::kEach; ++j) {
                int &sum = sums[k * Base::kEach + j];
                if constexpr (sizeof(T) == 1) sum = platform::add_byte<Base::kSigned>(items, j, sum);
                else sum = platform::add_half<Base::kSigned>(items, j, sum);
            }
        }
    }
    // Bytes of two lines as pairs of 16 bits: dot products take longer.
    static constexpr int kLines = sizeof(T) == 1 ? 2 : 1;
    CUPY_DEVICE void add_lines(const unsigned (&word)[kLines][Base::kWords]) {
        constexpr int beyond = Base::kSigned ? 128 * kLines : 0;
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) {
            unsigned even = 0, odd = 0;
            CUPY_UNROLL
            for (int l = 0; l < kLines; ++l) {
                const unsigned items = is_same<T, boolean>::value ? truths(word[l][k])
                                       : Base::kSigned ? word[l][k] ^ 0x80808080u : word[l][k];
                even += items & 0x00ff00ffu;
                odd += items >> 8 & 0x00ff00ffu;
            }
            int *const sum = sums + k * Base::kEach;
            sum[0] += (int)(even & 0xffffu) - beyond;
            sum[1] += (int)(odd & 0xffffu) - beyond;
            sum[2] += (int)(even >> 16) - beyond;
            sum[3] += (int)(odd >> 16) - beyond;
        }
    }
    CUPY_DEVICE int item(int j) const { return sums[j]; }
};

// The greatest (sign 1) or the least (-1): bytes as pairs of 16 bits.
template <int sign, class T> struct SmallTop : SmallItems<T> {
    using Base = SmallItems<T>;
    static constexpr int kPairs = sizeof(T) == 1 ? 2 * Base::kWords : Base::kWords;
    static constexpr bool kSigned = sizeof(T) == 2 && Base::kSigned;     // bytes are shifted instead
    static constexpr unsigned kShift = sizeof(T) == 1 && Base::kSigned ? 0x80808080u : 0;
    static constexpr unsigned kFirst = kSigned ? (sign > 0 ? 0x80008000u : 0x7fff7fffu) : sign > 0 ? 0 : ~0u;
    static constexpr unsigned kNone = kFirst ^ kShift;
    unsigned pairs[kPairs];

    CUPY_DEVICE SmallTop() {
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k) pairs[k] = kFirst;
    }
    CUPY_DEVICE static unsigned top(unsigned a, unsigned b) {
        return sign > 0 ? platform::max_pairs<kSigned>(a, b) : platform::min_pairs<kSigned>(a, b);
    }
    template <int words> CUPY_DEVICE static void add_words(unsigned *pairs, const unsigned (&word)[words]) {
        CUPY_UNROLL
        for (int k = 0; k < words; ++k) {
            if constexpr (sizeof(T) == 1) {
                const unsigned bytes = word[k] ^ kShift;
                pairs[2 * k] = top(pairs[2 * k], bytes & 0x00ff00ffu);
                pairs[2 * k + 1] = top(pairs[2 * k + 1], bytes >> 8 & 0x00ff00ffu);
            } else {
                pairs[k] = top(pairs[k], word[k]);
            }
        }
    }
    CUPY_DEVICE static T cut(unsigned pair, int half) {
        const unsigned bits = pair >> 16 * half;
        if constexpr (sizeof(T) == 1) return platform::bits_as<T>((unsigned char)(bits ^ (kShift & 0xff)));
        else return platform::bits_as<T>((unsigned short)bits);
    }
    CUPY_DEVICE void add(const unsigned (&word)[Base::kWords]) { add_words(pairs, word); }
    CUPY_DEVICE T item(int j) const {
        if constexpr (sizeof(T) == 1) return cut(pairs[j / 4 * 2 + j % 2], j / 2 % 2);
        else return cut(pairs[j / 2], j % 2);
    }
    template <int N> CUPY_DEVICE static T of(const T (&x)[N]) {
        constexpr int words = N * sizeof(T) / 4;
        unsigned word[words], all[2] = {kFirst, kFirst};
        memcpy(word, x, sizeof word);
        CUPY_UNROLL
        for (int k = 0; k < words; ++k) {
            const unsigned one[1] = {word[k]};
            add_words(all, one);
        }
        const unsigned pair = sizeof(T) == 1 ? top(all[0], all[1]) : all[0];
        const T a = cut(pair, 0), b = cut(pair, 1);
        return (sign > 0 ? a < b : b < a) ? b : a;
    }
};

// Modulo 2**64; those of a word fit into 32 bits.
template <class T> struct SmallProduct : SmallItems<T> {
    using Base = SmallItems<T>;
    static constexpr unsigned kNone = sizeof(T) == 1 ? 0x01010101u : 0x00010001u;
    uint64 products[Base::N];

    CUPY_DEVICE SmallProduct() {
        CUPY_UNROLL
        for (int j = 0; j < Base::N; ++j) products[j] = 1;
    }
    CUPY_DEVICE static unsigned items_of(unsigned word) { return is_same<T, boolean>::value ? truths(word) : word; }
    CUPY_DEVICE static uint64 widen(unsigned product) {
        return Base::kSigned ? (uint64)(int64)(int)product : (uint64)product;
    }
    CUPY_DEVICE void add(const unsigned (&word)[Base::kWords]) {
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) {
            const unsigned items = items_of(word[k]);
            CUPY_UNROLL
            for (int j = 0; j < Base::kEach; ++j)
                products[k * Base::kEach + j] *= widen((unsigned)Base::cut_item(items, j));
        }
    }
    // Those of as many lines fit into 32 bits, too.
    static constexpr int kLines = 4 / sizeof(T);
    CUPY_DEVICE void add_lines(const unsigned (&word)[kLines][Base::kWords]) {
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k)
            CUPY_UNROLL
            for (int j = 0; j < Base::kEach; ++j) {
                unsigned product = 1;
                CUPY_UNROLL
                for (int l = 0; l < kLines; ++l) product *= (unsigned)Base::cut_item(items_of(word[l][k]), j);
                products[k * Base::kEach + j] *= widen(product);
            }
    }
    CUPY_DEVICE int64 item(int j) const { return (int64)products[j]; }
    template <int N> CUPY_DEVICE static int64 of(const T (&x)[N]) {
        constexpr int words = N * sizeof(T) / 4;
        unsigned word[words];
        uint64 some[2] = {1, 1};
        memcpy(word, x, sizeof word);
        CUPY_UNROLL
        for (int k = 0; k < words; ++k) {
            const unsigned items = items_of(word[k]);
            unsigned product = 1;
            CUPY_UNROLL
            for (int j = 0; j < Base::kEach; ++j) product *= (unsigned)Base::cut_item(items, j);
            some[k % 2] *= widen(product);
        }
        return (int64)(some[0] * some[1]);
    }
};

// Sums of items and of squares: exact, and so is what they say of the spread before it is divided.
template <class T> struct SmallMoments : SmallItems<T> {
    using Base = SmallItems<T>;
    using Squares = typename conditional<sizeof(T) == 1, unsigned, uint64>::type;
    unsigned lines = 0;
    unsigned sums[Base::N] = {};
    Squares squares[Base::N] = {};

    CUPY_DEVICE void add(const unsigned (&word)[Base::kWords]) {
        ++lines;
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) {
            const unsigned items = is_same<T, boolean>::value ? truths(word[k]) : word[k];
            CUPY_UNROLL
            for (int j = 0; j < Base::kEach; ++j) {
                unsigned &sum = sums[k * Base::kEach + j];
                Squares &square = squares[k * Base::kEach + j];
                const int item = Base::cut_item(items, j);
                sum += (unsigned)item;
                if constexpr (sizeof(T) == 1) square += (unsigned)(item * item);
                else if constexpr (Base::kSigned) square += (uint64)((int64)item * item);
                else square += (uint64)(unsigned)item * (unsigned)item;
            }
        }
    }
    CUPY_DEVICE Moments<double, double> item(int j) const {
        if (!lines) return {0, 0, 0};
        const int64 sum = Base::kSigned ? (int64)(int)sums[j] : (int64)sums[j];
        const double inverse = inverse_of_count(lines);
        return {(double)lines, (double)sum * inverse, whole(j, inverse).squares};
    }
    // Of all items there are, where the mean is no matter.
    static constexpr bool kWhole = true;
    CUPY_DEVICE Moments<double, double> whole(int j, double inverse) const {
        constexpr unsigned few = 256;           // lines of which everything fits into 32 bits
        if (sizeof(T) == 1 && lines <= few)
            return {(double)lines, 0, (double)(lines * (unsigned)squares[j] - sums[j] * sums[j]) * inverse};
        const int64 sum = Base::kSigned ? (int64)(int)sums[j] : (int64)sums[j];
        return {(double)lines, 0, (double)(lines * (uint64)squares[j] - (uint64)(sum * sum)) * inverse};
    }
};

// Whether any, or every, item is not zero.
template <bool every, class T> struct SmallTruth : SmallItems<T> {
    using Base = SmallItems<T>;
    static constexpr unsigned kNone = every ? ~0u : 0;
    static constexpr unsigned kTops = sizeof(T) == 1 ? 0x80808080u : 0x80008000u;
    unsigned words[Base::kWords];

    CUPY_DEVICE SmallTruth() {
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) words[k] = every ? kTops : 0;
    }
    CUPY_DEVICE void add(const unsigned (&word)[Base::kWords]) {
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) {
            // The top bit of an item that is not zero.
            if constexpr (every) words[k] &= ((word[k] & ~kTops) + ~kTops) | word[k];
            else words[k] |= word[k];
        }
    }
    CUPY_DEVICE bool item(int j) const {
        const unsigned mask = (every ? kTops : ~0u) & ((1u << Base::kBits) - 1) << j % Base::kEach * Base::kBits;
        return words[j / Base::kEach] & mask;
    }
};

// Some lines, of which as many are added at once as can be.
template <class Small, int U> CUPY_DEVICE void add_lines(Small &to, const unsigned (&word)[U][Small::kWords]) {
    constexpr int L = Small::kLines;
    if constexpr (L > 1 && U % L == 0) {
        CUPY_UNROLL
        for (int u = 0; u < U; u += L) {
            unsigned some[L][Small::kWords];
            memcpy(some, word[u], sizeof some);
            to.add_lines(some);
        }
    } else {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) to.add(word[u]);
    }
}

// The result of item j of all there are.
template <class Small> CUPY_DEVICE auto whole_item(const Small &all, int j, [[maybe_unused]] double inverse) {
    if constexpr (Small::kWhole) return all.whole(j, inverse);
    else return all.item(j);
}

// What has been reduced so is an accumulator, or a number that one is made from.
template <class Acc, class T> CUPY_DEVICE Acc as_accumulator(const T &x) {
    if constexpr (is_same<Acc, T>::value) return x;
    else return cast<Acc>(x);
}

}  // namespace simt
}  // namespace cupy
