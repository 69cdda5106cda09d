// One thread's share of an elementwise operation, over any layout, by way of one contiguous loop.
//
// Each operation has a single loop over contiguous runs, which the compiler vectorises.  What is
// not contiguous passes through small buffers that stay in the first-level cache: scalars are
// spread, strided operands gathered, strided outputs scattered.  None of this depends on types.
#pragma once

#include "device/elementwise_walk.hpp"
#include "walk_copy.hpp"

namespace cupy {
namespace host {

inline const Cast *cast_of(const Header &head, const Slot *slots, int k) {
    const Cast *cast = nullptr;
    if (k < 32 - kCastShift && head.flags >> (kCastShift + k) & 1) __builtin_memcpy(&cast, slots[k].bytes + 8, sizeof cast);
    return cast;
}

constexpr int kMostOperands = 32;
constexpr int64 kBufferBytes = 128 * 1024;
constexpr int64 kRun = 1024;          // elements between arrays and buffers at a time
constexpr int64 kShortRow = 16;       // rows of fewer elements are gathered many at a time,
constexpr int64 kShortBytes = 512;    // as are those of fewer bytes of the smallest operand
constexpr int64 kTileX = 256;          // transposed operands are turned in tiles of this size
constexpr int64 kTileY = 16;
constexpr int64 kAlike = 2048;         // rows so many bytes apart, or a multiple, share few sets of the first-level cache

struct Buffers {
    alignas(64) char bytes[kBufferBytes];
    char *of[kMostOperands];
    const Cast *cast[kMostOperands];
    int itemsizes[kMostOperands];     // in memory
    char *given[kMostOperands];       // of items as they are in memory
    int64 elements, run;

    Buffers(const Kernel &kernel, const Header &head, const Slot *slots) {
        int64 each = 0, at = 0;
        for (int k = 0; k < kernel.n; ++k) {
            cast[k] = k < kernel.nin ? cast_of(head, slots, k) : nullptr;
            itemsizes[k] = cast[k] ? cast[k]->itemsize : kernel.itemsizes[k];
            each += kernel.itemsizes[k] + (cast[k] ? itemsizes[k] : 0);
        }
        elements = kBufferBytes / (each + 1) / 64 * 64;
        if (elements > kTileX * kTileY) elements = kTileX * kTileY;
        run = kernel.refers ? 1 : elements < kRun ? elements : kRun;
        for (int k = 0; k < kernel.n; ++k) {
            given[k] = of[k] = bytes + at;
            at += elements * kernel.itemsizes[k];
            if (!cast[k]) continue;
            given[k] = bytes + at;
            at += elements * itemsizes[k];
        }
    }
};

struct Share {
    int64 begin, end;
    Share(int64 size, unsigned block, unsigned grid)
        : begin(size * block / grid), end(size * (block + 1) / grid) {}
};

inline const char *address(const Slot &slot, bool by_value) {
    return by_value ? reinterpret_cast<const char *>(slot.bytes) : slot.as<const char *>();
}

CUPY_NOINLINE inline void run_flat(const Kernel &kernel, const Header &head, const Slot *slots, unsigned block,
                     unsigned grid) {
    const Share share(head.size, block, grid);
    const unsigned single = head.scalars | head.broadcast;
    char *data[kMostOperands];
    const auto seek = [&](int k, int64 i, int itemsize) {
        data[k] = const_cast<char *>(address(slots[k], false)) + i * itemsize;
    };
    if (!single && !(head.flags >> kCastShift)) {
        for (int k = 0; k < kernel.n; ++k) seek(k, share.begin, kernel.itemsizes[k]);
        return kernel.loop(kernel.op, head.base + share.begin, share.end - share.begin, data);
    }
    Buffers buffers(kernel, head, slots);
    const int64 least = share.end - share.begin < buffers.run ? share.end - share.begin : buffers.run;
    for (int k = 0; k < kernel.n; ++k) {
        if (!(single >> k & 1)) continue;
        const char *item = address(slots[k], head.scalars >> k & 1);
        if (buffers.cast[k]) {
            buffers.cast[k]->run(item, buffers.given[k], 1);
            item = buffers.given[k];
        }
        data[k] = buffers.of[k];
        fill(kernel.itemsizes[k], data[k], item, least);
    }
    for (int64 i = share.begin; i < share.end; i += buffers.run) {
        const int64 n = share.end - i < buffers.run ? share.end - i : buffers.run;
        for (int k = 0; k < kernel.n; ++k)
            if (!(single >> k & 1)) {
                seek(k, i, buffers.itemsizes[k]);
                if (!buffers.cast[k]) continue;
                buffers.cast[k]->run(data[k], buffers.of[k], n);
                data[k] = buffers.of[k];
            }
        kernel.loop(kernel.op, head.base + i, n, data);
    }
    // An output that is one element has now been written to its buffer.
    for (int k = kernel.nin; k < kernel.n; ++k)
        if (single >> k & 1)
            __builtin_memcpy(const_cast<char *>(address(slots[k], false)), data[k], kernel.itemsizes[k]);
}

class Strided {
  public:
    Strided(const Kernel &kernel, const Header &head, const Axes &axes, const Slot *slots,
            const int64 (*strides)[kMaxDims])
        : kernel_(kernel), head_(head), strides_(strides), buffers_(kernel, head, slots) {
        rows_.ndim = axes.ndim;
        for (unsigned d = 0; d < axes.ndim; ++d) rows_.lengths[d] = axes.dims[d].divisor;
        for (int k = 0; k < kernel.n; ++k) {
            base_[k] = const_cast<char *>(address(slots[k], head.scalars >> k & 1));
            if (head.scalars >> k & 1) fill(kernel.itemsizes[k], buffers_.of[k], base_[k], buffers_.run);
            else if (is_dense(k)) dense_ |= 1u << k;
        }
        copies_ = kernel.copies && !buffers_.cast[0] && !by_value(0);
    }

