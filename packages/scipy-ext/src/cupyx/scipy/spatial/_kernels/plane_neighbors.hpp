// The neighbours of each point of a triangulation in the plane, in ascending order, found by one thread.
#pragma once

#include "device/map.hpp"

namespace cupy {

struct PlaneNeighbors {
    const int *simplices, *neighbors;   // (triangles, 3)
    int *indptr;                        // (number + 1)
    int *places;                        // (number): where the next neighbour of a point goes
    int *unsorted, *indices;            // (edges), every one in both directions
    long long count;                    // 1
    long long triangles, number, edges;
};

// An edge from a point to another, of triangles that anybody may have written to.
template <class F> CUPY_DEVICE void for_edges(const PlaneNeighbors &p, F found) {
    for (long long i = 0; i < 3 * p.triangles; ++i) {
        const long long corner = i % 3, triangle = i - corner;
        const int a = p.simplices[triangle + (corner + 1) % 3], b = p.simplices[triangle + (corner + 2) % 3];
        if (a < 0 || a >= p.number || b < 0 || b >= p.number) continue;
        found(a, b);
        if (p.neighbors[i] < 0) found(b, a);        // no triangle on the other side has this one
    }
}

// The edges of each point; then, by points in ascending order, each of them in the lists of its neighbours.
CUPY_DEVICE void plane_neighbors(const PlaneNeighbors &p, long long) {
    for (long long k = 0; k <= p.number; ++k) p.indptr[k] = 0;
    for_edges(p, [&](int a, int) { ++p.indptr[a + 1]; });
    for (long long k = 0; k < p.number; ++k) {
        p.places[k] = p.indptr[k];
        p.indptr[k + 1] += p.indptr[k];
    }
    for_edges(p, [&](int a, int b) {
        const int place = p.places[a]++;
        if (place < p.edges) p.unsorted[place] = b;
    });
    for (long long k = 0; k < p.number; ++k) p.places[k] = p.indptr[k];
    for (long long a = 0; a < p.number; ++a)
        for (int k = p.indptr[a]; k < p.indptr[a + 1] && k < p.edges; ++k) {
            const int place = p.places[p.unsorted[k]]++;
            if (place < p.edges) p.indices[place] = (int)a;
        }
}

}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::PlaneNeighbors, cupy::plane_neighbors)
