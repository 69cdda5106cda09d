// SIMT kernels: blocks over the thread pool; the threads of a block are a loop, or a team of fibers.
#include <signal.h>

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "host.hpp"
#include "kernels/simt/abi.hpp"
#include "pool.hpp"
#include "team.hpp"

namespace cupy {
namespace host {
namespace {

struct Job {
    const Function *function;
    const Launch *launch;
    void **params;
    unsigned threads;
    Grid *together = nullptr;           // of a cooperative launch
    std::atomic<int> status{kOk};
};

void run_block(void *data, unsigned number) {
    auto &job = *static_cast<Job *>(data);
    if (job.status.load(std::memory_order_relaxed) != kOk) return;
    if (const int stop = for_main ? stopping.load(std::memory_order_relaxed) : 0) return job.status.store(stop);
    const Launch &launch = *job.launch;
    const unsigned *grid = launch.grid;
    Team &mine = team();
    simt::Block block;
    block.grid_size = {grid[0], grid[1], grid[2]};
    block.block_size = {launch.block[0], launch.block[1], launch.block[2]};
    block.block_index = {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
    block.shared = mine.shared(launch.shared);
    block.cooperative = launch.cooperative;
    const auto entry = reinterpret_cast<simt::Entry>(job.function->entry);
    int result = kOk;
    const int fault = guarded([&] {
        if (job.function->kind == kSimt) entry(job.params, &block, 0, job.threads);
        else result = mine.run(entry, job.params, &block, job.threads, job.together);
    });
    if (fault) mine.abandon();
    if (fault || result) job.status.store(fault ? fault : result);
}

// A thread of the system for each block: what `__shared__` declares belongs to the thread that runs it.
void run_together(Job &job, unsigned blocks) {
    Grid grid(blocks);
    job.together = &grid;
    const bool main = for_main;
    const auto run = [&](unsigned block) {
        for_main = main;
        Runner here;
        run_block(&job, block);
        grid.leave();
    };
    std::vector<std::thread> others;
    unsigned started = 1;
    sigset_t all, before;               // Python's signals are for Python's threads
    sigfillset(&all);
    unblock_ours(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        others.reserve(blocks);
        for (; started < blocks; ++started) others.emplace_back(run, started);
    } catch (const std::exception &) {  // no more threads or memory
        job.status.store(kOutOfMemory);
        for (; started < blocks; ++started) grid.leave();
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    run(0);
    for (auto &other : others) other.join();
}

}  // namespace

int run_simt(const Function *function, const Launch &launch, void **params) {
    Job job;
    job.function = function;
    job.launch = &launch;
    job.params = params;
    job.threads = launch.block[0] * launch.block[1] * launch.block[2];
    const unsigned blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
    if (launch.cooperative && function->kind == kSimtWithBarriers) run_together(job, blocks);
    else parallel(blocks, run_block, &job);
    return job.status;
}

}  // namespace host
}  // namespace cupy
