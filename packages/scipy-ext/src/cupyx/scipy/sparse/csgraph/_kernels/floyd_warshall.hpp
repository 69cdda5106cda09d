// All shortest ways of a dense graph by tiles (Venkataraman, Sahni and Mukhopadhyaya, J. Exp. Algorithmics 8, 2003):
// first the tile on the diagonal, then its row and column, then all others.
#pragma once

#include "kernel.hpp"
#include "floyd_warshall_params.hpp"

namespace cupy {
namespace graph {

// The tile that a block takes; false if it belongs to another part.
CUPY_DEVICE bool tile_of(const FloydWarshall &p, long long block, long long &row, long long &column) {
    if (p.part == kMiddle) {
        row = column = p.through;
        return block == 0;
    }
    if (p.part == kCross) {
        row = block < p.tiles ? p.through : block - p.tiles;
        column = block < p.tiles ? block : p.through;
        return (row == p.through) != (column == p.through);
    }
    row = block / p.tiles;
    column = block - row * p.tiles;
    return row != p.through && column != p.through;
}

constexpr int kAcross = 8;         // threads are 32 x 8: each has 4 items

struct Shared {
    double own[kTile][kTile + 1], left[kTile][kTile + 1], above[kTile][kTile + 1];
    int before[kTile][kTile + 1];  // predecessors of the tile above
};

CUPY_DEVICE void run(const FloydWarshall &p, Shared &shared) {
    long long tile_row, tile_column;
    if (!tile_of(p, platform::block_index(), tile_row, tile_column)) return;
    const int x = platform::thread_index() & (kTile - 1), y = platform::thread_index() / kTile;
    const long long n = p.tiles * kTile;
    double *distances = static_cast<double *>(p.distances);
    int *predecessors = static_cast<int *>(p.predecessors);
    const auto at = [&](long long row, long long column, int r) {
        return (row * kTile + r) * n + column * kTile + x;
    };
    int mine[kTile / kAcross];
    for (int k = 0; k < kTile / kAcross; ++k) {
        const int r = y + k * kAcross;
        shared.own[r][x] = distances[at(tile_row, tile_column, r)];
        shared.left[r][x] = distances[at(tile_row, p.through, r)];
        shared.above[r][x] = distances[at(p.through, tile_column, r)];
        mine[k] = predecessors ? predecessors[at(tile_row, tile_column, r)] : 0;
        shared.before[r][x] = predecessors ? predecessors[at(p.through, tile_column, r)] : 0;
    }
    platform::barrier();
    // a tile on the row or column of the middle changes what it reads
    const bool same_row = tile_row == p.through, same_column = tile_column == p.through;
    for (int through = 0; through < kTile; ++through) {
        double found[kTile / kAcross];
        int from[kTile / kAcross];
        for (int k = 0; k < kTile / kAcross; ++k) {
            const int r = y + k * kAcross;
            found[k] = shared.left[r][through] + shared.above[through][x];
            from[k] = shared.before[through][x];
        }
        platform::barrier();
        for (int k = 0; k < kTile / kAcross; ++k) {
            const int r = y + k * kAcross;
            if (found[k] < shared.own[r][x]) {
                shared.own[r][x] = found[k];
                mine[k] = from[k];
                if (same_row) shared.above[r][x] = found[k], shared.before[r][x] = from[k];
                if (same_column) shared.left[r][x] = found[k];
            }
        }
        platform::barrier();
    }
    for (int k = 0; k < kTile / kAcross; ++k) {
        const int r = y + k * kAcross;
        distances[at(tile_row, tile_column, r)] = shared.own[r][x];
        if (predecessors) predecessors[at(tile_row, tile_column, r)] = mine[k];
    }
}

}  // namespace graph
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                      \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(256) name(CUPY_GRID_CONSTANT const graph::FloydWarshall p) {     \
        CUPY_SHARED graph::Shared shared;                                                           \
        graph::run(p, shared);                                                                      \
    }
