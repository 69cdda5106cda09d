// What trees of boxes are made from, and asked for; the launches pack the same fields.
#pragma once

namespace cupy {
namespace spatial {

constexpr int kLeaf = 8;            // items of a leaf at most
constexpr int kHeld = 16;           // neighbours that a thread holds in registers
constexpr int kDepth = 48;          // nodes that wait to be looked at

// A complete binary tree over items, halved again and again across the widest side.  Nodes count from 1, those below
// node i are 2 i and 2 i + 1; the last `leaves` nodes share the items evenly.  A node's box is (2, dimensions): lower and
// upper corner.  Items are boxes too; points have one corner for both.
struct BoxTree {
    const double *lower;            // (items, dimensions)
    const double *upper;
    double *boxes;                  // (2 leaves, 2, dimensions)
    const double *start;            // (2, dimensions): the box of everything
    unsigned long long *codes;      // (items): places along Morton's curve
    const long long *order;         // (items): which item is at each place
    long long count, items, leaves, level;
    int dimensions;
};

// Neighbours of points; `kind` is 1 for the sum of differences, 2 of their squares, 0 for the largest, 3 for any power.
struct Neighbours {
    const double *points;           // (items, dimensions), in the order of the tree
    const double *boxes;
    const long long *order;
    const double *queries;          // (count, dimensions)
    const long long *sequence;      // (count): the order in which they are asked, near ones together
    const double *period;           // (dimensions): lengths after which space repeats, 0 where it does not; or null
    const double *radii;            // (count or 1); of one, `same_radius`
    const double *weights;          // of items, in their own order; or null
    double *distances;              // (count, neighbours), or of pairs one after the other
    long long *found;               // the same shape: items
    long long *rows;                // of pairs: which query
    const long long *offsets;       // (count): where each query's pairs begin
    long long *counts;              // (count)
    double *sums;                   // (count): weights of items within the radius
    long long count, items, leaves, neighbours, missing;
    double power, bound;
    int dimensions, kind, same_radius;
    unsigned long long *written = nullptr;        // of pairs in any order: how many there are, of which the first
    long long room = 0;                           // `room` are kept
};

}  // namespace spatial
}  // namespace cupy
