// What one third of a round of the blocked Floyd-Warshall method is given.
#pragma once

namespace cupy {
namespace graph {

constexpr int kTile = 32;
constexpr int kMiddle = 0, kCross = 1, kRest = 2;

struct FloydWarshall {
    void *distances;               // a square of whole tiles
    void *predecessors;            // or null
    long long tiles;               // along an axis
    long long through;             // number of the tile that ways lead through
    int part;
};

}  // namespace graph
}  // namespace cupy
