# The functions of the backend contract, on CUDA's driver API.  Statuses are CUresult.
from libc.stdio cimport snprintf
from libc.string cimport memset

from cupy_cuda.loader cimport (
    CudaCopy2D,
    CudaIpcHandle,
    cu,
    cuda_bind,
    cuda_context,
    cuda_last_kernel,
    cuda_launched,
    cuda_open,
    cuda_reason,
    cuda_rebind,
    cuda_remember,
)

cdef enum:
    OK = 0
    INVALID_VALUE = 1
    NATIVE_ATTRIBUTE = 1000000
    FIRST_FAULT = 700           # CUDA_ERROR_ILLEGAL_ADDRESS
    LAST_FAULT = 719            # CUDA_ERROR_LAUNCH_FAILED
    FUNC_PARAMETER = 1000       # CUPY_FUNC_PARAMETER
    RELAXED = 2                 # the mode in which a thread may allocate and load while it captures

    MEMORY_TYPE_HOST = 1        # CUmemorytype
    MEMORY_TYPE_DEVICE = 2
    POINTER_MEMORY_TYPE = 2     # CUpointer_attribute
    POINTER_IS_MANAGED = 8
    POINTER_DEVICE_ORDINAL = 9
    POOL_RESERVED_CURRENT = 5   # CUmemPool_attribute
    POOL_USED_CURRENT = 7

    HOST_TO_HOST = 0            # CUPY_COPY_*
    HOST_TO_DEVICE = 1
    DEVICE_TO_HOST = 2
    DEVICE_TO_DEVICE = 3

    KIND_UNREGISTERED = 0       # CUPY_MEMORY_*
    KIND_HOST = 1
    KIND_DEVICE = 2
    KIND_MANAGED = 3

# CUPY_ATTR_* in order → CUdevice_attribute
cdef int[22] ATTRIBUTES = [75, 76, 16, 10, 1, 8, 97, 39, 38, 115, 83, 95, 13, 36, 37, 41, 18, 33, 34, 50, 5, 88]

cdef char[512] fault


# Start, and devices.  A CUdevice is the device's number.

cdef int init(unsigned int flags) noexcept nogil:
    cdef int status = cuda_open()
    return status if status != OK else cu.cuInit(flags)


cdef int driver_version(int *version) noexcept nogil:
    return cu.cuDriverGetVersion(version)


cdef int device_count(int *count) noexcept nogil:
    return cu.cuDeviceGetCount(count)


cdef int device_set(int device) noexcept nogil:
    return cuda_bind(device)


cdef int device_attribute(int device, int attribute, int *value) noexcept nogil:
    if attribute >= NATIVE_ATTRIBUTE:
        attribute -= NATIVE_ATTRIBUTE
    elif 0 <= attribute < 22:
        attribute = ATTRIBUTES[attribute]
    else:
        return INVALID_VALUE
    return cu.cuDeviceGetAttribute(value, attribute, device)


cdef int device_name(int device, char *text, int size) noexcept nogil:
    return cu.cuDeviceGetName(text, size, device)


cdef int device_pci_bus_id(int device, char *text, int size) noexcept nogil:
    return cu.cuDeviceGetPCIBusId(text, size, device)


cdef int device_uuid(int device, char *bytes16) noexcept nogil:
    return cu.cuDeviceGetUuid(bytes16, device)


cdef int device_total_memory(int device, size_t *size) noexcept nogil:
    return cu.cuDeviceTotalMem(size, device)


cdef int device_synchronize() noexcept nogil:
    cuda_rebind()
    return cu.cuCtxSynchronize()


cdef int device_reset(int device) noexcept nogil:
    return cu.cuDevicePrimaryCtxReset(device)


cdef int device_limit_get(int limit, size_t *value) noexcept nogil:
    cuda_rebind()
    return cu.cuCtxGetLimit(value, limit)


cdef int device_limit_set(int limit, size_t value) noexcept nogil:
    cuda_rebind()
    return cu.cuCtxSetLimit(limit, value)


cdef int device_can_access_peer(int *can, int device, int peer) noexcept nogil:
    return cu.cuDeviceCanAccessPeer(can, device, peer)


cdef int device_enable_peer(int peer) noexcept nogil:
    cdef void *context
    cdef int status = cuda_context(peer, &context)
    cuda_rebind()
    return status if status != OK else cu.cuCtxEnablePeerAccess(context, 0)


cdef int device_disable_peer(int peer) noexcept nogil:
    cdef void *context
    cdef int status = cuda_context(peer, &context)
    cuda_rebind()
    return status if status != OK else cu.cuCtxDisablePeerAccess(context)


cdef int device_stream_priorities(int *least, int *greatest) noexcept nogil:
    cuda_rebind()
    return cu.cuCtxGetStreamPriorityRange(least, greatest)


