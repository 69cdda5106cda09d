// HIP's functions, found at first use: one row per symbol.
//
// No HIP header is needed.  Handles and device addresses are void pointers and enums are
// int, which is what they are in HIP's ABI, here that of HIP 6.0 and newer.
#pragma once

#include <stddef.h>

struct HipIpcHandle {
    char bytes[64];
};

struct HipPointerAttributes {  // hipPointerAttribute_t
    int type, device;
    void *device_pointer, *host_pointer;
    int is_managed;
    unsigned int flags;
};

// hipDeviceProp_tR0600: only the name of the architecture is read.
struct HipDeviceProperties {
    char before[1160];
    char architecture[256];
    char after[4096 - 1160 - 256];  // HIP writes 1472 bytes, and may write more one day
};

// clang-format off
#define CUPY_HIP_SYMBOLS(X) \
    X(hipInit, (unsigned int)) \
    X(hipDriverGetVersion, (int *)) \
    X(hipRuntimeGetVersion, (int *)) \
    X(hipDrvGetErrorName, (int, char **)) \
    X(hipDrvGetErrorString, (int, char **)) \
    X(hipGetLastError, (void)) \
    X(hipGetDeviceCount, (int *)) \
    X(hipGetDevice, (int *)) \
    X(hipSetDevice, (int)) \
    X(hipDeviceGetAttribute, (int *, int, int)) \
    X(hipGetDevicePropertiesR0600, (HipDeviceProperties *, int)) \
    X(hipDeviceGetName, (char *, int, int)) \
    X(hipDeviceGetPCIBusId, (char *, int, int)) \
    X(hipDeviceGetUuid, (char *, int)) \
    X(hipDeviceTotalMem, (size_t *, int)) \
    X(hipDeviceSynchronize, (void)) \
    X(hipDeviceReset, (void)) \
    X(hipDeviceGetLimit, (size_t *, int)) \
    X(hipDeviceSetLimit, (int, size_t)) \
    X(hipDeviceCanAccessPeer, (int *, int, int)) \
    X(hipDeviceEnablePeerAccess, (int, unsigned int)) \
    X(hipDeviceDisablePeerAccess, (int)) \
    X(hipDeviceGetStreamPriorityRange, (int *, int *)) \
    X(hipDeviceGetDefaultMemPool, (void **, int)) \
    X(hipMemGetInfo, (size_t *, size_t *)) \
    X(hipMalloc, (void **, size_t)) \
    X(hipFree, (void *)) \
    X(hipMallocAsync, (void **, size_t, void *)) \
    X(hipFreeAsync, (void *, void *)) \
    X(hipMemPoolTrimTo, (void *, size_t)) \
    X(hipMemPoolGetAttribute, (void *, int, void *)) \
    X(hipMallocManaged, (void **, size_t, unsigned int)) \
    X(hipMemPrefetchAsync, (void *, size_t, int, void *)) \
    X(hipMemAdvise, (void *, size_t, int, int)) \
    X(hipHostMalloc, (void **, size_t, unsigned int)) \
    X(hipHostFree, (void *)) \
    X(hipHostRegister, (void *, size_t, unsigned int)) \
    X(hipHostUnregister, (void *)) \
    X(hipPointerGetAttributes, (HipPointerAttributes *, void *)) \
    X(hipIpcGetMemHandle, (HipIpcHandle *, void *)) \
    X(hipIpcOpenMemHandle, (void **, HipIpcHandle, unsigned int)) \
    X(hipIpcCloseMemHandle, (void *)) \
    X(hipIpcGetEventHandle, (HipIpcHandle *, void *)) \
    X(hipIpcOpenEventHandle, (void **, HipIpcHandle)) \
    X(hipMemcpy, (void *, void *, size_t, int)) \
    X(hipMemcpyAsync, (void *, void *, size_t, int, void *)) \
    X(hipMemcpyPeerAsync, (void *, int, void *, int, size_t, void *)) \
    X(hipMemcpy2DAsync, (void *, size_t, void *, size_t, size_t, size_t, int, void *)) \
    X(hipMemsetD8Async, (void *, unsigned char, size_t, void *)) \
    X(hipMemsetD16Async, (void *, unsigned short, size_t, void *)) \
    X(hipMemsetD32Async, (void *, int, size_t, void *)) \
    X(hipStreamCreateWithPriority, (void **, unsigned int, int)) \
    X(hipStreamDestroy, (void *)) \
    X(hipStreamSynchronize, (void *)) \
    X(hipStreamQuery, (void *)) \
    X(hipStreamWaitEvent, (void *, void *, unsigned int)) \
    X(hipLaunchHostFunc, (void *, void *, void *)) \
    X(hipStreamBeginCapture, (void *, int)) \
    X(hipStreamEndCapture, (void *, void **)) \
    X(hipStreamIsCapturing, (void *, int *)) \
    X(hipEventCreateWithFlags, (void **, unsigned int)) \
    X(hipEventDestroy, (void *)) \
    X(hipEventRecord, (void *, void *)) \
    X(hipEventSynchronize, (void *)) \
    X(hipEventQuery, (void *)) \
    X(hipEventElapsedTime, (float *, void *, void *)) \
    X(hipModuleLoad, (void **, char *)) \
    X(hipModuleLoadData, (void **, void *)) \
    X(hipModuleUnload, (void *)) \
    X(hipModuleGetFunction, (void **, void *, char *)) \
    X(hipModuleGetGlobal, (void **, size_t *, void *, char *)) \
    X(hipFuncGetAttribute, (int *, int, void *)) \
    X(hipModuleLaunchKernel, (void *, unsigned int, unsigned int, unsigned int, unsigned int, \
                              unsigned int, unsigned int, unsigned int, void *, void **, void **)) \
    X(hipModuleLaunchCooperativeKernel, (void *, unsigned int, unsigned int, unsigned int, unsigned int, \
                                         unsigned int, unsigned int, unsigned int, void *, void **)) \
    X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, (int *, void *, int, size_t)) \
    X(hipModuleOccupancyMaxPotentialBlockSize, (int *, int *, void *, size_t, int)) \
    X(hipGraphInstantiateWithFlags, (void **, void *, unsigned long long)) \
    X(hipGraphLaunch, (void *, void *)) \
    X(hipGraphUpload, (void *, void *)) \
    X(hipGraphDestroy, (void *)) \
    X(hipGraphExecDestroy, (void *))
