// All pools, so that fork() never happens while one of their locks is held.  Included by growth.pyx alone.
#pragma once

#include <pthread.h>

#include "pending.hpp"
#include "pool.hpp"

namespace cupy {

struct Registry {
    SpinLock lock;
    std::vector<Pool *> pools;
    Pending *pending = nullptr;
};

inline Registry &registry() {
    static Registry *all = new Registry;  // never destroyed: memory may be freed at exit
    return *all;
}

inline void before_fork() {
    registry().lock.lock();
    for (Pool *p : registry().pools) p->lock_all();
    if (registry().pending) registry().pending->lock().lock();
}

inline void after_fork() {
    if (registry().pending) registry().pending->lock().unlock();
    for (Pool *p : registry().pools) p->unlock_all();
    registry().lock.unlock();
}

inline Pending *pending_blocks(const CupyDriver *api) {
    Guard guard(registry().lock);
    if (!registry().pending) {
        registry().pending = new Pending(api);
        pthread_atfork(before_fork, after_fork, after_fork);
    }
    return registry().pending;
}

inline Pool *register_pool(Pool *pool) {
    Guard guard(registry().lock);
    registry().pools.push_back(pool);
    return pool;
}

inline std::vector<Pool *> all_pools() {
    Guard guard(registry().lock);
    return registry().pools;
}

}  // namespace cupy
