// The CUDA driver's functions, found at first use: one row per symbol.
//
// No CUDA header is needed.  Handles and device addresses are void pointers and enums are
// int, which is what they are in the driver's ABI.  The number is the CUDA version whose
// form of the function is asked for, so that a newer driver gives the same signature.
#pragma once

#include <stddef.h>

struct CudaIpcHandle {
    char bytes[64];
};

struct CudaCopy2D {  // CUDA_MEMCPY2D
    size_t src_x, src_y;
    int src_type;
    const void *src_host;
    void *src_device, *src_array;
    size_t src_pitch;
    size_t dst_x, dst_y;
    int dst_type;
    void *dst_host;
    void *dst_device, *dst_array;
    size_t dst_pitch;
    size_t width, height;
};

// clang-format off
#define CUPY_CUDA_SYMBOLS(X) \
    X(cuInit, 2000, (unsigned int)) \
    X(cuDriverGetVersion, 2020, (int *)) \
    X(cuGetErrorName, 6000, (int, char **)) \
    X(cuGetErrorString, 6000, (int, char **)) \
    X(cuDeviceGetCount, 2000, (int *)) \
    X(cuDeviceGetAttribute, 2000, (int *, int, int)) \
    X(cuDeviceGetName, 2000, (char *, int, int)) \
    X(cuDeviceGetPCIBusId, 4010, (char *, int, int)) \
    X(cuDeviceGetUuid, 11040, (char *, int)) \
    X(cuDeviceTotalMem, 3020, (size_t *, int)) \
    X(cuDevicePrimaryCtxRetain, 7000, (void **, int)) \
    X(cuDevicePrimaryCtxReset, 11000, (int)) \
    X(cuDeviceCanAccessPeer, 4000, (int *, int, int)) \
    X(cuDeviceGetDefaultMemPool, 11020, (void **, int)) \
    X(cuCtxGetCurrent, 4000, (void **)) \
    X(cuCtxSetCurrent, 4000, (void *)) \
    X(cuCtxSynchronize, 2000, (void)) \
    X(cuCtxGetLimit, 3010, (size_t *, int)) \
    X(cuCtxSetLimit, 3010, (int, size_t)) \
    X(cuCtxGetStreamPriorityRange, 5050, (int *, int *)) \
    X(cuCtxEnablePeerAccess, 4000, (void *, unsigned int)) \
    X(cuCtxDisablePeerAccess, 4000, (void *)) \
    X(cuMemGetInfo, 3020, (size_t *, size_t *)) \
    X(cuMemAlloc, 3020, (void **, size_t)) \
    X(cuMemFree, 3020, (void *)) \
    X(cuMemAllocAsync, 11020, (void **, size_t, void *)) \
    X(cuMemFreeAsync, 11020, (void *, void *)) \
    X(cuMemPoolTrimTo, 11020, (void *, size_t)) \
    X(cuMemPoolGetAttribute, 11020, (void *, int, void *)) \
    X(cuMemAllocManaged, 6000, (void **, size_t, unsigned int)) \
    X(cuMemPrefetchAsync, 8000, (void *, size_t, int, void *)) \
    X(cuMemAdvise, 8000, (void *, size_t, int, int)) \
    X(cuMemHostAlloc, 2020, (void **, size_t, unsigned int)) \
    X(cuMemFreeHost, 2000, (void *)) \
    X(cuMemHostRegister, 6050, (void *, size_t, unsigned int)) \
    X(cuMemHostUnregister, 4000, (void *)) \
    X(cuPointerGetAttributes, 7000, (unsigned int, int *, void **, void *)) \
    X(cuIpcGetMemHandle, 4010, (CudaIpcHandle *, void *)) \
    X(cuIpcOpenMemHandle, 11000, (void **, CudaIpcHandle, unsigned int)) \
    X(cuIpcCloseMemHandle, 4010, (void *)) \
    X(cuIpcGetEventHandle, 4010, (CudaIpcHandle *, void *)) \
    X(cuIpcOpenEventHandle, 4010, (void **, CudaIpcHandle)) \
    X(cuMemcpy, 4000, (void *, void *, size_t)) \
    X(cuMemcpyHtoD, 3020, (void *, void *, size_t)) \
    X(cuMemcpyDtoH, 3020, (void *, void *, size_t)) \
    X(cuMemcpyDtoD, 3020, (void *, void *, size_t)) \
    X(cuMemcpyAsync, 4000, (void *, void *, size_t, void *)) \
    X(cuMemcpyHtoDAsync, 3020, (void *, void *, size_t, void *)) \
    X(cuMemcpyDtoHAsync, 3020, (void *, void *, size_t, void *)) \
    X(cuMemcpyDtoDAsync, 3020, (void *, void *, size_t, void *)) \
    X(cuMemcpyPeerAsync, 4000, (void *, void *, void *, void *, size_t, void *)) \
    X(cuMemcpy2DAsync, 3020, (CudaCopy2D *, void *)) \
    X(cuMemsetD8Async, 3020, (void *, unsigned char, size_t, void *)) \
    X(cuMemsetD16Async, 3020, (void *, unsigned short, size_t, void *)) \
    X(cuMemsetD32Async, 3020, (void *, unsigned int, size_t, void *)) \
    X(cuStreamCreateWithPriority, 5050, (void **, unsigned int, int)) \
    X(cuStreamDestroy, 4000, (void *)) \
    X(cuThreadExchangeStreamCaptureMode, 10010, (int *)) \
    X(cuStreamSynchronize, 2000, (void *)) \
    X(cuStreamQuery, 2000, (void *)) \
    X(cuStreamWaitEvent, 3020, (void *, void *, unsigned int)) \
    X(cuLaunchHostFunc, 10000, (void *, void *, void *)) \
    X(cuStreamBeginCapture, 10010, (void *, int)) \
    X(cuStreamEndCapture, 10000, (void *, void **)) \
    X(cuStreamIsCapturing, 10000, (void *, int *)) \
    X(cuEventCreate, 2000, (void **, unsigned int)) \
    X(cuEventDestroy, 4000, (void *)) \
    X(cuEventRecord, 2000, (void *, void *)) \
    X(cuEventSynchronize, 2000, (void *)) \
    X(cuEventQuery, 2000, (void *)) \
    X(cuEventElapsedTime, 2000, (float *, void *, void *)) \
    X(cuModuleLoad, 2000, (void **, char *)) \
    X(cuModuleLoadData, 2000, (void **, void *)) \
    X(cuModuleUnload, 2000, (void *)) \
    X(cuModuleGetFunction, 2000, (void **, void *, char *)) \
    X(cuModuleGetGlobal, 3020, (void **, size_t *, void *, char *)) \
    X(cuFuncGetAttribute, 2020, (int *, int, void *)) \
    X(cuFuncSetAttribute, 9000, (void *, int, int)) \
    X(cuFuncGetParamInfo, 12040, (void *, size_t, size_t *, size_t *)) \
    X(cuLaunchKernel, 4000, (void *, unsigned int, unsigned int, unsigned int, unsigned int, \
                             unsigned int, unsigned int, unsigned int, void *, void **, void **)) \
    X(cuLaunchCooperativeKernel, 9000, (void *, unsigned int, unsigned int, unsigned int, unsigned int, \
                                        unsigned int, unsigned int, unsigned int, void *, void **)) \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050, (int *, void *, int, size_t)) \
    X(cuOccupancyMaxPotentialBlockSize, 6050, (int *, int *, void *, void *, size_t, int)) \
    X(cuGraphInstantiateWithFlags, 11040, (void **, void *, unsigned long long)) \
    X(cuGraphLaunch, 10000, (void *, void *)) \
    X(cuGraphUpload, 11010, (void *, void *)) \
    X(cuGraphDestroy, 10000, (void *)) \
    X(cuGraphExecDestroy, 10000, (void *))
// clang-format on

struct CudaSymbols {
#define CUPY_FIELD(name, version, signature) int(*name) signature;
    CUPY_CUDA_SYMBOLS(CUPY_FIELD)
#undef CUPY_FIELD
};

// Until cuda_open() succeeds every function returns CUPY_STATUS_NO_LIBRARY; afterwards a
// function that this driver lacks returns CUPY_STATUS_NOT_PROVIDED.
extern CudaSymbols cu;

// Open the driver's library; the reason of a failure is in cuda_reason().
int cuda_open() noexcept;
const char *cuda_reason() noexcept;

// The device's primary context, retained once for the life of the process.
int cuda_context(int device, void **context) noexcept;

// Make a device current on this thread, and remember it.
int cuda_bind(int device) noexcept;

// Another library may have changed this thread's context since cuda_bind().  Makes ours
// current again; returns whether that changed anything.
bool cuda_rebind() noexcept;

// Kernels by name, to say which was launched last by this thread when the device faults.
void cuda_remember(void *function, const char *name) noexcept;
const char *cuda_last_kernel() noexcept;
extern thread_local void *cuda_launched;
