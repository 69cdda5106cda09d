// What threads share in the host backend, in a program that ThreadSanitizer watches: `nox -s sanitize -- --threads`.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "fault.hpp"
#include "host.hpp"
#include "kernels/simt/abi.hpp"
#include "pool.hpp"

using namespace cupy;
using namespace cupy::host;

namespace {

void require(bool holds, const char *what) {
    if (holds) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
}

// Every part of a job adds its number to a place of its own.
struct Sum {
    std::vector<unsigned> parts;
};

void add_part(void *job, unsigned part) { static_cast<Sum *>(job)->parts[part] += part + 1; }

void sums() {
    for (unsigned count : {1u, 2u, 7u, 64u, 1000u}) {
        Sum sum{std::vector<unsigned>(count)};
        parallel(count, add_part, &sum);
        for (unsigned part = 0; part < count; ++part) require(sum.parts[part] == part + 1, "a part of a job");
    }
}

// Threads of a block turn its items round, through shared memory or from lane to lane.
void reverse(void **params, const simt::Block *block, unsigned first, unsigned last) {
    int *items = *static_cast<int **>(params[0]) + block->block_index.x * block->block_size.x;
    int *shared = reinterpret_cast<int *>(block->shared);
    for (unsigned thread = first; thread < last; ++thread) {
        shared[thread] = items[thread];
        block->wait(simt::kBarrier, 0, 0, 0);
        items[thread] = shared[block->block_size.x - 1 - thread];
        const unsigned lane = thread % 32;
        if (thread < 32) items[thread] += int(block->wait(simt::kShuffle, ~0u, lane, int(lane ^ 1)));
    }
}

Function kernel(simt::Entry entry) {
    Function found;
    found.entry = reinterpret_cast<void *>(entry);
    found.kind = kSimtWithBarriers;
    return found;
}

void blocks(unsigned threads) {
    constexpr unsigned kBlocks = 23;
    Function function = kernel(reverse);
    std::vector<int> items(kBlocks * threads);
    for (unsigned i = 0; i < items.size(); ++i) items[i] = int(i);
    int *pointer = items.data();
    void *params[] = {&pointer};
    const Launch launch{{kBlocks, 1, 1}, {threads, 1, 1}, unsigned(threads * sizeof(int)), false};
    require(run_kernel(&function, launch, params) == kOk, "a launch");
    for (unsigned i = 0; i < items.size(); ++i) {
        const unsigned at = i % threads, extra = at < 32 ? at % 32 ^ 1 : 0;
        require(items[i] == int(i - at + threads - 1 - at + extra), "a block");
    }
}

// All blocks of a cooperative launch add one before any reads.
void meet(void **params, const simt::Block *block, unsigned first, unsigned last) {
    auto *count = *static_cast<std::atomic<unsigned> **>(params[0]);
    auto *seen = *static_cast<unsigned **>(params[1]);
    for (unsigned thread = first; thread < last; ++thread) {
        count->fetch_add(1);
        block->wait(simt::kGrid, 0, 0, 0);
        if (!thread) seen[block->block_index.x] = count->load();
        block->wait(simt::kGrid, 0, 0, 0);
    }
}

void grids() {
    Function function = kernel(meet);
    std::atomic<unsigned> count{0}, *counted = &count;
    std::vector<unsigned> seen(4);
    unsigned *saw = seen.data();
    void *params[] = {&counted, &saw};
    require(run_kernel(&function, {{4, 1, 1}, {8, 1, 1}, 0, true}, params) == kOk, "a cooperative launch");
    for (unsigned number : seen) require(number == 32, "a barrier of all blocks");
}

// Memory of the device and of its pool, a stream, an event, and copies that are recorded and run again.
void streams() {
    constexpr size_t kBytes = 3 << 20;
    void *stream, *event, *graph, *again, *one, *other, *pooled;
    require(stream_create(&stream, 1, 0) == kOk && event_create(&event, 0) == kOk, "a stream");
    require(memory_alloc(&one, kBytes) == kOk && memory_alloc(&other, kBytes) == kOk, "memory");
    require(memory_alloc_async(&pooled, kBytes, stream) == kOk, "memory of the pool");
    require(stream_capture_begin(stream, 2) == kOk, "a capture");
    fill(one, 7, 1, kBytes, stream);
    copy(pooled, one, kBytes, 3, stream);
    copy(other, pooled, kBytes, 3, stream);
    require(stream_capture_end(stream, &graph) == kOk && graph_instantiate(&again, graph) == kOk, "a graph");
    require(graph_launch(again, stream) == kOk && event_record(event, stream) == kOk, "work");
    require(event_synchronize(event) == kOk && stream_synchronize(stream) == kOk, "an end");
    for (size_t i = 0; i < kBytes; i += 4099) require(static_cast<char *>(other)[i] == 7, "a copy");
    graph_exec_destroy(again);
    graph_destroy(graph);
    memory_free_async(pooled, stream);
    memory_free(one);
    memory_free(other);
    event_destroy(event);
    stream_destroy(stream);
}

// A child has none of its parent's workers.
void forked() {
    const pid_t child = fork();
    if (!child) {
        sums();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    require(status == 0, "a child");
}

}  // namespace

int main() {
    require(init(0) == kOk && device_set(0) == kOk, "a start");
    std::vector<std::thread> threads;
    for (unsigned number = 0; number < 4; ++number)
        threads.emplace_back([number] {
            Runner here;
            for (int round = 0; round < 25; ++round) {
                sums();
                blocks(number % 2 ? 96 : 64);
                grids();
                streams();
            }
        });
    for (int round = 0; round < 10; ++round) {
        sums();
        blocks(64);
    }
    for (auto &thread : threads) thread.join();
    forked();
    sums();
    std::puts("no races");
}