// clang-format on

struct HipSymbols {
#define CUPY_FIELD(name, signature) int(*name) signature;
    CUPY_HIP_SYMBOLS(CUPY_FIELD)
#undef CUPY_FIELD
};

// Until hip_open() succeeds every function returns CUPY_STATUS_NO_LIBRARY; afterwards a
// function that this HIP lacks returns CUPY_STATUS_NOT_PROVIDED.
extern HipSymbols hip;

// Name what hip_open() gives to the system's loader: paths, one a line, best first.
void hip_candidates(const char *paths);

// Open the runtime's library; the reason of a failure is in hip_reason(), empty when there is none.
int hip_open() noexcept;
const char *hip_reason() noexcept;
const char *hip_library() noexcept;  // what was opened

// Make a device current on this thread, and remember it.
int hip_bind(int device) noexcept;

// Another library may have changed this thread's device since hip_bind().  Makes ours
// current again; returns whether that changed anything.
bool hip_rebind() noexcept;

// The stream that HIP knows by this handle of the contract.
void *hip_stream(void *stream) noexcept;

// Load a code object of `size` bytes and keep a copy of it until it is unloaded.
int hip_load(void **module, const void *image, size_t size) noexcept;
int hip_unload(void *module) noexcept;

// Kernels by name, to say which was launched last by this thread when the device faults.
void hip_remember(void *function, const char *name) noexcept;
const char *hip_last_kernel() noexcept;
extern thread_local void *hip_launched;
