// Numbers of the SIMT kernels that go over their items once.  Core reads them too, to size the grid.
#pragma once

#ifndef CUPY_DEVICE
#define CUPY_DEVICE inline   // read by core
#endif

namespace cupy {

// Items that are moved: threads of a block; vectors that a thread holds; items of a vector, by their bytes.
constexpr int kCopiesThreads = 256, kCopiesVectors = 4;
constexpr int kGradientThreads = 256, kGradientVectors = 2;
constexpr int kInterleaveThreads = 256;
constexpr int kInterleaveBytes = 16384;     // of all planes in a block
constexpr int kInterleaveMost = 16;         // planes
constexpr int kInterleaveWords = kInterleaveBytes / 4 + 640;    // with gaps, and what vectors over the end take
constexpr int kJoinThreads = 256;
constexpr int kPadThreads = 256;
constexpr int kPadTable = 1024, kPadRows = 688;     // items of rows that are tabled, and groups of a block, at most
constexpr int kPadLeast = 64;               // items of a row that are enough where more would be half a table
constexpr int kPadGroup = 256, kPadGroups = 32;     // items of some rows, in a group, and groups of an axis at the least
constexpr int kPadTurns = 4;
constexpr int kRepeatThreads = 256, kRepeatVectors = 4;
constexpr int kRowsThreads = 256, kRowsVectors = 4;
constexpr int kRowsLeast = 128;             // bytes of a row that is assigned by its vectors wherever it begins
constexpr int kBandsThreads = 256, kBandsIndices = 8, kBandsInFlight = 4;     // indices, and items of rows, at once
constexpr int kBandsTile = kBandsThreads * kBandsIndices;
constexpr int kBandsMost = 32;
constexpr int kBandsBlocks = 6;             // of a multiprocessor, all there at once
constexpr int kTriangleThreads = 256, kTriangleVectors = 4;

// Vectors of a thread that takes rows, by their items' bytes: each item of a vector, or where it comes from, takes registers.
CUPY_DEVICE constexpr int rows_vectors(int width) { return width < 8 ? 2 : 4; }

CUPY_DEVICE constexpr int repeat_vector(int width) { return width >= 16 ? 1 : 16 / width; }

CUPY_DEVICE constexpr int pad_vector(int width) { return width >= 16 ? 1 : 16 / width; }
CUPY_DEVICE constexpr int pad_vectors(int width) { return width < 4 ? 2 : 4; }

// Words that a block copies; words and vectors that a thread has on their way where sources are short.
CUPY_DEVICE constexpr int join_words(int width) { return width >= 16 ? 4 : 8; }
constexpr int kJoinVectors = 2;     // that hold a tile of small words wherever it begins
CUPY_DEVICE constexpr int join_tile(int width) {
    return width < 4 ? (kJoinThreads * kJoinVectors - 1) * (16 / width) : kJoinThreads * join_words(width);
}
CUPY_DEVICE constexpr int join_vector(int width) { return width >= 16 ? 1 : 16 / width; }
CUPY_DEVICE constexpr int join_vectors(int width) { return width < 4 ? 2 : 4; }

// Items that are combined or counted.
constexpr int kBinaryReduceThreads = 256;
constexpr int kBinaryReduceInFlight = 4;    // vectors of each array that a thread loads before it combines them
constexpr int kBinaryReduceBlocks = 8;      // of a multiprocessor, at most
constexpr int kCorrelateThreads = 256;
constexpr int kCorrelateEach = 8;           // outputs of a thread where all of the shorter vector takes part
constexpr int kCorrelateTile = kCorrelateThreads * kCorrelateEach;
constexpr int kExtentThreads = 512, kExtentItems = 8;           // loads of a thread in flight
constexpr int kHistogramThreads = 512, kHistogramItems = 8;     // the same
constexpr int kScatterThreads = 1024, kScatterVectors = 2, kScatterItems = 4;     // the same, of vectors; items of one

constexpr int kFillThreads = 256;           // of random numbers
constexpr int kMapThreads = 256;            // of functions that are called once for each item

}  // namespace cupy
