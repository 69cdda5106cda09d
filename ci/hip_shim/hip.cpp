// HIP's runtime for tests: its ABI over the functions of another backend's contract.
//
// hip_shim fills the table below from the host backend or the CUDA backend, so that
// the ROCm package runs as it is, on the CPU or on an NVIDIA GPU.
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "contract.h"
#include "python.hpp"

#define HIP extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kInvalidValue = 1, kNotInitialized = 3, kInvalidDevice = 101, kInvalidImage = 200, kNotSupported = 801;

// Version 7.0; an architecture whose warps have 32 lanes, as those below have.
constexpr int kVersion = 70000000;
constexpr char kArchitecture[] = "gfx1030";
constexpr int kPropertyBytes = 1472, kArchitectureOffset = 1160;

const CupyDriver *under;
thread_local int last, current;
thread_local bool bound;

// The functions below, found at the first call.
const CupyDriver *table() {
    static const CupyDriver *const found = static_cast<const CupyDriver *>(shim::address("table"));
    return found;
}

int remember(int status) {
    if (status == CUPY_STATUS_NOT_PROVIDED) status = kNotSupported;
    if (status < 0) status = kNotInitialized;
    if (status) last = status;
    return status;
}

// A thread that has set no device uses the first.
bool ready() {
    if (!under && !(under = table())) return false;
    if (!bound) bound = under->device_set(current) == 0;
    return true;
}

// hipDeviceAttribute_t → CUPY_ATTR_*
constexpr int kAttributes[][2] = {
    {23, 0}, {61, 1}, {63, 2}, {87, 3}, {56, 4}, {74, 5}, {75, 6}, {57, 7}, {19, 8}, {88, 9}, {24, 10},
    {10, 11}, {5, 12}, {60, 13}, {59, 14}, {85, 15}, {16, 16}, {67, 17}, {68, 18}, {69, 19}, {29, 20}, {65, 21}};

// hipDeviceAttribute_t beyond those of the contract → cudaDeviceAttr, and what is said where no such GPU is below
constexpr int kLimits[][3] = {
    {26, 2, 1024}, {27, 3, 1024}, {28, 4, 64}, {30, 6, 65535}, {31, 7, 65535}, {83, 9, 1 << 16}, {58, 11, INT32_MAX},
    {71, 12, 1 << 16}, {72, 82, 1 << 16}, {81, 14, 256}, {18, 17, 0}, {3, 19, 1}, {6, 20, 0}, {8, 31, 1}, {0, 32, 0}};

// Work is shared out as on a small GPU, also where a processor of few cores is below.
constexpr int kProcessors = 2, kFewestProcessors = 20;

// Nor does it read memory that it did not give, as most GPUs.
constexpr int kPageable = 21;

// Bytes of an ELF image: HIP is not told them.  0 for anything else.
size_t image_size(const void *image) {
    Elf64_Ehdr head;
    memcpy(&head, image, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return 0;
    const size_t sections = head.e_shoff + size_t(head.e_shnum) * head.e_shentsize;
    const size_t segments = head.e_phoff + size_t(head.e_phnum) * head.e_phentsize;
    return sections > segments ? sections : segments;
}

#define HIP_ERRORS(X) \
    X(0, Success) X(1, InvalidValue) X(2, OutOfMemory) X(3, NotInitialized) X(4, Deinitialized) \
    X(9, InvalidConfiguration) X(12, InvalidPitchValue) X(13, InvalidSymbol) X(17, InvalidDevicePointer) \
    X(21, InvalidMemcpyDirection) X(35, InsufficientDriver) X(98, InvalidDeviceFunction) X(100, NoDevice) \
    X(101, InvalidDevice) X(200, InvalidImage) X(201, InvalidContext) X(209, NoBinaryForGpu) \
    X(215, UnsupportedLimit) X(217, PeerAccessUnsupported) X(218, InvalidKernelFile) X(301, FileNotFound) \
    X(302, SharedObjectSymbolNotFound) X(400, InvalidHandle) X(401, IllegalState) X(500, NotFound) \
    X(600, NotReady) X(700, IllegalAddress) X(701, LaunchOutOfResources) X(702, LaunchTimeOut) \
    X(704, PeerAccessAlreadyEnabled) X(705, PeerAccessNotEnabled) X(710, Assert) \
    X(712, HostMemoryAlreadyRegistered) X(713, HostMemoryNotRegistered) X(719, LaunchFailure) \
    X(720, CooperativeLaunchTooLarge) X(801, NotSupported) X(900, StreamCaptureUnsupported) \
    X(901, StreamCaptureInvalidated) X(902, StreamCaptureMerge) X(903, StreamCaptureUnmatched) \
    X(904, StreamCaptureUnjoined) X(905, StreamCaptureIsolation) X(906, StreamCaptureImplicit) \
    X(907, CapturedEvent) X(908, StreamCaptureWrongThread) X(999, Unknown)

const char *name_of(int status) {
    switch (status) {
#define HIP_CASE(number, name) \
    case number: return "hipError" #name;
        HIP_ERRORS(HIP_CASE)
#undef HIP_CASE
    }
    return nullptr;
}

}  // namespace

