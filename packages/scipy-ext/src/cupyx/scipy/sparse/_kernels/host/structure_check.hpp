// Whether the structure of a compressed matrix can be used, on the host: two loops that vectorise.
#pragma once

#include "device/map.hpp"
#include "structure_check_params.hpp"

namespace cupy {
namespace sparse {

template <int size> struct Unsigned { using type = unsigned; };
template <> struct Unsigned<8> { using type = unsigned long long; };

template <class I> void check(const StructureCheck &p, unsigned block, unsigned grid) {
    using U = typename Unsigned<sizeof(I)>::type;
    const I *indices = static_cast<const I *>(p.indices), *indptr = static_cast<const I *>(p.indptr);
    long long *found = static_cast<long long *>(p.found);
    const auto first_of = [=](long long count, unsigned block) { return count / grid * block + count % grid * block / grid; };
    // Negative numbers are as large ones, beyond all that are positive.
    const U most = U(~U(0) / 2), bound = p.columns > (long long)most ? U(most + 1) : U(p.columns);
    U outside = 0, descends = 0;
    for (long long i = first_of(p.items, block), end = first_of(p.items, block + 1); i < end; ++i)
        outside |= U(indices[i]) >= bound;
    for (long long i = first_of(p.rows, block), end = first_of(p.rows, block + 1); i < end; ++i)
        descends |= indptr[i + 1] < indptr[i];
    if (outside) found[kOutside] = 1;
    if (descends) found[kDescends] = 1;
    if (block == 0) {
        found[kStart] = indptr[0];
        found[kEnd] = indptr[p.rows];
    }
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, I) CUPY_RANGE_KERNEL(name, cupy::sparse::StructureCheck, cupy::sparse::check<I>)
