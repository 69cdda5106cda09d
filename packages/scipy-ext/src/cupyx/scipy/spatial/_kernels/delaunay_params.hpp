// What triangulations in the plane are made from; points are numbered by their places, no two are equal.
#pragma once

#include "exact.hpp"

namespace cupy {
namespace spatial {

constexpr int kDepth = 48;          // nodes that wait to be looked at
constexpr int kRound = 1024;        // leaves
constexpr int kOwned = 6;           // triangles with a place of their own for each point; others go into a list
constexpr int kUneven = 32;         // the bit of a mark that is set for points of more than kWhole bits

// Magnitudes of coordinates, a part of them an item: numbers `apart * part`, and `step` more each.
struct Extent {
    const double *points;           // (coordinates)
    double *found;                  // (count, 2): the largest, and the least but 0, negated
    long long count, coordinates, each, apart, step;
};

// Points in their order.
struct Placed {
    const double *points;           // (count, 2)
    const long long *order;         // (count): their numbers
    double *placed;                 // (count, 2): in order, scaled
    long long *marks;               // (count): 1 where a point is not equal to the one before, and kUneven
    long long count;
    double scale;
};

// Stars of points, found in a tree of boxes. A triangle belongs to its least point.
struct Stars {
    const double *points;           // (count, 2), in the order of the tree
    const double *boxes;            // (2 leaves, 2, 2)
    const long long *order;         // (count): ranks, no two alike
    int *owned;                     // (count): how many triangles of a point have places
    int *places;                    // (count, kOwned, 2): the other corners, counterclockwise
    int *more;                      // (2 count, 3): triangles that have none
    unsigned *written;              // {how many; whether a star was given up; rounds of kRound leaves that were taken}
    long long count, leaves;
    long long patience, budget;     // leaves that a star may take, rounds of all that take more than one
    int whole;                      // whether coordinates are multiples of 2^-kWhole
};

// Triangles of all points, one after the other.
struct Gathered {
    const int *owned, *places;
    const long long *ends;          // (count): sums of `owned`
    const long long *order;         // (count): numbers of places
    int *corners;                   // (size, 3)
    long long count, size;
};

// A triangulation by halves: edges 2 k and 2 k + 1 are one, in both directions.
struct Halves {
    const double *points;           // (size, 2), sorted
    int *origins;                   // (6 size): of directed edges; -1 for those that are none
    int *nexts, *previous;          // (6 size): around the origin, counterclockwise and back
    int *ends;                      // (size, 5): by the first point of a half what is known of it
    long long count, size, leaves;  // `count` parts of `leaves` in all
    int start, whole;               // `start`: whether leaves are made; else they are there
};

// Faces of a triangulation by halves. An item is a directed edge.
struct Faces {
    const double *points;
    const int *origins, *previous;
    int *stands;                    // (count): 1 for edges that stand for triangles
    const long long *numbers;       // (count): sums of `stands`; null to find them
    const int *ranks;               // (size): numbers of points
    int *corners, *neighbors;       // (triangles, 3)
    long long count, size, triangles;
    int whole;
};

// Both triangles of every edge.
struct Sides {
    const unsigned long long *keys; // (count): lesser point << 32 | greater, by 3 * triangle + opposite corner
    const long long *order;         // (count): what sorts the keys
    int *neighbors;                 // (count)
    long long count;
};

}  // namespace spatial
}  // namespace cupy
