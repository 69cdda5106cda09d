// Memory and events for other processes.
//
// An allocation that is exported moves to a file without a name, at its own address; its handle says which process has
// the file under which number.  Events are complete when they are recorded, so a handle of one says only that it is one.
#include "ipc.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

#include "host.hpp"

namespace cupy {
namespace host {
namespace {

struct Handle {
    char magic[8];
    long long process, file;
    unsigned long long size, number;    // of bytes; of the file in its system
};
static_assert(sizeof(Handle) <= 64, "the contract has 64 bytes for a handle");

constexpr char kMemory[8] = "cupymem", kEvent[8] = "cupyevt";

struct Shared {
    std::mutex mutex;
    std::map<void *, int> files;        // of exported allocations
};

Shared &shared() {
    static Shared *only = [] {
        auto *made = new Shared;
        pthread_atfork([] { shared().mutex.lock(); }, [] { shared().mutex.unlock(); },
                       [] { shared().mutex.unlock(); });
        return made;
    }();
    return *only;
}

[[maybe_unused]] const Shared &made_at_load = shared();

// Moves an allocation to a file; the file, or -1.
int move_to_file(void *base, size_t size) {
    const int file = memfd_create("cupy", MFD_CLOEXEC);
    if (file < 0) return -1;
    bool good = ftruncate(file, off_t(size)) == 0;
    void *window = good ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    good = window != MAP_FAILED;
    if (good) {
        std::memcpy(window, base, size);
        munmap(window, size);
        good = mmap(base, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == base;
    }
    if (good) return file;
    close(file);
    return -1;
}

unsigned long long number_of(int file, unsigned long long *size) {
    struct stat about;
    if (syscall(SYS_fstat, file, &about)) return 0;     // glibc's function has a new name since 2.33
    *size = (unsigned long long)about.st_size;
    return (unsigned long long)about.st_ino;
}

}  // namespace

void forget_shared(void *base) {
    std::lock_guard<std::mutex> lock(shared().mutex);
    const auto found = shared().files.find(base);
    if (found == shared().files.end()) return;
    close(found->second);
    shared().files.erase(found);
}

int memory_ipc_export(char *out, void *pointer) {
    void *base;
    size_t size;
    if (!out || !mapped_block(pointer, &base, &size)) return kInvalidValue;
    std::lock_guard<std::mutex> lock(shared().mutex);
    auto found = shared().files.find(base);
    if (found == shared().files.end()) {
        const int file = move_to_file(base, size);
        if (file < 0) return kOutOfMemory;
        found = shared().files.emplace(base, file).first;
    }
    Handle handle{};
    std::memcpy(handle.magic, kMemory, sizeof kMemory);
    handle.process = getpid();
    handle.file = found->second;
    handle.number = number_of(found->second, &handle.size);
    std::memset(out, 0, 64);
    std::memcpy(out, &handle, sizeof handle);
    return kOk;
}

int memory_ipc_open(void **out, char *in) {
    Handle handle;
    std::memcpy(&handle, in, sizeof handle);
    if (!out || std::memcmp(handle.magic, kMemory, sizeof kMemory)) return kInvalidHandle;
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%lld/fd/%lld", handle.process, handle.file);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return kInvalidHandle;
    unsigned long long size = 0;
    // The number is another file's when the allocation is gone.
    const bool same = number_of(file, &size) == handle.number && size == handle.size;
    void *base = same ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    if (base == MAP_FAILED) return kInvalidHandle;
    *out = base;
    return adopt_mapping(base, size);
}

int memory_ipc_close(void *pointer) { return memory_free(pointer); }

int event_ipc_export(char *out, void *event) {
    if (!out || !event) return kInvalidHandle;
    std::memset(out, 0, 64);
    std::memcpy(out, kEvent, sizeof kEvent);
    return kOk;
}

int event_ipc_open(void **out, char *in) {
    if (!out || std::memcmp(in, kEvent, sizeof kEvent)) return kInvalidHandle;
    return event_create(out, CUPY_EVENT_DISABLE_TIMING);
}

}  // namespace host
}  // namespace cupy
