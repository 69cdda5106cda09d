// Walk, between its halves: runs of contiguous outputs, and how every input lies along them.
#pragma once

#include "iteration.hpp"

namespace cupy {
namespace iteration {

// The row of an input, of a launch whose axes are `lengths`, the innermost one first, and whose blocks have `each`
// items of the outputs.
inline Line Walk::line_of(int k, const int64_t *lengths, int ndim, int64_t each) const {
    const int64_t itemsize = itemsize_[k], step = is_array(k) && ndim ? strides_[k][ndim_ - 1] : 0;
    const auto stride = [&](int d) { return is_array(k) ? strides_[k][ndim_ - 1 - d] : 0; };
    int64_t row = ndim ? lengths[0] : 1;
    int axes = ndim ? 1 : 0;
    for (; axes < ndim && stride(axes) == step * row; ++axes) row *= lengths[axes];
    const int64_t longest = std::min(row, kMaxSize);        // of more than one launch
    const unsigned way = step == 0 ? kStill : row < tuning::strided_run(sizes_) ? kBrief : step == itemsize ? kNext
                         : step == -itemsize ? kBack : step == 2 * itemsize && itemsize == 1 ? kOther : kEven;
    int64_t span = row;
    for (int d = axes, outer = axes; d < ndim; ++d) {       // of the axes around which it is repeated, the first
        span *= lengths[d];
        if (stride(d)) continue;
        int64_t length = 1;
        for (int b = 0; b < d; ++b) length *= lengths[b];
        for (outer = d + 1; outer < ndim && !stride(outer); ++outer) span *= lengths[outer];
        const bool fits = 4 * length <= each && length * itemsize <= tuning::kRepeatedMost;
        if (!fits || (outer < ndim && span < tuning::kSpansLeast * each)) break;
        return Line{divider(uint32_t(length)), unsigned(d), kRepeat, 0, unsigned(span)};
    }
    return Line{divider(uint32_t(longest)), unsigned(axes), way, 0, 0};
}

// Whether runs are better than anything else for how the inputs lie: of rows that are shorter than a run, or whose
// items lie apart, each item would be found by itself.
inline bool Walk::runs_pay() const {
    const int run = tuning::strided_run(sizes_);
    if (run < 2 || !size || ndim_ > kMaxDims || !flat_outputs(run)) return false;
    int64_t lengths[kMaxDims];
    for (int d = 0; d < ndim_; ++d) lengths[d] = shape_[ndim_ - 1 - d];
    for (int k = 0; k < nin_; ++k) {
        const Line line = line_of(k, lengths, ndim_, tuning::run_elements(sizes_));
        if (line.way == kEven || line.way == kBrief) return false;
    }
    return true;
}

inline void Walk::fill_runs(Launch &launch, const int64_t *offsets, const int64_t *lengths) {
    StridedBuffer &buffer = strided_buffer_;
    Header &head = buffer.head;
    const int run = tuning::strided_run(sizes_);
    if (run < 2 || !flat_outputs(run, offsets)) return;
    const unsigned least = unsigned(tuning::run_elements(sizes_)), most = least * tuning::kRunsLonger;
    unsigned each = least;
    while (each < most && head.size >= each * 64u * unsigned(target_.multiprocessors)) each *= 2;
    Line *lines = reinterpret_cast<Line *>(buffer.rest + n_ * (sizeof(Slot) + kMaxDims * 8));
    for (;; each /= 2) {
        launch.shared = 0;
        for (int k = 0; k < nin_; ++k) {
            lines[k] = line_of(k, lengths, ndim_ - split_, least);
            lines[k].place = launch.shared;
            const unsigned rows = each / lines[k].row.divisor + 2;
            const unsigned bytes = lines[k].way == kRepeat ? (lines[k].row.divisor + unsigned(run)) * itemsize_[k] + 4
                                   : rows * (lines[k].way == kStill ? itemsize_[k] : sizeof(void *));
            launch.shared += (bytes + 15) / 16 * 16;
        }
        if (launch.shared <= tuning::kRunsShared) break;
        if (each > least) continue;
        if (launch.shared <= tuning::kRunsSharedMost) break;
        launch.shared = 0;      // of rows of one or two items, or many inputs
        return;
    }
    head.flags |= kFlatOutputs;
    buffer.axes.edges[0] = each;
    launch.grid = (head.size + each - 1) / each;
}

}  // namespace iteration
}  // namespace cupy
