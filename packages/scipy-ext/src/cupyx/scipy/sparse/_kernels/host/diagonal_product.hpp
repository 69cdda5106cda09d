// Diagonals, or their transpose, times a dense array, on the host: diagonal by diagonal, in loops that vectorise.
#pragma once

#include "device/map.hpp"
#include "device/sparse.hpp"
#include "diagonal_product_params.hpp"

namespace cupy {
namespace sparse {

// Places [first, last) of the result, each a row of `vectors` items.
template <class T, class I> void multiply_places(const DiagonalProduct &p, long long first, long long last) {
    const long long vectors = p.vectors;
    const T *x = static_cast<const T *>(p.x);
    T *CUPY_RESTRICT out = static_cast<T *>(p.out);
    for (long long i = first * vectors; i < last * vectors; ++i) out[i] = zero<T>();
    for (long long k = 0; k < p.diagonals; ++k) {
        const long long offset = index_array<I>(p.offsets)[k];
        if (offset <= -p.rows || offset >= p.columns) continue;
        // Columns [low, high) of the matrix have an item of this diagonal that is stored.
        const long long shift = p.transposed ? 0 : offset, reach = p.columns < p.width ? p.columns : p.width;
        long long low = offset > 0 ? offset : 0, high = p.rows + offset < reach ? p.rows + offset : reach;
        if (low < first + shift) low = first + shift;
        if (high > last + shift) high = last + shift;
        const T *CUPY_RESTRICT diagonal = static_cast<const T *>(p.data) + k * p.width;
        const T *CUPY_RESTRICT from = x - (p.transposed ? offset : 0) * vectors;
        T *CUPY_RESTRICT to = out - shift * vectors;
        if (vectors == 1)
            for (long long j = low; j < high; ++j) to[j] = add(to[j], multiply(diagonal[j], from[j]));
        else
            for (long long j = low; j < high; ++j)
                for (long long v = j * vectors; v < (j + 1) * vectors; ++v)
                    to[v] = add(to[v], multiply(diagonal[j], from[v]));
    }
}

// A block's share of the places, as many at once as stay near.
template <class T, class I> void multiply_diagonals(const DiagonalProduct &p, unsigned block, unsigned grid) {
    constexpr long long kItems = 4096;
    const long long places = p.count / p.vectors, last = places * (block + 1) / grid;
    const long long step = kItems / p.vectors > 1 ? kItems / p.vectors : 1;
    for (long long first = places * block / grid; first < last; first += step)
        multiply_places<T, I>(p, first, first + step < last ? first + step : last);
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) \
    CUPY_RANGE_KERNEL(name, cupy::sparse::DiagonalProduct, cupy::sparse::multiply_diagonals<T, I>)
