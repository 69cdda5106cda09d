// SIMT kernels: blocks over the thread pool, the threads of a block one after the other.
//
// Threads that wait for each other get a fiber each, all of a block on one thread of the system: a
// round runs every thread until it waits or ends, then those whose partners have arrived go on.
#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <vector>

#include "fiber.hpp"
#include "host.hpp"
#include "kernels/simt/abi.hpp"
#include "pool.hpp"

namespace cupy {
namespace host {
namespace {

using simt::Block;
using simt::Entry;

struct Thread {
    Fiber fiber;
    enum State { kReady, kWaiting, kDone } state;
    int operation;
    unsigned mask;
    unsigned long long value, result;
    int source;
};

// Stacks for the threads of a block, kept by each thread of the system.
struct Stacks {
    char *base = nullptr;
    size_t bytes = 0;

    char *at_least(size_t wanted) {
        if (wanted > bytes) {
            release();
            void *found = mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                               -1, 0);
            if (found == MAP_FAILED) return nullptr;
            base = static_cast<char *>(found);
            bytes = wanted;
        }
        return base;
    }
    void release() {
        if (base) munmap(base, bytes);
        base = nullptr;
        bytes = 0;
    }
    ~Stacks() { release(); }
};

class Scheduler {
  public:
    // False when threads wait for others that never come.
    bool run(Entry entry, void **params, const Block &block, unsigned count) {
        entry_ = entry;
        params_ = params;
        block_ = &block;
        threads_.resize(count);
        char *stacks = stacks_.at_least(count * stack_bytes);
        if (!stacks) return false;
        for (unsigned t = 0; t < count; ++t) {
            threads_[t].state = Thread::kReady;
            threads_[t].fiber.prepare(stacks + t * stack_bytes, stack_bytes, start);
        }
        active_ = this;
        for (;;) {
            bool all_done = true;
            for (now_ = 0; now_ < count; ++now_) {
                if (threads_[now_].state == Thread::kReady) Fiber::change(home_, threads_[now_].fiber);
                all_done &= threads_[now_].state == Thread::kDone;
            }
            if (all_done) return true;
            bool moved = false;
            for (unsigned first = 0; first < count; first += 32)
                moved |= serve_warp(first, count - first < 32 ? count - first : 32);
            if (!moved && !serve_barrier()) return false;
        }
    }

    static unsigned long long wait(int operation, unsigned mask, unsigned long long value, int source) {
        Scheduler &self = *active_;
        Thread &thread = self.threads_[self.now_];
        thread.operation = operation;
        thread.mask = mask;
        thread.value = value;
        thread.source = source;
        thread.state = Thread::kWaiting;
        Fiber::change(thread.fiber, self.home_);
        return thread.result;
    }

  private:
    static thread_local Scheduler *active_;

    Entry entry_;
    void **params_;
    const Block *block_;
    std::vector<Thread> threads_;
    Stacks stacks_;
    Fiber home_;
    unsigned now_ = 0;

    static void start() {
        Scheduler &self = *active_;
        const unsigned mine = self.now_;
        self.entry_(self.params_, self.block_, mine, mine + 1);
        self.threads_[mine].state = Thread::kDone;
        Fiber::change(self.threads_[mine].fiber, self.home_);
        std::abort();
    }

    bool serve_barrier() {
        unsigned arrived = 0, with_value = 0;
        for (const Thread &thread : threads_) {
            if (thread.state == Thread::kDone) continue;
            if (thread.operation != simt::kBarrier) return false;
            ++arrived;
            with_value += thread.value != 0;
        }
        for (Thread &thread : threads_) {
            if (thread.state == Thread::kDone) continue;
            thread.result = (unsigned long long)arrived << 32 | with_value;
            thread.state = Thread::kReady;
        }
        return true;
    }

