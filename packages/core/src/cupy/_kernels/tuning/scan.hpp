// Numbers of the SIMT scans.  Core reads them too, to size the grid.
#pragma once

#ifndef CUPY_DEVICE
#define CUPY_DEVICE inline   // read by core
#endif

namespace cupy {

constexpr int kScanThreads = 256;
constexpr int kScanNear = 32;         // threads that exchange registers, on every target
constexpr int kScanInFlight = 4;      // vectors that a thread of a row loads before it combines them
constexpr int kScanResident = 6;      // blocks of a multiprocessor at once that scan tiles in shared memory

constexpr int kScanAhead = 256;       // a block fetches the tile so many behind its own: about a third of those that run

constexpr int kScanLookers = 4;       // threads that share a column cut into chunks, at least
constexpr int kScanStrip = kScanThreads / kScanLookers;       // columns of a strip, at most

constexpr int kScanGroup = 16;        // chunks of a column whose sum is made known as one; groups that are looked at

constexpr int kScanConstantAtOnce = 2, kScanConstant = 8;     // vectors of what repeats: asked for at once, and of a thread

constexpr int kScanTileBytes = 16384; // of a block's accumulators in shared memory

// Items of a column that a thread keeps in shared memory, at most; how many threads share one that they can keep.
CUPY_DEVICE constexpr int scan_deep(int itemsize) { return itemsize <= 4 ? 32 : itemsize <= 8 ? 16 : 8; }
CUPY_DEVICE constexpr unsigned scan_parts(long long length, long long deep) {
    unsigned parts = 1;
    while (parts < kScanThreads / kScanNear && parts * deep < length) parts *= 2;
    return parts;
}

// Items of a column that a thread of a strip holds: one less than shared memory has banks for them, or a part of those,
// so that the threads of a warp never meet in a bank.
CUPY_DEVICE constexpr int scan_strip(int accumulator) { return accumulator <= 4 ? 31 : 128 / accumulator - 1; }

// Accumulators of a block that scans in shared memory.
CUPY_DEVICE constexpr int scan_block(int accumulator) { return kScanTileBytes / accumulator; }

// The same of a block that scans whole groups, where there are many, and how many of their columns are a thread's each.
CUPY_DEVICE constexpr int scan_tile_items(int accumulator) {
    return accumulator > 4 ? 2 * scan_block(accumulator) : scan_block(accumulator);
}
constexpr int kScanWholeColumns = 160;

// Items that a thread reads and writes at once, by the larger item.
CUPY_DEVICE constexpr int scan_vector(int itemsize) { return itemsize >= 16 ? 1 : 16 / itemsize; }

// Neighbours of a long row that a thread adds up, by the larger item: an odd number, so that the threads of a warp do not
// meet in a bank.  Items of a block, a tile.
CUPY_DEVICE constexpr int scan_each(int itemsize) { return itemsize <= 4 ? 31 : 128 / itemsize - 1; }
CUPY_DEVICE constexpr int scan_tile(int itemsize) { return kScanThreads * scan_each(itemsize); }

}  // namespace cupy
