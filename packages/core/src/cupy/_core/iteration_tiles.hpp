// Walk, between its halves: which axes tiles take, and how many elements of them.
#pragma once

#include "iteration.hpp"

namespace cupy {
namespace iteration {

// Gathers the axes of x and y of tiles, which begin as the innermost one and `y`: those that follow in memory join,
// to the shorter of the two first.
inline bool Walk::plan_tiles(int y) {
    move_axis(y, ndim_ - 2);
    x_ = ndim_ - 1;
    y_ = ndim_ - 2;
    int64_t nx = shape_[x_], ny = shape_[y_];
    if (nx * ny > kMaxSize) return false;
    while (ndim_ - y_ + 1 < kMaxDims) {
        const bool fits = y_ > 0 && nx * ny * shape_[y_ - 1] <= kMaxSize;
        const unsigned apart = fits ? apart_along(y_ - 1, nx) : 0;
        const bool wider = fits && joins(y_ - 1, x_, ~(transposed_ | apart)) == 1;
        int higher = -1, way = 0;
        for (int d = 0; d < y_ && !way; ++d) {
            if (nx * ny * shape_[d] > kMaxSize) continue;
            way = joins(d, y_, transposed_);
            higher = d;
        }
        const bool uneven = wider && nx >= tuning::kPackedLeast && packs(ny, 2 * tuning::kSector)
                            && joins(y_ - 1, x_, transposed_) != 1;
        if (wider && !uneven && (nx <= ny || !way)) {
            scattered_ |= apart;
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

// Inputs of which a table says where their items lie along x once it has a further axis, where x is short without it.
inline unsigned Walk::apart_along(int d, int64_t nx) const {
    unsigned apart = scattered_;
    if (tuning::tile_run(sizes_) == 1 || nx * itemsize_[nin_] >= 2 * tuning::kSector) return apart;
    for (int k = 0; k < nin_; ++k)
        if (is_array(k) && !(transposed_ >> k & 1) && joins(d, x_, 1u << k) != 1) apart |= 1u << k;
    return apart == scattered_ || reach_of(d, shape_[d] * nx) < kReach ? apart : scattered_;
}

// Whether an operand has one stride along all axes from `begin` on, before `end`.
inline bool Walk::goes_evenly(int k, int begin, int end) const {
    for (int d = begin; d + 1 < end; ++d)
        if (strides_[k][d] != strides_[k][d + 1] * shape_[d + 1]) return false;
    return true;
}

// Tiles that are one run of the outputs: all of x, the axes within `y`, and some of y, or all and some of z, the axis
// around it.  For rows too short to be read or written one by one, and those of small items that begin anywhere.
inline bool Walk::plan_joined(int y) {
    const unsigned outputs = ~0u << nin_;
    const int run = tuning::tile_run(sizes_);
    const int64_t ny = shape_[y];
    int64_t nx = 1, all = 0;
    x_ = y + 1, y_ = y;
    if (ndim_ - y >= kMaxDims) return false;
    for (int d = ndim_ - 1; d > y; --d) {
        nx *= shape_[d];
        if (nx > tuning::kJoinedRows || joins(d - 1, d, outputs) != 1) return false;
    }
    if (nx * ny > kMaxSize) return false;
    unsigned turned = 0, others = 0;
    int largest = 0, smallest = 16;
    bool near = true;
    for (int k = 0; k < nin_; ++k) {
        if (!is_array(k)) continue;
        const bool even = goes_evenly(k, x_, ndim_);
        const int64_t along_x = strides_[k][ndim_ - 1], along_y = strides_[k][y];
        const bool still = !along_x && !along_y && !(y && strides_[k][y - 1]);
        if (even && (still || (along_x == itemsize_[k] && along_y == nx * itemsize_[k]))) continue;
        // Rows of a sector and more are read along y; shorter ones lie near one another, or are no rows.
        const bool rows = along_y == itemsize_[k] && ny * itemsize_[k] >= tuning::kJoinedRun;
        (rows ? turned : others) |= 1u << k;
        all += itemsize_[k];
        if (rows) {
            largest = std::max(largest, itemsize_[k]);
            smallest = std::min(smallest, itemsize_[k]);
        } else {
            int64_t bytes;
            near &= lies(k, y, ny, bytes) == Lies::kNear;
        }
    }
    if (!all) return false;
    const int64_t items = tuning::kTileBytes / (sizes_.largest < 16 ? 1 : 2) / all;
    if (nx > items) return false;
    const int64_t ey = nx * ny <= items ? ny : cut_evenly(ny, items / nx, tuning::kJoinedUnit);
    const bool ragged = turned && nx % run && (ey == ny || ey * smallest >= 2 * tuning::kJoinedRun);
    if (nx * itemsize_[nin_] % tuning::kSector == 0 && ny * smallest < 4 * tuning::kSector) return false;
    if (!ragged && !tuning::joined_pays(int(nx), turned || near ? largest : sizes_.largest)) return false;
    int64_t ez = 1;
    bool follows = ey == ny && y > 0 && joins(y - 1, y, outputs) == 1;
    for (int k = 0; k < nin_ && follows; ++k)
        if (is_array(k) && !((turned | others) >> k & 1)) follows = joins(y - 1, y, 1u << k) == 1;
    if (follows) {
        const int64_t most = std::min(items / (nx * ny), tuning::kJoinedRows / (turned || ndim_ - x_ > 1 ? nx : 1));
        ez = std::max<int64_t>(std::min(most, shape_[y - 1]), 1);
    }
    if (nx * ey * ez < std::min<int64_t>(items / 4, tuning::kTileLeast)) return false;
    edges_[0] = unsigned(nx), edges_[1] = unsigned(ey), edges_[2] = unsigned(ez);
    const unsigned before = transposed_;
    joined_ = true;
    transposed_ = turned;
    scattered_ = others;
    if (tile_shared() <= unsigned(tuning::kTileShared)) return true;
    joined_ = false;
    transposed_ = before;
    scattered_ = 0;
    return false;
}

// Whether the rows along y of what is turned, of so many bytes at the most, follow one another along x, and are no
// whole sectors.
inline bool Walk::packs(int64_t ny, int64_t most) const {
    for (int k = 0; k < nin_; ++k) {
        if (!(transposed_ >> k & 1)) continue;
        const int64_t bytes = ny * strides_[k][x_ - 1];
        if (bytes > most || bytes % tuning::kSector == 0 || strides_[k][ndim_ - 1] != bytes || !goes_evenly(k, x_, ndim_))
            return false;
    }
    return true;
}

// How many elements tiles take along x, y and z; whether they are worth it.
inline bool Walk::plan_edges(int64_t nx, int64_t ny) {
    const int64_t lead = tuning::tile_run(sizes_) - 1, longest = tuning::kTileLongest;
    int64_t largest = 0, smallest = 16, all = 0;
    for (int k = 0; k < nin_; ++k) {
        if (!(transposed_ >> k & 1)) continue;
        if (itemsize_[k] > largest) largest = itemsize_[k];
        if (itemsize_[k] < smallest) smallest = itemsize_[k];
        all += strides_[k][x_ - 1];
    }
    const int64_t bytes = largest < 16 ? tuning::kTileBytes : tuning::kTileBytes / 2;
    const int64_t out = itemsize_[nin_], items = bytes / all;
    const int64_t vector = tuning::vector_elements(sizes_), unit_x = vector > 32 / out ? vector : 32 / out;
    const int64_t unit_y = 32 / smallest;
    int64_t ex = 1, ey = 1, ez = 1;
    if (packs(ny, tuning::kPackedRow)) {
        const int64_t unit = std::max<int64_t>(unit_x, tuning::tile_run(sizes_));
        ex = cut_evenly(nx, std::min<int64_t>(items / ny - lead, tuning::kPackedLongest), unit);
        if (ex >= (ex < nx ? 4 * unit : tuning::kPackedLeast)) {
            edges_[0] = unsigned(ex), edges_[1] = unsigned(ny), edges_[2] = 1;
            packed_ = true;
            if (tile_shared() <= unsigned(tuning::kTileShared)) return true;
            packed_ = false;
        }
        ex = 1;
    }
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
        if (ez > 1) ez -= (ez + 3) / 4;
        else if (ex >= ey) ex = cut_evenly(nx, ex / 2, unit_x);
        else ey = cut_evenly(ny, ey / 2, unit_y);
    }
    // Pieces of outputs that fill no sectors cost more than what a cache holds until it is read again.
    const int64_t piece = ex * ez * out;
    const bool filled = ex < nx || piece >= 2 * tuning::kSector || piece % tuning::kSector == 0;
    if (largest >= 8 && ey > 1 && !filled && joins(y_, x_, ~0u << nin_) != 1) return false;
    const int64_t least = items / 4 < tuning::kTileLeast ? items / 4 : tuning::kTileLeast;
    return ex * ey * ez >= least && tile_shared() <= unsigned(tuning::kTileShared);
}

// Tiles in which nothing is turned: x are the innermost axes, as many as make rows long enough, y those around them.
// An input that does not go evenly along all of x is scattered: where its items lie along x is a table.
inline bool Walk::try_rows() {
    const int64_t run = tuning::tile_run(sizes_), sector = 32 / itemsize_[nin_], enough = 16 * run;
    x_ = ndim_ - 1;
    int64_t nx = shape_[x_];
    int64_t reach = reach_of(x_, nx);
    while (x_ > 0 && nx < enough && joins(x_ - 1, x_, ~0u << nin_) == 1) {
        unsigned scattered = scattered_;
        for (int k = 0; k < nin_; ++k)
            if (is_array(k) && joins(x_ - 1, x_, 1u << k) != 1) scattered |= 1u << k;
        if (scattered != scattered_ && nx >= tuning::kTileEven * run) break;
        scattered_ = scattered;
        if (x_ == 1) {
            int64_t length = 1;
            while (nx * length < enough || nx * length % run) length *= 2;
            const bool near = reach < kReach && reach_of(0, length) < kReach - reach;
            if (near && shape_[0] >= length * tuning::kTileLeastRows) split_axis(length);
        }
        nx *= shape_[--x_];
        reach += reach_of(x_, shape_[x_]);
    }
    if (nx > kMaxSize || (scattered_ && reach >= kReach)) return false;
    int64_t ny = 1;
    y_ = x_;
    while (y_ > 0 && ndim_ - y_ < kMaxDims && nx * ny * shape_[y_ - 1] <= kMaxSize) ny *= shape_[--y_];
    if (scattered_ && ny < tuning::kTileLeastRows) return false;
    const int64_t blocks = 4 * int64_t(target_.multiprocessors);        // at the least, where arrays are small
    const int64_t most = std::min<int64_t>(tuning::kTileElements, size / blocks);
    const int64_t longest = scattered_ ? tuning::kTileLongest / 2 : tuning::kTileLongest;
    edges_[0] = unsigned(cut_evenly(nx, longest, std::max(run, sector)));
    const int64_t rows = std::min<int64_t>(most / edges_[0], tuning::kTileRows);
    edges_[1] = unsigned(cut_evenly(ny, rows > 1 ? rows : 1, 1));
    edges_[2] = 1;
    while (edges_[1] > 1 && tile_shared() > unsigned(tuning::kTileShared)) edges_[1] /= 2;
    return tile_shared() <= unsigned(tuning::kTileShared);
}

inline bool Walk::plan_rows() {
    if (try_rows()) return true;
    scattered_ = 0;
    return false;
}

// How far the items of an input are apart along so many of an axis, in bytes, at the most.
inline int64_t Walk::reach_of(int d, int64_t length) const {
    int64_t most = 0;
    for (int k = 0; k < nin_; ++k)
        if (is_array(k)) most = std::max(most, absolute(strides_[k][d]));
    return most >= kReach / length ? kReach : most * length;
}

// Takes the outermost axis as rows of `length`; the last may be cut off.
inline void Walk::split_axis(int64_t length) {
    for (int d = ndim_; d > 0; --d) {
        shape_[d] = shape_[d - 1];
        for (int k = 0; k < n_; ++k) strides_[k][d] = strides_[k][d - 1];
    }
    ++ndim_;
    ++x_;
    cut_ = shape_[1] % length != 0;
    shape_[0] = (shape_[1] + length - 1) / length;
    shape_[1] = length;
    for (int k = 0; k < n_; ++k) strides_[k][0] *= length;
}

// Bytes of shared memory that a tile needs.
inline unsigned Walk::tile_shared() const {
    const int run = tuning::tile_run(sizes_);
    const int vector = tuning::vector_elements(sizes_);
    const bool tabled = joined_ ? transposed_ || ndim_ - x_ > 1 : transposed_ && !packed_;
    unsigned bytes = tuning::tile_tables(tuning::tile_slots(edges_, run, tabled, joined_), n_);
    const unsigned staged = transposed_ | (joined_ ? scattered_ : 0);
    for (int k = 0; k < nin_; ++k)
        if (staged >> k & 1)
            bytes += tuning::tile_bytes(edges_, joined_ ? itemsize_[k] : int(strides_[k][x_ - 1]), run, vector, joined_,
                                        packed_);
        else if (scattered_ >> k & 1)
            bytes += unsigned(tuning::tile_columns(int(edges_[0]) + run - 1));
    return bytes;
}

// Whether each of a dense input's items in a tile, or of what goes item by item at the same time, brings a sector of
// memory, most of which is asked for by others later.
inline bool Walk::taken_apart(int k) const {
    int64_t steps[kMaxNdim], taken[kMaxNdim], reach = itemsize_[k], asked = itemsize_[k], left = tuning::kTogether;
    int count = 0;
    int ways[3] = {ndim_, ndim_, ndim_};        // where x, y and z of a tile begin
    if (variant == kTile) ways[0] = x_, ways[1] = y_, ways[2] = y_ > 0 ? y_ - 1 : 0;
    for (int d = ndim_ - 1, way = 0; d >= 0; --d) {
        const int64_t step = absolute(strides_[k][d]);
        if (!step) return false;
        reach += step * (shape_[d] - 1);
        if (variant == kTile) {
            if (d == ndim_ - 1) left = edges_[0];
            while (way < 3 && d < ways[way]) left = ++way < 3 ? edges_[way] : 1;
        }
        const int64_t length = std::min(shape_[d], left);
        left = (left + length - 1) / length;
        if (length < 2) continue;
        int at = count++;
        for (; at > 0 && steps[at - 1] > step; --at) steps[at] = steps[at - 1], taken[at] = taken[at - 1];
        steps[at] = step, taken[at] = length;
        asked *= length;
    }
    if (reach > 2 * size * itemsize_[k]) return false;
    int64_t span = itemsize_[k], spans = 1;
    for (int at = 0; at < count; ++at) {
        if (steps[at] - span < tuning::kSector) span += steps[at] * (taken[at] - 1);
        else spans *= taken[at];
    }
    return spans * std::max<int64_t>(span, tuning::kSector) > tuning::kApart * asked;
}

inline unsigned Walk::misplaced() const {
    unsigned which = 0;
    if (nin_ < 2 || target_.serial_blocks || boxed_ || (variant != kTile && variant != kStrided)) return 0;
    for (int k = 0; k < nin_; ++k)
        if (is_array(k) && size * itemsize_[k] >= tuning::kApartLeast && taken_apart(k)) which |= 1u << k;
    return which;
}

}  // namespace iteration
}  // namespace cupy
