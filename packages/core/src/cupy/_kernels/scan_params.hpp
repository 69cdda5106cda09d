// The parameter block of a scan: what core fills and kernels read.
//
// The array is C-contiguous, of shape (outer, length, inner), and runs along the middle axis, which
// may be cut into pieces, at multiples of `span` or where `bounds` says.  Plain C++17, no includes.
#pragma once

namespace cupy {

constexpr int kScanThreads = 256;
constexpr int kScanNear = 32;         // threads that exchange registers, on every target
constexpr int kScanInFlight = 4;     // vectors that a thread of a row loads before it combines them

enum ScanPhase {
    kScanTotals = 0,                  // the total of each piece but the last, to `totals`
    kScanResults = 1,                 // running results; totals of earlier pieces are there
    kScanReduce = 2,                  // the total of every piece, finished, to `output`
};

struct Scan {
    const void *input;
    void *output;
    void *totals;                     // accumulators: (outer, pieces, inner)
    const long long *bounds;          // first and stop of each piece, or null
    long long outer, length, inner;
    long long pieces, span;           // how many, and how long
    int phase;
    int vectors;                      // 1: rows and pieces begin at multiples of 16 bytes
};

}  // namespace cupy
