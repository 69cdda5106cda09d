// Writes down the calls of the driver table: its entries are replaced while operations are recorded, so that nothing is
// asked when they are not.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <vector>

#include "contract.h"

namespace cupy::recorder {

enum Kind { kKernel, kCopy, kFill, kWait, kAllocate, kFree, kLoad, kGraph, kLibrary };

struct Entry {
    int kind;
    int device;
    long thread;             // in the order in which threads were seen
    const void *what;        // a kernel's handle, or null
    const void *stream;
    double begin, end;       // of the call on the host, seconds
    double device_begin;     // seconds on the same clock; negative when it was not measured
    double device_seconds;
    unsigned grid[3], block[3];
    size_t bytes;
    void *first, *last;      // events around it
};

struct State {
    CupyDriver real;                 // the entries that were replaced
    std::vector<Entry> entries;
    std::vector<void *> spare;       // events
    std::vector<void *> base;        // an event of each device, recorded at base_time
    std::vector<double> base_time;
    std::mutex guard;
    size_t limit = 0, dropped = 0;
    long threads = 0;
    bool timed = false;              // whether work is queued: then events surround it
    std::chrono::steady_clock::time_point start;
};

inline State &state() {
    static State *one = new State;   // calls may still come in when the process ends
    return *one;
}

inline thread_local size_t pending_bytes = 0;
inline thread_local int current_device = 0;
inline thread_local long thread_number = -1;

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - state().start).count();
}

inline void *event() {
    State &s = state();
    {
        std::lock_guard<std::mutex> hold(s.guard);
        if (!s.spare.empty()) {
            void *found = s.spare.back();
            s.spare.pop_back();
            return found;
        }
    }
    void *made = nullptr;
    return s.real.event_create(&made, 0) ? nullptr : made;
}

// Whether events may stand in a stream: not while its work is captured.
inline bool timeable(void *stream) {
    int capturing = 0;
    return state().timed && state().real.stream_capture_status(stream, &capturing) == 0 && !capturing;
}

inline void add(const Entry &entry) {
    State &s = state();
    std::lock_guard<std::mutex> hold(s.guard);
    if (s.entries.size() < s.limit)
        s.entries.push_back(entry);
    else
        ++s.dropped;
}

inline Entry entry(int kind, const void *what, const void *stream, size_t bytes) {
    if (thread_number < 0) {
        std::lock_guard<std::mutex> hold(state().guard);
        thread_number = state().threads++;
    }
    return {kind, current_device, thread_number, what, stream, 0, 0, -1, 0, {1, 1, 1}, {1, 1, 1}, bytes, nullptr, nullptr};
}

// Run `call` between events of the stream, and write it down.
template <class Call> inline int queued(Entry e, void *stream, Call call) {
    State &s = state();
    bool timing = timeable(stream);
    if (timing && (e.first = event())) s.real.event_record(e.first, stream);
    e.begin = now();
    int status = call();
    e.end = now();
    if (timing && e.first && (e.last = event())) s.real.event_record(e.last, stream);
    add(e);
    return status;
}

template <class Call> inline int waited(Entry e, Call call) {
    e.begin = now();
    int status = call();
    e.end = now();
    add(e);
    return status;
}

inline size_t taken_bytes() {
    size_t bytes = pending_bytes;
    pending_bytes = 0;
    return bytes;
}

inline int device_set(int device) {
    int status = state().real.device_set(device);
    if (!status) current_device = device;
    return status;
}

inline int launch(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                  unsigned shared, void *stream, void **params) {
    Entry e = entry(kKernel, function, stream, taken_bytes());
    unsigned sizes[6] = {gx, gy, gz, bx, by, bz};
    for (int i = 0; i < 3; ++i) e.grid[i] = sizes[i], e.block[i] = sizes[i + 3];
    return queued(e, stream, [&] {
        return state().real.launch(function, gx, gy, gz, bx, by, bz, shared, stream, params);
    });
}

inline int launch_cooperative(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, void *stream, void **params) {
    Entry e = entry(kKernel, function, stream, taken_bytes());
    unsigned sizes[6] = {gx, gy, gz, bx, by, bz};
    for (int i = 0; i < 3; ++i) e.grid[i] = sizes[i], e.block[i] = sizes[i + 3];
    return queued(e, stream, [&] {
        return state().real.launch_cooperative(function, gx, gy, gz, bx, by, bz, shared, stream, params);
    });
}

inline int copy(void *to, void *from, size_t bytes, int kind, void *stream) {
    return queued(entry(kCopy, nullptr, stream, 2 * bytes), stream,
                  [&] { return state().real.copy(to, from, bytes, kind, stream); });
}

inline int copy_sync(void *to, void *from, size_t bytes, int kind) {
    return waited(entry(kCopy, nullptr, nullptr, 2 * bytes), [&] { return state().real.copy_sync(to, from, bytes, kind); });
}

inline int copy_peer(void *to, int to_device, void *from, int from_device, size_t bytes, void *stream) {
    return queued(entry(kCopy, nullptr, stream, 2 * bytes), stream, [&] {
        return state().real.copy_peer(to, to_device, from, from_device, bytes, stream);
    });
}

