// Launching: range kernels inline or over the pool; SIMT kernels are run by simt.cpp.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "fault.hpp"
#include "host.hpp"
#include "pool.hpp"

namespace cupy {
namespace host {
namespace {

struct RangeJob {
    RangeEntry entry;
    void **params;
    unsigned grid;
    std::atomic<int> status{kOk};
};

void run_range_block(void *data, unsigned block) {
    auto &job = *static_cast<RangeJob *>(data);
    if (job.status.load(std::memory_order_relaxed)) return;
    if (const int stop = for_main ? stopping.load(std::memory_order_relaxed) : 0) return job.status.store(stop);
    if (const int fault = guarded([&] { job.entry(job.params, block, job.grid); })) job.status.store(fault);
}

Node record(Function *function, const Launch &launch, void **params) {
    Node node{Node::kKernel};
    node.function = function;
    node.module = function->module.lock();
    node.launch = launch;
    for (size_t i = 0; i < function->sizes.size(); ++i) {
        const size_t offset = (node.values.size() + 63) / 64 * 64, size = size_t(function->sizes[i]);
        node.values.resize(offset + size);
        std::memcpy(node.values.data() + offset, params[i], size);
        node.offsets.push_back(offset);
    }
    return node;
}

int issue(Function *function, const Launch &geometry, void *stream, void **params) {
    if (const int status = check_launch(function, geometry)) return status;
    if (!is_captured(stream)) return run_kernel(function, geometry, params);
    return submit(stream, record(function, geometry, params));
}

}  // namespace

int check_launch(const Function *function, const Launch &launch) {
    if (function->kind == kRange) return launch.grid[0] ? kOk : kInvalidValue;
    unsigned long long threads = 1, blocks = 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (launch.block[axis] > (axis == 2 ? 64u : 1024u)) return kInvalidValue;
        if (launch.grid[axis] > (axis ? 65535u : 0x7fffffffu)) return kInvalidValue;
        threads *= launch.block[axis];
        blocks *= launch.grid[axis];
        if (blocks > 0xffffffffu) return kInvalidValue;
    }
    const bool fits = threads && blocks && threads <= unsigned(function->max_threads) &&
                      launch.shared <= unsigned(function->max_dynamic_shared);
    if (!fits) return kInvalidValue;
    const unsigned long long most = std::max(thread_count(), kFewestTogether) *
                                    unsigned(blocks_per_processor(function, unsigned(threads)));
    return launch.cooperative && blocks > most ? kTooLarge : kOk;
}

int run_kernel(Function *function, const Launch &launch, void **params) {
    keep_signals();
    Launching now;
    if (function->kind != kRange) return run_simt(function, launch, params);
    RangeJob job{reinterpret_cast<RangeEntry>(function->entry), params, launch.grid[0]};
    parallel(launch.grid[0], run_range_block, &job);
    return job.status.load();
}

int launch(void *handle, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
           unsigned shared, void *stream, void **params) {
    auto *function = static_cast<Function *>(handle);
    if (!function) return kInvalidHandle;
    if (gx == 1 && function->kind == kRange && !is_captured(stream)) {
        const auto entry = reinterpret_cast<RangeEntry>(function->entry);
        keep_signals();
        Launching now;
        return guarded([=] { entry(params, 0, 1); });
    }
    return issue(function, {{gx, gy, gz}, {bx, by, bz}, shared, false}, stream, params);
}

int launch_cooperative(void *handle, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                       unsigned shared, void *stream, void **params) {
    auto *function = static_cast<Function *>(handle);
    if (!function) return kInvalidHandle;
    return issue(function, {{gx, gy, gz}, {bx, by, bz}, shared, true}, stream, params);
}

}  // namespace host
}  // namespace cupy
