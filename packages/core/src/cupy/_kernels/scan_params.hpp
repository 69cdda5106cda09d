// The parameter block of a scan: what core fills and kernels read.
//
// The result is C-contiguous, of shape (outer, length, inner), and runs along the middle axis, which
// may be cut into pieces, at multiples of `span` or where `bounds` says.  SIMT targets read the array
// by its strides, the host reads a contiguous one.  Plain C++17, no includes.
#pragma once

#ifndef CUPY_DEVICE
#define CUPY_DEVICE inline   // read by core
#endif

namespace cupy {

constexpr int kScanThreads = 256;
constexpr int kScanNear = 32;         // threads that exchange registers, on every target
constexpr int kScanInFlight = 4;      // vectors that a thread of a row loads before it combines them
constexpr int kScanChainInFlight = 8; // vectors that a thread of a tile holds

constexpr int kScanAhead = 256;       // a block fetches the tile so many behind its own: about half of those that run

constexpr int kScanTileBytes = 16384; // of a block's accumulators in shared memory

// Accumulators of a block that scans in shared memory.
CUPY_DEVICE constexpr int scan_block(int accumulator) { return kScanTileBytes / accumulator; }

// Items that a thread reads and writes at once, by the larger item; items of a chain's tile.
CUPY_DEVICE constexpr int scan_vector(int itemsize) { return itemsize >= 16 ? 1 : 16 / itemsize; }
CUPY_DEVICE constexpr int scan_tile(int itemsize) { return kScanThreads * kScanChainInFlight * scan_vector(itemsize); }

// 8-byte words that a chain uses: one counts tickets, then come tiles and groups of them.
CUPY_DEVICE constexpr long long chain_words(long long outer, long long tiles, int accumulator) {
    return 1 + outer * (tiles + (tiles + kScanNear - 1) / kScanNear) * ((accumulator + 3) / 4);
}

enum ScanPhase {
    kScanTotals = 0,                  // the total of each piece but the last, to `totals`
    kScanResults = 1,                 // running results; totals of earlier pieces are there
    kScanReduce = 2,                  // the total of every piece, finished, to `output`
};

struct Scan {
    const void *input;
    void *output;
    void *totals;                     // lanes: accumulators (outer, pieces, inner); chain: zeros, see chain_words
    const long long *bounds;          // first and stop of each piece, or null
    long long outer, length, inner;
    long long strides[3];             // of the array, in items
    long long pieces, span;           // how many, and how long
    int phase;
    double extra[2];                  // numbers of the operation, and the same as integers
    long long whole[2];
    int vectors;                      // 1: rows and pieces begin at multiples of 16 bytes
    int linear;                       // 1: the array is C-contiguous
};

}  // namespace cupy
