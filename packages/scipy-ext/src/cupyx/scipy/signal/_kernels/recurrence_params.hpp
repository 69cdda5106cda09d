// What a recurrence along lines is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kRecurrenceThreads = 128;
constexpr int kRecurrenceWords = 82;       // doubles for coefficients: 8 sections of 5 complex numbers, and two more

// The array is (outer, length, inner), and a line is one of its outer * inner columns.  The state of a line is `order`
// numbers of the working type.  `powers` holds matrices of order x order: number j moves a state on by run * 2^j
// samples, where a run is what a thread filters serially.  `lanes`, (order, order, 32), holds those that move it on by
// the runs of the lanes before each lane; only lines with more than 32 threads need it.
//
// Lines that are filtered in several tiles at the same time take two or three launches.  Phase 0 writes the end state
// of each tile, and the states that its runs start from, for a tile that starts from zero.  Phase 1 turns end states
// into the states that tiles start from, and phase 2 filters; or phase 4 does both, each block finding the state that
// its tile starts from.  Lines of one tile, or so many lines that each may have a block, need phase 2 alone.  Phase 3
// filters a line in a thread.
struct Recurrence {
    const void *x;
    void *y;
    const void *zi;                        // (lines, order) or null
    void *zf;                              // likewise
    const void *powers, *lanes;
    void *states;                          // (lines, tiles, order), of several tiles
    void *starts;                          // (lines, tiles, order, threads), likewise
    long long outer, length, inner;
    long long tiles = 1;                   // of a line that are filtered at the same time
    int phase;
    int threads_of_line = 1;               // a power of two; lines share a block where this is less than 128
    int carried = 1, level = 0;            // tiles of a thread of phase 1, and the matrix of a tile
    alignas(16) double coefficients[kRecurrenceWords];
};

}  // namespace signal
}  // namespace cupy
