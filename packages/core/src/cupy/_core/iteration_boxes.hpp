// Walk, between its halves: boxes of a contiguous output.
#pragma once

#include "iteration.hpp"

namespace cupy {
namespace iteration {

// How an operand lies in a box: as the output does, constant, or else, but close together.
enum class Walk::Lies { kAlong, kStill, kNear, kApart };

// In the axes from `begin` on, of the first of which a box has `length`; the bytes from its first item to its last.
inline Walk::Lies Walk::lies(int k, int begin, int64_t length, int64_t &bytes) const {
    bool along = true, still = true;
    int64_t steps[kMaxDims], lengths[kMaxDims];
    int count = 0;
    for (int d = begin; d < ndim_; ++d) {
        const int64_t step = absolute(strides_[k][d]);
        along &= strides_[k][d] * itemsize_[nin_] == strides_[nin_][d] * itemsize_[k];
        if (!step) continue;
        still = false;
        int at = count++;
        for (; at > 0 && steps[at - 1] > step; --at) steps[at] = steps[at - 1], lengths[at] = lengths[at - 1];
        steps[at] = step, lengths[at] = d == begin ? length : shape_[d];
    }
    bytes = itemsize_[k];
    if (along || still) return along ? Lies::kAlong : Lies::kStill;
    int64_t waste = 0, items = 1;       // of gaps wider than what memory moves at the least
    for (int at = 0; at < count; ++at) {
        const int64_t gap = steps[at] - bytes;
        waste = waste * lengths[at] + (gap > tuning::kSector ? gap * (lengths[at] - 1) : 0);
        bytes += steps[at] * (lengths[at] - 1);
        items *= lengths[at];
        if (bytes > tuning::kBoxShared) return Lies::kApart;
    }
    if (3 * waste > bytes) return Lies::kApart;
    // Gaps that hold what other boxes bring again.
    for (int d = 0; d < begin && bytes > 2 * items * itemsize_[k]; ++d)
        if (strides_[k][d] && absolute(strides_[k][d]) < bytes) return Lies::kApart;
    return Lies::kNear;
}

// Boxes of as many items as fit, no fewer than are worth it.
inline bool Walk::plan_boxes() {
    const int64_t share = size / (tuning::kBoxesLeast * target_.multiprocessors);
    if (share < tuning::kBoxLeast || n_ != nin_ + 1 || !dense_) return false;
    for (int64_t most = std::min<int64_t>(share, tuning::box_items_most(sizes_)); most >= tuning::kBoxLeast; most /= 2)
        if (try_boxes(most)) return true;
    scattered_ = 0;
    return false;
}

inline bool Walk::try_boxes(int64_t most) {
    int64_t inner = 1, length = 0, before = 1, bytes = 0;
    int begin = ndim_;
    for (int d = ndim_ - 1; d >= 0 && ndim_ - d <= kMaxDims && bytes <= tuning::kBoxShared; --d) {
        const int64_t next = cut_evenly(shape_[d], most / before, 1);
        bool near = true;       // an axis around it may fill the gaps that one leaves
        for (int k = 0; k < nin_ && bytes <= tuning::kBoxShared; ++k)
            near &= !is_array(k) || lies(k, d, next, bytes) != Lies::kApart;
        if (near) begin = d, inner = before, length = next;
        before *= next;
        if (next < shape_[d] || before * 2 > most) break;
    }
    if (inner * length < tuning::kBoxLeast) return false;
    scattered_ = along_ = 0;
    const int64_t items = inner * length;
    int64_t shared = tuning::box_origins(n_);
    for (int k = 0; k < nin_; ++k) {
        if (!is_array(k)) continue;
        const Lies how = lies(k, begin, length, bytes);
        if (how == Lies::kAlong) along_ |= 1u << k;
        if (how != Lies::kNear) continue;
        scattered_ |= 1u << k;
        shared += tuning::box_table(unsigned(items)) + 2 * tuning::box_items(unsigned(bytes));
    }
    if (shared > tuning::kBoxShared) return false;
    x_ = begin;
    edges_[0] = unsigned(length), edges_[1] = unsigned(inner), edges_[2] = unsigned(shared);
    boxed_ = true;
    return true;
}

inline void Walk::fill_boxes(Launch &launch, const int64_t *lengths) {
    Header &head = strided_buffer_.head;
    Axes &axes = strided_buffer_.axes;
    const int count = ndim_ - x_;
    const int64_t parts = (lengths[count - 1] + edges_[0] - 1) / edges_[0];
    const int64_t boxes = head.size / (lengths[count - 1] * edges_[1]) * parts;
    const int64_t blocks = int64_t(tuning::kBoxBlocks) * target_.multiprocessors;
    const int64_t each = std::min<int64_t>(std::max<int64_t>(boxes / blocks, 1), tuning::kBoxesMost);
    axes.axes[0] = unsigned(count);
    axes.tiles[0] = divider(uint32_t(parts));
    axes.items[0] = unsigned(lengths[count - 1]), axes.items[1] = unsigned(each), axes.items[2] = unsigned(boxes);
    for (int k = 0; k < 2; ++k) axes.edges[k] = edges_[k];
    head.flags |= kBoxes | scattered_ << kScatteredShift;
    head.broadcast = ~(scattered_ | along_) & ((1u << nin_) - 1);
    launch.shared = edges_[2];
    launch.grid = unsigned((boxes + each - 1) / each);
}

}  // namespace iteration
}  // namespace cupy
