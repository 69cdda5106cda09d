// Narrow banded systems with one right-hand side each, by a tree: what is left of neighbouring runs of rows, after their
// inner unknowns are eliminated with partial pivoting, is merged, some at a time, down to one system of a few unknowns.
//
// A run of m rows has m - 2 half columns that no other row touches; the others, `half` at each end, are the unknowns of
// interfaces: the last of a run and the first of the next one.
#pragma once

#include "device/map.hpp"
#include "pivot.hpp"

namespace cupy {
namespace linalg {

// Each matrix is cut into `groups` runs of rows; or that many groups of `parts` nodes of the level below are merged.  A
// node is as many equations as there are unknowns in an interface, 2 half: (left interface, right interface, right-hand
// side).  Arrays have their last axis over all parts, or groups, of all matrices, in this order: of the nodes of a
// group, part by part, the first of all groups lie beside each other, then the second, and so on.
struct BandNodes {
    const void *bands;          // (batch, lower + upper + 1, n)
    void *x;                    // (batch, n): right-hand sides, and then solutions
    void *factors;              // (steps, 4 half + 1, batch * groups) of runs; (2 half, 6 half + 1, batch * parts)
    const void *nodes;          // (2 half, 4 half + 1, batch * parts): those that are merged
    void *merged;               // (2 half, 4 half + 1, batch * groups)
    void *inside;               // (4 half, batch * parts): unknowns of both interfaces of parts
    void *outside;              // (4 half, batch * groups)
    int *status;                // not zero afterwards if a pivot is zero
    long long count;            // batch * groups
    long long n, parts, groups;
    int lower, upper;
};

constexpr int kHalf = 2;        // half: diagonals on a side
constexpr int kMerged = 16;     // nodes that a thread merges

template <class T> CUPY_DEVICE T band_item(const BandNodes &p, long long matrix, long long i, long long j) {
    if (j < 0 || j >= p.n || i - j > p.lower || j - i > p.upper) return T(0);
    return static_cast<const T *>(p.bands)[(matrix * (p.lower + p.upper + 1) + p.upper + i - j) * p.n + j];
}

// Runs: rows [begin, end) of a matrix. Their numbers follow from their places, level by level.
struct Run {
    long long matrix, begin, end;
    CUPY_DEVICE Run(const BandNodes &p, long long index) {
        matrix = index / p.groups;
        long long place = index - matrix * p.groups, number = 0, count = p.groups, scale = 1;
        while (count > 1) {
            const long long above = count > kMerged ? count / kMerged : 1, part = place / above;
            number += scale * part;
            scale *= count / above;
            place -= part * above;
            count = above;
        }
        begin = p.n * number / p.groups;
        end = p.n * (number + 1) / p.groups;
    }
};

template <class T> CUPY_DEVICE void reduce_run(const BandNodes &p, long long index) {
    constexpr int half = kHalf, width = 2 * half, fields = 2 * width + 1;
    const Run run(p, index);
    T *x = static_cast<T *>(p.x) + run.matrix * p.n;
    // Row 0 is the pivot's; columns: those before the inner ones, then from the next inner one on, then the right side.
    T m[width + 1][fields + 1];
    CUPY_UNROLL
    for (int r = 0; r < width; ++r) {
        CUPY_UNROLL
        for (int k = 0; k < fields; ++k)
            m[r + 1][k] = band_item<T>(p, run.matrix, run.begin + r, run.begin + k - half);
        m[r + 1][fields] = x[run.begin + r];
    }
    T *factors = static_cast<T *>(p.factors) + index;
    bool failed = false;
    const long long steps = run.end - run.begin - width;
    for (long long step = 0; step < steps; ++step) {
        const long long row = run.begin + width + step;
        CUPY_UNROLL
        for (int k = 0; k < fields; ++k)
            m[0][k] = k < width ? T(0) : band_item<T>(p, run.matrix, row, run.begin + half + step + k - width);
        m[0][fields] = x[row];
        choose_pivot(m, 0, width);
        CUPY_UNROLL
        for (int k = 0; k < fields; ++k) factors[(step * fields + k) * p.count] = m[0][k];
        x[run.begin + half + step] = m[0][fields];
        failed = failed || m[0][width] == T(0);
        const T inverse = T(1) / m[0][width];
        CUPY_UNROLL
        for (int r = 1; r <= width; ++r) {
            const T factor = m[r][width] * inverse;
            CUPY_UNROLL
            for (int k = 0; k < width; ++k) m[r][k] -= factor * m[0][k];
            CUPY_UNROLL
            for (int k = width + 1; k < fields; ++k) m[r][k - 1] = m[r][k] - factor * m[0][k];
            m[r][fields - 1] = T(0);
            m[r][fields] -= factor * m[0][fields];
        }
    }
    if (failed) *p.status = 1;
    T *merged = static_cast<T *>(p.merged) + index;
    CUPY_UNROLL
    for (int r = 0; r < width; ++r) {
        CUPY_UNROLL
        for (int k = 0; k < 2 * width; ++k) merged[(r * fields + k) * p.count] = m[r + 1][k];
        merged[(r * fields + 2 * width) * p.count] = m[r + 1][fields];
    }
}

template <class T> CUPY_DEVICE void expand_run(const BandNodes &p, long long index) {
    constexpr int half = kHalf, width = 2 * half, fields = 2 * width + 1;
    const Run run(p, index);
    T *x = static_cast<T *>(p.x) + run.matrix * p.n;
    const T *edges = static_cast<const T *>(p.outside) + index;
    T left[width], next[width];
    CUPY_UNROLL
    for (int k = 0; k < width; ++k) left[k] = edges[k * p.count], next[k] = edges[(width + k) * p.count];
    CUPY_UNROLL
    for (int k = 0; k < half; ++k) x[run.begin + k] = left[half + k], x[run.end - half + k] = next[k];
    const T *factors = static_cast<const T *>(p.factors) + index;
    for (long long step = run.end - run.begin - width - 1; step >= 0; --step) {
        const T *from = factors + step * fields * p.count;
        T sum = x[run.begin + half + step];
        CUPY_UNROLL
        for (int k = 0; k < width; ++k) sum -= from[k * p.count] * left[k] + from[(width + 1 + k) * p.count] * next[k];
        sum = sum / from[width * p.count];
        CUPY_UNROLL
        for (int k = width - 1; k > 0; --k) next[k] = next[k - 1];
        next[0] = sum;
        x[run.begin + half + step] = sum;
    }
}

// A group of nodes: node k of `count` has the place first + k * step.
struct Group {
    long long first, step;
    int count;
    CUPY_DEVICE Group(const BandNodes &p, long long index) {
        const long long matrix = index / p.groups;
        first = matrix * p.parts + (index - matrix * p.groups);
        step = p.groups;
        count = int(p.parts / p.groups);
    }
};

template <class T> CUPY_DEVICE void expand_group(const BandNodes &p, long long index) {
    constexpr int half = kHalf, width = 2 * half, fields = 3 * width + 1;
    const Group group(p, index);
    const long long nodes = p.count / p.groups * p.parts;
    const T *edges = static_cast<const T *>(p.outside) + index;
    T left[width], right[width], found[width];
    CUPY_UNROLL
    for (int k = 0; k < width; ++k) left[k] = edges[k * p.count], right[k] = edges[(width + k) * p.count];
    for (int part = group.count - 1; part >= 0; --part) {
        const long long node = group.first + part * group.step;
        const T *from = static_cast<const T *>(p.factors) + node;
        T *inside = static_cast<T *>(p.inside) + node;
        CUPY_UNROLL
        for (int k = width - 1; k >= 0; --k) {
            const T *row = from + k * fields * nodes;
            T sum(0);
            if (part) {
                sum = row[3 * width * nodes];
                CUPY_UNROLL
                for (int j = 0; j < width; ++j) {
                    sum -= row[j * nodes] * left[j] + row[(2 * width + j) * nodes] * right[j];
                    if (j > k) sum -= row[(width + j) * nodes] * found[j];
                }
                sum = sum / row[(width + k) * nodes];
            }
            found[k] = part ? sum : left[k];
        }
        CUPY_UNROLL
        for (int k = 0; k < width; ++k) {
            inside[k * nodes] = found[k];
            inside[(width + k) * nodes] = right[k];
            right[k] = found[k];
        }
    }
}

// The last node's equations: what is left of its left interface and of its right one.
template <class T> CUPY_DEVICE void solve_last(const BandNodes &p, long long matrix,
                                               const T (&node)[2 * kHalf][4 * kHalf + 1]) {
    constexpr int half = kHalf, width = 2 * half;
    T m[width][width + 1], found[width];
    bool failed = false;
    CUPY_UNROLL
    for (int r = 0; r < width; ++r) {
        CUPY_UNROLL
        for (int k = 0; k < width; ++k) m[r][k] = node[r][half + k];
        m[r][width] = node[r][2 * width];
    }
    CUPY_UNROLL
    for (int k = 0; k < width; ++k) {
        choose_pivot(m, k, k);
        failed = failed || m[k][k] == T(0);
        CUPY_UNROLL
        for (int r = k + 1; r < width; ++r) {
            const T factor = m[r][k] / m[k][k];
            CUPY_UNROLL
            for (int j = k + 1; j <= width; ++j) m[r][j] -= factor * m[k][j];
        }
    }
    if (failed) *p.status = 1;
    CUPY_UNROLL
    for (int k = width - 1; k >= 0; --k) {
        T sum = m[k][width];
        CUPY_UNROLL
        for (int j = k + 1; j < width; ++j) sum -= m[k][j] * found[j];
        found[k] = sum / m[k][k];
    }
    T *edges = static_cast<T *>(p.outside) + matrix;
    CUPY_UNROLL
    for (int k = 0; k < half; ++k) {
        edges[k * p.count] = edges[(width + half + k) * p.count] = T(0);    // behind the ends of the matrix
        edges[(half + k) * p.count] = found[k];
        edges[(width + k) * p.count] = found[half + k];
    }
}

template <class T> CUPY_DEVICE void reduce_group(const BandNodes &p, long long index) {
    constexpr int half = kHalf, width = 2 * half, fields = 2 * width + 1, kept = 3 * width + 1;
    const Group group(p, index);
    const long long nodes = p.count / p.groups * p.parts;
    const T *from = static_cast<const T *>(p.nodes) + group.first;
    T node[width][fields];
    CUPY_UNROLL
    for (int r = 0; r < width; ++r)
        CUPY_UNROLL
        for (int k = 0; k < fields; ++k) node[r][k] = from[(r * fields + k) * nodes];
    bool failed = false;
    for (int part = 1; part < group.count; ++part) {
        const long long next = part * group.step;
        // Columns: left, the interface between, right, the right side.
        T m[2 * width][kept];
        CUPY_UNROLL
        for (int r = 0; r < width; ++r) {
            CUPY_UNROLL
            for (int k = 0; k < width; ++k) {
                m[r][k] = node[r][k];
                m[r][width + k] = node[r][width + k];
                m[r][2 * width + k] = T(0);
                m[width + r][k] = T(0);
                m[width + r][width + k] = from[(r * fields + k) * nodes + next];
                m[width + r][2 * width + k] = from[(r * fields + width + k) * nodes + next];
            }
            m[r][3 * width] = node[r][2 * width];
            m[width + r][3 * width] = from[(r * fields + 2 * width) * nodes + next];
        }
        T *factors = static_cast<T *>(p.factors) + group.first + next;
        CUPY_UNROLL
        for (int k = 0; k < width; ++k) {
            choose_pivot(m, k, width + k);
            failed = failed || m[k][width + k] == T(0);
            CUPY_UNROLL
            for (int j = 0; j < kept; ++j) factors[(k * kept + j) * nodes] = m[k][j];
            const T inverse = T(1) / m[k][width + k];
            CUPY_UNROLL
            for (int r = k + 1; r < 2 * width; ++r) {
                const T factor = m[r][width + k] * inverse;
                CUPY_UNROLL
                for (int j = 0; j < kept; ++j)
                    if (j < width || j > width + k) m[r][j] -= factor * m[k][j];
            }
        }
        CUPY_UNROLL
        for (int r = 0; r < width; ++r) {
            CUPY_UNROLL
            for (int k = 0; k < width; ++k) {
                node[r][k] = m[width + r][k];
                node[r][width + k] = m[width + r][2 * width + k];
            }
            node[r][2 * width] = m[width + r][3 * width];
        }
    }
    if (failed) *p.status = 1;
    if (p.groups == 1) {
        solve_last<T>(p, index, node);
        return expand_group<T>(p, index);
    }
    T *merged = static_cast<T *>(p.merged) + index;
    CUPY_UNROLL
    for (int r = 0; r < width; ++r)
        CUPY_UNROLL
        for (int k = 0; k < fields; ++k) merged[(r * fields + k) * p.count] = node[r][k];
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, stage, T) CUPY_MAP_KERNEL(name, cupy::linalg::BandNodes, cupy::linalg::stage<T>)
