// Cooperative groups: the grid, the block, its tiles, the lanes that are there.
#pragma once

#include "toolkit_begin.hpp"

namespace cooperative_groups {

class thread_block {
public:
    void sync() const { __syncthreads(); }
    unsigned thread_rank() const { return cupy::simt::thread_number(); }
    unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
    unsigned num_threads() const { return size(); }
    dim3 group_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    dim3 thread_index() const { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    dim3 group_dim() const { return {blockDim.x, blockDim.y, blockDim.z}; }
    dim3 dim_threads() const { return group_dim(); }
};
inline thread_block this_thread_block() { return {}; }

class grid_group {
public:
    bool is_valid() const { return cupy::simt::is_cooperative(); }
    void sync() const { cupy::simt::wait_for_grid(); }
    unsigned long long num_blocks() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    unsigned long long block_rank() const {
        return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    unsigned long long thread_rank() const {
        return block_rank() * this_thread_block().size() + cupy::simt::thread_number();
    }
    unsigned long long size() const { return num_blocks() * this_thread_block().size(); }
    unsigned long long num_threads() const { return size(); }
    dim3 block_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    dim3 group_dim() const { return {gridDim.x, gridDim.y, gridDim.z}; }
    dim3 dim_blocks() const { return group_dim(); }
};
inline grid_group this_grid() { return {}; }

// Lanes of a warp, and what they do together; `rank` counts within the mask.
class lanes {
public:
    explicit lanes(unsigned mask) : mask_(mask) {}

    void sync() const { __syncwarp(mask_); }
    unsigned size() const { return unsigned(__popc(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return unsigned(__popc(mask_ & ((1u << cupy::simt::lane()) - 1))); }

    template <class T> T shfl(T value, unsigned rank) const {
        return cupy::simt::shuffle(mask_, value, lane_of(rank % size()));
    }
    template <class T> T shfl_down(T value, unsigned by) const { return from(value, thread_rank() + by); }
    template <class T> T shfl_up(T value, unsigned by) const { return from(value, thread_rank() - by); }
    template <class T> T shfl_xor(T value, unsigned with) const { return from(value, thread_rank() ^ with); }
    int any(int predicate) const { return cupy::simt::votes(mask_, predicate) != 0; }
    int all(int predicate) const { return cupy::simt::votes(mask_, !predicate) == 0; }
    unsigned ballot(int predicate) const { return by_rank(cupy::simt::votes(mask_, predicate)); }
    template <class T> unsigned match_any(T value) const {
        unsigned ranks = 0;
        for (unsigned rank = 0; rank < size(); ++rank) ranks |= unsigned(shfl(value, rank) == value) << rank;
        return ranks;
    }

private:
    int lane_of(unsigned rank) const {
        unsigned rest = mask_;
        while (rank--) rest &= rest - 1;
        return __ffs(int(rest)) - 1;
    }
    // Of a rank outside the group: the own value.
    template <class T> T from(T value, unsigned rank) const {
        return cupy::simt::shuffle(mask_, value, rank < size() ? lane_of(rank) : cupy::simt::lane());
    }
    unsigned by_rank(unsigned found) const {
        unsigned ranks = 0, rank = 0;
        for (unsigned rest = mask_; rest; rest &= rest - 1, ++rank)
            ranks |= (found >> (__ffs(int(rest)) - 1) & 1) << rank;
        return ranks;
    }

    unsigned mask_;
};

class coalesced_group : public lanes {
public:
    using lanes::lanes;
};
inline coalesced_group coalesced_threads() { return coalesced_group(cupy::simt::active()); }

template <unsigned width> class thread_block_tile : public lanes {
public:
    static_assert(width && width <= 32 && !(width & (width - 1)), "a tile has 1, 2, 4, 8, 16 or 32 threads");

    thread_block_tile() : lanes((width == 32 ? ~0u : (1u << width % 32) - 1) << (cupy::simt::lane() & ~(width - 1))) {}
    static constexpr unsigned size() { return width; }
    static constexpr unsigned num_threads() { return width; }
    unsigned meta_group_rank() const { return cupy::simt::thread_number() / width; }
    unsigned meta_group_size() const { return (this_thread_block().size() + width - 1) / width; }
};
template <unsigned width, class Group> thread_block_tile<width> tiled_partition(const Group &) { return {}; }

template <class Group> void sync(const Group &group) { group.sync(); }

}  // namespace cooperative_groups

#include "toolkit_end.hpp"
