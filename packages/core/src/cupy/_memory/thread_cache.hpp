// What `allocate` remembers between calls on a thread.  Included by memory.pyx alone.
#pragma once

#include <atomic>

#include "pool.hpp"

namespace cupy {

struct ThreadCache {
    Arena *arena;       // null: take the slow way
    int device;
    void *stream;
    uint64_t epoch;
    Pool *pool;         // of using_allocator() on this thread
    bool overridden;    // using_allocator() is active on this thread
    bool hooked;        // memory hooks are active on this thread
};

inline ThreadCache *thread_cache() noexcept {
    static thread_local ThreadCache cache = {};
    return &cache;
}

// Any change of which arena a thread should use makes every thread look again.
inline std::atomic<uint64_t> &epoch_counter() noexcept {
    static std::atomic<uint64_t> counter{1};
    return counter;
}

inline uint64_t epoch() noexcept { return epoch_counter().load(std::memory_order_relaxed); }
inline void next_epoch() noexcept { epoch_counter().fetch_add(1); }

}  // namespace cupy
