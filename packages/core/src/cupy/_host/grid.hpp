// The blocks of a cooperative launch: where they wait for each other.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace cupy {
namespace host {

// Each block has a thread of the system of its own.
class Grid {
public:
    explicit Grid(unsigned blocks) : alive_(blocks) {}

    // Returns when all blocks that have not ended are here.
    void wait() {
        std::unique_lock<std::mutex> lock(mutex_);
        const uint64_t phase = phase_;
        ++arrived_;
        settle();
        all_.wait(lock, [&] { return phase_ != phase; });
    }

    // A block has ended.
    void leave() {
        std::lock_guard<std::mutex> lock(mutex_);
        --alive_;
        settle();
    }

private:
    void settle() {
        if (!arrived_ || arrived_ < alive_) return;
        arrived_ = 0;
        ++phase_;
        all_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable all_;
    unsigned alive_, arrived_ = 0;
    uint64_t phase_ = 0;
};

}  // namespace host
}  // namespace cupy
