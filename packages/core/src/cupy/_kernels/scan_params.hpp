// The parameter block of a scan: what core fills and kernels read.
//
// The result is C-contiguous, of shape (outer, length, inner), and runs along the middle axis, which
// may be cut into chunks, at multiples of `span` or where `bounds` says.  SIMT targets read the array
// by its strides, the host reads a contiguous one.  Plain C++17.
#pragma once

#include "tuning/scan.hpp"

namespace cupy {

// 8-byte words that a chain uses: one counts tickets, then come tiles and groups of them.
CUPY_DEVICE constexpr long long chain_words(long long outer, long long tiles, int accumulator) {
    return 1 + outer * (tiles + (tiles + kScanNear - 1) / kScanNear) * ((accumulator + 3) / 4);
}

// The same of columns: one counts tickets, then come chunks of columns; of strips, and where chunks are added up ahead, also
// groups of those, and what is before the groups' ends.
CUPY_DEVICE constexpr long long column_words(long long columns, long long chunks, int accumulator) {
    return 1 + columns * chunks * ((accumulator + 3) / 4);
}
CUPY_DEVICE constexpr long long strip_words(long long columns, long long chunks, int accumulator) {
    return column_words(columns, chunks + 2 * ((chunks + kScanGroup - 1) / kScanGroup), accumulator);
}

enum ScanPhase {
    kScanTotals = 0,                  // the total of each chunk but the last, to `totals`
    kScanResults = 1,                 // running results; totals of earlier chunks are there
    kScanReduce = 2,                  // the total of every chunk, finished, to `output`
};

// Axes that lie together before or behind the scanned one, where no single stride leads through them.
constexpr int kScanAxes = 4;
struct ScanAxes {
    long long size[kScanAxes], stride[kScanAxes];       // the innermost first; in items
    int count;
};

struct Scan {
    const void *input;
    void *output;
    void *totals;                     // lanes: accumulators (outer, chunks, inner); others: zeros, see the words above
    const long long *bounds;          // first and stop of each chunk, or null
    long long outer, length, inner;
    long long strides[3];             // of the array, in items; the first and the last where there is one
    // How many, and how long; tile: blocks of the groups that lie evenly, whole groups of a block; columns: items of a thread,
    // or its columns.
    long long chunks, span;
    int phase;
    double extra[2];                  // numbers of the operation, and the same as integers
    long long whole[2];
    int vectors;                      // 1: rows and chunks begin where vectors do
    int linear;                       // 1: the array is C-contiguous
    ScanAxes outer_axes, inner_axes;  // of the array
    // columns, tile: threads of a block that share one; 0: a thread has several.  rows: how many the near threads take.
    int parts;
    int ahead;                        // columns: a block adds up the tile so many behind its own; 0: those wait
};

}  // namespace cupy
