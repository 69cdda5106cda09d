// Rows at indices moved as a whole, on the host: a block writes some of the bytes, or rows of some of the places.
#pragma once

#include "bounds.hpp"
#include "device/copy_short.hpp"
#include "rows_params.hpp"

namespace cupy {
namespace rows {

constexpr long long kWide = 4096;               // bytes of a row that are worth a block

// Rows that come from indices, one behind the other.
template <class I> void fill(const MoveRows &p, unsigned block, unsigned grid) {
    const long long row = p.row, count = p.count.divisor, total = p.units * row, stop = total * (block + 1) / grid;
    long long at = total * block / grid, first = at % row, k = at / row % count;
    const char *from = p.from + at / row / count * p.length * row;
    for (long long n; at < stop; at += n, first = 0) {
        n = row - first < stop - at ? row - first : stop - at;
        const int64 place = index_in(static_cast<const I *>(p.index)[k], p.length, static_cast<StrayIndex *>(p.report));
        host::copy_bytes(p.to + at, from + place * row + first, n);
        if (++k < count) continue;
        k = 0;
        from += p.length * row;
    }
}

// Rows that go to indices: what comes to a place comes from one block, and in its order.
template <class I> void put(const MoveRows &p, unsigned block, unsigned grid) {
    const bool wide = p.row >= kWide * grid;
    const auto edge = [&](long long size, unsigned k) { return k == grid ? size : size * k / grid / 64 * 64; };
    const long long left = wide ? edge(p.row, block) : 0, width = (wide ? edge(p.row, block + 1) : p.row) - left;
    const long long low = wide ? 0 : p.length * block / grid, high = wide ? p.length : p.length * (block + 1) / grid;
    const long long count = p.count.divisor;
    for (long long outer = 0; outer * count < p.units; ++outer) {
        const char *from = p.from + outer * count * p.row + left;
        char *to = p.to + outer * p.length * p.row + left;
        for (long long k = 0; k < count; ++k) {
            const int64 place = index_in(static_cast<const I *>(p.index)[k], p.length, static_cast<StrayIndex *>(p.report));
            if (low <= place && place < high) host::copy_bytes(to + place * p.row, from + k * p.row, width);
        }
    }
}

}  // namespace rows
}  // namespace cupy

#define CUPY_MOVED_ROWS(name, function)                                                       \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::MoveRows)};               \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                     \
        cupy::rows::function(*static_cast<const cupy::MoveRows *>(params[0]), block, grid);   \
    }
#define CUPY_ROWS(name, I) CUPY_MOVED_ROWS(name, put<I>)
#define CUPY_FILL_ROWS(name, I) CUPY_MOVED_ROWS(name, fill<I>)
