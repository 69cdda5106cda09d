// What trees of boxes are made from, and asked for; the launches pack the same fields.
#pragma once

namespace cupy {
namespace spatial {

constexpr int kLeaf = 8;            // items of a leaf at most
constexpr int kHeld = 16;           // neighbours that a thread holds in registers
constexpr int kDepth = 48;          // nodes that wait to be looked at

// A complete binary tree over points, halved again and again across the widest side.  Nodes count from 1, those below
// node i are 2 i and 2 i + 1; the last `leaves` nodes share the points evenly.  A node's box is (2, dimensions): lower
// and upper corner.
struct BoxTree {
    const double *points;           // (items, dimensions)
    double *boxes = nullptr;        // (2 leaves, 2, dimensions)
    const double *start = nullptr;  // (2, dimensions): the box of everything
    unsigned long long *codes = nullptr;    // (items): places along Morton's curve
    long long *order = nullptr;     // (items): which item is at each place
    long long count, items, leaves = 0, level = 0;
    int dimensions, one = 0;
};

// Neighbours of points; `kind` is 1 for the sum of differences, 2 of their squares, 0 for the largest, 3 for any power.
struct Neighbours {
    const double *points;           // (items, dimensions), in the order of the tree
    const double *boxes;
    const long long *order;
    const double *queries;          // (count, dimensions)
    const long long *sequence;      // (count): the order in which they are asked, near ones together
    const double *period;           // (dimensions): lengths after which space repeats, 0 where it does not; or null
    const double *radii = nullptr;          // (count), or (1) with `same_radius`; null if all have `radius`
    const double *weights = nullptr;        // of items, in their own order
    double *distances = nullptr;            // (count, neighbours), or of keys
    long long *found = nullptr;             // the same shape: items; or keys
    const long long *offsets = nullptr;     // (count): where the keys of each begin
    long long *counts = nullptr;            // (count): how many each has
    double *sums = nullptr;                 // (count): weights of items within the radius
    long long count, items, leaves, neighbours = 0;
    double power, bound = 0, radius = 0;
    int dimensions, kind, same_radius = 0;
    unsigned long long *written = nullptr;  // of keys in any order: how many there are, of which the first
    long long room = 0;                     // `room` are kept
};

}  // namespace spatial
}  // namespace cupy
