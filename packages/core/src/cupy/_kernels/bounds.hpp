// Indices that arrays hold: always brought into range, so that no value reaches memory of others.
#pragma once

#include "kernel.hpp"

namespace cupy {

struct StrayIndex {              // as in index_report.pxd
    int64 index;
    int64 length;                // 0: none was met
};

// An index outside [-length, length) counts modulo the length and is reported; `report` may be null.
CUPY_DEVICE int64 wrapped_index(int64 index, int64 length, StrayIndex *report) {
    if (report) {
        volatile StrayIndex *to = report;
        to->index = index;
        to->length = length;
    }
    const int64 rest = index % length;
    return rest < 0 ? rest + length : rest;
}

// Position of an item on an axis that is not empty; negative indices count from the end.
CUPY_DEVICE int64 index_in(int64 index, int64 length, StrayIndex *report) {
    const int64 at = index < 0 ? index + length : index;
    return (uint64)at < (uint64)length ? at : wrapped_index(index, length, report);
}

}  // namespace cupy