// A function of HIP that is one of the contract.
#define HIP_SAME(hip, parameters, ours, ...) \
    HIP int hip parameters { return ready() ? remember(under->ours(__VA_ARGS__)) : remember(kNotInitialized); }

struct HipIpcHandle {
    char bytes[64];
};
struct HipPointerAttributes {
    int type, device;
    void *device_pointer, *host_pointer;
    int is_managed;
    unsigned flags;
};

// Start, errors, devices
HIP_SAME(hipInit, (unsigned flags), init, flags)
HIP int hipDriverGetVersion(int *version) { return *version = kVersion, 0; }
HIP int hipRuntimeGetVersion(int *version) { return *version = kVersion, 0; }
HIP int hipGetLastError() {
    const int status = last;
    last = 0;
    return status;
}
HIP int hipDrvGetErrorName(int status, const char **text) {
    *text = name_of(status);
    return *text ? 0 : kInvalidValue;
}
HIP int hipDrvGetErrorString(int status, const char **text) {
    if (status == 0) return *text = "no error", 0;
    *text = name_of(status);
    if (*text) *text += strlen("hipError");
    char *said;     // what the backend below says is better
    if (*text && ready() && under->error_text(status, &said) == 0 && said) *text = said;
    return *text ? 0 : kInvalidValue;
}
HIP int hipGetDeviceCount(int *count) {
    if (!under && !(under = table())) return remember(kNotInitialized);
    const int status = under->init(0);
    return remember(status ? status : under->device_count(count));
}
HIP int hipGetDevice(int *device) { return *device = current, 0; }
HIP int hipSetDevice(int device) {
    if (!under && !(under = table())) return remember(kNotInitialized);
    const int status = under->device_set(device);
    if (status == 0) current = device, bound = true;
    return remember(status);
}
HIP int hipDeviceGetAttribute(int *value, int attribute, int device) {
    if (!ready()) return remember(kNotInitialized);
    for (const auto &pair : kAttributes)
        if (pair[0] == attribute) {
            const int status = under->device_attribute(device, pair[1], value);
            if (pair[1] == kProcessors && *value < kFewestProcessors) *value = kFewestProcessors;
            if (pair[1] == kPageable) *value = 0;
            return remember(status);
        }
    for (const auto &limit : kLimits)
        if (limit[0] == attribute) {
            int devices = 0;
            const int counted = under->device_count(&devices);
            if (counted || device < 0 || device >= devices) return remember(counted ? counted : kInvalidDevice);
            if (under->device_attribute(device, CUPY_ATTR_NATIVE + limit[1], value)) *value = limit[2];
            return remember(0);
        }
    return remember(kInvalidValue);
}
HIP int hipGetDevicePropertiesR0600(char *properties, int device) {
    if (!ready()) return remember(kNotInitialized);
    memset(properties, 0, kPropertyBytes);
    memcpy(properties + kArchitectureOffset, kArchitecture, sizeof kArchitecture);
    return remember(under->device_name(device, properties, 256));
}
HIP_SAME(hipDeviceGetName, (char *text, int size, int device), device_name, device, text, size)
HIP_SAME(hipDeviceGetPCIBusId, (char *text, int size, int device), device_pci_bus_id, device, text, size)
HIP_SAME(hipDeviceGetUuid, (char *bytes, int device), device_uuid, device, bytes)
HIP_SAME(hipDeviceTotalMem, (size_t *size, int device), device_total_memory, device, size)
HIP_SAME(hipDeviceSynchronize, (), device_synchronize)
HIP_SAME(hipDeviceReset, (), device_reset, current)
HIP_SAME(hipDeviceGetLimit, (size_t *value, int limit), device_limit_get, limit, value)
HIP_SAME(hipDeviceSetLimit, (int limit, size_t value), device_limit_set, limit, value)
HIP_SAME(hipDeviceCanAccessPeer, (int *can, int device, int peer), device_can_access_peer, can, device, peer)
HIP_SAME(hipDeviceEnablePeerAccess, (int peer, unsigned), device_enable_peer, peer)
HIP_SAME(hipDeviceDisablePeerAccess, (int peer), device_disable_peer, peer)
HIP_SAME(hipDeviceGetStreamPriorityRange, (int *least, int *greatest), device_stream_priorities, least, greatest)