    // Lanes of a warp whose partners have all come to the same place, or have ended.
    bool serve_warp(unsigned first, unsigned lanes) {
        unsigned ended = lanes < 32 ? ~0u << lanes : 0, served = 0;
        for (unsigned lane = 0; lane < lanes; ++lane)
            if (threads_[first + lane].state == Thread::kDone) ended |= 1u << lane;
        for (unsigned lane = 0; lane < lanes; ++lane) {
            const Thread &thread = threads_[first + lane];
            if (thread.state != Thread::kWaiting || thread.operation == simt::kBarrier || served >> lane & 1) continue;
            unsigned group = 0;
            for (unsigned other = 0; other < lanes; ++other) {
                const Thread &partner = threads_[first + other];
                if (partner.state == Thread::kWaiting && partner.operation == thread.operation
                    && partner.mask == thread.mask)
                    group |= 1u << other;
            }
            const unsigned wanted = thread.operation == simt::kActive ? group : thread.mask & ~ended;
            if ((group & wanted) != wanted) continue;
            answer(first, group, thread.operation);
            served |= group;
        }
        return served != 0;
    }

    void answer(unsigned first, unsigned group, int operation) {
        unsigned ballot = 0;
        for (unsigned lane = 0; lane < 32; ++lane)
            if (group >> lane & 1 && threads_[first + lane].value) ballot |= 1u << lane;
        for (unsigned lane = 0; lane < 32; ++lane) {
            if (!(group >> lane & 1)) continue;
            Thread &thread = threads_[first + lane];
            thread.result = group;
            if (operation == simt::kBallot) thread.result = ballot;
            if (operation == simt::kShuffle) {
                const unsigned from = unsigned(thread.source) & 31;
                thread.result = group >> from & 1 ? threads_[first + from].value : thread.value;
            }
            if (operation == simt::kMatch) {
                thread.result = 0;
                for (unsigned other = 0; other < 32; ++other)
                    if (group >> other & 1 && threads_[first + other].value == thread.value)
                        thread.result |= 1u << other;
            }
        }
        for (unsigned lane = 0; lane < 32; ++lane)
            if (group >> lane & 1) threads_[first + lane].state = Thread::kReady;
    }
};

thread_local Scheduler *Scheduler::active_ = nullptr;

struct Job {
    const Function *function;
    const Launch *launch;
    void **params;
    unsigned threads;
    std::atomic<int> status{kOk};
};

void run_block(void *data, unsigned number) {
    auto &job = *static_cast<Job *>(data);
    const Launch &launch = *job.launch;
    static thread_local std::vector<unsigned char> shared;
    static thread_local std::unique_ptr<Scheduler> scheduler;
    if (shared.size() < launch.shared + 128) shared.resize(launch.shared + 128);
    Block block;
    block.grid_size = {launch.grid[0], launch.grid[1], launch.grid[2]};
    block.block_size = {launch.block[0], launch.block[1], launch.block[2]};
    block.block_index = {number % launch.grid[0], number / launch.grid[0] % launch.grid[1],
                         number / launch.grid[0] / launch.grid[1]};
    block.shared = reinterpret_cast<unsigned char *>((reinterpret_cast<uintptr_t>(shared.data()) + 127) & ~uintptr_t(127));
    block.wait = Scheduler::wait;
    const auto entry = reinterpret_cast<Entry>(job.function->entry);
    if (job.function->kind == kSimt) return entry(job.params, &block, 0, job.threads);
    if (!scheduler) scheduler = std::make_unique<Scheduler>();
    if (!scheduler->run(entry, job.params, block, job.threads)) job.status = kDeadlock;
}

}  // namespace

int run_simt(const Function *function, const Launch &launch, void **params) {
    Job job;
    job.function = function;
    job.launch = &launch;
    job.params = params;
    job.threads = launch.block[0] * launch.block[1] * launch.block[2];
    parallel(launch.grid[0] * launch.grid[1] * launch.grid[2], run_block, &job);
    return job.status;
}

}  // namespace host
}  // namespace cupy
