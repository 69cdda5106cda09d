// Modules: shared objects that the compiler made, their kernels and variables.
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

#include "host.hpp"

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

void *find(Module *module, const std::string &symbol) { return dlsym(module->library, symbol.c_str()); }

std::mutex functions_mutex;

}  // namespace

Module::~Module() {
    if (library) dlclose(library);
}

int module_load(void **out, void *image, size_t size) {
    if (!out || !image) return kInvalidValue;
    auto module = std::make_shared<Module>();
    module->library = size ? open_bytes(image, size) : open_path(static_cast<const char *>(image));
    if (!module->library) return kInvalidImage;
    module->has_barriers = find(module.get(), "cupy_simt_wait") != nullptr;
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
    if (!info) return kNotFound;
    auto function = std::make_unique<Function>();
    function->name = name;
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

int module_global(void **out, size_t *size, void *handle, char *name) {
    if (!handle || !name) return kInvalidValue;
    void *address = find(module_of(handle), name);
    if (!address) return kNotFound;
    Dl_info found;
    const ElfW(Sym) *symbol = nullptr;
    if (!dladdr1(address, &found, reinterpret_cast<void **>(const_cast<ElfW(Sym) **>(&symbol)),
                 RTLD_DL_SYMENT) || !symbol || ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT)
        return kNotFound;
    if (out) *out = address;
    if (size) *size = symbol->st_size;
    return kOk;
}

int function_attribute(int *out, void *handle, int attribute) {
    const auto *function = static_cast<Function *>(handle);
    if (!out || !function) return kInvalidValue;
    switch (attribute) {
        case CUPY_FUNC_MAX_THREADS: *out = function->max_threads; return kOk;
        case CUPY_FUNC_MAX_DYNAMIC_SHARED: *out = function->max_dynamic_shared; return kOk;
        case CUPY_FUNC_SHARED_BYTES:
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
int occupancy_blocks(int *out, void *handle, int block, size_t) {
    if (!out || !handle || block <= 0) return kInvalidValue;
    *out = block <= static_cast<Function *>(handle)->max_threads;
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