inline int copy_2d(void *to, size_t to_pitch, void *from, size_t from_pitch, size_t width, size_t height, int kind,
                   void *stream) {
    return queued(entry(kCopy, nullptr, stream, 2 * width * height), stream, [&] {
        return state().real.copy_2d(to, to_pitch, from, from_pitch, width, height, kind, stream);
    });
}

inline int fill(void *to, unsigned value, int width, size_t count, void *stream) {
    return queued(entry(kFill, nullptr, stream, width * count), stream,
                  [&] { return state().real.fill(to, value, width, count, stream); });
}

inline int graph_launch(void *graph, void *stream) {
    return queued(entry(kGraph, graph, stream, 0), stream, [&] { return state().real.graph_launch(graph, stream); });
}

inline int memory_alloc(void **out, size_t bytes) {
    return waited(entry(kAllocate, nullptr, nullptr, bytes), [&] { return state().real.memory_alloc(out, bytes); });
}

inline int memory_alloc_async(void **out, size_t bytes, void *stream) {
    return waited(entry(kAllocate, nullptr, stream, bytes),
                  [&] { return state().real.memory_alloc_async(out, bytes, stream); });
}

inline int memory_free(void *memory) {
    return waited(entry(kFree, nullptr, nullptr, 0), [&] { return state().real.memory_free(memory); });
}

inline int memory_free_async(void *memory, void *stream) {
    return waited(entry(kFree, nullptr, stream, 0), [&] { return state().real.memory_free_async(memory, stream); });
}

inline int device_synchronize() {
    return waited(entry(kWait, nullptr, nullptr, 0), [&] { return state().real.device_synchronize(); });
}

inline int stream_synchronize(void *stream) {
    return waited(entry(kWait, nullptr, stream, 0), [&] { return state().real.stream_synchronize(stream); });
}

inline int event_synchronize(void *event) {
    return waited(entry(kWait, nullptr, nullptr, 0), [&] { return state().real.event_synchronize(event); });
}

inline int module_load(void **out, void *image, size_t bytes) {
    return waited(entry(kLoad, nullptr, nullptr, bytes), [&] { return state().real.module_load(out, image, bytes); });
}

#define CUPY_RECORDED(X) \
    X(device_set) X(launch) X(launch_cooperative) X(copy) X(copy_sync) X(copy_peer) X(copy_2d) X(fill) X(graph_launch) \
    X(memory_alloc) X(memory_alloc_async) X(memory_free) X(memory_free_async) X(device_synchronize) \
    X(stream_synchronize) X(event_synchronize) X(module_load)

// Replace the entries of a started backend's table.
inline void start(CupyDriver *table, size_t limit, bool timed, int devices, int device) {
    State &s = state();
    s.real = *table;
    s.entries.clear();
    s.limit = limit;
    s.dropped = 0;
    s.timed = timed;
    s.start = std::chrono::steady_clock::now();
    s.base.assign(devices, nullptr);
    s.base_time.assign(devices, 0);
    for (int i = 0; timed && i < devices; ++i) {
        if (s.real.device_set(i)) continue;
        s.real.device_synchronize();
        if (s.real.event_create(&s.base[i], 0)) continue;
        s.real.event_record(s.base[i], nullptr);
        s.real.event_synchronize(s.base[i]);
        s.base_time[i] = now();
    }
    if (timed) s.real.device_set(device);
    current_device = device;
    pending_bytes = 0;
#define CUPY_REPLACE(name) table->name = &name;
    CUPY_RECORDED(CUPY_REPLACE)
#undef CUPY_REPLACE
}

// Put the entries back, and read the events.
inline void stop(CupyDriver *table, int device) {
    State &s = state();
#define CUPY_RESTORE(name) table->name = s.real.name;
    CUPY_RECORDED(CUPY_RESTORE)
#undef CUPY_RESTORE
    for (size_t i = 0; s.timed && i < s.base.size(); ++i)
        if (!s.real.device_set(int(i))) s.real.device_synchronize();
    for (Entry &e : s.entries) {
        if (e.first && e.last) {
            float since = 0, took = 0;
            void *base = e.device < int(s.base.size()) ? s.base[e.device] : nullptr;
            if (base && !s.real.event_elapsed(&since, base, e.first) && !s.real.event_elapsed(&took, e.first, e.last)) {
                e.device_begin = s.base_time[e.device] + since * 1e-3;
                e.device_seconds = took * 1e-3;
            }
        } else if (!s.timed && e.kind != kWait) {
            e.device_begin = e.begin;       // a backend whose calls return when the work is done
            e.device_seconds = e.end - e.begin;
        }
        if (e.first) s.real.event_destroy(e.first);
        if (e.last) s.real.event_destroy(e.last);
        e.first = e.last = nullptr;
    }
    for (void *one : s.base)
        if (one) s.real.event_destroy(one);
    s.base.clear();
    if (s.timed) s.real.device_set(device);
}

}  // namespace cupy::recorder