// Memory.  The default pool of a device is its number, counted from one.
HIP_SAME(hipMemGetInfo, (size_t *free, size_t *total), memory_info, free, total)
HIP_SAME(hipMalloc, (void **ptr, size_t size), memory_alloc, ptr, size)
HIP_SAME(hipFree, (void *ptr), memory_free, ptr)
HIP_SAME(hipMallocAsync, (void **ptr, size_t size, void *stream), memory_alloc_async, ptr, size, stream)
HIP_SAME(hipFreeAsync, (void *ptr, void *stream), memory_free_async, ptr, stream)
HIP int hipDeviceGetDefaultMemPool(void **pool, int device) {
    int count = 0;
    if (!ready() || under->device_count(&count) || device < 0 || device >= count) return remember(kInvalidDevice);
    return *pool = reinterpret_cast<void *>(intptr_t(device) + 1), 0;
}
HIP_SAME(hipMemPoolTrimTo, (void *pool, size_t keep), memory_pool_trim, int(intptr_t(pool)) - 1, keep)
HIP int hipMemPoolGetAttribute(void *pool, int attribute, void *value) {
    size_t used, reserved;
    if (!ready()) return remember(kNotInitialized);
    if (attribute != 5 && attribute != 7) return remember(kInvalidValue);
    const int status = under->memory_pool_usage(int(intptr_t(pool)) - 1, &used, &reserved);
    if (status == 0) *static_cast<uint64_t *>(value) = attribute == 7 ? used : reserved;
    return remember(status);
}
HIP_SAME(hipMallocManaged, (void **ptr, size_t size, unsigned), memory_alloc_managed, ptr, size)
HIP_SAME(hipMemPrefetchAsync, (void *ptr, size_t size, int device, void *stream), memory_prefetch, ptr, size, device,
         stream)
