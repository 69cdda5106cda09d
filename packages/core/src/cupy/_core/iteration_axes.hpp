// Walk, first half: the axes of an operation brought into their simplest form.
#pragma once

#include "iteration.hpp"

namespace cupy {
namespace iteration {

inline int64_t absolute(int64_t x) { return x < 0 ? -x : x; }

// Parts of at most `most` that are about equal, and multiples of `unit` unless there is one.
inline int64_t cut_evenly(int64_t length, int64_t most, int64_t unit) {
    if (length <= most) return length;
    if (most < unit) most = unit;
    const int64_t parts = (length + most - 1) / most;
    return ((length + parts - 1) / parts + unit - 1) / unit * unit;
}

inline void Walk::start(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                        bool ordered, unsigned variants, const Target &target, Pace pace) {
    target_ = target;
    nin_ = nin;
    n_ = nin + nout;
    load(ndim, shape, operands);
    flat_.prepare(itemsize_, nin, n_);
    flat_.pace = pace;
    sizes_ = FlatShape::sizes_of(itemsize_, nin, n_);
    if (!ordered) {
        flip();
        sort();
    }
    merge();
    classify(ordered, variants);
    plan_split();
}

inline void Walk::load(int ndim, const int64_t *shape, const Operand *operands) {
    scalars_ = single_ = casts_ = 0;
    size = 1;
    ndim_ = 0;
    for (int d = 0; d < ndim; ++d) {
        size *= shape[d];
        if (shape[d] == 1) continue;
        shape_[ndim_] = shape[d];
        for (int k = 0; k < n_; ++k)
            strides_[k][ndim_] = operands[k].strides ? operands[k].strides[d] : 0;
        ++ndim_;
    }
    for (int k = 0; k < n_; ++k) {
        itemsize_[k] = operands[k].itemsize;
        cast_[k] = operands[k].cast;
        if (cast_[k]) casts_ |= 1u << k;
        if (operands[k].by_value) {
            scalars_ |= 1u << k;
            set_value(values_[k], operands[k].data, itemsize_[k]);
            data_[k] = nullptr;
            for (int d = 0; d < ndim_; ++d) strides_[k][d] = 0;
            continue;
        }
        data_[k] = static_cast<char *>(const_cast<void *>(operands[k].data));
    }
}

inline void Walk::flip_axis(int d) {
    for (int k = 0; k < n_; ++k) {
        data_[k] += (shape_[d] - 1) * strides_[k][d];
        strides_[k][d] = -strides_[k][d];
    }
}

// Walk an axis forwards when every operand that moves along it moves backwards.
inline void Walk::flip() {
    for (int d = 0; d < ndim_; ++d) {
        bool any = false, all = true;
        for (int k = 0; k < n_; ++k) {
            any |= strides_[k][d] < 0;
            all &= strides_[k][d] <= 0;
        }
        if (any && all) flip_axis(d);
    }
}

// Whether axis `a` should lie outside axis `b`: the outputs decide, then the inputs.
inline bool Walk::slower(int a, int b) const {
    for (int j = 0; j < n_; ++j) {
        const int k = j < n_ - nin_ ? nin_ + j : j - (n_ - nin_);
        const int64_t x = absolute(strides_[k][a]), y = absolute(strides_[k][b]);
        if (x && y && x != y) return x > y;
    }
    return a < b;
}

inline void Walk::swap_axes(int a, int b) {
    const int64_t length = shape_[a];
    shape_[a] = shape_[b];
    shape_[b] = length;
    for (int k = 0; k < n_; ++k) {
        const int64_t stride = strides_[k][a];
        strides_[k][a] = strides_[k][b];
        strides_[k][b] = stride;
    }
}

inline void Walk::sort() {
    for (int i = 1; i < ndim_; ++i)
        for (int j = i; j > 0 && !slower(j - 1, j); --j) swap_axes(j - 1, j);
}

inline void Walk::move_axis(int from, int to) {
    for (; from < to; ++from) swap_axes(from, from + 1);
    for (; from > to; --from) swap_axes(from, from - 1);
}

inline void Walk::merge() {
    int last = 0;   // the axis being grown
    for (int d = 1; d < ndim_; ++d) {
        bool one = true;
        for (int k = 0; k < n_ && one; ++k)
            one = strides_[k][last] == strides_[k][d] * shape_[d];
        if (one) {
            shape_[last] *= shape_[d];
        } else {
            shape_[++last] = shape_[d];
        }
        for (int k = 0; k < n_; ++k) strides_[k][last] = strides_[k][d];
    }
    if (ndim_) ndim_ = last + 1;
}

// Contiguous or constant along the innermost axis.
inline bool Walk::plain_inner(int k) const {
    const int64_t stride = strides_[k][ndim_ - 1];
    return stride == 0 || stride == itemsize_[k];
}

// Whether no operand runs backwards along the innermost axis.
inline bool Walk::forwards() const {
    for (int k = 0; k < n_; ++k)
        if (strides_[k][ndim_ - 1] < 0) return false;
    return true;
}

// Whether an operand is contiguous, and begins where vectors of `run` elements may.
inline bool Walk::flat(int k, const int64_t *offsets, int run) const {
    int64_t stride = itemsize_[k];
    if (!is_array(k) || reinterpret_cast<uintptr_t>(data_[k] + offsets[k]) & (run * itemsize_[k] - 1)) return false;
    for (int d = ndim_ - 1; d >= 0; --d) {
        if (strides_[k][d] != stride) return false;
        stride *= shape_[d];
    }
    return true;
}

inline bool Walk::flat_outputs(const int64_t *offsets, int run) const {
    bool all = ndim_ && shape_[ndim_ - 1] >= run;
    for (int k = nin_; k < n_; ++k) all = all && flat(k, offsets, run);
    return all;
}

// The axis along which all operands that are not plain along the innermost one are contiguous, forwards
// or all backwards; -1: there is none.
inline int Walk::find_transposed() const {
    const int x = ndim_ - 1;
    int y = -1;
    bool backwards = false;
    for (int k = 0; k < nin_; ++k) {
        if (plain_inner(k)) continue;
        int mine = -1;
        for (int d = 0; d < x; ++d)
            if (absolute(strides_[k][d]) == itemsize_[k]) mine = d;
        if (mine < 0 || (y >= 0 && (mine != y || strides_[k][y] < 0 != backwards))) return -1;
        y = mine;
        backwards = strides_[k][y] < 0;
    }
    for (int k = nin_; k < n_; ++k)
        if (strides_[k][x] != itemsize_[k]) return -1;
    return y;
}

// Whether axis `d` follows `inner` in memory in all operands of the mask: 1, or -1 backwards.
inline int Walk::joins(int d, int inner, unsigned which) const {
    int way = 0;
    for (int k = 0; k < n_; ++k) {
        if (!(which >> k & 1) || !is_array(k)) continue;
        const int64_t next = strides_[k][inner] * shape_[inner], stride = strides_[k][d];
        const int mine = stride == next ? 1 : stride == -next ? -1 : 0;
        if (!mine || (way && mine != way)) return 0;
        way = mine;
    }
    return way;
}

// Gathers the axes of x and y of tiles, which begin as the innermost one and `y`: those that follow in memory join,
// to the shorter of the two first.
inline bool Walk::plan_tiles(int y) {
    move_axis(y, ndim_ - 2);
    x_ = ndim_ - 1;
    y_ = ndim_ - 2;
    int64_t nx = shape_[x_], ny = shape_[y_];
    if (nx * ny > kMaxSize) return false;
    while (ndim_ - y_ + 1 < kMaxDims) {
        const bool wider = y_ > 0 && nx * ny * shape_[y_ - 1] <= kMaxSize && joins(y_ - 1, x_, ~transposed_) == 1;
        int higher = -1, way = 0;
        for (int d = 0; d < y_ && !way; ++d) {
            if (nx * ny * shape_[d] > kMaxSize) continue;
            way = joins(d, y_, transposed_);
            higher = d;
        }
        if (wider && (nx <= ny || !way)) {
            nx *= shape_[y_ - 1];
            move_axis(y_ - 1, x_ - 1);
            --x_;
        } else if (way) {
            ny *= shape_[higher];
            if (way < 0) flip_axis(higher);
            move_axis(higher, y_ - 1);
        } else {
            break;
        }
        --y_;
    }
    return plan_edges(nx, ny);
}

// How many elements tiles take along x, y and z; whether they are worth it.
inline bool Walk::plan_edges(int64_t nx, int64_t ny) {
    const int64_t lead = tuning::tile_run(sizes_) - 1, longest = tuning::kTileLongest;
    int64_t largest = 0, smallest = 16, all = 0;
    for (int k = 0; k < nin_; ++k) {
        if (!(transposed_ >> k & 1)) continue;
        if (itemsize_[k] > largest) largest = itemsize_[k];
        if (itemsize_[k] < smallest) smallest = itemsize_[k];
        all += itemsize_[k];
    }
    const int64_t bytes = largest < 16 ? tuning::kTileBytes : tuning::kTileBytes / 2;
    const int64_t out = itemsize_[nin_], items = bytes / all;
    const int64_t vector = tuning::vector_elements(sizes_), unit_x = vector > 32 / out ? vector : 32 / out;
    const int64_t unit_y = 32 / smallest;
    int64_t ex = 1, ey = 1, ez = 1;
    for (;;) {      // as many bytes of a row on both sides
        const bool wider = ex < nx && ex < longest, higher = ey < ny && ey < longest;
        if ((!wider && !higher) || 2 * ex * ey > items) break;
        (wider && (!higher || ex * out <= ey * largest) ? ex : ey) *= 2;
    }
    if (ex >= nx) {
        ex = nx;
        ey = items / ex;
    } else if (ey >= ny) {
        ey = ny;
        ex = items / ey;
    }
    ex = cut_evenly(nx, ex < longest ? ex : longest, unit_x);
    ey = cut_evenly(ny, ey < longest ? ey : longest, unit_y);
    if (ex == nx && ey == ny && y_ > 0) {
        ez = items / (ex * ey);
        const int64_t most = longest / (ex + lead > ey ? ex + lead : ey);
        if (ez > most) ez = most;
        if (ez > shape_[y_ - 1]) ez = shape_[y_ - 1];
        if (ez < 1) ez = 1;
    }
    for (int smaller = 0; smaller < 4; ++smaller) {     // until its tables fit, too
        edges_[0] = unsigned(ex), edges_[1] = unsigned(ey), edges_[2] = unsigned(ez);
        if (tile_shared() <= unsigned(tuning::kTileShared)) break;
        if (ex >= ey) ex = cut_evenly(nx, ex / 2, unit_x);
        else ey = cut_evenly(ny, ey / 2, unit_y);
    }
    const int64_t least = items / 4 < tuning::kTileLeast ? items / 4 : tuning::kTileLeast;
    return ex * ey * ez >= least && tile_shared() <= unsigned(tuning::kTileShared);
}

// Bytes of shared memory that a tile needs.
inline unsigned Walk::tile_shared() const {
    const int run = tuning::tile_run(sizes_);
    unsigned bytes = tuning::tile_tables(tuning::tile_slots(edges_, run), n_);
    for (int k = 0; k < nin_; ++k)
        if (transposed_ >> k & 1)
            bytes += unsigned(tuning::tile_bytes(int(edges_[0]) + run - 1, int(edges_[1] * edges_[2]), itemsize_[k]));
    return bytes;
}

inline void Walk::classify(bool ordered, unsigned variants) {
    transposed_ = 0;
    blocked_ = false;
    variant = kStrided;
    const bool small = tuning::windows_pay(sizes_);
    bool flat = ndim_ <= 1, rows = ndim_ > (small ? 0 : 1);
    for (int k = 0; k < n_; ++k) {
        const bool still = ndim_ == 0 || (ndim_ == 1 && strides_[k][0] == 0);
        if (still && is_array(k)) single_ |= 1u << k;
        if (!ndim_ || !is_array(k)) continue;
        flat &= plain_inner(k);
        const int64_t stride = strides_[k][ndim_ - 1];
        rows &= k < nin_ ? plain_inner(k) || (small && stride == -itemsize_[k]) : stride == itemsize_[k];
    }
    if (flat) {
        variant = kFlat;
        return;
    }
    const int64_t inner = ndim_ ? shape_[ndim_ - 1] : 0;
    if (rows) {
        if (variants >> kRows & 1 && inner * sizes_.largest >= tuning::kRowBytes) variant = kRows;
        return;
    }
    if (ndim_ < 2) return;
    const int y = ordered ? -1 : find_transposed();
    if (y < 0) return;
    bool backwards = false;
    for (int k = 0; k < nin_; ++k) {
        if (!is_array(k) || plain_inner(k)) continue;
        transposed_ |= 1u << k;
        backwards |= strides_[k][y] < 0;
    }
    if (backwards) flip_axis(y);
    if (target_.serial_blocks) {
        blocked_ = inner >= tuning::kTileHeight && shape_[y] >= tuning::kTileHeight;
        if (blocked_) move_axis(y, ndim_ - 2);
    } else if (variants >> kTile & 1) {
        if (plan_tiles(y)) variant = kTile;
        else sort();
    }
}

inline void Walk::plan_split() {
    done_ = size == 0;
    split_ = ndim_ > kMaxDims ? ndim_ - kMaxDims : 0;
    chunk_ = 1;
    if (done_ || !ndim_) return;
    int64_t inner = 1;
    for (int d = split_ + 1; d < ndim_; ++d) inner *= shape_[d];
    while (inner > kMaxSize) inner /= shape_[++split_];
    chunk_ = kMaxSize / inner;
    if (chunk_ > shape_[split_]) chunk_ = shape_[split_];
    for (int d = 0; d < ndim_; ++d) at_[d] = 0;
}

}  // namespace iteration
}  // namespace cupy
