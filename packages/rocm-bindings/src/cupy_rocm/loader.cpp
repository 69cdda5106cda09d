// Opens HIP's runtime library, and holds what HIP itself does not keep.
#include "loader.hpp"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

namespace {

constexpr int ok = 0, out_of_memory = 2, not_provided = -1, no_library = -2;

template <class Signature, int Status> struct Stub;
template <class... Args, int Status> struct Stub<int (*)(Args...), Status> {
    static int call(Args...) { return Status; }
};

// Leaked on purpose: threads may still launch while the process ends.
std::string &candidates = *new std::string, &reason = *new std::string, &opened = *new std::string;

void *open_first() {
    for (size_t at = 0; at < candidates.size();) {
        size_t end = candidates.find('\n', at);
        if (end == std::string::npos) end = candidates.size();
        const std::string path = candidates.substr(at, end - at);
        at = end + 1;
        if (void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            opened = path;
            return library;
        }
        // A file that is there but cannot be used is a reason; going on would be a silent fallback.
        const char *text = dlerror();
        if (!text || strstr(text, "No such file") == nullptr || access(path.c_str(), F_OK) == 0) {
            reason = text ? text : path;
            break;
        }
    }
    return nullptr;
}

int open_library() {
    void *library = open_first();
    if (!library) return no_library;
    reason.clear();
#define CUPY_FIND(name, signature)                                                   \
    if (void *found = dlsym(library, #name))                                         \
        hip.name = reinterpret_cast<decltype(HipSymbols::name)>(found);              \
    else                                                                             \
        hip.name = &Stub<decltype(HipSymbols::name), not_provided>::call;
    CUPY_HIP_SYMBOLS(CUPY_FIND)
#undef CUPY_FIND
    return ok;
}

bool wants_per_thread_stream() {
    const char *text = getenv("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM");
    return text && *text && strcmp(text, "0") != 0;
}

thread_local int bound = -1;

std::mutex &names_lock = *new std::mutex, &images_lock = *new std::mutex;
auto &names = *new std::unordered_map<void *, std::string>;
auto &images = *new std::unordered_map<void *, std::unique_ptr<char[]>>;

}  // namespace

#define CUPY_STUB(name, signature) &Stub<int(*) signature, no_library>::call,
HipSymbols hip = {CUPY_HIP_SYMBOLS(CUPY_STUB)};
#undef CUPY_STUB

void hip_candidates(const char *paths) { candidates = paths; }

int hip_open() noexcept {
    static const int status = open_library();
    return status;
}

const char *hip_reason() noexcept { return reason.c_str(); }
const char *hip_library() noexcept { return opened.c_str(); }

int hip_bind(int device) noexcept {
    int status = hip.hipSetDevice(device);
    if (status == ok) bound = device;
    return status;
}

bool hip_rebind() noexcept {
    int current;
    if (bound < 0 || hip.hipGetDevice(&current) != ok || current == bound) return false;
    return hip.hipSetDevice(bound) == ok;
}

// 1 and 2 are CUDA's names for the legacy and the per-thread default stream; HIP has the second alone.
void *hip_stream(void *stream) noexcept {
    static const bool per_thread = wants_per_thread_stream();
    if (reinterpret_cast<uintptr_t>(stream) > 1) return stream;
    return !stream && per_thread ? reinterpret_cast<void *>(2) : nullptr;
}

// HIP takes no size and may read the image after the load: it gets a copy of its own, with
// zeros behind that end what is too short to be a code object.
int hip_load(void **module, const void *image, size_t size) noexcept {
    std::unique_ptr<char[]> copy(new (std::nothrow) char[size + 64]);
    if (!copy) return out_of_memory;
    memcpy(copy.get(), image, size);
    memset(copy.get() + size, 0, 64);
    int status = hip.hipModuleLoadData(module, copy.get());
    if (status != ok) return status;
    std::lock_guard<std::mutex> hold(images_lock);
    images[*module] = std::move(copy);
    return ok;
}

int hip_unload(void *module) noexcept {
    int status = hip.hipModuleUnload(module);
    std::lock_guard<std::mutex> hold(images_lock);
    if (status == ok) images.erase(module);
    return status;
}

thread_local void *hip_launched = nullptr;

void hip_remember(void *function, const char *name) noexcept {
    std::lock_guard<std::mutex> hold(names_lock);
    names[function] = name;
}

const char *hip_last_kernel() noexcept {
    std::lock_guard<std::mutex> hold(names_lock);
    auto found = names.find(hip_launched);
    return found == names.end() ? nullptr : found->second.c_str();
}
