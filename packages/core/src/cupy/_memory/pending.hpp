// Freed blocks that other streams may still work on: they wait for the events of those streams.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "arena.hpp"
#include "stream_key.hpp"
#include "contract.h"

namespace cupy {

struct Use {
    int device;
    void *stream;       // its key
    bool operator==(const Use &other) const { return device == other.device && stream == other.stream; }
};

using Uses = std::vector<Use>;

class Pending {
public:
    explicit Pending(const CupyDriver *api) : api_(api) {}

    // Queue a block behind the work that other streams, which used it, have been given so far.
    // `bound` is the device that is current on the calling thread, of the number `thread`, or -1.
    void push(Block *block, const Uses &uses, int bound, size_t thread) {
        block->segment->arena->set_pending(block);
        Entry entry{block, {}, false};
        int current = bound;
        for (const Use &use : uses) {
            void *const stream = stream_of(use.stream, thread);
            int capturing = 0;
            if (api_->stream_capture_status(stream, &capturing) == 0 && capturing) {
                entry.captured = true;  // an event recorded now would belong to the graph
                continue;
            }
            if (current != use.device) api_->device_set(current = use.device);
            void *event = take_event(use.device);
            if (event && api_->event_record(event, stream) == 0)
                entry.events.push_back({use.device, event});
            else
                entry.captured = true;  // no event to wait for: keep it until everything is idle
        }
        if (current != bound && bound >= 0) api_->device_set(bound);
        Guard guard(lock_);
        entries_.push_back(std::move(entry));
    }

    // Return to their arenas the blocks whose events have passed; true when there was one.
    // With `wait`, wait for the events first (not for blocks that a capture holds).
    bool poll(bool capturing, bool wait) {
        std::deque<Entry> entries;
        {
            Guard guard(lock_);
            entries.swap(entries_);
        }
        bool any = false;
        std::deque<Entry> rest;
        for (Entry &entry : entries) {
            if (passed(entry, capturing, wait)) {
                entry.block->segment->arena->free_pending(entry.block);
                any = true;
            } else {
                rest.push_back(std::move(entry));
            }
        }
        if (!rest.empty()) {
            Guard guard(lock_);
            entries_.insert(entries_.begin(), std::make_move_iterator(rest.begin()),
                            std::make_move_iterator(rest.end()));
        }
        return any;
    }

    bool empty() const noexcept { return entries_.empty(); }
    SpinLock &lock() noexcept { return lock_; }

private:
    struct Entry {
        Block *block;
        std::vector<Use> events;  // a Use whose stream is the event
        bool captured;
    };

    bool passed(Entry &entry, bool capturing, bool wait) {
        if (entry.captured && capturing) return false;
        while (!entry.events.empty()) {
            Use last = entry.events.back();
            int status = wait ? api_->event_synchronize(last.stream) : api_->event_query(last.stream);
            if (status == CUPY_STATUS_NOT_READY) return false;
            give_event(last.device, last.stream);
            entry.events.pop_back();
        }
        return true;
    }

    void *take_event(int device) {
        {
            Guard guard(lock_);
            auto &spare = spare_[device];
            if (!spare.empty()) {
                void *event = spare.back();
                spare.pop_back();
                return event;
            }
        }
        void *event = nullptr;
        return api_->event_create(&event, CUPY_EVENT_DISABLE_TIMING) == 0 ? event : nullptr;
    }

    void give_event(int device, void *event) {
        Guard guard(lock_);
        spare_[device].push_back(event);
    }

    const CupyDriver *api_;
    SpinLock lock_;
    std::deque<Entry> entries_;
    std::map<int, std::vector<void *>> spare_;
};

}  // namespace cupy
