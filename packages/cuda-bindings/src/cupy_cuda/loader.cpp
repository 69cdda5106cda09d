// Opens the CUDA driver's library and holds the primary contexts.
#include "loader.hpp"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <mutex>
#include <string>
#include <unordered_map>

namespace {

constexpr int ok = 0, invalid_device = 101, not_provided = -1, no_library = -2;
constexpr int max_devices = 128;

template <class Signature, int Status> struct Stub;
template <class... Args, int Status> struct Stub<int (*)(Args...), Status> {
    static int call(Args...) { return Status; }
};

using GetProcAddress = int (*)(const char *, void **, int, unsigned long long, int *);

std::string reason;

const char *soname() {
#ifdef _WIN32
    return "nvcuda.dll";
#else
    return "libcuda.so.1";
#endif
}

bool wants_per_thread_stream() {
    const char *text = getenv("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM");
    return text && *text && strcmp(text, "0") != 0;
}

int open_library() {
    void *library = dlopen(soname(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        reason = std::string("the NVIDIA driver is not installed (") + dlerror() + ")";
        return no_library;
    }
    auto get = reinterpret_cast<GetProcAddress>(dlsym(library, "cuGetProcAddress_v2"));
    if (!get) {
        reason = "the NVIDIA driver is older than CUDA 12.0";
        return no_library;
    }
    // CU_GET_PROC_ADDRESS_LEGACY_STREAM or CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM:
    // decides what stream NULL means in every function.  The latter forms start at 7.0.
    unsigned long long flags = wants_per_thread_stream() ? 2 : 1;
    void *found;
#define CUPY_FIND(name, version, signature)                                        \
    found = nullptr;                                                               \
    if (get(#name, &found, flags == 2 && version < 7000 ? 7000 : version, flags, nullptr) != ok || !found)               \
        cu.name = &Stub<decltype(CudaSymbols::name), not_provided>::call;          \
    else                                                                           \
        cu.name = reinterpret_cast<decltype(CudaSymbols::name)>(found);
    CUPY_CUDA_SYMBOLS(CUPY_FIND)
#undef CUPY_FIND
    return ok;
}

std::mutex contexts_lock;
void *contexts[max_devices];
thread_local void *bound = nullptr;

// Leaked on purpose: threads may still launch while the process ends.
std::mutex &names_lock = *new std::mutex;
auto &names = *new std::unordered_map<void *, std::string>;

}  // namespace

#define CUPY_STUB(name, version, signature) &Stub<int(*) signature, no_library>::call,
CudaSymbols cu = {CUPY_CUDA_SYMBOLS(CUPY_STUB)};
#undef CUPY_STUB

int cuda_open() noexcept {
    static const int status = open_library();
    return status;
}

const char *cuda_reason() noexcept { return reason.c_str(); }

int cuda_context(int device, void **context) noexcept {
    if (device < 0 || device >= max_devices) return invalid_device;
    std::lock_guard<std::mutex> hold(contexts_lock);
    if (!contexts[device]) {
        int status = cu.cuDevicePrimaryCtxRetain(&contexts[device], device);
        if (status != ok) return status;
    }
    *context = contexts[device];
    return ok;
}

int cuda_bind(int device) noexcept {
    void *context;
    int status = cuda_context(device, &context);
    if (status == ok) status = cu.cuCtxSetCurrent(context);
    if (status == ok) bound = context;
    return status;
}

bool cuda_rebind() noexcept {
    void *current = nullptr;
    if (!bound || cu.cuCtxGetCurrent(&current) != ok || current == bound) return false;
    return cu.cuCtxSetCurrent(bound) == ok;
}

thread_local void *cuda_launched = nullptr;

void cuda_remember(void *function, const char *name) noexcept {
    std::lock_guard<std::mutex> hold(names_lock);
    names[function] = name;
}

const char *cuda_last_kernel() noexcept {
    std::lock_guard<std::mutex> hold(names_lock);
    auto found = names.find(cuda_launched);
    return found == names.end() ? nullptr : found->second.c_str();
}
