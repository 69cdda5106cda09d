# loader.hpp for Cython: HIP's functions, in the same order.

cdef extern from "loader.hpp" nogil:
    cdef struct HipIpcHandle:
        char bytes[64]

    cdef struct HipPointerAttributes:
        int type, device
        int is_managed

    cdef struct HipDeviceProperties:
        char architecture[256]

    cdef struct HipSymbols:
        int (*hipInit)(unsigned int) noexcept nogil
        int (*hipDriverGetVersion)(int *) noexcept nogil
        int (*hipRuntimeGetVersion)(int *) noexcept nogil
        int (*hipDrvGetErrorName)(int, char **) noexcept nogil
        int (*hipDrvGetErrorString)(int, char **) noexcept nogil
        int (*hipGetLastError)() noexcept nogil
        int (*hipGetDeviceCount)(int *) noexcept nogil
        int (*hipGetDevice)(int *) noexcept nogil
        int (*hipSetDevice)(int) noexcept nogil
        int (*hipDeviceGetAttribute)(int *, int, int) noexcept nogil
        int (*hipGetDevicePropertiesR0600)(HipDeviceProperties *, int) noexcept nogil
        int (*hipDeviceGetName)(char *, int, int) noexcept nogil
        int (*hipDeviceGetPCIBusId)(char *, int, int) noexcept nogil
        int (*hipDeviceGetUuid)(char *, int) noexcept nogil
        int (*hipDeviceTotalMem)(size_t *, int) noexcept nogil
        int (*hipDeviceSynchronize)() noexcept nogil
        int (*hipDeviceReset)() noexcept nogil
        int (*hipDeviceGetLimit)(size_t *, int) noexcept nogil
        int (*hipDeviceSetLimit)(int, size_t) noexcept nogil
        int (*hipDeviceCanAccessPeer)(int *, int, int) noexcept nogil
        int (*hipDeviceEnablePeerAccess)(int, unsigned int) noexcept nogil
        int (*hipDeviceDisablePeerAccess)(int) noexcept nogil
        int (*hipDeviceGetStreamPriorityRange)(int *, int *) noexcept nogil
        int (*hipDeviceGetDefaultMemPool)(void **, int) noexcept nogil
        int (*hipMemGetInfo)(size_t *, size_t *) noexcept nogil
        int (*hipMalloc)(void **, size_t) noexcept nogil
        int (*hipFree)(void *) noexcept nogil
        int (*hipMallocAsync)(void **, size_t, void *) noexcept nogil
        int (*hipFreeAsync)(void *, void *) noexcept nogil
        int (*hipMemPoolTrimTo)(void *, size_t) noexcept nogil
        int (*hipMemPoolGetAttribute)(void *, int, void *) noexcept nogil
        int (*hipMallocManaged)(void **, size_t, unsigned int) noexcept nogil
        int (*hipMemPrefetchAsync)(void *, size_t, int, void *) noexcept nogil
        int (*hipMemAdvise)(void *, size_t, int, int) noexcept nogil
        int (*hipHostMalloc)(void **, size_t, unsigned int) noexcept nogil
        int (*hipHostFree)(void *) noexcept nogil
        int (*hipHostRegister)(void *, size_t, unsigned int) noexcept nogil
        int (*hipHostUnregister)(void *) noexcept nogil
        int (*hipPointerGetAttributes)(HipPointerAttributes *, void *) noexcept nogil
        int (*hipIpcGetMemHandle)(HipIpcHandle *, void *) noexcept nogil
        int (*hipIpcOpenMemHandle)(void **, HipIpcHandle, unsigned int) noexcept nogil
        int (*hipIpcCloseMemHandle)(void *) noexcept nogil
        int (*hipIpcGetEventHandle)(HipIpcHandle *, void *) noexcept nogil
        int (*hipIpcOpenEventHandle)(void **, HipIpcHandle) noexcept nogil
        int (*hipMemcpy)(void *, void *, size_t, int) noexcept nogil
        int (*hipMemcpyAsync)(void *, void *, size_t, int, void *) noexcept nogil
        int (*hipMemcpyPeerAsync)(void *, int, void *, int, size_t, void *) noexcept nogil
        int (*hipMemcpy2DAsync)(void *, size_t, void *, size_t, size_t, size_t, int, void *) noexcept nogil
        int (*hipMemsetD8Async)(void *, unsigned char, size_t, void *) noexcept nogil
        int (*hipMemsetD16Async)(void *, unsigned short, size_t, void *) noexcept nogil
        int (*hipMemsetD32Async)(void *, int, size_t, void *) noexcept nogil
        int (*hipStreamCreateWithPriority)(void **, unsigned int, int) noexcept nogil
        int (*hipStreamDestroy)(void *) noexcept nogil
        int (*hipStreamSynchronize)(void *) noexcept nogil
        int (*hipStreamQuery)(void *) noexcept nogil
        int (*hipStreamWaitEvent)(void *, void *, unsigned int) noexcept nogil
        int (*hipLaunchHostFunc)(void *, void *, void *) noexcept nogil
        int (*hipStreamBeginCapture)(void *, int) noexcept nogil
        int (*hipStreamEndCapture)(void *, void **) noexcept nogil
        int (*hipStreamIsCapturing)(void *, int *) noexcept nogil
        int (*hipEventCreateWithFlags)(void **, unsigned int) noexcept nogil
        int (*hipEventDestroy)(void *) noexcept nogil
        int (*hipEventRecord)(void *, void *) noexcept nogil
        int (*hipEventSynchronize)(void *) noexcept nogil
        int (*hipEventQuery)(void *) noexcept nogil
        int (*hipEventElapsedTime)(float *, void *, void *) noexcept nogil
        int (*hipModuleLoad)(void **, char *) noexcept nogil
        int (*hipModuleLoadData)(void **, void *) noexcept nogil
        int (*hipModuleUnload)(void *) noexcept nogil
        int (*hipModuleGetFunction)(void **, void *, char *) noexcept nogil
        int (*hipModuleGetGlobal)(void **, size_t *, void *, char *) noexcept nogil
        int (*hipFuncGetAttribute)(int *, int, void *) noexcept nogil
        int (*hipModuleLaunchKernel)(void *, unsigned int, unsigned int, unsigned int, unsigned int,
                                     unsigned int, unsigned int, unsigned int, void *, void **, void **) noexcept nogil
        int (*hipModuleLaunchCooperativeKernel)(void *, unsigned int, unsigned int, unsigned int, unsigned int,
                                                unsigned int, unsigned int, unsigned int, void *,
                                                void **) noexcept nogil
        int (*hipModuleOccupancyMaxActiveBlocksPerMultiprocessor)(int *, void *, int, size_t) noexcept nogil
        int (*hipModuleOccupancyMaxPotentialBlockSize)(int *, int *, void *, size_t, int) noexcept nogil
        int (*hipGraphInstantiateWithFlags)(void **, void *, unsigned long long) noexcept nogil
        int (*hipGraphLaunch)(void *, void *) noexcept nogil
        int (*hipGraphUpload)(void *, void *) noexcept nogil
        int (*hipGraphDestroy)(void *) noexcept nogil
        int (*hipGraphExecDestroy)(void *) noexcept nogil

    HipSymbols hip
    void hip_candidates(const char *paths) except +
    int hip_open() noexcept
    const char *hip_reason() noexcept
    const char *hip_library() noexcept
    int hip_bind(int device) noexcept
    bint hip_rebind() noexcept
    void *hip_stream(void *stream) noexcept
    int hip_load(void **module, const void *image, size_t size) noexcept
    int hip_unload(void *module) noexcept
    void hip_remember(void *function, const char *name) noexcept
    const char *hip_last_kernel() noexcept
    void *hip_launched
