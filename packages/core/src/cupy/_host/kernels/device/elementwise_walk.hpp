// One thread's share of an elementwise operation, over any layout, by way of one contiguous loop.
//
// Each operation has a single loop over contiguous runs, which the compiler vectorises.  What is
// not contiguous passes through small buffers that stay in the first-level cache: scalars are
// spread, strided operands gathered, strided outputs scattered.  None of this depends on types.
#pragma once

#include "device/elementwise_copy.hpp"
#include "params.hpp"

namespace cupy {
namespace host {

using Loop = void (*)(const void *op, int64 base, int64 n, char *const *data);

// What does not change between launches.
struct Kernel {
    Loop loop;
    const void *op;
    const int *itemsizes;
    int nin, n;
    bool keeps, refers;
};

constexpr int kMostOperands = 32;
constexpr int64 kBufferBytes = 128 * 1024;
constexpr int64 kRun = 1024;          // elements between arrays and buffers at a time
constexpr int64 kShortRow = 16;       // rows below it are gathered many at a time
constexpr int64 kTileX = 256;          // transposed operands are turned in tiles of this size
constexpr int64 kTileY = 16;

struct Buffers {
    alignas(64) char bytes[kBufferBytes];
    char *of[kMostOperands];
    int64 elements, run;

    explicit Buffers(const Kernel &kernel) {
        int64 each = 0, at = 0;
        for (int k = 0; k < kernel.n; ++k) each += kernel.itemsizes[k];
        elements = kBufferBytes / (each + 1) / 64 * 64;
        if (elements > kTileX * kTileY) elements = kTileX * kTileY;
        run = kernel.refers ? 1 : elements < kRun ? elements : kRun;
        for (int k = 0; k < kernel.n; ++k, at += elements * kernel.itemsizes[k - 1]) of[k] = bytes + at;
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
    const auto seek = [&](int k, int64 i) {
        data[k] = const_cast<char *>(address(slots[k], false)) + i * kernel.itemsizes[k];
    };
    if (!single) {
        for (int k = 0; k < kernel.n; ++k) seek(k, share.begin);
        return kernel.loop(kernel.op, head.base + share.begin, share.end - share.begin, data);
    }
    Buffers buffers(kernel);
    const int64 least = share.end - share.begin < buffers.run ? share.end - share.begin : buffers.run;
    for (int k = 0; k < kernel.n; ++k) {
        if (!(single >> k & 1)) continue;
        data[k] = buffers.of[k];
        fill(kernel.itemsizes[k], data[k], address(slots[k], head.scalars >> k & 1), least);
    }
    for (int64 i = share.begin; i < share.end; i += buffers.run) {
        const int64 n = share.end - i < buffers.run ? share.end - i : buffers.run;
        for (int k = 0; k < kernel.n; ++k)
            if (!(single >> k & 1)) seek(k, i);
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
        : kernel_(kernel), head_(head), strides_(strides), buffers_(kernel) {
        rows_.ndim = axes.ndim;
        for (unsigned d = 0; d < axes.ndim; ++d) rows_.lengths[d] = axes.dims[d].divisor;
        for (int k = 0; k < kernel.n; ++k) {
            base_[k] = const_cast<char *>(address(slots[k], head.scalars >> k & 1));
            if (head.scalars >> k & 1) fill(kernel.itemsizes[k], buffers_.of[k], base_[k], buffers_.run);
            else if (is_dense(k)) dense_ |= 1u << k;
        }
    }

    void run(unsigned block, unsigned grid) {
        if (head_.flags & kBlocked && !kernel_.refers) return blocked(block, grid);
        const Share share(head_.size, block, grid);
        const bool packed = rows_.lengths[0] < kShortRow && !kernel_.refers;
        seek(share.begin);
        for (int64 i = share.begin; i < share.end;) {
            int64 n = share.end - i < buffers_.run ? share.end - i : buffers_.run;
            if (!packed && n > rows_.lengths[0] - at_[0]) n = rows_.lengths[0] - at_[0];
            if (packed) many_rows(i, n);
            else part_of_row(i, n);
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

    bool is_dense(int k) const {
        int64 step = kernel_.itemsizes[k];
        for (unsigned d = 0; d < rows_.ndim; step *= rows_.lengths[d++])
            if (strides_[k][d] != step) return false;
        return true;
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

    // `turned`: operands that lie in their buffers already, `row` elements into them.
    void part_of_row(int64 i, int64 n, unsigned turned = 0, int64 row = 0) {
        char *data[kMostOperands], *array[kMostOperands];
        for (int k = 0; k < kernel_.n; ++k) {
            const int itemsize = kernel_.itemsizes[k];
            const int64 stride = strides_[k][0];
            data[k] = buffers_.of[k];
            if (by_value(k)) continue;
            if (turned >> k & 1) {
                data[k] += row * itemsize;
                continue;
            }
            array[k] = place(k);
            if (stride == itemsize || (kernel_.refers && k >= kernel_.nin)) data[k] = array[k];
            else if (k >= kernel_.nin && !kernel_.keeps) continue;
            else if (stride == 0) fill(itemsize, data[k], array[k], n);
            else gather(itemsize, data[k], array[k], stride, n);
        }
        kernel_.loop(kernel_.op, head_.base + i, n, data);
        for (int k = kernel_.nin; k < kernel_.n; ++k)
            if (data[k] != array[k]) scatter(kernel_.itemsizes[k], array[k], data[k], strides_[k][0], n);
    }

    void many_rows(int64 i, int64 n) {
        char *data[kMostOperands];
        for (int k = 0; k < kernel_.n; ++k) {
            data[k] = dense_ >> k & 1 ? base_[k] + i * kernel_.itemsizes[k] : buffers_.of[k];
            if (data[k] != buffers_.of[k] || by_value(k) || (k >= kernel_.nin && !kernel_.keeps)) continue;
            gather_rows(kernel_.itemsizes[k], buffers_.of[k], base_[k], strides_[k], rows_, at_, at_[0], n);
        }
        kernel_.loop(kernel_.op, head_.base + i, n, data);
        for (int k = kernel_.nin; k < kernel_.n; ++k)
            if (data[k] == buffers_.of[k])
                scatter_rows(kernel_.itemsizes[k], base_[k], buffers_.of[k], strides_[k], rows_, at_, at_[0], n);
    }

    // Transposed operands: y after y for a short run of x, tile by tile.
    void blocked(unsigned block, unsigned grid) {
        const int64 nx = rows_.lengths[0], ny = rows_.lengths[1];
        const int64 runs = (nx + kTileX - 1) / kTileX;
        const int64 tall = buffers_.elements / kTileX < kTileY ? buffers_.elements / kTileX : kTileY;
        const Share share(head_.size / (nx * ny) * runs, block, grid);
        unsigned turned = 0;
        for (int k = 0; k < kernel_.nin; ++k)
            if (!by_value(k) && strides_[k][0] && strides_[k][0] != kernel_.itemsizes[k]
                && strides_[k][1] == kernel_.itemsizes[k])
                turned |= 1u << k;
        for (int64 work = share.begin; work < share.end; ++work) {
            const int64 x = work % runs * kTileX, first = work / runs * nx * ny;
            const int64 n = nx - x < kTileX ? nx - x : kTileX;
            seek(first + x);
            for (int64 y = 0; y < ny; ++y) {
                at_[1] = y;
                for (int k = 0; k < kernel_.nin && y % tall == 0; ++k)
                    if (turned >> k & 1)
                        gather_tile(kernel_.itemsizes[k], buffers_.of[k], place(k), strides_[k][0], n,
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

}  // namespace host
}  // namespace cupy