    void run(unsigned block, unsigned grid) {
        if (head_.flags & kBlocked && !kernel_.refers) return blocked(block, grid);
        const Share share(head_.size, block, grid);
        const bool packed = is_short() && !kernel_.refers;
        seek(share.begin);
        for (int64 i = share.begin; i < share.end;) {
            int64 n = share.end - i < buffers_.run ? share.end - i : buffers_.run;
            if (!packed && n > rows_.lengths[0] - at_[0]) n = rows_.lengths[0] - at_[0];
            if (packed) many_rows(i, n);
            else part_of_row(i, n, 0, 0, i > share.begin && at_[0] > 0);
            i += n;
            if (packed) seek(i);
            else advance(n);
        }
    }

  private:
    const Kernel &kernel_;
    const Header &head_;
    const int64 (*strides_)[kMaxDims];
    Rows rows_;
    Buffers buffers_;
    char *base_[kMostOperands];
    int64 at_[kMaxDims];
    unsigned dense_ = 0;         // operands whose elements lie one after the other in the order of the walk
    bool copies_;                // what is brought together needs no loop: it is brought to the output

    bool is_dense(int k) const {
        int64 step = buffers_.itemsizes[k];
        for (unsigned d = 0; d < rows_.ndim; step *= rows_.lengths[d++])
            if (strides_[k][d] != step) return false;
        return true;
    }

    bool is_short() const {
        int least = 16;
        for (int k = 0; k < kernel_.n; ++k)
            if (buffers_.itemsizes[k] < least) least = buffers_.itemsizes[k];
        return rows_.lengths[0] < kShortRow || rows_.lengths[0] * least < kShortBytes;
    }

    bool by_value(int k) const { return head_.scalars >> k & 1; }

    void seek(int64 i) {
        for (unsigned d = 0; d < rows_.ndim; ++d) {
            at_[d] = i % rows_.lengths[d];
            i /= rows_.lengths[d];
        }
    }
    void advance(int64 n) {
        at_[0] += n;
        for (unsigned d = 0; d + 1 < rows_.ndim && at_[d] == rows_.lengths[d]; ++d) {
            at_[d] = 0;
            ++at_[d + 1];
        }
    }

    char *place(int k) const {
        char *array = base_[k];
        for (unsigned d = 0; d < rows_.ndim; ++d) array += at_[d] * strides_[k][d];
        return array;
    }

    // Items of an operand as the kernel takes them: where they are, or in its buffer.
    char *converted(int k, char *items, int64 n) {
        if (!buffers_.cast[k]) return items;
        buffers_.cast[k]->run(items, buffers_.of[k], n);
        return buffers_.of[k];
    }

    // `turned`: operands that lie in their buffers already, `row` elements into them; `again`: behind a part of this row,
    // which was as long at least, so that what is the same along it is there.
    void part_of_row(int64 i, int64 n, unsigned turned = 0, int64 row = 0, bool again = false) {
        char *data[kMostOperands], *array[kMostOperands];
        if (copies_ && strides_[1][0] == kernel_.itemsizes[1] && !turned) return copy_part(n);
        for (int k = 0; k < kernel_.n; ++k) {
            const int itemsize = buffers_.itemsizes[k];
            const int64 stride = strides_[k][0];
            const bool there = by_value(k) || (again && stride == 0 && k < kernel_.nin);
            data[k] = there ? buffers_.of[k] : buffers_.given[k];
            if (there) continue;
            if (turned >> k & 1) {
                data[k] += row * itemsize;
            } else {
                array[k] = place(k);
                if (stride == itemsize || (kernel_.refers && k >= kernel_.nin)) data[k] = array[k];
                else if (k >= kernel_.nin && !kernel_.keeps) continue;
                else if (stride == 0) fill(itemsize, data[k], array[k], n);
                else gather(itemsize, data[k], array[k], stride, n);
            }
            data[k] = converted(k, data[k], n);
        }
        kernel_.loop(kernel_.op, head_.base + i, n, data);
        for (int k = kernel_.nin; k < kernel_.n; ++k)
            if (data[k] != array[k]) scatter(kernel_.itemsizes[k], array[k], data[k], strides_[k][0], n);
    }

