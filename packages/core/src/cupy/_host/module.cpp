// Modules: shared objects that the compiler made, their kernels and variables.
#include <pthread.h>
#include <atomic>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "fault.hpp"
#include "host.hpp"
#include "kernels/simt/abi.hpp"

namespace cupy {
namespace host {
namespace {

// A handle holds the module; functions and graphs may outlive it.
struct Handle {
    std::shared_ptr<Module> module;
};

Module *module_of(void *handle) { return static_cast<Handle *>(handle)->module.get(); }

// Writes all bytes; false when the file cannot take them.
bool write_all(int file, const char *data, size_t size) {
    while (size) {
        const ssize_t done = write(file, data, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        data += done;
        size -= size_t(done);
    }
    return true;
}

void *open_path(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }

// Path of an open file, spelled as no path before it: the loader takes a name that it has seen for
// the library that is loaded already, although the descriptor now stands for another file.  The
// bits of a counter choose between spellings of "nothing".
void unique_path(char *path, int file) {
    static std::atomic<unsigned> counter{0};
    path += std::sprintf(path, "/proc/self");
    for (unsigned bits = ++counter; bits; bits >>= 1) path += std::sprintf(path, bits & 1 ? "/." : "/");
    std::sprintf(path, "/fd/%d", file);
}

// The loader wants a file: one in memory, or a private temporary one that is gone afterwards.
void *open_bytes(const void *data, size_t size) {
    char path[128];
    int file = memfd_create("cupy-kernel", MFD_CLOEXEC);
    const bool in_memory = file >= 0;
    if (in_memory) {
        unique_path(path, file);
    } else {
        std::snprintf(path, sizeof path, "/tmp/cupy-kernel-XXXXXX");
        file = mkstemp(path);
        if (file < 0) return nullptr;
    }
    void *library = write_all(file, static_cast<const char *>(data), size) ? open_path(path) : nullptr;
    if (!in_memory) unlink(path);
    close(file);
    return library;
}

// In the module itself: the loader's own search goes on to the libraries that it needs.
void *find(const Module *module, const std::string &symbol, size_t *size = nullptr) {
    void *address = dlsym(module->library, symbol.c_str());
    link_map *map;
    Dl_info found;
    ElfW(Sym) *entry = nullptr;
    if (!address || dlinfo(module->library, RTLD_DI_LINKMAP, &map) ||
        !dladdr1(address, &found, reinterpret_cast<void **>(&entry), RTLD_DL_SYMENT) ||
        reinterpret_cast<uintptr_t>(found.dli_fbase) != map->l_addr)
        return nullptr;
    if (size) *size = entry && ELF64_ST_TYPE(entry->st_info) == STT_OBJECT ? entry->st_size : 0;
    return address;
}

// `__shared__` variables are thread-local: bytes of that segment beyond what simt.hpp puts there.
int shared_bytes(const Module *module) {
    struct Search {
        uintptr_t base;
        size_t found;
    } search = {0, 0};
    link_map *map;
    if (dlinfo(module->library, RTLD_DI_LINKMAP, &map)) return 0;
    search.base = map->l_addr;
    dl_iterate_phdr([](dl_phdr_info *info, size_t, void *data) {
        auto &wanted = *static_cast<Search *>(data);
        if (info->dlpi_addr != wanted.base) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
            if (info->dlpi_phdr[i].p_type == PT_TLS) wanted.found = info->dlpi_phdr[i].p_memsz;
        return 1;
    }, &search);
    constexpr size_t own = 4 * sizeof(simt::uint3) + sizeof(void *);
    return search.found > own ? int(search.found - own) : 0;
}

std::mutex functions_mutex;

// A fork hands the lock over: a thread that holds it does not exist in the child.
[[maybe_unused]] const int at_fork = pthread_atfork([] { functions_mutex.lock(); }, [] { functions_mutex.unlock(); },
                                                    [] { functions_mutex.unlock(); });

}  // namespace

Module::~Module() {
    if (!library) return;
    std::lock_guard<std::mutex> lock(functions_mutex);
    dlclose(library);
}

int module_load(void **out, void *image, size_t size) {
    if (!out || !image) return kInvalidValue;
    auto module = std::make_shared<Module>();
    std::unique_lock<std::mutex> lock(functions_mutex);     // no fork while the loader holds locks of its own
    module->library = size ? open_bytes(image, size) : open_path(static_cast<const char *>(image));
    if (module->library) {
        module->has_barriers = find(module.get(), "cupy_simt_wait") != nullptr;
        module->shared_bytes = shared_bytes(module.get());
        if (void *place = find(module.get(), "cupy_walks")) *static_cast<const void **>(place) = walks();
    }
    lock.unlock();
    if (!module->library) return kInvalidImage;
    catch_faults();
    *out = new Handle{std::move(module)};
    return kOk;
}

int module_unload(void *handle) {
    delete static_cast<Handle *>(handle);
    return kOk;
}

int module_function(void **out, void *handle, char *name) {
    if (!out || !handle || !name) return kInvalidValue;
    Module *module = module_of(handle);
    std::lock_guard<std::mutex> lock(functions_mutex);
    for (const auto &known : module->functions) {
        if (known->name != name) continue;
        *out = known.get();
        return kOk;
    }
    const int *info = static_cast<const int *>(find(module, std::string(name) + "__info"));
    if (!info || info[0] == kVariable) return kNotFound;
    auto function = std::make_unique<Function>();
    function->name = name;
    function->shared_bytes = module->shared_bytes;
    function->module = static_cast<Handle *>(handle)->module;
    function->kind = info[0] == kSimt && module->has_barriers ? kSimtWithBarriers : Kind(info[0]);
    function->sizes.assign(info + 2, info + 2 + info[1]);
    // A user's kernel has its own name in C already, so its entry has another.
    function->entry = find(module, info[0] == kRange ? std::string(name) : std::string(name) + "__simt");
    if (!function->entry) return kNotFound;
    *out = function.get();
    module->functions.push_back(std::move(function));
    return kOk;
}

// By its symbol, or by that of a name expression: then its entry tells where the variable is.
int module_global(void **out, size_t *size, void *handle, char *name) {
    if (!handle || !name) return kInvalidValue;
    const Module *module = module_of(handle);
    size_t bytes = 0;
    void *address = find(module, name, &bytes);
    const int *info = static_cast<const int *>(find(module, std::string(name) + "__info"));
    if (!bytes && info && info[0] == kVariable) {
        void *answer[2];
        const void *entry = find(module, std::string(name) + "__simt");
        reinterpret_cast<simt::Entry>(const_cast<void *>(entry))(answer, nullptr, 0, 0);
        address = answer[0];
        bytes = reinterpret_cast<size_t>(answer[1]);
    }
    if (!address || !bytes) return kNotFound;
    if (out) *out = address;
    if (size) *size = bytes;
    return kOk;
}

int function_attribute(int *out, void *handle, int attribute) {
    const auto *function = static_cast<Function *>(handle);
    if (!out || !function) return kInvalidValue;
    if (attribute >= CUPY_FUNC_PARAMETER) {
        const size_t place = size_t(attribute - CUPY_FUNC_PARAMETER);
        *out = place < function->sizes.size() ? function->sizes[place] : 0;
        return kOk;
    }
    switch (attribute) {
        case CUPY_FUNC_MAX_THREADS: *out = function->max_threads; return kOk;
        case CUPY_FUNC_MAX_DYNAMIC_SHARED: *out = function->max_dynamic_shared; return kOk;
        case CUPY_FUNC_SHARED_BYTES: *out = function->shared_bytes; return kOk;
        case CUPY_FUNC_CONST_BYTES:
        case CUPY_FUNC_LOCAL_BYTES:
        case CUPY_FUNC_REGISTERS:
        case CUPY_FUNC_PTX_VERSION:
        case CUPY_FUNC_BINARY_VERSION:
        case CUPY_FUNC_CACHE_MODE_CA: *out = 0; return kOk;
        case CUPY_FUNC_PREFERRED_CARVEOUT: *out = -1; return kOk;
        default: return kInvalidValue;
    }
}

int function_set_attribute(void *handle, int attribute, int value) {
    auto *function = static_cast<Function *>(handle);
    if (!function) return kInvalidValue;
    if (attribute == CUPY_FUNC_PREFERRED_CARVEOUT) return kOk;    // a hint, and there is no such cache
    if (attribute != CUPY_FUNC_MAX_DYNAMIC_SHARED || value < 0 || value > 227 << 10) return kInvalidValue;
    function->max_dynamic_shared = value;
    return kOk;
}

// A core works on one block at a time.
int blocks_per_processor(const Function *function, unsigned threads) {
    return threads && threads <= unsigned(function->max_threads) ? kThreadsPerProcessor / int(threads) : 0;
}

int occupancy_blocks(int *out, void *handle, int block, size_t) {
    if (!out || !handle || block <= 0) return kInvalidValue;
    *out = blocks_per_processor(static_cast<Function *>(handle), unsigned(block));
    return kOk;
}

int occupancy_block_size(int *grid, int *block, void *handle, size_t, int limit) {
    if (!grid || !block || !handle || limit < 0) return kInvalidValue;
    const int most = static_cast<Function *>(handle)->max_threads;
    *block = limit ? std::min(limit, most) : most;
    return device_attribute(0, CUPY_ATTR_MULTIPROCESSORS, grid);
}

}  // namespace host
}  // namespace cupy
