// What a SIMT elementwise kernel holds of its operands in registers, and wide memory accesses.
#pragma once

#include "device/operands.hpp"

namespace cupy {
namespace simt {

// V elements of operand I.
template <int I, int V, class T> struct Part {
    static constexpr int number = I;
    T data[V];
};

template <int V, class Indices, class Types> struct Registers;
template <int V, int... I, class... T>
struct Registers<V, indices<I...>, types<T...>> : Part<I, V, T>... {
    // The operation on element j of every operand.
    template <class Op> CUPY_DEVICE void apply(const Op &op, int64 i, int j) {
        op(i, static_cast<Part<I, V, T> &>(*this).data[j]...);
    }
    // f(part of operand I, I) for every operand.
    template <class F> CUPY_DEVICE void each(F f) { (f(static_cast<Part<I, V, T> &>(*this)), ...); }
};

// An output where it lies in memory.
template <class T> struct InPlace {
    T *at;
    CUPY_DEVICE operator T &() const { return *at; }
};
template <int I, class T> struct Part<I, 1, InPlace<T>> {
    static constexpr int number = I;
    InPlace<T> data[1];
};

// Inputs as they lie in memory, where a bool may have any byte; the operation takes bools.
template <bool Input, bool Refers, class T> struct held { using type = T; };
template <bool Refers> struct held<true, Refers, bool> { using type = boolean; };
template <class T> struct held<false, true, T> { using type = InPlace<T>; };
template <class Op, class Indices, class Types> struct HeldBy;
template <class Op, int... I, class... T> struct HeldBy<Op, indices<I...>, types<T...>> {
    using type = types<typename held<(I < Op::nin), Op::refers, T>::type...>;
};
template <class Op, int V>
using RegistersOf = Registers<V, counting_t<Op::n>,
                              typename HeldBy<Op, counting_t<Op::n>, typename Op::operands>::type>;

template <int Bytes> struct alignas(Bytes) Chunk { unsigned char bytes[Bytes]; };
template <> struct alignas(16) Chunk<16> { unsigned words[4]; };
template <> struct alignas(8) Chunk<8> { unsigned words[2]; };
template <> struct alignas(4) Chunk<4> { unsigned words[1]; };
template <> struct alignas(2) Chunk<2> { unsigned short halves[1]; };

// V elements in accesses of 16 bytes, or of all of them where they are fewer.
template <int V, class T> CUPY_DEVICE void load_vector(T (&to)[V], const T *from) {
    constexpr int bytes = V * sizeof(T) < 16 ? V * sizeof(T) : 16, count = V * sizeof(T) / bytes;
    CUPY_UNROLL
    for (int c = 0; c < count; ++c) {
        const Chunk<bytes> chunk = reinterpret_cast<const Chunk<bytes> *>(from)[c];
        memcpy(reinterpret_cast<char *>(to) + c * bytes, &chunk, bytes);
    }
}
// V small elements that begin anywhere, from the words that they lie in.
template <int V, class T> CUPY_DEVICE void load_words(T (&to)[V], const T *from) {
    constexpr int count = V * sizeof(T) / 4;
    static_assert(V * sizeof(T) % 4 == 0, "whole words");
    const unsigned shift = (unsigned)(reinterpret_cast<uint64>(from) & 3) * 8;
    const Chunk<4> *at = reinterpret_cast<const Chunk<4> *>(reinterpret_cast<uint64>(from) & ~(uint64)3);
    unsigned held[count + 1], words[count];
    CUPY_UNROLL
    for (int c = 0; c < count; ++c) held[c] = at[c].words[0];
    held[count] = shift ? at[count].words[0] : 0;
    CUPY_UNROLL
    for (int c = 0; c < count; ++c) words[c] = (unsigned)(((uint64)held[c + 1] << 32 | held[c]) >> shift);
    memcpy(to, words, sizeof words);
}
template <int V, class T> CUPY_DEVICE void store_vector(T *to, const T (&from)[V]) {
    constexpr int bytes = V * sizeof(T) < 16 ? V * sizeof(T) : 16, count = V * sizeof(T) / bytes;
    CUPY_UNROLL
    for (int c = 0; c < count; ++c) {
        Chunk<bytes> chunk;
        memcpy(&chunk, reinterpret_cast<const char *>(from) + c * bytes, bytes);
        reinterpret_cast<Chunk<bytes> *>(to)[c] = chunk;
    }
}

// Item j of a vector into its place in words that are zero there.
template <class T, int N> CUPY_DEVICE void put_item(unsigned (&words)[N], int j, const T &item) {
    if constexpr (sizeof(T) < 4) {
        unsigned bits = 0;
        memcpy(&bits, &item, sizeof(T));
        words[j * sizeof(T) / 4] |= bits << j * sizeof(T) % 4 * 8;
    } else {
        memcpy(words + j * sizeof(T) / 4, &item, sizeof(T));
    }
}

// The first `count` items of 16 bytes, or all, to where a vector may be stored.
template <class T> CUPY_DEVICE void store_first(T *to, const Chunk<16> &vector, int64 count) {
    constexpr int V = 16 / sizeof(T);
    if (count >= V) {
        *reinterpret_cast<Chunk<16> *>(to) = vector;
        return;
    }
    CUPY_UNROLL
    for (int j = 0; j < V; ++j)
        if (j < count) memcpy(to + j, reinterpret_cast<const char *>(&vector) + j * sizeof(T), sizeof(T));
}

// Vectors from `first` on, and before `stop`, to shared memory: a thread takes every `Threads`th, some at once.  They
// are there after copies_arrived() and a barrier.
template <int Threads>
CUPY_DEVICE void bring_vectors(Chunk<16> *to, const Chunk<16> *from, unsigned first, unsigned stop) {
    constexpr int U = 4;
    CUPY_NO_UNROLL
    for (unsigned v = first; platform::kCopiesAhead && v < stop; v += Threads) platform::copy_ahead(to + v, from + v);
    CUPY_NO_UNROLL
    for (unsigned v = first; !platform::kCopiesAhead && v < stop; v += U * Threads) {
        Chunk<16> part[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (v + u * Threads < stop) part[u] = from[v + u * Threads];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (v + u * Threads < stop) to[v + u * Threads] = part[u];
    }
}

CUPY_DEVICE void divide(unsigned n, const Divider &by, unsigned &quotient, unsigned &rest) {
    quotient = (platform::multiply_high(n, by.multiplier) + n) >> by.shift;
    rest = n - quotient * by.divisor;
}

template <class T> CUPY_DEVICE T *pointer_of(const Slot &slot) { return slot.as<T *>(); }

template <class T> CUPY_DEVICE T *shifted(const Slot &slot, int64 bytes) {
    return reinterpret_cast<T *>(slot.as<char *>() + bytes);
}
template <class T> CUPY_DEVICE const T *shifted(const T *from, int64 bytes) {
    return reinterpret_cast<const T *>(reinterpret_cast<const char *>(from) + bytes);
}

}  // namespace simt
}  // namespace cupy
