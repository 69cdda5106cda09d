// SIMT kernels: blocks over the thread pool; the threads of a block are a loop, or a team of fibers.
#include <atomic>

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
    std::atomic<int> status{kOk};
};

void run_block(void *data, unsigned number) {
    auto &job = *static_cast<Job *>(data);
    if (job.status.load(std::memory_order_relaxed) != kOk) return;
    const Launch &launch = *job.launch;
    const unsigned *grid = launch.grid;
    Team &mine = team();
    simt::Block block;
    block.grid_size = {grid[0], grid[1], grid[2]};
    block.block_size = {launch.block[0], launch.block[1], launch.block[2]};
    block.block_index = {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
    block.shared = mine.shared(launch.shared);
    const auto entry = reinterpret_cast<simt::Entry>(job.function->entry);
    int result = kOk;
    const int fault = guarded([&] {
        if (job.function->kind == kSimt) entry(job.params, &block, 0, job.threads);
        else result = mine.run(entry, job.params, &block, job.threads);
    });
    if (fault) mine.abandon();
    if (fault || result) job.status.store(fault ? fault : result);
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
