// The parameter blocks of sorts: what core fills and kernels read.  Plain C++17.
#pragma once

#include "tuning/sort.hpp"

namespace cupy {

// Of the bits of an item, those to flip depend on the highest; the rest is for floating numbers alone.
struct KeyOrder {
    unsigned long long sign;                  // the highest bit
    unsigned long long mask;                  // all bits of an item
    unsigned long long flip, flip_negative;   // bits to flip in items without and with the highest bit
    unsigned long long infinity;              // the magnitude beyond which an item is NaN; `mask` if none is
    unsigned long long minus_zero;            // the bits of -0; 0 if there is none
    int is_floating;
    int size;                                 // bytes of an item
};

// Rows of `length` items, one behind the other; either the sorted items or their positions are written.
struct SortRows {
    const void *input;
    void *items;
    long long *positions;
    void *scratch;                            // host: of each block, `scratch_bytes`
    long long rows, length, scratch_bytes;
    KeyOrder order;
    int levels;                               // a row is padded to 2**levels items
    int stable;                               // of the host: -0 and +0 do not change places
};

// Of GPUs.
struct RadixSort {
    const void *items;
    void *keys[2];                            // buffers that take turns; the last pass writes items into the first (no pairs)
    void *places[2];                          // Word: positions of the keys
    long long *positions;                     // of pairs: what the last pass writes
    void *starts;                             // Word: rows of passes of 256 counts, then of where each digit begins
    void *states;                             // Word: tiles of 256, zero before the pass
    unsigned *tickets;                        // of each pass, then of each row of the count; zero before
    unsigned *moves;                          // of each row: the passes that move something, a bit each
    const unsigned long long *pivots;         // of a partition: `targets` keys for each row, ascending
    long long length, tiles, rows;
    KeyOrder order;
    int pass, passes, targets;
    int both;                                 // of pairs: the last pass writes items too (-0 as +0)
};

// Of the host.
struct HostRadixSort {
    const void *keys;                         // unsigned keys, or items when `first`
    void *keys_out;                           // items when `last`; null: only positions are wanted
    const unsigned *positions;                // null: 0, 1, 2, …
    void *positions_out;                      // uint32, or int64 when `last`
    long long *counts;                        // of each block, 256
    long long length;
    KeyOrder order;
    int pass, first, last, unused;
};

}  // namespace cupy
