// Cooperative groups: the grid, the block, its tiles, the lanes that are there.
#pragma once

#include "toolkit_begin.hpp"

namespace cooperative_groups {

class thread_block {
public:
    struct arrival_token {};

    void sync() const { __syncthreads(); }
    arrival_token barrier_arrive() const { return {}; }     // who arrives waits where it must
    void barrier_wait(arrival_token &&) const { sync(); }
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
    struct arrival_token {};

    void sync() const { cupy::simt::wait_for_grid(); }
    arrival_token barrier_arrive() const { return {}; }
    void barrier_wait(arrival_token &&) const { sync(); }
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
    unsigned lanes_of(unsigned ranks) const {
        unsigned found = 0;
        for (unsigned rank = 0; rank < size(); ++rank) found |= (ranks >> rank & 1) << lane_of(rank);
        return found;
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
    explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned groups = 1)
        : lanes(mask), rank_(rank), groups_(groups) {}
    unsigned meta_group_rank() const { return rank_; }
    unsigned meta_group_size() const { return groups_; }

private:
    unsigned rank_, groups_;
};
inline coalesced_group coalesced_threads() { return coalesced_group(cupy::simt::active()); }

template <unsigned width, class Parent = void> class thread_block_tile : public lanes {
public:
    static_assert(width && width <= 32 && !(width & (width - 1)), "a tile has 1, 2, 4, 8, 16 or 32 threads");

    explicit thread_block_tile(unsigned parent = 0)
        : lanes((width == 32 ? ~0u : (1u << width % 32) - 1) << (cupy::simt::lane() & ~(width - 1))), parent_(parent) {}
    template <class Other> thread_block_tile(const thread_block_tile<width, Other> &other)
        : thread_block_tile(other.meta_group_size() * width) {}
    static constexpr unsigned size() { return width; }
    static constexpr unsigned num_threads() { return width; }
    unsigned meta_group_rank() const { return cupy::simt::thread_number() % of_parent() / width; }
    unsigned meta_group_size() const { return (of_parent() + width - 1) / width; }

private:
    // Threads of the group that was divided; 0 is the block.
    unsigned of_parent() const { return parent_ ? parent_ : this_thread_block().size(); }

    unsigned parent_;
};
template <unsigned width> thread_block_tile<width, thread_block> tiled_partition(const thread_block &) {
    return thread_block_tile<width, thread_block>();
}
template <unsigned width, unsigned wider, class Parent>
thread_block_tile<width, thread_block_tile<wider, Parent>> tiled_partition(const thread_block_tile<wider, Parent> &) {
    return thread_block_tile<width, thread_block_tile<wider, Parent>>(wider);
}

// The lanes of a group whose label is that of the own one; parts are counted in the order of their first lanes.
template <class Group, class Label> coalesced_group labeled_partition(const Group &group, Label label) {
    unsigned own = 0, firsts = 0;
    for (unsigned rank = 0; rank < group.size(); ++rank) {
        const bool same = group.shfl(label, rank) == label;
        const unsigned ranks = group.ballot(same);
        if (same) own = ranks;
        firsts |= (ranks & -ranks) & 1u << rank;
    }
    return coalesced_group(group.lanes_of(own), unsigned(__popc(int(firsts & ((own & -own) - 1)))),
                           unsigned(__popc(int(firsts))));
}
template <class Group> coalesced_group binary_partition(const Group &group, bool part) {
    return labeled_partition(group, part);
}

// One thread calls the function; of a block it is the first one.
template <class Group, class Function, class... A>
void invoke_one(const Group &group, Function &&call, A &&...arguments) {
    if (group.thread_rank() == 0) call(static_cast<A &&>(arguments)...);
}

template <class Group> void sync(const Group &group) { group.sync(); }

}  // namespace cooperative_groups

#include "toolkit_end.hpp"
