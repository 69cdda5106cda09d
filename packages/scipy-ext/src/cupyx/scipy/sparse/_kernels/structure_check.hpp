// Whether the structure of a compressed matrix can be used: nothing else looks at where its numbers lead.
#pragma once

#include "device/map.hpp"
#include "structure_check_params.hpp"

namespace cupy {
namespace sparse {

template <class I> CUPY_DEVICE void check(const StructureCheck &p, long long i) {
    const I *indices = static_cast<const I *>(p.indices), *indptr = static_cast<const I *>(p.indptr);
    long long *found = static_cast<long long *>(p.found);
    if (i < p.rows && indptr[i + 1] < indptr[i]) found[kDescends] = 1;
    if (i < p.items && (indices[i] < 0 || (long long)indices[i] >= p.columns)) found[kOutside] = 1;
    if (i == 0) {
        found[kStart] = indptr[0];
        found[kEnd] = indptr[p.rows];
    }
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, I) CUPY_MAP_KERNEL(name, cupy::sparse::StructureCheck, cupy::sparse::check<I>)