HIP_SAME(hipMemAdvise, (void *ptr, size_t size, int advice, int device), memory_advise, ptr, size, advice, device)
HIP_SAME(hipHostMalloc, (void **ptr, size_t size, unsigned flags), memory_alloc_pinned, ptr, size, flags)
HIP_SAME(hipHostFree, (void *ptr), memory_free_pinned, ptr)
HIP_SAME(hipHostRegister, (void *ptr, size_t size, unsigned flags), memory_register, ptr, size, flags)
HIP_SAME(hipHostUnregister, (void *ptr), memory_unregister, ptr)
HIP int hipPointerGetAttributes(HipPointerAttributes *found, void *ptr) {
    if (!ready()) return remember(kNotInitialized);
    memset(found, 0, sizeof *found);
    const int status = under->memory_pointer_info(ptr, &found->type, &found->device);
    found->device_pointer = ptr;
    found->is_managed = found->type == CUPY_MEMORY_MANAGED;     // the kinds have the numbers of hipMemoryType
    return remember(status);
}
HIP_SAME(hipIpcGetMemHandle, (HipIpcHandle *handle, void *ptr), memory_ipc_export, handle->bytes, ptr)
HIP_SAME(hipIpcOpenMemHandle, (void **ptr, HipIpcHandle handle, unsigned), memory_ipc_open, ptr, handle.bytes)
HIP_SAME(hipIpcCloseMemHandle, (void *ptr), memory_ipc_close, ptr)
HIP_SAME(hipIpcGetEventHandle, (HipIpcHandle *handle, void *event), event_ipc_export, handle->bytes, event)
HIP_SAME(hipIpcOpenEventHandle, (void **event, HipIpcHandle handle), event_ipc_open, event, handle.bytes)

// Copies
HIP_SAME(hipMemcpy, (void *dst, void *src, size_t size, int kind), copy_sync, dst, src, size, kind)
HIP_SAME(hipMemcpyAsync, (void *dst, void *src, size_t size, int kind, void *stream), copy, dst, src, size, kind, stream)
HIP_SAME(hipMemcpyPeerAsync, (void *dst, int to, void *src, int from, size_t size, void *stream), copy_peer, dst, to, src,
         from, size, stream)
HIP int hipMemcpy2DAsync(void *dst, size_t dst_pitch, void *src, size_t src_pitch, size_t width, size_t height, int kind,
                         void *stream) {
    if (!ready()) return remember(kNotInitialized);
    if (width > dst_pitch || width > src_pitch) return remember(12);    // hipErrorInvalidPitchValue
    return remember(under->copy_2d(dst, dst_pitch, src, src_pitch, width, height, kind, stream));
}
HIP_SAME(hipMemsetD8Async, (void *dst, unsigned char value, size_t count, void *stream), fill, dst, value, 1, count, stream)
HIP_SAME(hipMemsetD16Async, (void *dst, unsigned short value, size_t count, void *stream), fill, dst, value, 2, count,
         stream)
HIP_SAME(hipMemsetD32Async, (void *dst, int value, size_t count, void *stream), fill, dst, unsigned(value), 4, count,
         stream)

// Streams and events
HIP_SAME(hipStreamCreateWithPriority, (void **stream, unsigned flags, int priority), stream_create, stream, flags, priority)
HIP_SAME(hipStreamDestroy, (void *stream), stream_destroy, stream)
HIP_SAME(hipStreamSynchronize, (void *stream), stream_synchronize, stream)
HIP_SAME(hipStreamQuery, (void *stream), stream_query, stream)
HIP_SAME(hipStreamWaitEvent, (void *stream, void *event, unsigned), stream_wait_event, stream, event)
HIP_SAME(hipLaunchHostFunc, (void *stream, void *function, void *argument), stream_host_callback, stream, function, argument)
HIP_SAME(hipStreamBeginCapture, (void *stream, int mode), stream_capture_begin, stream, mode)
HIP_SAME(hipStreamEndCapture, (void *stream, void **graph), stream_capture_end, stream, graph)
HIP_SAME(hipStreamIsCapturing, (void *stream, int *status), stream_capture_status, stream, status)
HIP_SAME(hipEventCreateWithFlags, (void **event, unsigned flags), event_create, event, flags)
HIP_SAME(hipEventDestroy, (void *event), event_destroy, event)
HIP_SAME(hipEventRecord, (void *event, void *stream), event_record, event, stream)
HIP_SAME(hipEventSynchronize, (void *event), event_synchronize, event)
HIP_SAME(hipEventQuery, (void *event), event_query, event)
HIP_SAME(hipEventElapsedTime, (float *ms, void *start, void *end), event_elapsed, ms, start, end)

