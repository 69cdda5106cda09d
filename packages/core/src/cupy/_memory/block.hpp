// What device memory is cut into: segments come from the driver, blocks are parts of one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sched.h>

namespace cupy {

constexpr size_t granule = 512;  // sizes and addresses are multiples of it

inline size_t round_up(size_t size, size_t to) { return (size + to - 1) / to * to; }

class SpinLock {
public:
    void lock() noexcept {
        for (int spins = 0; held_.exchange(true, std::memory_order_acquire); ++spins)
            if (spins > 64) sched_yield();
    }
    void unlock() noexcept { held_.store(false, std::memory_order_release); }

private:
    std::atomic<bool> held_{false};
};

class Guard {
public:
    explicit Guard(SpinLock &lock) noexcept : lock_(lock) { lock_.lock(); }
    ~Guard() { lock_.unlock(); }
    Guard(const Guard &) = delete;

private:
    SpinLock &lock_;
};

class Arena;

struct Segment {
    Arena *arena;
    char *ptr;
    size_t size;
    void *owner;  // the Python object that holds the bytes, or null: the driver's memory
    bool small;   // made for small blocks
    Segment *next = nullptr;
};

enum class State : uint8_t { used, quick, free, pending };

struct Block {
    char *ptr;
    size_t size;
    Segment *segment;
    Block *left = nullptr, *right = nullptr;  // neighbours in the segment
    Block *next = nullptr;                    // in a parking place, or among spare descriptors
    void *site = nullptr;                     // where a large block was allocated, for reports
    State state = State::free;
    bool fresh = false;                       // never handed out: the rest of what the driver gave

    bool whole_segment() const { return !left && !right; }
};

}  // namespace cupy
