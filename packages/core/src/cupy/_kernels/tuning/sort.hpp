// Numbers of the SIMT sorts by radix.  Core reads them too, to size the grid.
#pragma once

namespace cupy {

constexpr int kRadixThreads = 384;
constexpr int kRadixAhead = 200;        // a block fetches the tile so many behind its own: fewer than run at once
constexpr int kCountThreads = 256;
constexpr int kCountItems = 16;

// Items of a thread, by bytes of a key and of a position: registers of a thread and shared memory of a block bound them.
constexpr int radix_items(int key, bool pairs, int word) {
    return key == 8 || word == 8 ? (pairs ? 12 : 14) : (pairs ? 20 : 23);
}

// Of the host: items of the longest rows that are sorted side by side, and the bytes of a line of theirs.
constexpr long long kNetworkLength = 512;
constexpr int kNetworkLine = 64;

}  // namespace cupy
