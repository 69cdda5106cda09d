// The threads of a block: who runs next, and what ends a wait.
#include "team.hpp"

#include <algorithm>

#include "host.hpp"

namespace cupy {
namespace host {
namespace {

unsigned long long wait_in_team(int operation, unsigned mask, unsigned long long value, int source) {
    return team().wait(operation, mask, value, source);
}

}  // namespace

Team &team() {
    static thread_local Team only;
    return only;
}

Team::~Team() {
    for (auto &fiber : fibers_) free_fiber(fiber.get());
}

unsigned char *Team::shared(size_t bytes) {
    constexpr size_t kAlign = 128;
    if (bytes > memory_bytes_ || !memory_) {
        memory_.reset(new unsigned char[bytes + kAlign]);
        memory_bytes_ = bytes;
    }
    return memory_.get() + (kAlign - reinterpret_cast<uintptr_t>(memory_.get()) % kAlign) % kAlign;
}

int Team::run(simt::Entry entry, void **params, simt::Block *block, unsigned threads) {
    entry_ = entry;
    params_ = params;
    block_ = block;
    block->wait = wait_in_team;
    threads_ = alive_ = threads;
    arrived_ = counted_ = 0;
    status_ = kOk;
    std::fill_n(fiber_, threads, nullptr);
    std::fill_n(at_barrier_, threads, false);
    std::fill(std::begin(ready_), std::end(ready_), 0);
    for (unsigned warp = 0; warp * kLanes < threads; ++warp) {
        const unsigned lanes = std::min(threads - warp * kLanes, kLanes);
        warps_[warp].alive = lanes == kLanes ? ~0u : (1u << lanes) - 1;
        warps_[warp].waiting = warps_[warp].active = 0;
        make_ready(warp, warps_[warp].alive);
    }
    Fiber *first = nullptr;
    current_ = 0;
    if (idle_.empty()) {
        fibers_.push_back(std::make_unique<Fiber>());
        if (!make_fiber(fibers_.back().get(), stack_bytes, fiber_main)) {
            fibers_.pop_back();
            return kOutOfMemory;
        }
        idle_.push_back(fibers_.back().get());
    }
    first = idle_.back();
    idle_.pop_back();
    fiber_[0] = first;
    switch_fiber(&main_, first);
    return status_;
}

// One fiber after the other takes a thread that has not started, so a block whose threads never
// wait needs a single stack.
void Team::fiber_main() {
    Team &self = team();
    for (;;) {
        self.entry_(self.params_, self.block_, self.current_, self.current_ + 1);
        self.end_thread();
    }
}

// Returns when the fiber has a new thread to run.
void Team::end_thread() {
    Fiber *const mine = fiber_[current_];
    const unsigned warp = current_ / kLanes;
    ready_[current_ / 64] &= ~(uint64_t(1) << current_ % 64);
    warps_[warp].alive &= ~(1u << current_ % kLanes);
    --alive_;
    settle_barrier();
    for (uint32_t lanes = warps_[warp].waiting; lanes; lanes &= lanes - 1)
        if (settle_exchange(warp, unsigned(__builtin_ctz(lanes)))) break;
    settle_active(warp);
    const int next = alive_ ? next_thread(current_) : -1;
    if (next >= 0 && !fiber_[next]) {
        current_ = unsigned(next);
        fiber_[next] = mine;
        return;
    }
    if (next < 0 && alive_) {
        status_ = kDeadlock;
        abandon();
        idle_.erase(std::find(idle_.begin(), idle_.end(), mine));   // still in use, until the switch
        restart_fiber(mine, fiber_main);
    }
    idle_.push_back(mine);
    if (next < 0) {
        switch_fiber(mine, &main_);
    } else {
        current_ = unsigned(next);
        switch_fiber(mine, fiber_[next]);
    }
}

}  // namespace host
}  // namespace cupy