# Memory

cdef int memory_info(size_t *free, size_t *total) noexcept nogil:
    cuda_rebind()
    return cu.cuMemGetInfo(free, total)


cdef int memory_alloc(void **ptr, size_t size) noexcept nogil:
    cdef int mode = RELAXED, status
    cuda_rebind()
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    status = cu.cuMemAlloc(ptr, size)
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    return status


cdef int memory_free(void *ptr) noexcept nogil:
    return cu.cuMemFree(ptr)


cdef int memory_alloc_async(void **ptr, size_t size, void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuMemAllocAsync(ptr, size, stream)


cdef int memory_free_async(void *ptr, void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuMemFreeAsync(ptr, stream)


cdef int memory_pool_trim(int device, size_t keep) noexcept nogil:
    cdef void *pool
    cdef int status = cu.cuDeviceGetDefaultMemPool(&pool, device)
    return status if status != OK else cu.cuMemPoolTrimTo(pool, keep)


cdef int memory_pool_usage(int device, size_t *used, size_t *reserved) noexcept nogil:
    cdef void *pool
    cdef int status = cu.cuDeviceGetDefaultMemPool(&pool, device)
    if status == OK:
        status = cu.cuMemPoolGetAttribute(pool, POOL_USED_CURRENT, used)
    if status == OK:
        status = cu.cuMemPoolGetAttribute(pool, POOL_RESERVED_CURRENT, reserved)
    return status


cdef int memory_alloc_managed(void **ptr, size_t size) noexcept nogil:
    cdef int mode = RELAXED, status
    cuda_rebind()
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    status = cu.cuMemAllocManaged(ptr, size, 1)   # CU_MEM_ATTACH_GLOBAL
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    return status


cdef int memory_prefetch(void *ptr, size_t size, int device, void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuMemPrefetchAsync(ptr, size, device, stream)


cdef int memory_advise(void *ptr, size_t size, int advice, int device) noexcept nogil:
    return cu.cuMemAdvise(ptr, size, advice, device)


cdef int memory_alloc_pinned(void **ptr, size_t size, unsigned int flags) noexcept nogil:
    cdef int mode = RELAXED, status
    cuda_rebind()
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    status = cu.cuMemHostAlloc(ptr, size, flags)
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    return status


cdef int memory_free_pinned(void *ptr) noexcept nogil:
    return cu.cuMemFreeHost(ptr)


cdef int memory_register(void *ptr, size_t size, unsigned int flags) noexcept nogil:
    cuda_rebind()
    return cu.cuMemHostRegister(ptr, size, flags)


cdef int memory_unregister(void *ptr) noexcept nogil:
    return cu.cuMemHostUnregister(ptr)


cdef int memory_pointer_info(void *ptr, int *kind, int *device) noexcept nogil:
    cdef int[3] names = [POINTER_MEMORY_TYPE, POINTER_IS_MANAGED, POINTER_DEVICE_ORDINAL]
    cdef int type = 0
    cdef int managed = 0
    cdef int ordinal = -1
    cdef void *values[3]
    values[0] = &type
    values[1] = &managed
    values[2] = &ordinal
    cdef int status = cu.cuPointerGetAttributes(3, names, values, ptr)
    if status != OK:
        return status
    device[0] = ordinal if type else -1
    if managed & 0xff:          # the driver writes one byte
        kind[0] = KIND_MANAGED
    elif type == MEMORY_TYPE_DEVICE:
        kind[0] = KIND_DEVICE
    elif type == MEMORY_TYPE_HOST:
        kind[0] = KIND_HOST
    else:
        kind[0] = KIND_UNREGISTERED
    return OK


cdef int memory_ipc_export(char *handle, void *ptr) noexcept nogil:
    return cu.cuIpcGetMemHandle(<CudaIpcHandle *>handle, ptr)


cdef int memory_ipc_open(void **ptr, char *handle) noexcept nogil:
    cuda_rebind()
    return cu.cuIpcOpenMemHandle(ptr, (<CudaIpcHandle *>handle)[0], 1)  # CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS


cdef int memory_ipc_close(void *ptr) noexcept nogil:
    return cu.cuIpcCloseMemHandle(ptr)


# Copies

cdef int copy(void *dst, void *src, size_t size, int kind, void *stream) noexcept nogil:
    cuda_rebind()
    if kind == DEVICE_TO_DEVICE:
        return cu.cuMemcpyDtoDAsync(dst, src, size, stream)
    if kind == HOST_TO_DEVICE:
        return cu.cuMemcpyHtoDAsync(dst, src, size, stream)
    if kind == DEVICE_TO_HOST:
        return cu.cuMemcpyDtoHAsync(dst, src, size, stream)
    return cu.cuMemcpyAsync(dst, src, size, stream)


cdef int copy_sync(void *dst, void *src, size_t size, int kind) noexcept nogil:
    cuda_rebind()
    if kind == DEVICE_TO_DEVICE:
        return cu.cuMemcpyDtoD(dst, src, size)
    if kind == HOST_TO_DEVICE:
        return cu.cuMemcpyHtoD(dst, src, size)
    if kind == DEVICE_TO_HOST:
        return cu.cuMemcpyDtoH(dst, src, size)
    return cu.cuMemcpy(dst, src, size)


cdef int copy_peer(void *dst, int dst_device, void *src, int src_device, size_t size,
                   void *stream) noexcept nogil:
    cdef void *to
    cdef void *origin
    cdef int status = cuda_context(dst_device, &to)
    if status == OK:
        status = cuda_context(src_device, &origin)
    cuda_rebind()
    return status if status != OK else cu.cuMemcpyPeerAsync(dst, to, src, origin, size, stream)


cdef int copy_2d(void *dst, size_t dst_pitch, void *src, size_t src_pitch, size_t width, size_t height,
                 int kind, void *stream) noexcept nogil:
    cdef CudaCopy2D job
    cdef int unified = 4        # CU_MEMORYTYPE_UNIFIED: the driver finds out
    memset(&job, 0, sizeof(job))
    job.src_type = MEMORY_TYPE_HOST if kind == HOST_TO_DEVICE or kind == HOST_TO_HOST else unified
    job.dst_type = MEMORY_TYPE_HOST if kind == DEVICE_TO_HOST or kind == HOST_TO_HOST else unified
    job.src_host = job.src_device = src
    job.dst_host = job.dst_device = dst
    job.src_pitch = src_pitch
    job.dst_pitch = dst_pitch
    job.width = width
    job.height = height
    cuda_rebind()
    return cu.cuMemcpy2DAsync(&job, stream)


cdef int fill(void *dst, unsigned int value, int width, size_t count, void *stream) noexcept nogil:
    cuda_rebind()
    if width == 1:
        return cu.cuMemsetD8Async(dst, <unsigned char>value, count, stream)
    if width == 2:
        return cu.cuMemsetD16Async(dst, <unsigned short>value, count, stream)
    if width == 4:
        return cu.cuMemsetD32Async(dst, value, count, stream)
    return INVALID_VALUE


# Streams and events

cdef int stream_create(void **stream, unsigned int flags, int priority) noexcept nogil:
    cuda_rebind()
    return cu.cuStreamCreateWithPriority(stream, flags, priority)


cdef int stream_destroy(void *stream) noexcept nogil:
    return cu.cuStreamDestroy(stream)


cdef int stream_synchronize(void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuStreamSynchronize(stream)


cdef int stream_query(void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuStreamQuery(stream)


cdef int stream_wait_event(void *stream, void *event) noexcept nogil:
    cuda_rebind()
    return cu.cuStreamWaitEvent(stream, event, 0)


cdef int stream_host_callback(void *stream, void *function, void *argument) noexcept nogil:
    cuda_rebind()
    return cu.cuLaunchHostFunc(stream, function, argument)


cdef int stream_capture_begin(void *stream, int mode) noexcept nogil:
    return cu.cuStreamBeginCapture(stream, mode)


cdef int stream_capture_end(void *stream, void **graph) noexcept nogil:
    return cu.cuStreamEndCapture(stream, graph)


cdef int stream_capture_status(void *stream, int *status) noexcept nogil:
    return cu.cuStreamIsCapturing(stream, status)


cdef int event_create(void **event, unsigned int flags) noexcept nogil:
    cuda_rebind()
    return cu.cuEventCreate(event, flags)


cdef int event_destroy(void *event) noexcept nogil:
    return cu.cuEventDestroy(event)


cdef int event_record(void *event, void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuEventRecord(event, stream)


cdef int event_synchronize(void *event) noexcept nogil:
    return cu.cuEventSynchronize(event)


cdef int event_query(void *event) noexcept nogil:
    return cu.cuEventQuery(event)


cdef int event_elapsed(float *milliseconds, void *start, void *end) noexcept nogil:
    return cu.cuEventElapsedTime(milliseconds, start, end)


cdef int event_ipc_export(char *handle, void *event) noexcept nogil:
    return cu.cuIpcGetEventHandle(<CudaIpcHandle *>handle, event)


cdef int event_ipc_open(void **event, char *handle) noexcept nogil:
    cuda_rebind()
    return cu.cuIpcOpenEventHandle(event, (<CudaIpcHandle *>handle)[0])


# Modules and kernels

cdef int module_load(void **module, void *image, size_t size) noexcept nogil:
    cdef int mode = RELAXED, status
    cuda_rebind()
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    status = cu.cuModuleLoadData(module, image) if size else cu.cuModuleLoad(module, <char *>image)
    cu.cuThreadExchangeStreamCaptureMode(&mode)
    return status


cdef int module_unload(void *module) noexcept nogil:
    return cu.cuModuleUnload(module)


cdef int module_function(void **function, void *module, char *name) noexcept nogil:
    cdef int status
    cuda_rebind()
    status = cu.cuModuleGetFunction(function, module, name)
    if status == OK:
        cuda_remember(function[0], name)
    return status


cdef int module_global(void **ptr, size_t *size, void *module, char *name) noexcept nogil:
    cuda_rebind()
    return cu.cuModuleGetGlobal(ptr, size, module, name)


cdef int function_attribute(int *value, void *function, int attribute) noexcept nogil:
    cdef size_t offset = 0
    cdef size_t size = 0
    cdef int status
    if attribute >= FUNC_PARAMETER:
        status = cu.cuFuncGetParamInfo(function, <size_t>(attribute - FUNC_PARAMETER), &offset, &size)
        value[0] = <int>size if status == 0 else 0
        return 0 if status == INVALID_VALUE else status     # behind the last parameter
    return cu.cuFuncGetAttribute(value, attribute, function)


cdef int function_set_attribute(void *function, int attribute, int value) noexcept nogil:
    return cu.cuFuncSetAttribute(function, attribute, value)


cdef int launch(void *function, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                unsigned int by, unsigned int bz, unsigned int shared, void *stream,
                void **params) noexcept nogil:
    global cuda_launched
    cuda_launched = function  # no-cython-lint
    cdef int status = cu.cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, NULL)
    # Looking at the context only after a failure keeps the usual launch bare.
    if status != OK and cuda_rebind():
        status = cu.cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, NULL)
    return status


cdef int launch_cooperative(void *function, unsigned int gx, unsigned int gy, unsigned int gz,
                            unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
                            void *stream, void **params) noexcept nogil:
    global cuda_launched
    cuda_launched = function  # no-cython-lint
    cuda_rebind()
    return cu.cuLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params)


cdef int occupancy_blocks(int *count, void *function, int block, size_t shared) noexcept nogil:
    return cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(count, function, block, shared)


cdef int occupancy_block_size(int *grid, int *block, void *function, size_t shared, int limit) noexcept nogil:
    return cu.cuOccupancyMaxPotentialBlockSize(grid, block, function, NULL, shared, limit)


# Graphs

cdef int graph_instantiate(void **executable, void *graph) noexcept nogil:
    return cu.cuGraphInstantiateWithFlags(executable, graph, 0)


cdef int graph_launch(void *executable, void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuGraphLaunch(executable, stream)


cdef int graph_upload(void *executable, void *stream) noexcept nogil:
    cuda_rebind()
    return cu.cuGraphUpload(executable, stream)


cdef int graph_destroy(void *graph) noexcept nogil:
    return cu.cuGraphDestroy(graph)


cdef int graph_exec_destroy(void *executable) noexcept nogil:
    return cu.cuGraphExecDestroy(executable)


# Errors

cdef int error_name(int status, char **name) noexcept nogil:
    return cu.cuGetErrorName(status, name)


cdef int error_text(int status, char **text) noexcept nogil:
    cdef int known = cu.cuGetErrorString(status, text)
    cdef const char *kernel = cuda_last_kernel()
    if known != OK or kernel == NULL or not FIRST_FAULT <= status <= LAST_FAULT:
        return known
    snprintf(fault, sizeof(fault), "%s; this thread's last kernel was %s (kernels run later than they are "
             "launched: CUDA_LAUNCH_BLOCKING=1 finds the one that failed)", text[0], kernel)
    text[0] = fault
    return OK


def reason():
    """Why the driver's library cannot be used; empty when it can."""
    return "" if cuda_open() == OK else cuda_reason().decode(errors="replace")


def probe():
    """``(status, text, devices, driver version)``; starts the driver but no context."""
    cdef int count = 0
    cdef int version = 0
    cdef char *text = NULL
    cdef int status = init(0)
    if status == OK:
        status = cu.cuDeviceGetCount(&count)
    cu.cuDriverGetVersion(&version)
    if status > 0 and cu.cuGetErrorString(status, &text) == OK:
        return status, text.decode(errors="replace"), 0, version
    return status, reason(), count, version


def version():
    """CUDA version that the driver supports, as 13000; 0 without a driver."""
    cdef int value = 0
    if cuda_open() == OK:
        cu.cuDriverGetVersion(&value)
    return value


def compute_capability(int device):
    """``(major, minor)`` of a device."""
    cdef int major = 0
    cdef int minor = 0
    cdef int status = device_attribute(device, 0, &major) or device_attribute(device, 1, &minor)
    if status != OK:
        raise RuntimeError(f"device {device} does not say its compute capability (status {status})")
    return major, minor
