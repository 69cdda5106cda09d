// Walk, second half: one launch after another, with its parameter block and geometry.
#pragma once

#include "iteration.hpp"

namespace cupy {
namespace iteration {

inline bool Walk::next(Launch &launch) {
    if (done_) return false;
    int64_t offsets[kMaxOperands], count = 1, base = 0;
    const int64_t left = ndim_ ? shape_[split_] - at_[split_] : 1;
    const int64_t length = chunk_ < left ? chunk_ : left;
    for (int d = 0; d < ndim_; ++d) {
        base = base * shape_[d] + at_[d];
        if (d > split_) count *= shape_[d];
    }
    for (int k = 0; k < n_; ++k) {
        offsets[k] = 0;
        for (int d = 0; d <= split_ && d < ndim_; ++d) offsets[k] += at_[d] * strides_[k][d];
    }
    if (ndim_) count *= length;
    if (cut_ && count > size - base) count = size - base;
    launch.threads = target_.serial_blocks ? 1 : tuning::kThreads;
    launch.shared = 0;
    if (variant == kFlat)
        fill_flat(launch, offsets, count);
    else
        fill_strided(launch, offsets, count);
    Header &head = *static_cast<Header *>(launch.params);
    head.base = base;
    head.total = size;
    // The next chunk of the split axis, or the next index of an axis outside it.
    if (!ndim_) {
        done_ = true;
        return true;
    }
    at_[split_] += length;
    for (int d = split_; at_[d] >= shape_[d]; --d) {
        if (d == 0) {
            done_ = true;
            break;
        }
        at_[d] = 0;
        ++at_[d - 1];
    }
    return true;
}

inline void Walk::fill_flat(Launch &launch, const int64_t *offsets, int64_t count) {
    FlatBuffer &buffer = flat_buffer_;
    for (int k = 0; k < n_; ++k) {
        if (is_array(k))
            set_pointer(buffer.slots[k], data_[k] + offsets[k]);
        else
            buffer.slots[k] = values_[k];
        if (cast_[k]) set_cast(buffer.slots[k], cast_[k]);
    }
    buffer.head.scalars = scalars_;
    buffer.head.broadcast = single_;
    launch = plan_flat(flat_, buffer, count, target_);
    if (casts_) buffer.head.flags |= casts_ << kCastShift;
}

// Whether operands of the mask `which` can be read by whole vectors along the axes from `begin` on, before `end`,
// which are one: they have a whole number of them and every row starts on one.
inline bool Walk::vectors_fit(const int64_t *offsets, int begin, int end, int64_t length, int skip,
                              unsigned which, int vector) const {
    for (int k = 0; k < n_; ++k) {
        if (!(which >> k & 1) || !is_array(k)) continue;
        const int bytes = vector * itemsize_[k];
        const int64_t mask = (bytes < tuning::kVectorBytes ? bytes : tuning::kVectorBytes) - 1;
        if (length % vector) return false;
        if (!strides_[k][end - 1]) continue;
        int64_t bits = reinterpret_cast<intptr_t>(data_[k] + (offsets ? offsets[k] : 0));
        for (int d = skip; d < ndim_; ++d)
            if (d < begin || d >= end) bits |= strides_[k][d];
        if (bits & mask) return false;
    }
    return true;
}

inline void Walk::fill_strided(Launch &launch, const int64_t *offsets, int64_t count) {
    StridedBuffer &buffer = strided_buffer_;
    Slot *slots = reinterpret_cast<Slot *>(buffer.rest);
    int64_t(*strides)[kMaxDims] = reinterpret_cast<int64_t(*)[kMaxDims]>(slots + n_);
    const int ndim = ndim_ - split_;
    int64_t lengths[kMaxDims];
    for (int d = 0; d < ndim; ++d) lengths[d] = shape_[ndim_ - 1 - d];
    const int64_t left = shape_[split_] - at_[split_];
    lengths[ndim - 1] = chunk_ < left ? chunk_ : left;
    unsigned still = 0;
    for (int k = 0; k < n_; ++k) {
        if (is_array(k))
            set_pointer(slots[k], data_[k] + offsets[k]);
        else
            slots[k] = values_[k];
        if (cast_[k]) set_cast(slots[k], cast_[k]);
        for (int d = 0; d < kMaxDims; ++d)
            strides[k][d] = d < ndim ? strides_[k][ndim_ - 1 - d] : 0;
        if (is_array(k) && !strides[k][0]) still |= 1u << k;
    }
    Header &head = buffer.head;
    head.size = unsigned(count);
    head.scalars = scalars_;
    head.broadcast = still;
    head.flags = (blocked_ && split_ + 2 <= ndim_ ? kBlocked : 0) | casts_ << kCastShift;
    launch.params = &buffer;
    launch.bytes = unsigned(kStridedHeader + n_ * (sizeof(Slot) + kMaxDims * 8 + sizeof(Line)));
    launch.grid = target_.serial_blocks ? host_grid(count * flat_.item_bytes, count * flat_.pace.picoseconds(), target_)
                                  : unsigned((count + tuning::strided_elements() - 1)
                                             / tuning::strided_elements());
    const int vector = tuning::vector_elements(sizes_);
    const int x = ndim_ - 1;
    const bool whole = variant == kStrided && !target_.serial_blocks && fill_uniform(launch, offsets, lengths[0]);
    if (variant == kStrided && !target_.serial_blocks && !whole) fill_runs(launch, offsets, lengths);
    if (variant == kRows) {
        int64_t units = count;
        int flight = tuning::rows_in_flight(sizes_, false);
        if (forwards() && vectors_fit(offsets, x, ndim_, lengths[0], split_, ~0u, vector)) {
            head.flags |= kVector;
            lengths[0] /= vector;
            units /= vector;
            flight = tuning::rows_in_flight(sizes_, true);
        } else if (tuning::windows_pay(sizes_) && nin_ < n_ && lengths[0] >= tuning::kWindowsLeast * vector) {
            head.flags |= kAnywhere;
            const int64_t windows = (lengths[0] + 2 * vector - 2) / vector;
            units = count / lengths[0] * windows;
            flight = tuning::windows_in_flight(sizes_);
            buffer.axes.tiles[0] = divider(uint32_t(windows));
            buffer.axes.items[1] = unsigned(units);
        }
        const int64_t each = tuning::kThreads * flight;
        launch.grid = unsigned((units + each - 1) / each);
    }
    buffer.axes.ndim = unsigned(ndim - whole);
    for (int d = 0; d < kMaxDims; ++d)
        buffer.axes.dims[d] = divider(d + whole < ndim ? uint32_t(lengths[d + whole]) : 1);
    for (int k = 0; whole && k < n_; ++k)       // rows are the elements, and contiguous so
        for (int d = 0; d < kMaxDims; ++d)
            strides[k][d] = d + 1 < ndim ? strides[k][d + 1] / (k < nin_ ? 1 : lengths[0]) : 0;
    if (variant == kTile && boxed_) fill_boxes(launch, lengths);
    else if (variant == kTile) fill_tile(launch, offsets, lengths);
}

// Stretches of a contiguous output of rows that have one value each.
inline bool Walk::fill_uniform(Launch &launch, const int64_t *offsets, int64_t length) {
    const int itemsize = itemsize_[n_ - 1];
    if (!uniform_ || !flat_outputs(tuning::kVectorBytes / itemsize, offsets)) return false;
    Header &head = strided_buffer_.head;
    unsigned bytes = tuning::kUniformBytes;
    while (bytes > tuning::kUniformLeast && int64_t(head.size) * itemsize < int64_t(bytes) * 8 * target_.multiprocessors)
        bytes /= 2;
    const unsigned each = bytes / unsigned(itemsize);
    head.flags |= kUniform;
    strided_buffer_.axes.edges[0] = each;
    strided_buffer_.axes.tiles[0] = divider(uint32_t(length));
    launch.grid = (head.size + each - 1) / each;
    // Rows that begin before a stretch and end behind it, too; and those that a vector ends in.
    launch.shared = unsigned((each / length + 2) * itemsize + tuning::kVectorBytes);
    return true;
}

inline void Walk::fill_tile(Launch &launch, const int64_t *offsets, const int64_t *lengths) {
    Header &head = strided_buffer_.head;
    Axes &axes = strided_buffer_.axes;
    const int ndim = ndim_ - split_, z = ndim_ - y_;
    int64_t items[3] = {1, 1, z < ndim ? lengths[z] : 1}, tiles = 1;
    axes.axes[0] = unsigned(ndim_ - x_);
    axes.axes[1] = unsigned(x_ - y_);
    for (int d = 0; d < z; ++d) items[d >= ndim_ - x_] *= lengths[d];
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
    if (joined_) {
        head.flags |= kJoined | transposed_ << kTransposedShift | scattered_ << kScatteredShift;
        return;
    }
    if (plain_ && !scattered_
        && vectors_fit(offsets, x_, ndim_, items[0], split_, ~transposed_, tuning::vector_elements(sizes_)))
        head.flags |= kVector;
    head.broadcast &= ~scattered_;
    head.flags |= transposed_ << kTransposedShift | (scattered_ | (packed_ ? transposed_ : 0)) << kScatteredShift
                  | (cut_ ? kCut : 0);
}

}  // namespace iteration
}  // namespace cupy
