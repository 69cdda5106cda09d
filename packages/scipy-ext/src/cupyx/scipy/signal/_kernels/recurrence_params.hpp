// What a recurrence along lines is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kRecurrenceThreads = 128;
constexpr int kRecurrenceWords = 82;       // doubles for coefficients: 8 sections of 5 complex numbers, and two more

// The array is (outer, length, inner), and a line is one of its outer * inner columns.  The state of a line is `order`
// numbers of the working type.  `powers` holds matrices of order x order: number j moves a state on by run * 2^j
// samples, where a run is what a thread filters serially.
//
// Phase 0 writes the end state of each tile from a zero state; phase 1 turns these into the states that tiles start
// from; phase 2 filters.  Lines of one tile, or so many lines that each may have a block, need phase 2 alone.  Phase 3
// filters a line in a thread.  Phase 4 is 2 after 0: each block finds the state that its tile starts from by itself.
struct Recurrence {
    const void *x;
    void *y;
    const void *zi;                        // (lines, order) or null
    void *zf;                              // likewise
    const void *powers;
    void *states;                          // (lines, tiles, order), for phases 0 and 1
    long long outer, length, inner;
    long long tiles = 1;                   // of a line that are filtered at the same time
    int phase;
    int threads_of_line = 1;               // a power of two; lines share a block where this is less than 128
    int carried = 1, level = 0;            // tiles of a thread of phase 1, and the matrix of a tile
    alignas(16) double coefficients[kRecurrenceWords];
};

}  // namespace signal
}  // namespace cupy
