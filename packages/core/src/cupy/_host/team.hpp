// The threads of a block: fibers that wait for each other at barriers and exchange values in warps.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fault.hpp"
#include "fiber.hpp"
#include "grid.hpp"
#include "kernels/simt/abi.hpp"

namespace cupy {
namespace host {

constexpr unsigned kMaxThreads = 1024, kLanes = 32, kMaxWarps = kMaxThreads / kLanes;

// Memory with a page behind it that nobody can touch.
class GuardedMemory {
public:
    ~GuardedMemory() { reserve(0); }

    // So many bytes, multiples of 16, that end where the page begins; null if there are none to be had.
    unsigned char *last(size_t bytes);

private:
    bool reserve(size_t bytes);

    unsigned char *memory_ = nullptr;
    size_t bytes_ = 0, page_ = 0;
};

// Runs one block at a time, all of it on the thread of the system that owns the team.
class Team {
public:
    ~Team();

    // Runs the threads of a block to their end; a status.  `grid` is that of a cooperative launch, or null.
    int run(simt::Entry entry, void **params, simt::Block *block, unsigned threads, Grid *grid);

    // Called by a thread of the block: one of simt::Wait.
    uint64_t wait(int operation, unsigned mask, uint64_t value, int source);

    // After a fault: the block is given up.
    void abandon() { stale_ = true; }

    unsigned char *shared(size_t bytes);

private:
    struct Warp {
        uint32_t alive, waiting, active;    // lanes: not ended; in an exchange; in simt::kActive
        uint32_t mask[kLanes];
        int operation[kLanes], source[kLanes];
        uint64_t value[kLanes];
    };

    static void fiber_main();
    static unsigned long long wait_in_running(int operation, unsigned mask, unsigned long long value, int source);
    static uint32_t matching(const Warp &warp, uint32_t group, uint64_t value);
    Fiber *take_fiber();
    void go_on(Fiber *from, int thread);
    void give_up(Fiber *from, int status);
    void clean_up();
    void end_thread();
    int next_thread() const;
    void settle_barrier();
    void settle_exchange(unsigned warp, unsigned lane);
    void settle_active(unsigned warp);

    bool is_ready(unsigned thread) const { return ready_[thread / 64] >> thread % 64 & 1; }
    void clear_ready(unsigned thread) { ready_[thread / 64] &= ~(uint64_t(1) << thread % 64); }
    void make_ready(unsigned warp, uint32_t lanes) { ready_[warp / 2] |= uint64_t(lanes) << warp % 2 * 32; }
    uint32_t ready_lanes(unsigned warp) const { return uint32_t(ready_[warp / 2] >> warp % 2 * 32); }

    simt::Entry entry_ = nullptr;
    void **params_ = nullptr;
    simt::Block *block_ = nullptr;
    unsigned threads_ = 0, alive_ = 0, current_ = 0;
    unsigned arrived_ = 0, counted_ = 0;        // at the barrier
    Grid *grid_ = nullptr;
    bool for_grid_ = false;                     // the barrier is the grid's
    int status_ = 0;
    bool stale_ = false;                        // fibers were left in the middle of a block
    uint64_t ready_[kMaxThreads / 64] = {};     // threads that can run, the current one included
    uint64_t result_[kMaxThreads];
    bool at_barrier_[kMaxThreads];
    Fiber *fiber_[kMaxThreads];                 // null: not started
    Warp warps_[kMaxWarps];
    SignalStack signal_stack_;
    Fiber main_;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber *> idle_;
    std::unique_ptr<unsigned char[]> memory_;
    size_t memory_bytes_ = 0;
    GuardedMemory guarded_;
};

// The team of this thread of the system.
Team &team();

}  // namespace host
}  // namespace cupy
