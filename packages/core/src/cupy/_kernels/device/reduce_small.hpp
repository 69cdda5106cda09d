// Bytes and 16-bit integers of 16 bytes side by side, reduced item by item in the words that they lie in.
//
//     struct small {
//         void add(const unsigned (&word)[4]);                // a line of N items, each to its own result
//         static constexpr int kLines;                        // as many lines are added at once
//         R item(int j) const;                                // the result of item j
//         template <int N> static T of(const T (&x)[N]);      // of all of some items, whole words, if there is no chunk
//         static constexpr unsigned kNone;                    // a word of items that change nothing
//         static constexpr bool kJoins; struct Joined;        // whether results of several are joined before they are numbers
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
    static constexpr bool kJoins = false, kPlaces = false;
    struct Joined {};

    CUPY_DEVICE static int cut_item(unsigned word, int j) {
        if constexpr (sizeof(T) == 1) return kSigned ? (int)(signed char)(word >> 8 * j) : (int)platform::byte_of(word, j);
        else return kSigned ? (int)(short)(word >> 16 * j) : (int)(unsigned short)(word >> 16 * j);
    }
};

// The bytes of four words by their place: word j has the four bytes j.
CUPY_DEVICE void turn_bytes(unsigned (&to)[4], unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned low = platform::permuted(a, b, 0x5140), high = platform::permuted(a, b, 0x7362);
    const unsigned low2 = platform::permuted(c, d, 0x5140), high2 = platform::permuted(c, d, 0x7362);
    to[0] = platform::permuted(low, low2, 0x5410);
    to[1] = platform::permuted(low, low2, 0x7632);
    to[2] = platform::permuted(high, high2, 0x5410);
    to[3] = platform::permuted(high, high2, 0x7632);
}
// Of four lines of bytes, `add(place, the four items there)` for all places.
template <class T, class Add> CUPY_DEVICE void each_turned(const unsigned (&word)[4][4], const Add &add) {
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        unsigned four[4];
        turn_bytes(four, word[0][k], word[1][k], word[2][k], word[3][k]);
        CUPY_UNROLL
        for (int j = 0; j < 4; ++j) add(4 * k + j, is_same<T, boolean>::value ? truths(four[j]) : four[j]);
    }
}

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
    static constexpr int kLines = sizeof(T) == 1 ? 4 : 1;
    CUPY_DEVICE void add_lines(const unsigned (&word)[kLines][Base::kWords]) {
        each_turned<T>(word, [&](int at, unsigned four) { sums[at] = platform::add_bytes<Base::kSigned>(four, sums[at]); });
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
template <class T, bool whole_only = true> struct SmallMoments : SmallItems<T> {
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
    static constexpr int kLines = sizeof(T) == 1 ? 4 : 1;
    CUPY_DEVICE void add_lines(const unsigned (&word)[kLines][Base::kWords]) {
        lines += kLines;
        each_turned<T>(word, [&](int at, unsigned four) {
            sums[at] = (unsigned)platform::add_bytes<Base::kSigned>(four, (int)sums[at]);
            squares[at] = (unsigned)platform::dot_bytes<Base::kSigned>(four, four, (int)squares[at]);
        });
    }
    // Of so many lines that all numbers fit into 64 bits.
    static constexpr bool kJoins = true;
    struct Joined {
        unsigned lines = 0;
        int64 sum = 0;
        uint64 squares = 0;

        CUPY_DEVICE bool has_room(const SmallMoments &other) const { return lines + other.lines < 1u << 16; }
        CUPY_DEVICE void add(const SmallMoments &other, int j) {
            lines += other.lines;
            sum += Base::kSigned ? (int64)(int)other.sums[j] : (int64)other.sums[j];
            squares += other.squares[j];
        }
        CUPY_DEVICE Moments<double, double> result() const {
            if (!lines) return {0, 0, 0};
            const uint64 spread = lines * squares - (uint64)(sum * sum);
            // The mean of equal items is one of them.
            return {(double)lines, divided((double)sum, lines), (double)spread * inverse_of_count(lines)};
        }
    };
    CUPY_DEVICE Moments<double, double> item(int j) const {
        Joined one;
        one.add(*this, j);
        return one.result();
    }
    // Of all items there are, where the mean is no matter.
    static constexpr bool kWhole = whole_only;
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

// The first of the greatest (sign 1) or the least (-1), of lines that are counted: an item above what is left of 16 bits
// after its line.
template <int sign, class T> struct SmallPlace : SmallItems<T> {
    using Base = SmallItems<T>;
    static constexpr unsigned kTops = sizeof(T) == 1 ? 0x80808080u : 0x80008000u;
    static constexpr unsigned kShift = (Base::kSigned ? kTops : 0) ^ (sign > 0 ? 0 : ~0u);      // to what is compared
    static constexpr unsigned kNone = kShift;
    static constexpr bool kPlaces = true;
    unsigned line = 0, keys[Base::N] = {};

    CUPY_DEVICE void add(const unsigned (&word)[Base::kWords]) {
        const unsigned rest = 0xffffu - line++;
        CUPY_UNROLL
        for (int k = 0; k < Base::kWords; ++k) {
            const unsigned items = (is_same<T, boolean>::value ? truths(word[k]) : word[k]) ^ kShift;
            CUPY_UNROLL
            for (int j = 0; j < Base::kEach; ++j) {
                // The upper bytes of `rest` are zero.
                const unsigned key = platform::permuted(rest, items, sizeof(T) == 1 ? 0x2410u + 0x100u * j : j ? 0x7610u : 0x5410u);
                unsigned &held = keys[k * Base::kEach + j];
                held = key > held ? key : held;
            }
        }
    }
    CUPY_DEVICE T value(unsigned key) const {
        const unsigned bits = key >> 16 ^ kShift;
        if constexpr (sizeof(T) == 1) return platform::bits_as<T>((unsigned char)bits);
        else return platform::bits_as<T>((unsigned short)bits);
    }
    // Of item j, whose lines are those from `first` on that are `step` apart.
    template <class Acc> CUPY_DEVICE Acc place(int j, int64 first, int64 step) const {
        const unsigned key = keys[j];
        return key ? Acc{value(key), first + (int64)(0xffffu - (key & 0xffffu)) * step} : Acc{T(0), -1};
    }
    // Of all, the lines being one after the other: `step` items from one to the next.
    template <class Acc> CUPY_DEVICE Acc first_of(int64 first, int64 step) const {
        unsigned best = keys[0], at = 0;
        CUPY_UNROLL
        for (int j = 1; j < Base::N; ++j) {
            at = keys[j] > best ? j : at;
            best = keys[j] > best ? keys[j] : best;
        }
        return Acc{value(best), first + (int64)(0xffffu - (best & 0xffffu)) * step + at};
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
// The accumulator of item j of lines from `first` on that are `step` apart.
template <class Acc, class Small>
CUPY_DEVICE Acc result_of(const Small &of, int j, [[maybe_unused]] int64 first, [[maybe_unused]] int64 step) {
    if constexpr (Small::kPlaces) return of.template place<Acc>(j, first, step);
    else return as_accumulator<Acc>(of.item(j));
}

}  // namespace simt
}  // namespace cupy