// Modules and kernels
HIP_SAME(hipModuleLoad, (void **module, char *path), module_load, module, path, 0)
HIP int hipModuleLoadData(void **module, void *image) {
    if (!ready()) return remember(kNotInitialized);
    const size_t size = image_size(image);
    return remember(size ? under->module_load(module, image, size) : kInvalidImage);
}
HIP_SAME(hipModuleUnload, (void *module), module_unload, module)
HIP_SAME(hipModuleGetFunction, (void **function, void *module, char *name), module_function, function, module, name)
HIP_SAME(hipModuleGetGlobal, (void **ptr, size_t *size, void *module, char *name), module_global, ptr, size, module, name)
HIP int hipFuncGetAttribute(int *value, int attribute, void *function) {
    if (!ready()) return remember(kNotInitialized);
    const int status = under->function_attribute(value, function, attribute);
    // The host adds up the arrays of all kernels of a module: more than a block can have is not one kernel's.
    if (status == 0 && attribute == CUPY_FUNC_SHARED_BYTES && *value > 64 << 10) *value = 0;
    return remember(status);
}
// HIP asks nobody for leave to use all shared memory; a backend below may want to be asked.
static void allow_shared(void *function, unsigned shared) {
    int most = 0;
    if (shared && under->function_attribute(&most, function, CUPY_FUNC_MAX_DYNAMIC_SHARED) == 0 && int(shared) > most)
        under->function_set_attribute(function, CUPY_FUNC_MAX_DYNAMIC_SHARED, int(shared));
}
HIP int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                              unsigned shared, void *stream, void **params, void **) {
    if (!ready()) return remember(kNotInitialized);
    // HIP counts threads in 32 bits along each axis.
    if (uint64_t(gx) * bx >> 32 || uint64_t(gy) * by >> 32 || uint64_t(gz) * bz >> 32) return remember(kInvalidValue);
    allow_shared(function, shared);
    return remember(under->launch(function, gx, gy, gz, bx, by, bz, shared, stream, params));
}
HIP int hipModuleLaunchCooperativeKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                         unsigned bz, unsigned shared, void *stream, void **params) {
    if (!ready()) return remember(kNotInitialized);
    allow_shared(function, shared);
    return remember(under->launch_cooperative(function, gx, gy, gz, bx, by, bz, shared, stream, params));
}
HIP_SAME(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, (int *count, void *function, int block, size_t shared),
         occupancy_blocks, count, function, block, shared)
HIP_SAME(hipModuleOccupancyMaxPotentialBlockSize, (int *grid, int *block, void *function, size_t shared, int limit),
         occupancy_block_size, grid, block, function, shared, limit)

// Graphs
HIP_SAME(hipGraphInstantiateWithFlags, (void **executable, void *graph, unsigned long long), graph_instantiate, executable,
         graph)
HIP_SAME(hipGraphLaunch, (void *executable, void *stream), graph_launch, executable, stream)
HIP_SAME(hipGraphUpload, (void *executable, void *stream), graph_upload, executable, stream)
HIP_SAME(hipGraphDestroy, (void *graph), graph_destroy, graph)
HIP_SAME(hipGraphExecDestroy, (void *executable), graph_exec_destroy, executable)

// A graph that is recorded is known by its stream, and what is recorded next comes behind what there is.
HIP int hipStreamGetCaptureInfo_v2(void *stream, int *status, unsigned long long *, void **graph, void ***, size_t *count) {
    if (!ready()) return remember(kNotInitialized);
    *graph = stream;
    *count = 0;
    return remember(under->stream_capture_status(stream, status));
}
// Over the host a graph and its executable form are alike, and a launch in a capture is recorded.
HIP int hipGraphAddChildGraphNode(void **node, void *stream, void *const *, size_t, void *child) {
    const char *over = getenv("CUPY_HIP_SHIM");
    if (!over || strcmp(over, "host")) return remember(kNotSupported);
    *node = child;
    return remember(ready() ? under->graph_launch(child, stream) : kNotInitialized);
}
HIP int hipStreamUpdateCaptureDependencies(void *, void **, size_t, unsigned) { return 0; }

HIP int hipProfilerStart() { return 0; }
HIP int hipProfilerStop() { return 0; }
