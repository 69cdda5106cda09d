// What a recurrence along lines is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kRecurrenceThreads = 128;
constexpr int kRecurrenceLanes = 32;    // of a warp

// The array is (outer, length, inner), and a line is one of its outer * inner columns.  The state of a line is `order`
// numbers of the working type.  `powers` holds matrices of order x order: number j moves a state on by run * 2^j
// samples, where a run is what a thread filters serially.  `lanes`, (order, order, 32), holds those that move it on by
// the runs of the lanes before each lane; only lines with more than 32 threads need it.
//
// Lines that are filtered in several tiles at the same time take one launch, phase 4, in which blocks wait for the end
// states of the tiles before theirs, or, where these are very many, three: phase 0 writes the end state of each tile, and
// the states that its runs start from, for a tile that starts from zero; phase 1 turns end states into the states that
// tiles start from; phase 2 filters.  Lines of one tile, or so many lines that each may have a block, need phase 2 alone.
// Phase 3 filters a line in a thread.
struct Recurrence {
    const void *x;
    void *y;
    const void *zi;                        // (lines, order) or null
    void *zf;                              // likewise
    const void *coefficients, *powers, *lanes;
    void *ends;                            // a word, and (lines, tiles, order) end states in words, zeros: of one launch
    void *states;                          // (lines, tiles, order), of three launches
    void *starts;                          // (lines, tiles, order, threads), likewise
    long long outer, length, inner;
    long long tiles = 1;                   // of a line that are filtered at the same time
    int phase;
    int threads_of_line = 1;               // a power of two; lines share a block where this is less than 128
    int carried = 1, level = 0;            // tiles of a thread of phase 1, and the matrix of a tile
};

// What a recurrence reads, from the coefficients as they are given: `b` and `a` have that many numbers of the working
// type, or `b` has rows of six, `sections` of them.  A filter of less than the order of the kernel that reads has zeros
// beyond.  The first of the powers is the matrix of 2^before samples.
struct RecurrenceTables {
    const void *b;
    const void *a;
    void *coefficients, *powers;
    void *lanes;                           // or null
    void *refused;                         // a word set where a[0] is zero, or not one in a section; or null
    int count_b = 0, count_a = 0, sections = 0;
    int before, levels;
};

}  // namespace signal
}  // namespace cupy