    void copy_part(int64 n) {
        const int itemsize = kernel_.itemsizes[0];
        const int64 stride = strides_[0][0];
        char *from = place(0), *to = place(1);
        if (stride == itemsize) copy_bytes(to, from, n * itemsize);
        else if (stride == 0) fill(itemsize, to, from, n);
        else gather(itemsize, to, from, stride, n);
    }

    void many_rows(int64 i, int64 n) {
        char *data[kMostOperands];
        const int64 at = i * kernel_.itemsizes[0];
        if (copies_ && dense_ >> 1 & 1)
            return gather_rows(kernel_.itemsizes[0], base_[1] + at, base_[0], strides_[0], rows_, at_, at_[0], n);
        if (copies_ && dense_ & 1)
            return scatter_rows(kernel_.itemsizes[0], base_[1], base_[0] + at, strides_[1], rows_, at_, at_[0], n);
        for (int k = 0; k < kernel_.n; ++k) {
            const int itemsize = buffers_.itemsizes[k];
            const bool dense = dense_ >> k & 1;
            data[k] = dense ? base_[k] + i * itemsize : by_value(k) ? buffers_.of[k] : buffers_.given[k];
            if (by_value(k) || (k >= kernel_.nin && !kernel_.keeps)) continue;
            if (!dense) gather_rows(itemsize, data[k], base_[k], strides_[k], rows_, at_, at_[0], n);
            data[k] = converted(k, data[k], n);
        }
        kernel_.loop(kernel_.op, head_.base + i, n, data);
        for (int k = kernel_.nin; k < kernel_.n; ++k)
            if (data[k] == buffers_.of[k])
                scatter_rows(kernel_.itemsizes[k], base_[k], buffers_.of[k], strides_[k], rows_, at_, at_[0], n);
    }

    // A copy of a tile's whole height; False where the rows of the output get in each other's way in the cache.
    bool turn_directly(int64 n) {
        const int itemsize = kernel_.itemsizes[0];
        const int64 ny = rows_.lengths[1], pitch = strides_[1][1];
        if (strides_[1][0] != itemsize || pitch % itemsize || pitch % kAlike == 0) return false;
        const char *from = place(0);
        char *to = place(1);
        for (int64 y = 0; y < ny; y += kTileY)
            gather_tile(itemsize, to + y * pitch, from + y * itemsize, strides_[0][0], n, ny - y < kTileY ? ny - y : kTileY,
                        pitch / itemsize);
        return true;
    }

    // Transposed operands: y after y for a short run of x, tile by tile.
    void blocked(unsigned block, unsigned grid) {
        const int64 nx = rows_.lengths[0], ny = rows_.lengths[1];
        const int64 runs = (nx + kTileX - 1) / kTileX;
        const int64 tall = buffers_.elements / kTileX < kTileY ? buffers_.elements / kTileX : kTileY;
        const Share share(head_.size / (nx * ny) * runs, block, grid);
        unsigned turned = 0;
        for (int k = 0; k < kernel_.nin; ++k)
            if (!by_value(k) && strides_[k][0] && strides_[k][0] != buffers_.itemsizes[k]
                && strides_[k][1] == buffers_.itemsizes[k])
                turned |= 1u << k;
        for (int64 work = share.begin; work < share.end; ++work) {
            const int64 x = work % runs * kTileX, first = work / runs * nx * ny;
            const int64 n = nx - x < kTileX ? nx - x : kTileX;
            seek(first + x);
            if (copies_ && turned && turn_directly(n)) continue;
            for (int64 y = 0; y < ny; ++y) {
                at_[1] = y;
                for (int k = 0; k < kernel_.nin && y % tall == 0; ++k)
                    if (turned >> k & 1)
                        gather_tile(buffers_.itemsizes[k], buffers_.given[k], place(k), strides_[k][0], n,
                                    ny - y < tall ? ny - y : tall, kTileX);
                part_of_row(first + y * nx + x, n, turned, y % tall * kTileX);
            }
        }
    }
};

CUPY_NOINLINE inline void run_strided(const Kernel &kernel, const Header &head, const Axes &axes,
                                      const Slot *slots, const int64 (*strides)[kMaxDims],
                                      unsigned block, unsigned grid) {
    Strided(kernel, head, axes, slots, strides).run(block, grid);
}

extern const Walks walks = {run_flat, run_strided};

}  // namespace host
}  // namespace cupy
