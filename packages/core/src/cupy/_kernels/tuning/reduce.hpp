// Numbers of the SIMT reductions.  Core reads them too, to size the grid.
#pragma once

namespace cupy {
namespace tuning {

constexpr int kReduceThreads = 256;
constexpr int kReduceInFlight = 4;          // vectors that a thread loads before it adds them up
// Blocks that a multiprocessor holds at once, fewer of wide columns whose accumulators take many registers; how many times
// as many a launch may have, for all to be busy to its end.
constexpr int kReduceResident = 4, kReduceResidentHeavy = 3, kReduceTurns = 16;

// Columns by vectors: lines of a thread at least, where there are columns enough; how many times the lines after which
// vectors begin at the same places there have to be for threads to take such lines.
constexpr int kReduceLines = 32, kReduceTurned = 32;

constexpr int kReduceJoined = 1 << 18;      // bytes of parts that one block joins, at most

// Outputs of few items: how many a thread has, of how many items at most, fewer where lines are read by vectors, and bytes
// of these where they lie side by side.
constexpr int kReduceSingle = 4, kReduceFew = 32, kReduceFewLines = 8, kReduceFewBytes = 64;

constexpr int kReduceManyColumns = 512;     // so many are read some at a time wherever they begin
constexpr int kReduceNarrowColumns = 32;    // of bytes and 16-bit integers
constexpr int kReduceSmallLines = 1 << 15;  // of bytes and 16-bit integers that a thread adds up in 32 bits

// Tiles: bytes that a block holds in shared memory; longer rows and groups of more columns are read in place.
constexpr int kReduceTileBytes = 16384, kReduceTileRow = 2048, kReduceTileColumns = 32;
constexpr int kReduceTileBlocks = 8;        // of a multiprocessor
constexpr int kReduceBoxRun = 512, kReduceBoxSpans = 16;     // of several axes: bytes of a run; stretches of memory, at most

// Lines read as they lie: bytes that may be left out between items, columns at most; rounds of vectors of a group at least,
// fewer where it has several columns in one stretch of memory, and of a block.
constexpr int kReduceFlatGap = 32, kReduceFlatColumns = 128;
constexpr int kReduceFlatGroup = 16, kReduceFlatFew = 6, kReduceFlatRounds = 8;
// From where on items of four bytes and more are read as well otherwise; rounds of a block of lines half as long; blocks of a
// multiprocessor.
constexpr int kReduceFlatPitch = 512, kReduceFlatLong = 64, kReduceFlatBlocks = 3;

// Two launches: where so many times the bytes of what the first one writes are read, fewer where items are looked for one
// by one, and runs are shorter.
constexpr int kReduceStaged = 16, kReduceStagedRow = 2, kReduceLongRun = 1024;
// Groups of few columns, bytes apart at most, of which so many outputs have a thread each.
constexpr int kReduceNearGroups = 64, kReduceNearOutputs = 4096;

}  // namespace tuning
}  // namespace cupy
