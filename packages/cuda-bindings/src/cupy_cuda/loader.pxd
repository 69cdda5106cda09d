# loader.hpp for Cython: the CUDA driver's functions, in the same order.

cdef extern from "loader.hpp" nogil:
    cdef struct CudaIpcHandle:
        char bytes[64]

    cdef struct CudaCopy2D:
        int src_type, dst_type
        void *src_host
        void *src_device
        size_t src_pitch
        void *dst_host
        void *dst_device
        size_t dst_pitch
        size_t width, height

    cdef struct CudaSymbols:
        int (*cuInit)(unsigned int) noexcept nogil
        int (*cuDriverGetVersion)(int *) noexcept nogil
        int (*cuGetErrorName)(int, char **) noexcept nogil
        int (*cuGetErrorString)(int, char **) noexcept nogil
        int (*cuDeviceGetCount)(int *) noexcept nogil
        int (*cuDeviceGetAttribute)(int *, int, int) noexcept nogil
        int (*cuDeviceGetName)(char *, int, int) noexcept nogil
        int (*cuDeviceGetPCIBusId)(char *, int, int) noexcept nogil
        int (*cuDeviceGetUuid)(char *, int) noexcept nogil
        int (*cuDeviceTotalMem)(size_t *, int) noexcept nogil
        int (*cuDevicePrimaryCtxRetain)(void **, int) noexcept nogil
        int (*cuDevicePrimaryCtxReset)(int) noexcept nogil
        int (*cuDeviceCanAccessPeer)(int *, int, int) noexcept nogil
        int (*cuDeviceGetDefaultMemPool)(void **, int) noexcept nogil
        int (*cuCtxGetCurrent)(void **) noexcept nogil
        int (*cuCtxSetCurrent)(void *) noexcept nogil
        int (*cuCtxSynchronize)() noexcept nogil
        int (*cuCtxGetLimit)(size_t *, int) noexcept nogil
        int (*cuCtxSetLimit)(int, size_t) noexcept nogil
        int (*cuCtxGetStreamPriorityRange)(int *, int *) noexcept nogil
        int (*cuCtxEnablePeerAccess)(void *, unsigned int) noexcept nogil
        int (*cuCtxDisablePeerAccess)(void *) noexcept nogil
        int (*cuMemGetInfo)(size_t *, size_t *) noexcept nogil
        int (*cuMemAlloc)(void **, size_t) noexcept nogil
        int (*cuMemFree)(void *) noexcept nogil
        int (*cuMemAllocAsync)(void **, size_t, void *) noexcept nogil
        int (*cuMemFreeAsync)(void *, void *) noexcept nogil
        int (*cuMemPoolTrimTo)(void *, size_t) noexcept nogil
        int (*cuMemPoolGetAttribute)(void *, int, void *) noexcept nogil
        int (*cuMemAllocManaged)(void **, size_t, unsigned int) noexcept nogil
        int (*cuMemPrefetchAsync)(void *, size_t, int, void *) noexcept nogil
        int (*cuMemAdvise)(void *, size_t, int, int) noexcept nogil
        int (*cuMemHostAlloc)(void **, size_t, unsigned int) noexcept nogil
        int (*cuMemFreeHost)(void *) noexcept nogil
        int (*cuMemHostRegister)(void *, size_t, unsigned int) noexcept nogil
        int (*cuMemHostUnregister)(void *) noexcept nogil
        int (*cuPointerGetAttributes)(unsigned int, int *, void **, void *) noexcept nogil
        int (*cuIpcGetMemHandle)(CudaIpcHandle *, void *) noexcept nogil
        int (*cuIpcOpenMemHandle)(void **, CudaIpcHandle, unsigned int) noexcept nogil
        int (*cuIpcCloseMemHandle)(void *) noexcept nogil
        int (*cuIpcGetEventHandle)(CudaIpcHandle *, void *) noexcept nogil
        int (*cuIpcOpenEventHandle)(void **, CudaIpcHandle) noexcept nogil
        int (*cuMemcpy)(void *, void *, size_t) noexcept nogil
        int (*cuMemcpyHtoD)(void *, void *, size_t) noexcept nogil
        int (*cuMemcpyDtoH)(void *, void *, size_t) noexcept nogil
        int (*cuMemcpyDtoD)(void *, void *, size_t) noexcept nogil
        int (*cuMemcpyAsync)(void *, void *, size_t, void *) noexcept nogil
        int (*cuMemcpyHtoDAsync)(void *, void *, size_t, void *) noexcept nogil
        int (*cuMemcpyDtoHAsync)(void *, void *, size_t, void *) noexcept nogil
        int (*cuMemcpyDtoDAsync)(void *, void *, size_t, void *) noexcept nogil
        int (*cuMemcpyPeerAsync)(void *, void *, void *, void *, size_t, void *) noexcept nogil
        int (*cuMemcpy2DAsync)(CudaCopy2D *, void *) noexcept nogil
        int (*cuMemsetD8Async)(void *, unsigned char, size_t, void *) noexcept nogil
        int (*cuMemsetD16Async)(void *, unsigned short, size_t, void *) noexcept nogil
        int (*cuMemsetD32Async)(void *, unsigned int, size_t, void *) noexcept nogil
        int (*cuStreamCreateWithPriority)(void **, unsigned int, int) noexcept nogil
        int (*cuStreamDestroy)(void *) noexcept nogil
        int (*cuThreadExchangeStreamCaptureMode)(int *) noexcept nogil
        int (*cuStreamSynchronize)(void *) noexcept nogil
        int (*cuStreamQuery)(void *) noexcept nogil
        int (*cuStreamWaitEvent)(void *, void *, unsigned int) noexcept nogil
        int (*cuLaunchHostFunc)(void *, void *, void *) noexcept nogil
        int (*cuStreamBeginCapture)(void *, int) noexcept nogil
        int (*cuStreamEndCapture)(void *, void **) noexcept nogil
        int (*cuStreamIsCapturing)(void *, int *) noexcept nogil
        int (*cuEventCreate)(void **, unsigned int) noexcept nogil
        int (*cuEventDestroy)(void *) noexcept nogil
        int (*cuEventRecord)(void *, void *) noexcept nogil
        int (*cuEventSynchronize)(void *) noexcept nogil
        int (*cuEventQuery)(void *) noexcept nogil
        int (*cuEventElapsedTime)(float *, void *, void *) noexcept nogil
        int (*cuModuleLoad)(void **, char *) noexcept nogil
        int (*cuModuleLoadData)(void **, void *) noexcept nogil
        int (*cuModuleUnload)(void *) noexcept nogil
        int (*cuModuleGetFunction)(void **, void *, char *) noexcept nogil
        int (*cuModuleGetGlobal)(void **, size_t *, void *, char *) noexcept nogil
        int (*cuFuncGetAttribute)(int *, int, void *) noexcept nogil
        int (*cuFuncSetAttribute)(void *, int, int) noexcept nogil
        int (*cuFuncGetParamInfo)(void *, size_t, size_t *, size_t *) noexcept nogil
        int (*cuLaunchKernel)(void *, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
                              unsigned int, unsigned int, void *, void **, void **) noexcept nogil
        int (*cuLaunchCooperativeKernel)(void *, unsigned int, unsigned int, unsigned int, unsigned int,
                                         unsigned int, unsigned int, unsigned int, void *, void **) noexcept nogil
        int (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int *, void *, int, size_t) noexcept nogil
        int (*cuOccupancyMaxPotentialBlockSize)(int *, int *, void *, void *, size_t, int) noexcept nogil
        int (*cuGraphInstantiateWithFlags)(void **, void *, unsigned long long) noexcept nogil
        int (*cuGraphLaunch)(void *, void *) noexcept nogil
        int (*cuGraphUpload)(void *, void *) noexcept nogil
        int (*cuGraphDestroy)(void *) noexcept nogil
        int (*cuGraphExecDestroy)(void *) noexcept nogil

    CudaSymbols cu
    int cuda_open() noexcept
    const char *cuda_reason() noexcept
    int cuda_context(int device, void **context) noexcept
    int cuda_bind(int device) noexcept
    bint cuda_rebind() noexcept
    void cuda_remember(void *function, const char *name) noexcept
    const char *cuda_last_kernel() noexcept
    void *cuda_launched
