// Products of sparse matrices on the host: each block adds up rows in a dense row, with a tree of bits that says in
// ascending order which columns there are.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

constexpr int kFound = 256, kTaken = 4;     // columns that are written together; bits that are taken from any word
constexpr int kDense = 8;                   // one in so many columns: all are looked at, none is noted

// Columns of a row; a block's words lie in a row of `width` words, all zero between rows.
struct Columns {
    uint64 *words[kBitLevels];
    int64 count[kBitLevels];

    Columns(uint64 *memory, int64 columns) {
        for (int level = 0; level < kBitLevels; ++level) {
            columns = (columns + 63) / 64;
            words[level] = memory;
            count[level] = columns;
            memory += columns;
        }
    }
    void insert(int64 column) {
        words[0][column >> 6] |= uint64(1) << (column & 63);
        words[1][column >> 12] |= uint64(1) << (column >> 6 & 63);
        words[2][column >> 18] |= uint64(1) << (column >> 12 & 63);
    }
    // Empties the tree; f(first column of a word, its bits) in ascending order.
    template <class F> void drain(F f) {
        for (int64 top = 0; top < count[2]; ++top) {
            for (uint64 high = words[2][top]; high; high &= high - 1) {
                const int64 middle = top * 64 + __builtin_ctzll(high);
                for (uint64 low = words[1][middle]; low; low &= low - 1) {
                    const int64 word = middle * 64 + __builtin_ctzll(low);
                    const uint64 bits = words[0][word];
                    words[0][word] = 0;
                    f(word * 64, bits);
                }
                words[1][middle] = 0;
            }
            words[2][top] = 0;
        }
    }
};

// How many columns a row of the product has: where the sums will be, each column has the number behind the last row
// that has it, and zero in the end.
template <class I> void count_row(const MultiplyRows &p, unsigned block, unsigned grid) {
    I *seen = reinterpret_cast<I *>(p.work + block * p.width + p.words);
    const Starts<I> a_starts = starts_of<I>(p.a), b_starts = starts_of<I>(p.b);
    const I *a_columns = index_array<I>(p.a.indices), *b_columns = index_array<I>(p.b.indices);
    each_row<I>(p.a, block, grid, [&](int64 row) {
        const int64 end = a_starts[row + 1];
        const I mine = (I)(row + 1);
        int64 count = 0;
        for (int64 a = a_starts[row]; a < end && count < p.columns; ++a) {
            if (!within(a_columns[a], p.b.rows)) continue;
            const int64 stop = b_starts[a_columns[a] + 1];
            for (int64 b = b_starts[a_columns[a]]; b < stop; ++b) {
                const int64 column = b_columns[b];
                if (!within(column, p.columns)) continue;
                count += seen[column] != mine;
                seen[column] = mine;
            }
        }
        p.lengths[row] = count;
    });
    for (int64 c = 0; c < p.columns; ++c) seen[c] = I(0);
}

// Items and columns by the starts of the product's rows; `zeros`: how many a block wrote.  Its dense row holds zeros
// between rows.
template <class T, class I> void multiply_row(const MultiplyRows &p, unsigned block, unsigned grid) {
    uint64 *memory = p.work + block * p.width;
    Columns tree(memory, p.columns);
    T *sums = reinterpret_cast<T *>(memory + p.words);
    const Starts<I> a_starts = starts_of<I>(p.a), b_starts = starts_of<I>(p.b);
    const I *a_columns = index_array<I>(p.a.indices), *b_columns = index_array<I>(p.b.indices);
    const T *a_items = static_cast<const T *>(p.a.data), *b_items = static_cast<const T *>(p.b.data);
    T *out = static_cast<T *>(p.out);
    I *out_columns = static_cast<I *>(p.out_columns);
    int64 zeros = 0;
    int64 found[kFound + 64];
    const auto each_product = [&](int64 row, auto use) {
        const int64 end = a_starts[row + 1];
        for (int64 a = a_starts[row]; a < end; ++a) {
            if (!within(a_columns[a], p.b.rows)) continue;
            const T value = a_items[a];
            const int64 stop = b_starts[a_columns[a] + 1];
            for (int64 b = b_starts[a_columns[a]]; b < stop; ++b) {
                const int64 column = b_columns[b];
                if (within(column, p.columns)) use(column, multiply(value, b_items[b]));
            }
        }
    };
    each_row<I>(p.a, block, grid, [&](int64 row) {
        int64 at = index_array<I>(p.indptr)[row];
        const int64 behind = index_array<I>(p.indptr)[row + 1];
        if ((behind - at) * kDense > p.columns) {
            each_product(row, [&](int64 column, T product) { sums[column] = add(sums[column], product); });
            // Written for every column, kept where the sum is not zero: there is nothing to predict.
            for (int64 column = 0; column < p.columns && at < behind; ++column) {
                out[at] = sums[column];
                out_columns[at] = (I)column;
                at += sums[column] != zero<T>();
            }
            for (int64 column = 0; column < p.columns; ++column) sums[column] = zero<T>();
            for (; at < behind; ++at, ++zeros) {        // in the place of sums that are zero
                out[at] = zero<T>();
                out_columns[at] = I(0);
            }
            return;
        }
        each_product(row, [&](int64 column, T product) {
            tree.insert(column);
            sums[column] = add(sums[column], product);
        });
        int count = 0;
        const auto write = [&] {
            for (int i = 0; i < count; ++i, ++at) {
                const int64 column = found[i];
                const T sum = sums[column];
                zeros += !(sum != zero<T>());
                out[at] = sum;
                out_columns[at] = (I)column;
                sums[column] = zero<T>();
            }
            count = 0;
        };
        // A choice of how many bits there are would be guessed wrong for every other word: some are always taken.
        tree.drain([&](int64 column, uint64 bits) {
            int64 *to = found + count;
            count += __builtin_popcountll(bits);
            for (int k = 0; k < kTaken; ++k, bits &= bits - 1) *to++ = column + __builtin_ctzll(bits | uint64(1) << 63);
            for (; bits; bits &= bits - 1) *to++ = column + __builtin_ctzll(bits);
            if (count >= kFound) write();
        });
        write();
    });
    p.zeros[block] = zeros;
}

}  // namespace sparse
}  // namespace cupy
