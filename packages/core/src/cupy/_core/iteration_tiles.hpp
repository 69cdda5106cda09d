// Walk, tiles: which axes they turn and how large they are.
#pragma once

#include "iteration.hpp"

namespace cupy {
namespace iteration {

// Parts of at most `most` that are about equal, and multiples of `unit` unless there is one.
inline int64_t cut_evenly(int64_t length, int64_t most, int64_t unit) {
    if (length <= most) return length;
    if (most < unit) most = unit;
    const int64_t parts = (length + most - 1) / most;
    return ((length + parts - 1) / parts + unit - 1) / unit * unit;
}

// The same of records along axis `x`; only single elements may be constant.
inline bool Walk::plain(int k, int x) const {
    const int64_t stride = strides_[k][x];
    return stride == itemsize_[k] * run_ || (run_ == 1 && stride == 0);
}

// The axis along which the records of an operand follow one another, in either direction; -1: there is none.
inline int Walk::find_along(int k, int end) const {
    for (int d = end - 1; d >= 0; --d)
        if (absolute(strides_[k][d]) == itemsize_[k] * run_) return d;
    return -1;
}

// The axis along which the largest of the operands that are not plain along the innermost one are contiguous; -1: there
// is none.
inline int Walk::find_transposed() const {
    const int x = ndim_ - 1 - (run_ > 1);
    int found = -1, largest = 0;
    for (int k = nin_; k < n_; ++k)
        if (strides_[k][x] != itemsize_[k] * run_) return -1;
    for (int k = 0; k < nin_; ++k) {
        if (!is_array(k) || plain(k, x)) continue;
        const int y = find_along(k, x);
        if (y < 0 && run_ > 1) return -1;
        if (y < 0 || itemsize_[k] <= largest) continue;
        found = y;
        largest = itemsize_[k];
    }
    return found;
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

// Whether an operand is neither turned nor plain along `x`.
inline bool Walk::loose(int k, int x) const {
    return k < nin_ && is_array(k) && !(transposed_ >> k & 1) && !plain(k, x);
}

// Gathers the axes of x and y of tiles, which begin as the innermost one and the one along which an operand is
// contiguous: those that follow in memory join, to the shorter of the two first.  z is where another operand is.  False
// if there are no such, or tiles are not worth it.
inline bool Walk::plan_tiles() {
    const int end = ndim_ - (run_ > 1), y = find_transposed();
    if (y < 0) return false;
    turn_over(y, end - 1);
    for (int k = 0; k < nin_; ++k)
        if (run_ > 1 && loose(k, end - 1)) return false;
    move_axis(y, end - 2);
    x_ = end - 1;
    y_ = end - 2;
    int64_t nx = shape_[x_], ny = shape_[y_];
    if (nx * ny * run_ > kMaxSize) return false;
    while (ndim_ - y_ + 1 < kMaxDims) {
        const bool wider = y_ > 0 && nx * ny * run_ * shape_[y_ - 1] <= kMaxSize
                           && joins(y_ - 1, x_, ~transposed_) == 1;
        int higher = -1, way = 0;
        for (int d = 0; d < y_ && !way; ++d) {
            if (nx * ny * run_ * shape_[d] > kMaxSize) continue;
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
    for (int k = 0; k < nin_; ++k) {
        const int z = loose(k, end - 1) ? find_along(k, y_) : -1;
        if (z < 0) continue;
        move_axis(z, y_ - 1);
        const int64_t sector = 32 / itemsize_[k], length = shape_[y_ - 1];
        return plan_edges(nx, ny, length < sector ? length : sector);
    }
    return plan_edges(nx, ny, 1);
}

// Notes which inputs are contiguous along `y` and not along `x`, in the direction of the first one, which becomes
// forwards.
inline void Walk::turn_over(int y, int x) {
    transposed_ = 0;
    for (int k = 0; k < nin_; ++k) {
        const int64_t step = itemsize_[k] * run_;
        if (!is_array(k) || plain(k, x)) continue;
        if (!transposed_ && strides_[k][y] == -step) flip_axis(y);
        if (strides_[k][y] == step) transposed_ |= 1u << k;
    }
}

// How many records tiles take along x, y and z; whether they are worth it.
inline bool Walk::plan_edges(int64_t nx, int64_t ny, int64_t nz) {
    const int64_t lead = (tuning::tile_run(sizes_) + run_ - 2) / run_, longest = tuning::kTileLongest;
    int64_t largest = 0, smallest = 16, all = 0;
    for (int k = 0; k < nin_; ++k) {
        if (!(transposed_ >> k & 1)) continue;
        if (itemsize_[k] > largest) largest = itemsize_[k];
        if (itemsize_[k] < smallest) smallest = itemsize_[k];
        all += itemsize_[k];
    }
    const int64_t held = 2 * largest > all ? largest : all / 2, items = tuning::kTileBytes / held / run_ / nz;
    const int64_t out = itemsize_[nin_];
    const int64_t vector = tuning::vector_elements(sizes_);
    const int64_t unit_x = records(vector > 32 / out ? vector : 32 / out), unit_y = records(32 / smallest);
    int64_t ex = 1, ey = 1, ez = nz;
    for (;;) {      // as many bytes of a row on both sides
        const bool wider = ex < nx && ex < longest, higher = ey < ny && ey < longest;
        if ((!wider && !higher) || 2 * ex * ey > items) break;
        (wider && (!higher || ex * out <= ey * largest) ? ex : ey) *= 2;
    }
    // What lies in one run needs no table of rows, so nothing but the tile's size limits it.
    const unsigned others = ~transposed_;
    const bool run_in = run_ == 1 && adjacent(x_, ndim_ - 1, ny, transposed_);
    const bool run_out = adjacent(y_, x_ - 1, nx, others);
    const bool all_in = run_in && y_ > 0 && adjacent(y_ - 1, y_ - 1, nx * ny, transposed_);
    const bool all_out = run_out && y_ > 0 && adjacent(y_ - 1, y_ - 1, nx * ny, others);
    if (ex >= nx) {
        ex = nx;
        ey = !run_out && items / ex > longest ? longest : items / ex;
    } else if (ey >= ny) {
        ey = ny;
        ex = !run_in && items / ey > longest ? longest : items / ey;
    }
    ex = cut_evenly(nx, ex, unit_x);
    ey = cut_evenly(ny, ey, unit_y);
    if (ex == nx && ey == ny && y_ > 0) {
        const int64_t in = all_in ? 1 : ex + lead, out = all_out ? 1 : ey, most = longest / (in > out ? in : out);
        ez = nz * items / (ex * ey);
        if (ez > most) ez = most;
        if (ez > shape_[y_ - 1]) ez = shape_[y_ - 1];
        if (ez < 1) ez = 1;
    }
    joined_ = 0;
    if (ey == ny && run_in && (ez == 1 || (ex == nx && all_in))) joined_ |= kJoinedInputs;
    if (ex == nx && run_out && (ez == 1 || (ey == ny && all_out))) joined_ |= kJoinedOutputs;
    lead_ = joined_ & kJoinedOutputs ? 0 : unsigned(lead);
    const int64_t rows_in = joined_ & kJoinedInputs ? lead_ + 1 : (ex + lead_) * ez;
    const int64_t rows_out = joined_ & kJoinedOutputs ? 1 : ey * ez;
    slots_ = unsigned(rows_in > rows_out ? rows_in : rows_out);
    const int64_t edges[3] = {ex, ey, ez};
    for (int d = 0; d < 3; ++d) edges_[d] = unsigned(edges[d]);
    const int64_t least = items / 4 < tuning::kTileLeast / run_ ? items / 4 : tuning::kTileLeast / run_;
    return ex * ey * ez > 1 && ex * ey * ez >= least && tile_shared() <= unsigned(tuning::kTileShared);
}

// Tiles of rows as they are: as many as a block takes; false for short ones.
inline bool Walk::plan_rows() {
    x_ = ndim_ - 1;
    y_ = ndim_ - 2;
    const int64_t nx = shape_[x_], ny = shape_[y_], most = tuning::kTileRows, longest = tuning::kTileLongest;
    if (nx < tuning::kTileHeight || nx * ny > kMaxSize) return false;
    int64_t ex = cut_evenly(nx, most / 4, 128), ey = most / ex < longest ? most / ex : longest, ez = 1;
    if (ey > ny) {
        ey = ny;
        if (y_ > 0) ez = most / (ex * ey) < longest / ey ? most / (ex * ey) : longest / ey;
        if (y_ > 0 && ez > shape_[y_ - 1]) ez = shape_[y_ - 1];
        if (ez < 1) ez = 1;
    }
    joined_ = lead_ = 0;
    slots_ = unsigned(ey * ez);
    const int64_t edges[3] = {ex, ey, ez};
    for (int d = 0; d < 3; ++d) edges_[d] = unsigned(edges[d]);
    return ex * ey * ez >= tuning::kTileLeast;
}

// Whether axes from `last` up to `first` follow, in all operands of the mask, a run of so many records.
inline bool Walk::adjacent(int first, int last, int64_t records, unsigned which) const {
    for (int k = 0; k < n_; ++k) {
        if (!(which >> k & 1) || !is_array(k)) continue;
        if (!(transposed_ >> k & 1) && strides_[k][ndim_ - 1] != itemsize_[k]) return false;
        int64_t stride = itemsize_[k] * run_ * records;
        for (int d = last; d >= first; stride *= shape_[d--])
            if (strides_[k][d] != stride) return false;
    }
    return true;
}

// The fewest records that are a multiple of so many elements, a power of two.
inline int64_t Walk::records(int64_t elements) const {
    int64_t count = elements;
    while (count > 1 && count / 2 * run_ % elements == 0) count /= 2;
    return count;
}

// Bytes of shared memory that a tile needs.
inline unsigned Walk::tile_shared() const {
    const int columns = int(edges_[0] + lead_) * int(run_), rows = int(edges_[1] * edges_[2]);
    unsigned bytes = tuning::tile_tables(slots_, n_);
    for (int k = 0; k < nin_; ++k) {
        const int pitch = joined_ & kJoinedOutputs ? columns : tuning::tile_pitch(columns, itemsize_[k]);
        if (transposed_ >> k & 1) bytes += unsigned(tuning::tile_bytes(pitch, rows, itemsize_[k]));
    }
    return bytes;
}

// Whether what is not turned begins `run` elements wherever the first output does.
inline bool Walk::alike(const int64_t *offsets, int run) const {
    const int first = nin_;
    for (int k = 0; k < n_ && run > 1; ++k) {
        if (k == first || !is_array(k) || transposed_ >> k & 1 || strides_[k][ndim_ - 1] != itemsize_[k]) continue;
        int64_t apart = reinterpret_cast<intptr_t>(data_[k] + offsets[k]) / itemsize_[k]
                        - reinterpret_cast<intptr_t>(data_[first] + offsets[first]) / itemsize_[first];
        for (int d = 0; d < x_; ++d) {
            if (strides_[k][d] % itemsize_[k] || strides_[first][d] % itemsize_[first]) return false;
            apart |= strides_[k][d] / itemsize_[k] - strides_[first][d] / itemsize_[first];
        }
        if (apart & (run - 1)) return false;
    }
    return true;
}

inline void Walk::fill_tile(Launch &launch, const int64_t *offsets, const int64_t *lengths) {
    Header &head = strided_buffer_.head;
    Axes &axes = strided_buffer_.axes;
    const int ndim = ndim_ - split_, x = run_ > 1, y = ndim_ - x_, z = ndim_ - y_;
    int64_t items[3] = {1, 1, z < ndim ? lengths[z] : 1}, tiles = 1;
    axes.axes[0] = unsigned(y - x);
    axes.axes[1] = unsigned(z - y);
    axes.run = unsigned(run_);
    axes.lead = lead_;
    axes.slots = slots_;
    for (int d = x; d < z; ++d) items[d >= y] *= lengths[d];
    for (int d = z + 1; d < ndim; ++d) tiles *= lengths[d];
    for (int way = 0; way < 3; ++way) {
        const int64_t along = (items[way] + edges_[way] - 1) / edges_[way];
        axes.tiles[way] = divider(uint32_t(along));
        axes.items[way] = unsigned(items[way]);
        axes.edges[way] = edges_[way];
        tiles *= along;
    }
    launch.grid = unsigned(tiles);
    launch.shared = tile_shared();
    unsigned along = 0;         // what vectors could read
    for (int k = 0; k < n_; ++k)
        if (!(transposed_ >> k & 1) && strides_[k][ndim_ - 1] == itemsize_[k]) along |= 1u << k;
    if (vectors_fit(offsets, x_, ndim_, items[0] * run_, split_, along, tuning::vector_elements(sizes_)))
        head.flags |= kVector;
    if (run_ == 1 && vectors_fit(offsets, y_, x_, items[1], split_, transposed_, 0)) head.flags |= kVectorTransposed;
    const bool wide = !transposed_ && items[0] >= 8 * tuning::vector_elements(sizes_);
    if (wide) head.flags |= kLongRows;
    if (alike(offsets, wide ? tuning::vector_elements(sizes_) : tuning::tile_run(sizes_))) head.flags |= kAlike;
    head.flags |= joined_ | transposed_ << kTransposedShift;
}

}  // namespace iteration
}  // namespace cupy
