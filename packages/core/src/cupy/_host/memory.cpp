// Memory of the host's devices: allocations, copies, fills.
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

#include "fault.hpp"
#include "host.hpp"
#include "ipc.hpp"
#include "machine.hpp"
#include "pool.hpp"

namespace cupy {
namespace host {
namespace {

constexpr size_t kAlign = 512;
constexpr size_t kPage = 64 << 10;              // a multiple of the system's, whatever that is
constexpr size_t kHuge = 2 << 20;               // from here on whole huge pages, straight from the system
constexpr size_t kChecked = 64 << 20;           // from here on an allocation must fit into free memory
constexpr size_t kParallel = 1 << 20;           // copies from here on are spread over the cores
constexpr size_t kPart = 256 << 10;

struct Block {
    size_t size;
    int kind;       // CUPY_MEMORY_*
    enum Source { kMalloc, kMap, kRegistered } source;
    int device;
};

struct Registry {
    std::mutex mutex;
    std::map<uintptr_t, Block> blocks;
    size_t used = 0;
    size_t grantable = 0, total = 0;        // as measured last: free or used by this process; of the machine
    std::chrono::steady_clock::time_point measured{};
};

Registry &registry() {
    static Registry *only = [] {
        auto *made = new Registry;          // never destroyed: arrays may outlive static objects
        pthread_atfork([] { registry().mutex.lock(); }, [] { registry().mutex.unlock(); },
                       [] { registry().mutex.unlock(); });
        return made;
    }();
    return *only;
}

[[maybe_unused]] const Registry &made_at_load = registry();     // never while another thread forks

// The machine is asked once a second; in between what this process allocates counts, so that an
// allocation shows at once, although the system grants pages only when they are touched.
void free_memory(size_t *available, size_t *total) {
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    const auto now = std::chrono::steady_clock::now();
    if (!all.total || now - all.measured > std::chrono::seconds(1)) {
        usable_memory(&all.grantable, &all.total);
        all.grantable += all.used;
        all.measured = now;
    }
    *available = all.grantable - std::min(all.grantable, all.used);
    *total = all.total;
}

size_t round_up(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

void *map_pages(size_t size) {
    void *start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return start == MAP_FAILED ? nullptr : start;
}

void *map_huge(size_t size) {
    void *start = mmap(nullptr, size + kHuge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return nullptr;
    char *base = static_cast<char *>(start);
    const size_t skip = round_up(uintptr_t(base), kHuge) - uintptr_t(base);
    if (skip) munmap(base, skip);
    if (skip < kHuge) munmap(base + skip + size, kHuge - skip);
    madvise(base + skip, size, MADV_HUGEPAGE);
    return base + skip;
}

int allocate(void **out, size_t size, int kind) {
    if (!out) return kInvalidValue;
    *out = nullptr;
    if (!size) return kOk;
    if (size > size_t(1) << 48) return kOutOfMemory;
    if (size >= kChecked) {                 // the system would grant it and end the process later
        size_t available, total;
        free_memory(&available, &total);
        if (size > available) return kOutOfMemory;
    }
    // What other processes may be shown has pages of its own.
    const bool huge = size >= kHuge, mapped = huge || kind == CUPY_MEMORY_DEVICE;
    size = round_up(size, huge ? kHuge : mapped ? kPage : kAlign);
    void *made = huge ? map_huge(size) : mapped ? map_pages(size) : std::aligned_alloc(kAlign, size);
    if (!made) return kOutOfMemory;
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    try {
        all.blocks[uintptr_t(made)] = {size, kind, mapped ? Block::kMap : Block::kMalloc, current_device()};
    } catch (const std::bad_alloc &) {
        mapped ? (void)munmap(made, size) : std::free(made);
        return kOutOfMemory;
    }
    all.used += size;
    *out = made;
    return kOk;
}

int release(void *pointer) {
    if (!pointer) return kOk;
    Block block;
    {
        Registry &all = registry();
        std::lock_guard<std::mutex> lock(all.mutex);
        auto found = all.blocks.find(uintptr_t(pointer));
        if (found == all.blocks.end() || found->second.source == Block::kRegistered) return kInvalidValue;
        block = found->second;
        all.blocks.erase(found);
        all.used -= block.size;
    }
    if (block.source == Block::kMap) {
        forget_shared(pointer);
        munmap(pointer, block.size);
    } else {
        std::free(pointer);
    }
    return kOk;
}

struct CopyJob {
    char *to;
    const char *from;
    size_t bytes;
    std::atomic<int> status{kOk};
};

void copy_part(void *data, unsigned part) {
    auto &job = *static_cast<CopyJob *>(data);
    const size_t first = part * kPart;
    const int fault = guarded([&] {
        std::memcpy(job.to + first, job.from + first, std::min(kPart, job.bytes - first));
    });
    if (fault) job.status.store(fault);
}

int copy_bytes(void *to, const void *from, size_t bytes) {
    if (bytes < kParallel) return guarded([=] { std::memmove(to, from, bytes); });
    char *const a = static_cast<char *>(to);
    const char *const b = static_cast<const char *>(from);
    if (a < b + bytes && b < a + bytes) return guarded([=] { std::memmove(to, from, bytes); });
    CopyJob job{a, b, bytes};
    parallel(unsigned((bytes + kPart - 1) / kPart), copy_part, &job);
    return job.status.load();
}

template <class T> struct FillJob {
    T *to;
    T value;
    size_t count;
    std::atomic<int> status{kOk};

    static void part(void *data, unsigned part) {
        auto &job = *static_cast<FillJob *>(data);
        constexpr size_t each = kPart / sizeof(T);
        const size_t first = part * each;
        const int fault = guarded([&] { std::fill_n(job.to + first, std::min(each, job.count - first), job.value); });
        if (fault) job.status.store(fault);
    }
};

template <class T> int fill_with(void *to, T value, size_t count) {
    if (count * sizeof(T) < kParallel) return guarded([=] { std::fill_n(static_cast<T *>(to), count, value); });
    FillJob<T> job{static_cast<T *>(to), value, count};
    constexpr size_t each = kPart / sizeof(T);
    parallel(unsigned((count + each - 1) / each), FillJob<T>::part, &job);
    return job.status.load();
}

}  // namespace

bool mapped_block(void *pointer, void **base, size_t *size) {
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    auto after = all.blocks.upper_bound(uintptr_t(pointer));
    if (after == all.blocks.begin()) return false;
    const auto &[start, block] = *--after;
    if (uintptr_t(pointer) - start >= block.size || block.source != Block::kMap) return false;
    *base = reinterpret_cast<void *>(start);
    *size = block.size;
    return true;
}

int adopt_mapping(void *base, size_t size) {
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    all.blocks[uintptr_t(base)] = {size, CUPY_MEMORY_DEVICE, Block::kMap, current_device()};
    all.used += size;
    return kOk;
}

int copy_now(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, size_t rows) {
    keep_signals();
    if (to_pitch == bytes && from_pitch == bytes) return copy_bytes(to, from, bytes * rows);
    for (size_t row = 0; row < rows; ++row)
        if (const int fault = copy_bytes(static_cast<char *>(to) + row * to_pitch,
                                         static_cast<const char *>(from) + row * from_pitch, bytes))
            return fault;
    return kOk;
}

int fill_now(void *to, unsigned value, int width, size_t count) {
    keep_signals();
    switch (width) {
        case 1: return fill_with(to, uint8_t(value), count);
        case 2: return fill_with(to, uint16_t(value), count);
        default: return fill_with(to, uint32_t(value), count);
    }
}

int memory_info(size_t *available, size_t *total) {
    if (!available || !total) return kInvalidValue;
    free_memory(available, total);
    return kOk;
}

int memory_alloc(void **out, size_t size) { return allocate(out, size, CUPY_MEMORY_DEVICE); }
int memory_free(void *pointer) { return memory_free_async(pointer, nullptr); }
int memory_alloc_async(void **out, size_t size, void *stream) {
    return is_captured(stream) ? graph_alloc(out, size, stream) : allocate(out, size, CUPY_MEMORY_DEVICE);
}
int memory_free_async(void *pointer, void *stream) {
    const int status = pointer ? graph_free(pointer, stream) : kOk;
    return status == kNotFound ? release(pointer) : status;
}
int memory_pool_trim(int device, size_t) { return is_device(device) ? kOk : kInvalidDevice; }

int memory_pool_usage(int device, size_t *used, size_t *reserved) {
    if (!is_device(device)) return kInvalidDevice;
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    if (used) *used = all.used;
    if (reserved) *reserved = all.used;
    return kOk;
}

int memory_alloc_managed(void **out, size_t size) { return allocate(out, size, CUPY_MEMORY_MANAGED); }
int memory_prefetch(void *, size_t, int, void *) { return kOk; }
int memory_advise(void *, size_t, int, int) { return kOk; }
int memory_alloc_pinned(void **out, size_t size, unsigned) { return allocate(out, size, CUPY_MEMORY_HOST); }
int memory_free_pinned(void *pointer) { return release(pointer); }

// Memory of others counts as pinned while it is registered; nothing has to be done for it.
int memory_register(void *pointer, size_t size, unsigned) {
    if (!pointer || !size) return kInvalidValue;
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    const Block block{size, CUPY_MEMORY_HOST, Block::kRegistered, current_device()};
    return all.blocks.emplace(uintptr_t(pointer), block).second ? kOk : kInvalidValue;
}

int memory_unregister(void *pointer) {
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    auto found = all.blocks.find(uintptr_t(pointer));
    if (found == all.blocks.end() || found->second.source != Block::kRegistered) return kInvalidValue;
    all.blocks.erase(found);
    return kOk;
}

int memory_pointer_info(void *pointer, int *kind, int *device) {
    Registry &all = registry();
    std::lock_guard<std::mutex> lock(all.mutex);
    auto after = all.blocks.upper_bound(uintptr_t(pointer));
    if (device) *device = 0;
    if (kind) *kind = CUPY_MEMORY_UNREGISTERED;
    if (after == all.blocks.begin()) return kOk;
    const auto &[start, block] = *--after;
    if (uintptr_t(pointer) - start >= block.size) return kOk;
    if (kind) *kind = block.kind;
    if (device) *device = block.device;
    return kOk;
}

int copy(void *to, void *from, size_t bytes, int kind, void *stream) {
    return copy_2d(to, bytes, from, bytes, bytes, 1, kind, stream);
}

int copy_sync(void *to, void *from, size_t bytes, int kind) {
    return copy_2d(to, bytes, from, bytes, bytes, 1, kind, nullptr);
}

int copy_peer(void *to, int to_device, void *from, int from_device, size_t bytes, void *stream) {
    if (!is_device(to_device) || !is_device(from_device)) return kInvalidDevice;
    return copy(to, from, bytes, CUPY_COPY_DEFAULT, stream);
}

int copy_2d(void *to, size_t to_pitch, void *from, size_t from_pitch, size_t bytes, size_t rows, int kind,
            void *stream) {
    if (!bytes || !rows) return kOk;
    if (!to || !from || kind < 0 || kind > CUPY_COPY_DEFAULT) return kInvalidValue;
    if (rows > 1 && (to_pitch < bytes || from_pitch < bytes)) return kInvalidValue;
    if (!is_captured(stream)) {
        return copy_now(to, to_pitch, from, from_pitch, bytes, rows);
    }
    Node node{Node::kCopy};
    node.to = to;
    node.from = from;
    node.bytes = bytes;
    node.rows = rows;
    node.to_pitch = to_pitch;
    node.from_pitch = from_pitch;
    return submit(stream, std::move(node));
}

int fill(void *to, unsigned value, int width, size_t count, void *stream) {
    if (!count) return kOk;
    if (!to || (width != 1 && width != 2 && width != 4) || uintptr_t(to) % width) return kInvalidValue;
    if (!is_captured(stream)) {
        return fill_now(to, value, width, count);
    }
    Node node{Node::kFill};
    node.to = to;
    node.value = value;
    node.width = width;
    node.bytes = count;
    return submit(stream, std::move(node));
}

}  // namespace host
}  // namespace cupy
