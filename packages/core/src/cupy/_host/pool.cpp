// The thread pool: workers that spin briefly for the next job, then sleep.
#include "pool.hpp"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "fault.hpp"
#include "machine.hpp"
#include "processors.hpp"

namespace cupy {
namespace host {
namespace {

constexpr int kJobs = 16;                               // jobs in flight; more run on their own thread
constexpr auto kSpin = std::chrono::microseconds(25);   // an idle worker's wait before it sleeps

inline void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// A job's place.  The launcher that sets `taken` owns it; a worker that has counted itself `inside`
// before it saw `open` may use the other fields until it leaves.
struct alignas(64) Job {
    std::atomic<bool> taken{false};
    std::atomic<bool> open{false};
    std::atomic<int> inside{0};
    void (*run)(void *, unsigned) = nullptr;
    void *data = nullptr;
    std::atomic<unsigned> count{0};
    unsigned chunk = 1;
    int helpers = 0;                    // workers that may take part
    bool of_main = false;               // launched by the main thread: Ctrl-C ends it
    alignas(64) std::atomic<uint64_t> next{0};

    bool has_work() const {
        return open.load(std::memory_order_relaxed) && next.load(std::memory_order_relaxed) < count.load(std::memory_order_relaxed);
    }

    void work() {
        const unsigned end = count.load(std::memory_order_relaxed);
        for (;;) {
            const uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
            if (first >= end) return;
            const unsigned last = unsigned(std::min<uint64_t>(first + chunk, end));
            for (unsigned part = unsigned(first); part < last; ++part) run(data, part);
        }
    }
};

struct Pool {
    Job jobs[kJobs];
    alignas(64) std::atomic<unsigned> calls{0};     // changes when there is something new to do
    std::atomic<int> sleeping{0};
    std::atomic<unsigned> started{1};                // threads that were asked for, the launcher among them
    std::mutex mutex;
    std::condition_variable wake;
};

alignas(Pool) char storage[sizeof(Pool)];           // never destroyed: workers outlive static objects
Pool *const pool = new (storage) Pool;
thread_local bool is_worker = false;
std::atomic<unsigned> threads{0};                   // that work on a job; 0: not yet known

void sleep_until_called(unsigned seen) {
    std::unique_lock<std::mutex> lock(pool->mutex);
    pool->sleeping.fetch_add(1);
    pool->wake.wait(lock, [&] { return pool->calls.load() != seen; });
    pool->sleeping.fetch_sub(1);
}

bool spin_until_called(unsigned seen) {
    const auto end = std::chrono::steady_clock::now() + kSpin;
    do {
        for (int i = 0; i < 16; ++i) {
            if (pool->calls.load(std::memory_order_relaxed) != seen) return true;
            pause();
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

void worker() {
    is_worker = true;
    Runner here;
    for (;;) {
        const unsigned seen = pool->calls.load();
        for (Job &job : pool->jobs) {
            if (!job.has_work()) continue;
            const int before = job.inside.fetch_add(1);
            if (job.open.load() && before < job.helpers) {
                for_main = job.of_main;
                job.work();
                for_main = false;
            }
            job.inside.fetch_sub(1);
        }
        if (pool->calls.load() == seen && !spin_until_called(seen)) sleep_until_called(seen);
    }
}

void start_workers() {
    std::lock_guard<std::mutex> lock(pool->mutex);
    const unsigned first = pool->started.load(), wanted = thread_count();
    if (first >= wanted) return;
    sigset_t all, before;                           // Python's signals are for Python's threads
    sigfillset(&all);
    unblock_ours(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        for (unsigned i = first; i < wanted; ++i) std::thread(worker).detach();
    } catch (const std::system_error &) {           // no more threads: the others do the work
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pool->started.store(wanted);
}

// What another thread computes once is computed before the fork: the child would wait for it for ever.
void before_fork() {
    shown_devices();
    pool->mutex.lock();
}
void after_fork() { pool->mutex.unlock(); }
void in_child() { new (storage) Pool; }             // the workers stayed behind; start anew when needed

[[maybe_unused]] const int at_fork = pthread_atfork(before_fork, after_fork, in_child);

Job *take_job() {
    for (Job &job : pool->jobs)
        if (!job.taken.load(std::memory_order_relaxed) && !job.taken.exchange(true)) return &job;
    return nullptr;
}

void call_workers(int wanted) {
    pool->calls.fetch_add(1);
    const int asleep = pool->sleeping.load();
    if (!asleep) return;
    { std::lock_guard<std::mutex> lock(pool->mutex); }
    if (wanted >= asleep) {
        pool->wake.notify_all();
    } else {
        while (wanted-- > 0) pool->wake.notify_one();
    }
}

void wait_for_workers(Job &job) {
    for (int i = 0; job.inside.load(); ++i) {
        if (i < 1000) pause();
        else sched_yield();
        if (i % 5000 == 4999 && for_main && stopping.load()) repeat_stop();
    }
}

}  // namespace

unsigned thread_count() {
    const unsigned count = threads.load(std::memory_order_relaxed);
    if (count) return count;
    unsigned none = 0;
    threads.compare_exchange_strong(none, usable_threads());     // another thread, or the user, may have been first
    return threads.load();
}

void set_thread_count(unsigned count) { threads.store(count); }

void parallel(unsigned count, void (*run)(void *, unsigned), void *data) {
    Job *job = nullptr;
    const unsigned most = count > 1 && !is_worker ? thread_count() : 1;
    if (most > 1) {
        if (pool->started.load(std::memory_order_acquire) < most) start_workers();
        job = take_job();
    }
    if (!job) {
        for (unsigned part = 0; part < count; ++part) run(data, part);
        return;
    }
    job->run = run;
    job->data = data;
    job->of_main = for_main;
    job->count.store(count);
    job->helpers = int(std::min(count, most)) - 1;
    job->chunk = std::max(1u, std::min(count / (most * 16), 1024u));
    job->next.store(0);
    job->open.store(true);
    call_workers(job->helpers);
    job->work();
    job->open.store(false);
    wait_for_workers(*job);
    job->taken.store(false);
}

}  // namespace host
}  // namespace cupy
