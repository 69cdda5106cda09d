// The threads of a block: who runs next, and what ends a wait.
#include "team.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "host.hpp"

namespace cupy {
namespace host {
namespace {

// Whose threads this thread of the system runs.
thread_local Team *running __attribute__((tls_model("initial-exec"))) = nullptr;

}  // namespace

Team &team() {
    static thread_local std::unique_ptr<Team> only;     // large, and room for a library's own is scarce
    if (!only) only = std::make_unique<Team>();
    return *only;
}

unsigned long long Team::wait_in_running(int operation, unsigned mask, unsigned long long value, int source) {
    return running->wait(operation, mask, value, source);
}

Team::~Team() {
    for (auto &fiber : fibers_) free_fiber(fiber.get());
}

bool GuardedMemory::reserve(size_t bytes) {
    if (memory_) munmap(memory_, bytes_ + page_);
    memory_ = nullptr;
    bytes_ = 0;
    if (!bytes) return false;
    page_ = size_t(sysconf(_SC_PAGESIZE));
    bytes = (bytes + page_ - 1) / page_ * page_;
    void *found = mmap(nullptr, bytes + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) return false;
    memory_ = static_cast<unsigned char *>(found);
    bytes_ = bytes;
    return mprotect(memory_ + bytes, page_, PROT_NONE) == 0;
}

unsigned char *GuardedMemory::last(size_t bytes) {
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > bytes_ && !reserve(bytes)) return nullptr;
    return memory_ ? memory_ + bytes_ - bytes : nullptr;
}

unsigned char *Team::shared(size_t bytes) {
    constexpr size_t kAlign = 128;
    // Tests ask for it: GPUs end what goes beyond a block's shared memory.
    static const bool guards = std::getenv("CUPY_HOST_GUARD_SHARED") != nullptr;
    unsigned char *const guarded = guards && bytes ? guarded_.last(bytes) : nullptr;
    if (guarded) return guarded;
    if (bytes > memory_bytes_ || !memory_) {
        memory_.reset(new unsigned char[bytes + kAlign]);
        memory_bytes_ = bytes;
    }
    return memory_.get() + (kAlign - reinterpret_cast<uintptr_t>(memory_.get()) % kAlign) % kAlign;
}

int Team::run(simt::Entry entry, void **params, simt::Block *block, unsigned threads, Grid *grid) {
    entry_ = entry;
    params_ = params;
    block_ = block;
    block->wait = wait_in_running;
    running = this;
    threads_ = alive_ = threads;
    arrived_ = counted_ = 0;
    grid_ = grid;
    for_grid_ = false;
    status_ = kOk;
    clean_up();
    std::fill_n(fiber_, threads, nullptr);
    std::fill_n(at_barrier_, threads, false);
    std::fill(std::begin(ready_), std::end(ready_), 0);
    for (unsigned warp = 0; warp * kLanes < threads; ++warp) {
        const unsigned lanes = std::min(threads - warp * kLanes, kLanes);
        warps_[warp].alive = lanes == kLanes ? ~0u : (1u << lanes) - 1;
        warps_[warp].waiting = warps_[warp].active = 0;
        make_ready(warp, warps_[warp].alive);
    }
    go_on(&main_, 0);
    return status_;
}

// One fiber after the other takes a thread that has not started, so a block whose threads never
// wait needs a single stack.
void Team::fiber_main() {
    Team &self = *running;
    for (;;) {
        self.entry_(self.params_, self.block_, self.current_, self.current_ + 1);
        self.end_thread();
    }
}

Fiber *Team::take_fiber() {
    if (idle_.empty()) {
        fibers_.push_back(std::make_unique<Fiber>());
        if (!make_fiber(fibers_.back().get(), stack_bytes, fiber_main)) {
            fibers_.pop_back();
            return nullptr;
        }
        return fibers_.back().get();
    }
    Fiber *found = idle_.back();
    idle_.pop_back();
    return found;
}

// Leaves `from` for a thread; -1 is the end of the block.
void Team::go_on(Fiber *from, int thread) {
    Fiber *to = &main_;
    if (thread >= 0) {
        if (!fiber_[thread] && !(fiber_[thread] = take_fiber())) return give_up(from, kOutOfMemory);
        current_ = unsigned(thread);
        to = fiber_[thread];
    }
    if (from != to) switch_fiber(from, to);
}

// The block ends with a status; its threads are left where they are.
void Team::give_up(Fiber *from, int status) {
    status_ = status;
    stale_ = true;
    if (from != &main_) switch_fiber(from, &main_);
}

void Team::clean_up() {
    if (!stale_) return;
    idle_.clear();
    for (auto &fiber : fibers_) {
        restart_fiber(fiber.get(), fiber_main);
        idle_.push_back(fiber.get());
    }
    stale_ = false;
}

// Returns when this fiber has a new thread to run.
void Team::end_thread() {
    Fiber *const mine = fiber_[current_];
    const unsigned warp = current_ / kLanes;
    clear_ready(current_);
    warps_[warp].alive &= ~(1u << current_ % kLanes);
    --alive_;
    settle_barrier();
    for (uint32_t lanes = warps_[warp].waiting; lanes; lanes &= lanes - 1)
        settle_exchange(warp, unsigned(__builtin_ctz(lanes)));
    settle_active(warp);
    const int next = next_thread();
    if (next < 0 && alive_) return give_up(mine, kDeadlock);
    if (next >= 0 && !fiber_[next]) {
        fiber_[next] = mine;
        current_ = unsigned(next);
        return;
    }
    idle_.push_back(mine);
    go_on(mine, next);
}

uint64_t Team::wait(int operation, unsigned mask, uint64_t value, int source) {
    const unsigned thread = current_, warp = thread / kLanes, lane = thread % kLanes;
    Warp &mine = warps_[warp];
    clear_ready(thread);
    if (operation == simt::kGrid && !grid_) {
        give_up(fiber_[thread], kTrap);
    } else if (operation == simt::kBarrier || operation == simt::kGrid) {
        for_grid_ = for_grid_ || operation == simt::kGrid;
        at_barrier_[thread] = true;
        ++arrived_;
        counted_ += value != 0;
        settle_barrier();
    } else if (operation == simt::kYield) {
        const int next = next_thread();
        make_ready(warp, 1u << lane);
        if (next >= 0) go_on(fiber_[thread], next);
        return 0;
    } else if (operation == simt::kActive) {
        mine.active |= 1u << lane;
    } else {
        mine.waiting |= 1u << lane;
        mine.mask[lane] = mask;
        mine.operation[lane] = operation;
        mine.value[lane] = value;
        mine.source[lane] = source;
        settle_exchange(warp, lane);
    }
    settle_active(warp);
    if (!is_ready(thread)) {
        const int next = next_thread();
        if (next < 0) give_up(fiber_[thread], kDeadlock);
        else go_on(fiber_[thread], next);
    }
    return result_[thread];
}

// The next thread in order that can run, or -1.
int Team::next_thread() const {
    const unsigned words = (threads_ + 63) / 64, first = current_ / 64;
    const uint64_t here = ready_[first] & (~uint64_t(0) << current_ % 64);
    if (here) return int(first * 64 + unsigned(__builtin_ctzll(here)));
    for (unsigned i = 1; i <= words; ++i) {
        const unsigned word = (first + i) % words;
        if (ready_[word]) return int(word * 64 + unsigned(__builtin_ctzll(ready_[word])));
    }
    return -1;
}

void Team::settle_barrier() {
    if (!arrived_ || arrived_ < alive_) return;
    if (for_grid_) grid_->wait();
    for_grid_ = false;
    const uint64_t result = uint64_t(arrived_) << 32 | counted_;
    for (unsigned thread = 0; thread < threads_; ++thread) {
        if (!at_barrier_[thread]) continue;
        at_barrier_[thread] = false;
        result_[thread] = result;
        make_ready(thread / kLanes, 1u << thread % kLanes);
    }
    arrived_ = counted_ = 0;
}

// Ends the exchange in which a lane takes part, if all its lanes that still live have come.  The
// last one to come hands out the results, so no lane reads what another may be writing again.
void Team::settle_exchange(unsigned warp, unsigned lane) {
    Warp &w = warps_[warp];
    const uint32_t mask = w.mask[lane], group = (mask | 1u << lane) & w.alive;
    const int operation = w.operation[lane];
    if ((w.waiting & group) != group) return;
    uint32_t votes = 0;
    for (uint32_t lanes = group; lanes; lanes &= lanes - 1) {
        const int other = __builtin_ctz(lanes);
        if (w.mask[other] != mask || w.operation[other] != operation) return;
        votes |= uint32_t(w.value[other] != 0) << other;
    }
    uint64_t *const results = result_ + warp * kLanes;
    for (uint32_t lanes = group; lanes; lanes &= lanes - 1) {
        const int other = __builtin_ctz(lanes);
        results[other] = operation == simt::kShuffle ? w.value[group >> w.source[other] & 1 ? w.source[other] : other]
                         : operation == simt::kMatch ? matching(w, group, w.value[other])
                                                     : votes;
    }
    w.waiting &= ~group;
    make_ready(warp, group);
}

uint32_t Team::matching(const Warp &warp, uint32_t group, uint64_t value) {
    uint32_t found = 0;
    for (uint32_t lanes = group; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        found |= uint32_t(warp.value[lane] == value) << lane;
    }
    return found;
}

// Lanes that ask who is active go on when no other lane of their warp can.
void Team::settle_active(unsigned warp) {
    Warp &w = warps_[warp];
    if (!w.active || ready_lanes(warp)) return;
    for (uint32_t lanes = w.active; lanes; lanes &= lanes - 1)
        result_[warp * kLanes + unsigned(__builtin_ctz(lanes))] = w.active;
    make_ready(warp, w.active);
    w.active = 0;
}

}  // namespace host
}  // namespace cupy
