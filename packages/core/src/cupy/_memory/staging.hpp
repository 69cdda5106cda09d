// Copies from and to pageable host memory through pinned buffers: big ones in chunks by several threads, small ones
// to the host, for which a driver's own way takes longer.
#pragma once

#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "contract.h"

namespace cupy {

// A driver copies pageable memory with one thread, through a buffer of its own.  Here each
// worker has two buffers: while the device copies one, the worker fills or empties the other.
class Staging {
public:
    static constexpr size_t chunk = 4u << 20;
    static constexpr unsigned max_workers = 6;

    explicit Staging(const CupyDriver *api) : api_(api) {}

    // Returns a status.  The host buffer may be reused afterwards.
    int run(bool to_device, char *device, char *host, size_t size, int device_id, void *stream) {
        std::lock_guard<std::mutex> one_at_a_time(mutex_);
        size_t chunks = (size + chunk - 1) / chunk;
        unsigned cores = std::thread::hardware_concurrency();
        unsigned workers = cores > 1 ? cores - 1 : 1;
        if (workers > max_workers) workers = max_workers;
        if (workers > chunks / 4) workers = chunks / 4 ? chunks / 4 : 1;
        Job job{to_device, device, host, size, device_id, stream};
        if (int status = prepare(workers, device_id)) return status;
        std::vector<std::thread> others;
        for (unsigned i = 1; i < workers; ++i) others.emplace_back([&, i] { work(job, workers_[i]); });
        work(job, workers_[0]);
        for (auto &t : others) t.join();
        return job.status;
    }

private:
    struct Buffer {
        char *pinned = nullptr;
        void *event = nullptr;
        size_t offset = 0, size = 0;
        bool busy = false;
    };
    struct Worker {
        Buffer buffers[2];
    };
    struct Job {
        bool to_device;
        char *device, *host;
        size_t size;
        int device_id;
        void *stream;
        std::atomic<size_t> next{0};
        std::atomic<int> status{0};
    };

    int prepare(unsigned workers, int device_id) {
        if (device_id != device_id_) {  // events belong to a device
            for (Worker &w : workers_)
                for (Buffer &b : w.buffers)
                    if (b.event) {
                        api_->event_destroy(b.event);
                        b.event = nullptr;
                    }
            device_id_ = device_id;
        }
        if (workers_.size() < workers) workers_.resize(workers);
        for (unsigned i = 0; i < workers; ++i)
            for (Buffer &b : workers_[i].buffers) {
                if (!b.pinned)
                    if (int status = api_->memory_alloc_pinned(reinterpret_cast<void **>(&b.pinned), chunk, 0))
                        return status;
                if (!b.event)
                    if (int status = api_->event_create(&b.event, CUPY_EVENT_DISABLE_TIMING)) return status;
            }
        return 0;
    }

    void work(Job &job, Worker &worker) {
        int status = api_->device_set(job.device_id);
        for (int turn = 0; !status && !job.status; turn ^= 1) {
            Buffer &b = worker.buffers[turn];
            status = finish(job, b);
            if (status) break;
            b.offset = chunk * job.next++;
            if (b.offset >= job.size) break;
            b.size = job.size - b.offset < chunk ? job.size - b.offset : chunk;
            if (job.to_device) std::memcpy(b.pinned, job.host + b.offset, b.size);
            void *dst = job.to_device ? job.device + b.offset : b.pinned;
            void *src = job.to_device ? b.pinned : job.device + b.offset;
            status = api_->copy(dst, src, b.size,
                                job.to_device ? CUPY_COPY_HOST_TO_DEVICE : CUPY_COPY_DEVICE_TO_HOST, job.stream);
            if (!status) status = api_->event_record(b.event, job.stream);
            b.busy = !status;
        }
        for (Buffer &b : worker.buffers)
            if (int late = finish(job, b)) status = status ? status : late;
        if (status) job.status = status;
    }

    // Wait until the device is through with a buffer; empty it when it came from there.
    int finish(Job &job, Buffer &b) {
        if (!b.busy) return 0;
        b.busy = false;
        if (int status = api_->event_synchronize(b.event)) return status;
        if (!job.to_device) std::memcpy(job.host + b.offset, b.pinned, b.size);
        return 0;
    }

    const CupyDriver *api_;
    std::mutex mutex_;
    std::vector<Worker> workers_;
    int device_id_ = -1;
};

class SmallCopy {
public:
    static constexpr size_t capacity = 16u << 10;

    explicit SmallCopy(const CupyDriver *api) : api_(api) {}

    // Copy to the host and wait; false, and nothing is done, while another thread does so.
    bool run(char *host, char *device, size_t size, void *stream, int &status) {
        if (busy_.exchange(true, std::memory_order_acquire)) return false;
        const bool ready = pinned_ || prepare();
        if (ready) {
            status = api_->copy(pinned_, device, size, CUPY_COPY_DEVICE_TO_HOST, stream);
            if (!status) status = api_->stream_synchronize(stream);
            if (!status) std::memcpy(host, pinned_, size);
        }
        busy_.store(false, std::memory_order_release);
        return ready;
    }

private:
    // Pinning takes longer than a few copies do.
    bool prepare() {
        if (++calls_ < 16) return false;
        void *found = nullptr;
        if (api_->memory_alloc_pinned(&found, capacity, 0)) return false;
        pinned_ = static_cast<char *>(found);
        return true;
    }

    const CupyDriver *api_;
    std::atomic<bool> busy_{false};
    char *pinned_ = nullptr;
    unsigned calls_ = 0;
};

}  // namespace cupy
