// A pool: the arenas of each device and stream, what they hold together, and the limit.
#pragma once

#include <map>
#include <memory>

#include "arena.hpp"

namespace cupy {

class Pool {
public:
    void *source = nullptr;  // the Python function that segments come from; null: the driver
    bool paged = false;      // segments are whole pages, not what is asked for

    // The arena of a stream; made when it is new.
    Arena *arena(int device, void *stream) {
        Guard guard(lock_);
        auto &place = arenas_[{device, stream}];
        if (!place) {
            place = adopt(device, stream);
            if (!place) place = make(device, stream);
        }
        return place;
    }

    // Reserve part of the device's budget; false when the limit forbids it.
    bool charge(int device, size_t bytes) {
        Guard guard(lock_);
        Budget &b = budgets_[device];
        if (b.limit && (b.total > b.limit || bytes > b.limit - b.total)) return false;
        b.total += bytes;
        if (b.total > b.peak) b.peak = b.total;
        return true;
    }

    void refund(int device, size_t bytes) {
        Guard guard(lock_);
        budgets_[device].total -= bytes;
    }

    void set_limit(int device, size_t bytes) {
        Guard guard(lock_);
        budgets_[device].limit = bytes;
    }

    size_t limit(int device) {
        Guard guard(lock_);
        return budgets_[device].limit;
    }

    size_t total(int device) {
        Guard guard(lock_);
        return budgets_[device].total;
    }

    size_t peak(int device) {
        Guard guard(lock_);
        return budgets_[device].peak;
    }

    void reset_peak(int device) {
        Guard guard(lock_);
        budgets_[device].peak = budgets_[device].total;
    }

    Usage usage(int device) {
        Usage sum;
        for (Arena *a : of_device(device)) {
            Usage u = a->usage();
            sum.used += u.used;
            sum.free += u.free;
            sum.total += u.total;
            sum.free_blocks += u.free_blocks;
            if (u.largest_free > sum.largest_free) sum.largest_free = u.largest_free;
        }
        return sum;
    }

    std::vector<Arena *> of_device(int device) {
        Guard guard(lock_);
        std::vector<Arena *> found;
        for (auto &a : all_)
            if (a->device == device) found.push_back(a.get());
        return found;
    }

    std::vector<Arena *> every() {
        Guard guard(lock_);
        std::vector<Arena *> found;
        for (auto &a : all_) found.push_back(a.get());
        return found;
    }

    // The arena of a stream if there is one, else null.
    Arena *existing(int device, void *stream) {
        Guard guard(lock_);
        auto found = arenas_.find({device, stream});
        return found == arenas_.end() ? nullptr : found->second;
    }

    // The stream is about to be destroyed: detach its arena, if there is one.
    Arena *retire_stream(int device, void *stream) {
        Guard guard(lock_);
        auto found = arenas_.find({device, stream});
        if (found == arenas_.end()) return nullptr;
        Arena *a = found->second;
        arenas_.erase(found);
        return a;
    }

    Arena *make_private(int device, void *stream) {
        Guard guard(lock_);
        return make(device, stream);
    }

    // The arena's stream is gone and its work is done: the next new stream may have it.
    void abandon(Arena *a) {
        Guard guard(lock_);
        abandoned_.push_back(a);
    }

    // Around fork(): no lock may be held by a thread that the child does not have.
    void lock_all() {
        lock_.lock();
        for (auto &a : all_) a->lock().lock();
    }
    void unlock_all() {
        for (auto &a : all_) a->lock().unlock();
        lock_.unlock();
    }

private:
    struct Budget {
        size_t total = 0, limit = 0, peak = 0;
    };

    Arena *make(int device, void *stream) {
        all_.emplace_back(new Arena(device, stream));
        all_.back()->pool = this;
        return all_.back().get();
    }

    Arena *adopt(int device, void *stream) {
        for (size_t i = 0; i < abandoned_.size(); ++i) {
            Arena *a = abandoned_[i];
            if (a->device != device) continue;
            abandoned_.erase(abandoned_.begin() + i);
            a->stream = stream;
            return a;
        }
        return nullptr;
    }

    SpinLock lock_;
    std::map<std::pair<int, void *>, Arena *> arenas_;
    std::vector<std::unique_ptr<Arena>> all_;
    std::vector<Arena *> abandoned_;
    std::map<int, Budget> budgets_;
};

}  // namespace cupy
