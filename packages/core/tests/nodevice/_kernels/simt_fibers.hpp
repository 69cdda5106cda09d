// Blocks whose threads wait for one another and exchange values, run on this machine: a fiber a thread.
#pragma once

#include <ucontext.h>
#include <vector>

namespace cupy {
namespace platform {

unsigned thread, block, threads, blocks;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
unsigned thread_count() { return threads; }
unsigned block_count() { return blocks; }

constexpr unsigned kStack = 64 * 1024;
ucontext_t scheduler;
std::vector<ucontext_t> fibers;
std::vector<char> stacks, done;
std::vector<unsigned> arrived, exchanged;
alignas(16) unsigned char slots[2][1024][16], memory[256 << 10];

unsigned char *shared_memory() { return memory; }

void wait() { swapcontext(&fibers[thread], &scheduler); }
// Whether some thread from `first` on, of `count`, has not come so often.
bool missing(const std::vector<unsigned> &times, unsigned first, unsigned count, unsigned so_often) {
    for (unsigned k = first; k < first + count && k < threads; ++k)
        if (!done[k] && times[k] < so_often) return true;
    return false;
}
void barrier() {
    const unsigned mine = ++arrived[thread];
    while (missing(arrived, 0, threads, mine)) wait();
}
template <class T> T shuffle_xor(T value, unsigned with) {
    const unsigned mine = ++exchanged[thread], side = mine & 1;
    memcpy(slots[side][thread], &value, sizeof value);
    while (missing(exchanged, thread / 32 * 32, 32, mine)) wait();
    memcpy(&value, slots[side][thread ^ with], sizeof value);
    wait();     // two values further on, the slot is written again
    return value;
}
// Value of lane `from`, and the lanes that say yes.
template <class T> T from_lane(T value, unsigned from) {
    const unsigned mine = ++exchanged[thread], side = mine & 1, first = thread / 32 * 32;
    memcpy(slots[side][thread], &value, sizeof value);
    while (missing(exchanged, first, 32, mine)) wait();
    memcpy(&value, slots[side][first + from % 32], sizeof value);
    wait();
    return value;
}
unsigned shuffle(unsigned value, unsigned from) { return from_lane(value, from); }
unsigned shuffle_down(unsigned value, unsigned down) {
    const unsigned lane = thread % 32;
    return from_lane(value, lane + down < 32 ? lane + down : lane);
}
template <class T> T shuffle_up(T value, unsigned up) {
    const unsigned lane = thread % 32;
    return from_lane(value, lane >= up ? lane - up : lane);
}
unsigned ballot(bool yes) {
    unsigned found = yes ? 1u << thread % 32 : 0;
    for (unsigned step = 16; step; step /= 2) found |= shuffle_xor(found, step);
    return found;
}
void warp_barrier() { shuffle_xor(0, 0); }

template <class Params> struct Launch {
    static inline void (*kernel)(Params);
    static inline const Params *params;

    static void fiber() {
        kernel(*params);
        done[thread] = 1;
    }
    static void run(void (*function)(Params), const Params &p, unsigned grid, unsigned size) {
        kernel = function;
        params = &p;
        threads = size;
        blocks = grid;
        fibers.resize(size);
        stacks.resize(size * kStack);
        for (block = 0; block < grid; ++block) {
            memset(memory, 0xff, sizeof memory);        // NaN
            done.assign(size, 0);
            arrived.assign(size, 0);
            exchanged.assign(size, 0);
            for (thread = 0; thread < size; ++thread) {
                getcontext(&fibers[thread]);
                fibers[thread].uc_stack.ss_sp = stacks.data() + thread * kStack;
                fibers[thread].uc_stack.ss_size = kStack;
                fibers[thread].uc_link = &scheduler;
                makecontext(&fibers[thread], fiber, 0);
            }
            for (bool more = true; more;) {
                more = false;
                for (thread = 0; thread < size; ++thread)
                    if (!done[thread]) {
                        swapcontext(&scheduler, &fibers[thread]);
                        more = more || !done[thread];
                    }
            }
        }
    }
};

}  // namespace platform
}  // namespace cupy

#define CUPY_RUN(name, Params)                                                                      \
    extern "C" const unsigned bytes_##name = sizeof(Params);                                        \
    extern "C" void run_##name(const Params &p, unsigned grid, unsigned threads) {                  \
        cupy::platform::Launch<Params>::run(cupy::name, p, grid, threads);                          \
    }
