// All shortest ways of a dense graph by tiles, on the host: the tiles of a part are shared among blocks.
#pragma once

#include "device/map.hpp"
#include "floyd_warshall_params.hpp"

namespace cupy {
namespace graph {

inline void ways_through(const FloydWarshall &p, long long tile_row, long long tile_column) {
    const long long n = p.tiles * kTile;
    double *distances = static_cast<double *>(p.distances);
    int *predecessors = static_cast<int *>(p.predecessors);
    for (long long through = p.through * kTile; through < (p.through + 1) * kTile; ++through)
        for (long long r = tile_row * kTile; r < (tile_row + 1) * kTile; ++r) {
            const double left = distances[r * n + through];
            const double *above = distances + through * n;
            double *own = distances + r * n;
            for (long long c = tile_column * kTile; c < (tile_column + 1) * kTile; ++c)
                if (left + above[c] < own[c]) {
                    own[c] = left + above[c];
                    if (predecessors) predecessors[r * n + c] = predecessors[through * n + c];
                }
        }
}

inline void run(const FloydWarshall &p, unsigned block, unsigned grid) {
    const long long tiles = p.part == kMiddle ? 1 : p.part == kCross ? 2 * p.tiles : p.tiles * p.tiles;
    for (long long tile = block; tile < tiles; tile += grid) {
        long long row = p.through, column = p.through;
        if (p.part == kCross) {
            (tile < p.tiles ? column : row) = tile < p.tiles ? tile : tile - p.tiles;
            if (row == column) continue;
        } else if (p.part == kRest) {
            row = tile / p.tiles;
            column = tile % p.tiles;
            if (row == p.through || column == p.through) continue;
        }
        ways_through(p, row, column);
    }
}

}  // namespace graph
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, graph::FloydWarshall, graph::run)
