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
                        bool ordered, unsigned variants, const Target &target, Pace pace, bool pure) {
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
    classify(ordered, pure, variants);
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

// Whether an operand is contiguous.
inline bool Walk::flat(int k) const {
    int64_t stride = itemsize_[k];
    if (!is_array(k)) return false;
    for (int d = ndim_ - 1; d >= 0; --d) {
        if (strides_[k][d] != stride) return false;
        stride *= shape_[d];
    }
    return true;
}

// Whether the outputs are, on GPUs, where it matters.
inline bool Walk::dense() const {
    bool all = !target_.serial_blocks;
    for (int k = nin_; k < n_ && all; ++k) all = flat(k);
    return all;
}

// Whether they are, and begin where vectors of `run` elements may; of a launch, that many bytes further.
inline bool Walk::flat_outputs(int run, const int64_t *offsets) const {
    for (int k = nin_; dense_ && k < n_; ++k) {
        const int bytes = run * itemsize_[k], mask = (bytes < tuning::kVectorBytes ? bytes : tuning::kVectorBytes) - 1;
        if (reinterpret_cast<uintptr_t>(data_[k] + (offsets ? offsets[k] : 0)) & mask) return false;
    }
    return dense_;
}

// Whether all inputs are constant along the innermost axis of one contiguous output.
inline bool Walk::uniform() const {
    if (!ndim_ || !nin_ || n_ != nin_ + 1) return false;
    for (int k = 0; k < nin_; ++k)
        if (strides_[k][ndim_ - 1]) return false;
    return flat_outputs(tuning::kVectorBytes / itemsize_[nin_]);
}

// The axis along which items of an input are nearest to one another, and near enough to be read together; -1: there is
// none, or it is the innermost one.
inline int Walk::nearest(int k) const {
    int y = -1;
    int64_t least = tuning::kTurnedStep * itemsize_[k];
    for (int d = ndim_ - 1; d >= 0; --d) {
        const int64_t step = absolute(strides_[k][d]);
        if (step && step <= least) y = d, least = step - 1;
    }
    return y < ndim_ - 1 ? y : -1;
}

// The axis along which an operand that is not plain along the innermost one has its rows, forwards or backwards; -1:
// there is none.  All of these have, or `some` are enough.
inline int Walk::find_transposed(bool some) const {
    const int x = ndim_ - 1;
    int y = -1;
    bool backwards = false;
    for (int k = 0; k < nin_; ++k) {
        if (plain_inner(k)) continue;
        const int mine = nearest(k);
        if (mine < 0 || (y >= 0 && (mine != y || (strides_[k][y] < 0) != backwards))) {
            if (some) continue;
            return -1;
        }
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

inline void Walk::classify(bool ordered, bool pure, unsigned variants) {
    transposed_ = scattered_ = 0;
    blocked_ = cut_ = joined_ = packed_ = boxed_ = uniform_ = false;
    variant = kStrided;
    const bool tiles = variants >> kTile & 1 && !ordered && !target_.serial_blocks && size > 0 && nin_ < n_
                       && n_ <= kTileOperands;
    const bool small = tuning::windows_pay(sizes_), bytes = sizes_.smallest < 4;
    bool flat = ndim_ <= 1, rows = ndim_ > (small ? 0 : 1), outputs = ndim_ > 1;
    plain_ = true;
    for (int k = 0; k < n_; ++k) {
        const bool still = ndim_ == 0 || (ndim_ == 1 && strides_[k][0] == 0);
        if (still && is_array(k)) single_ |= 1u << k;
        if (!ndim_ || !is_array(k)) continue;
        const int64_t stride = strides_[k][ndim_ - 1];
        plain_ &= plain_inner(k);
        rows &= k < nin_ ? plain_inner(k) || (small && stride == -itemsize_[k]) : stride == itemsize_[k];
        outputs &= k < nin_ || stride == itemsize_[k];
    }
    flat &= plain_;
    if (flat) {
        variant = kFlat;
        return;
    }
    dense_ = dense();
    uniform_ = pure && uniform();
    if (uniform_) return;
    const int64_t inner = ndim_ ? shape_[ndim_ - 1] : 0;
    const bool longer = inner * sizes_.largest >= tuning::kRowBytes;
    const bool vectors = rows && forwards() && vectors_fit(nullptr, ndim_ - 1, ndim_, inner, 0, ~0u,
                                                           tuning::vector_elements(sizes_));
    if (!(vectors && longer) && runs_pay()) return;
    constexpr int64_t least = tuning::kBoxesLeast * tuning::kBoxLeast;
    if (tiles && tuning::boxes_pay(sizes_) && size >= least * target_.multiprocessors) {
        // Rows of which a thread takes several at once, or turned ones.
        const bool turned = !rows && ndim_ > 1 && find_transposed(true) >= 0;
        if (!vectors && (turned || 2 * inner <= tuning::strided_run(sizes_)) && plan_boxes()) {
            variant = kTile;
            return;
        }
    }
    const bool narrow = inner < tuning::tile_narrow(sizes_);
    if (rows) {
        const int run = tuning::strided_run(sizes_);
        const bool runs = run > 1 && flat_outputs(run);
        const bool even = !runs && plain_ && inner >= tuning::kTileEven * tuning::tile_run(sizes_);
        if (longer && variants >> kRows & 1) variant = kRows;
        else if (!longer && bytes && tiles && ndim_ > 1 && (narrow || even) && plan_rows()) variant = kTile;
        return;
    }
    if (ndim_ < 2) return;
    const int y = ordered ? -1 : find_transposed(tiles);
    if (y < 0) {
        if (tiles && outputs && bytes && narrow && plan_rows()) variant = kTile;
        return;
    }
    bool backwards = false, forwards = false;
    plain_ = true;
    for (int k = 0; k < nin_; ++k) {
        if (!is_array(k) || plain_inner(k)) continue;
        if (nearest(k) != y || (strides_[k][y] < 0 ? forwards : backwards)) {
            plain_ = false;
            continue;
        }
        transposed_ |= 1u << k;
        (strides_[k][y] < 0 ? backwards : forwards) = true;
    }
    if (backwards && (tiles || target_.serial_blocks)) flip_axis(y);
    if (target_.serial_blocks) {
        blocked_ = inner >= tuning::kTileHeight && shape_[y] >= tuning::kTileHeight;
        if (blocked_) move_axis(y, ndim_ - 2);
    } else if (tiles) {
        if (plan_joined(y) || plan_tiles(y)) {
            variant = kTile;
            return;
        }
        sort();
        dense_ = dense();           // not if an axis was turned round
        transposed_ = scattered_ = 0;
        if (bytes && narrow && plan_rows()) variant = kTile;
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
