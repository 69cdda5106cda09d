# The functions of the backend contract, on HIP.  Statuses are hipError_t, which has CUDA's numbers.
from libc.stdio cimport snprintf

from cupy_rocm.loader cimport (
    HipDeviceProperties,
    HipIpcHandle,
    HipPointerAttributes,
    hip,
    hip_bind,
    hip_candidates,
    hip_last_kernel,
    hip_launched,
    hip_library,
    hip_load,
    hip_open,
    hip_reason,
    hip_rebind,
    hip_remember,
    hip_stream,
    hip_unload,
)

from cupy_rocm import find

cdef enum:
    OK = 0
    INVALID_VALUE = 1
    NATIVE_ATTRIBUTE = 1000000
    FIRST_FAULT = 700           # hipErrorIllegalAddress
    LAST_FAULT = 719            # hipErrorLaunchFailure

    SHARED_PER_BLOCK = 74       # hipDeviceAttribute_t
    SHARED_OPTIN = 75
    POOL_RESERVED_CURRENT = 5   # hipMemPoolAttr
    POOL_USED_CURRENT = 7
    MEMORY_TYPE_HOST = 1        # hipMemoryType of HIP 6
    MEMORY_TYPE_DEVICE = 2
    MEMORY_TYPE_MANAGED = 3

    FUNC_MAX_DYNAMIC_SHARED = 8     # CUPY_FUNC_*
    FUNC_PREFERRED_CARVEOUT = 9
    FUNC_PARAMETER = 1000

    KIND_UNREGISTERED = 0       # CUPY_MEMORY_*
    KIND_HOST = 1
    KIND_DEVICE = 2
    KIND_MANAGED = 3

# CUPY_ATTR_* in order → hipDeviceAttribute_t
cdef int[22] ATTRIBUTES = [23, 61, 63, 87, 56, 74, 75, 57, 19, 88, 24, 10, 5, 60, 59, 85, 16, 67, 68, 69, 29, 65]

cdef char[512] fault

hip_candidates("\n".join(find.candidates("amdhip64")).encode())


# HIP keeps the last failure of a thread, and other libraries take it for their own.
cdef inline int settled(int status) noexcept nogil:
    if status != OK:
        hip.hipGetLastError()
    return status


# Start, and devices

cdef int init(unsigned int flags) noexcept nogil:
    cdef int status = hip_open()
    return status if status != OK else settled(hip.hipInit(flags))


cdef int driver_version(int *version) noexcept nogil:
    return settled(hip.hipDriverGetVersion(version))


cdef int device_count(int *count) noexcept nogil:
    return settled(hip.hipGetDeviceCount(count))


cdef int device_set(int device) noexcept nogil:
    return settled(hip_bind(device))


cdef int device_attribute(int device, int attribute, int *value) noexcept nogil:
    if attribute >= NATIVE_ATTRIBUTE:
        attribute -= NATIVE_ATTRIBUTE
    elif 0 <= attribute < 22:
        attribute = ATTRIBUTES[attribute]
    else:
        return INVALID_VALUE
    if attribute == SHARED_OPTIN:
        return settled(most_shared(device, value))
    return settled(hip.hipDeviceGetAttribute(value, attribute, device))


cdef int most_shared(int device, int *value) noexcept nogil:
    """Bytes of shared memory for a block: what may be asked for, or where nothing may, what there is."""
    cdef int status = hip.hipDeviceGetAttribute(value, SHARED_OPTIN, device)
    if status != OK or value[0] == 0:
        status = hip.hipDeviceGetAttribute(value, SHARED_PER_BLOCK, device)
    return status


cdef int device_name(int device, char *text, int size) noexcept nogil:
    cdef int status = settled(hip.hipDeviceGetName(text, size, device))
    # A device that the system's table of names does not know has an empty name.
    return status if status != OK or text[0] else read_architecture(device, text, size)


cdef int device_pci_bus_id(int device, char *text, int size) noexcept nogil:
    return settled(hip.hipDeviceGetPCIBusId(text, size, device))


cdef int device_uuid(int device, char *bytes16) noexcept nogil:
    return settled(hip.hipDeviceGetUuid(bytes16, device))


cdef int device_total_memory(int device, size_t *size) noexcept nogil:
    return settled(hip.hipDeviceTotalMem(size, device))


cdef int device_synchronize() noexcept nogil:
    hip_rebind()
    return settled(hip.hipDeviceSynchronize())


cdef int device_reset(int device) noexcept nogil:
    cdef int before = device
    cdef int status
    hip.hipGetDevice(&before)
    status = settled(hip.hipSetDevice(device))
    if status == OK:
        status = settled(hip.hipDeviceReset())
        hip.hipSetDevice(before)
    return status


# Limits 0, 1 and 2 (stack, printf, heap) have CUDA's numbers; HIP has no others of CUDA's.
cdef int device_limit_get(int limit, size_t *value) noexcept nogil:
    hip_rebind()
    return settled(hip.hipDeviceGetLimit(value, limit))


cdef int device_limit_set(int limit, size_t value) noexcept nogil:
    hip_rebind()
    return settled(hip.hipDeviceSetLimit(limit, value))


cdef int device_can_access_peer(int *can, int device, int peer) noexcept nogil:
    return settled(hip.hipDeviceCanAccessPeer(can, device, peer))


cdef int device_enable_peer(int peer) noexcept nogil:
    hip_rebind()
    return settled(hip.hipDeviceEnablePeerAccess(peer, 0))


cdef int device_disable_peer(int peer) noexcept nogil:
    hip_rebind()
    return settled(hip.hipDeviceDisablePeerAccess(peer))


cdef int device_stream_priorities(int *least, int *greatest) noexcept nogil:
    hip_rebind()
    return settled(hip.hipDeviceGetStreamPriorityRange(least, greatest))


# Memory

cdef int memory_info(size_t *free, size_t *total) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMemGetInfo(free, total))


cdef int memory_alloc(void **ptr, size_t size) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMalloc(ptr, size))


cdef int memory_free(void *ptr) noexcept nogil:
    return settled(hip.hipFree(ptr))


cdef int memory_alloc_async(void **ptr, size_t size, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMallocAsync(ptr, size, hip_stream(stream)))


cdef int memory_free_async(void *ptr, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipFreeAsync(ptr, hip_stream(stream)))


cdef int memory_pool_trim(int device, size_t keep) noexcept nogil:
    cdef void *pool
    cdef int status = settled(hip.hipDeviceGetDefaultMemPool(&pool, device))
    return status if status != OK else settled(hip.hipMemPoolTrimTo(pool, keep))


cdef int memory_pool_usage(int device, size_t *used, size_t *reserved) noexcept nogil:
    cdef void *pool
    cdef int status = hip.hipDeviceGetDefaultMemPool(&pool, device)
    if status == OK:
        status = hip.hipMemPoolGetAttribute(pool, POOL_USED_CURRENT, used)
    if status == OK:
        status = hip.hipMemPoolGetAttribute(pool, POOL_RESERVED_CURRENT, reserved)
    return settled(status)


cdef int memory_alloc_managed(void **ptr, size_t size) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMallocManaged(ptr, size, 1))   # hipMemAttachGlobal


cdef int memory_prefetch(void *ptr, size_t size, int device, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMemPrefetchAsync(ptr, size, device, hip_stream(stream)))


cdef int memory_advise(void *ptr, size_t size, int advice, int device) noexcept nogil:
    return settled(hip.hipMemAdvise(ptr, size, advice, device))


cdef int memory_alloc_pinned(void **ptr, size_t size, unsigned int flags) noexcept nogil:
    hip_rebind()
    return settled(hip.hipHostMalloc(ptr, size, flags))


cdef int memory_free_pinned(void *ptr) noexcept nogil:
    return settled(hip.hipHostFree(ptr))


cdef int memory_register(void *ptr, size_t size, unsigned int flags) noexcept nogil:
    hip_rebind()
    return settled(hip.hipHostRegister(ptr, size, flags))


cdef int memory_unregister(void *ptr) noexcept nogil:
    return settled(hip.hipHostUnregister(ptr))


cdef int memory_pointer_info(void *ptr, int *kind, int *device) noexcept nogil:
    cdef HipPointerAttributes found
    cdef int status = settled(hip.hipPointerGetAttributes(&found, ptr))
    if status == INVALID_VALUE:     # so it says that it does not know the address
        kind[0] = KIND_UNREGISTERED
        device[0] = -1
        return OK
    if status != OK:
        return status
    device[0] = found.device if found.type else -1
    if found.is_managed or found.type == MEMORY_TYPE_MANAGED:
        kind[0] = KIND_MANAGED
    elif found.type == MEMORY_TYPE_DEVICE:
        kind[0] = KIND_DEVICE
    elif found.type == MEMORY_TYPE_HOST:
        kind[0] = KIND_HOST
    else:
        kind[0] = KIND_UNREGISTERED
    return OK


cdef int memory_ipc_export(char *handle, void *ptr) noexcept nogil:
    return settled(hip.hipIpcGetMemHandle(<HipIpcHandle *>handle, ptr))


cdef int memory_ipc_open(void **ptr, char *handle) noexcept nogil:
    hip_rebind()
    # hipIpcMemLazyEnablePeerAccess
    return settled(hip.hipIpcOpenMemHandle(ptr, (<HipIpcHandle *>handle)[0], 1))


cdef int memory_ipc_close(void *ptr) noexcept nogil:
    return settled(hip.hipIpcCloseMemHandle(ptr))


# Copies: the kinds have HIP's numbers

cdef int copy(void *dst, void *src, size_t size, int kind, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMemcpyAsync(dst, src, size, kind, hip_stream(stream)))


cdef int copy_sync(void *dst, void *src, size_t size, int kind) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMemcpy(dst, src, size, kind))


cdef int copy_peer(void *dst, int dst_device, void *src, int src_device, size_t size,
                   void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMemcpyPeerAsync(dst, dst_device, src, src_device, size, hip_stream(stream)))


cdef int copy_2d(void *dst, size_t dst_pitch, void *src, size_t src_pitch, size_t width, size_t height,
                 int kind, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, hip_stream(stream)))


cdef int fill(void *dst, unsigned int value, int width, size_t count, void *stream) noexcept nogil:
    hip_rebind()
    stream = hip_stream(stream)
    if width == 1:
        return settled(hip.hipMemsetD8Async(dst, <unsigned char>value, count, stream))
    if width == 2:
        return settled(hip.hipMemsetD16Async(dst, <unsigned short>value, count, stream))
    if width == 4:
        return settled(hip.hipMemsetD32Async(dst, <int>value, count, stream))
    return INVALID_VALUE


# Streams and events

cdef int stream_create(void **stream, unsigned int flags, int priority) noexcept nogil:
    hip_rebind()
    return settled(hip.hipStreamCreateWithPriority(stream, flags, priority))


cdef int stream_destroy(void *stream) noexcept nogil:
    return settled(hip.hipStreamDestroy(stream))


cdef int stream_synchronize(void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipStreamSynchronize(hip_stream(stream)))


cdef int stream_query(void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipStreamQuery(hip_stream(stream)))


cdef int stream_wait_event(void *stream, void *event) noexcept nogil:
    hip_rebind()
    return settled(hip.hipStreamWaitEvent(hip_stream(stream), event, 0))


cdef int stream_host_callback(void *stream, void *function, void *argument) noexcept nogil:
    hip_rebind()
    return settled(hip.hipLaunchHostFunc(hip_stream(stream), function, argument))


cdef int stream_capture_begin(void *stream, int mode) noexcept nogil:
    return settled(hip.hipStreamBeginCapture(hip_stream(stream), mode))


cdef int stream_capture_end(void *stream, void **graph) noexcept nogil:
    return settled(hip.hipStreamEndCapture(hip_stream(stream), graph))


cdef int stream_capture_status(void *stream, int *status) noexcept nogil:
    return settled(hip.hipStreamIsCapturing(hip_stream(stream), status))


cdef int event_create(void **event, unsigned int flags) noexcept nogil:
    hip_rebind()
    return settled(hip.hipEventCreateWithFlags(event, flags))


cdef int event_destroy(void *event) noexcept nogil:
    return settled(hip.hipEventDestroy(event))


cdef int event_record(void *event, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipEventRecord(event, hip_stream(stream)))


cdef int event_synchronize(void *event) noexcept nogil:
    return settled(hip.hipEventSynchronize(event))


cdef int event_query(void *event) noexcept nogil:
    return settled(hip.hipEventQuery(event))


cdef int event_elapsed(float *milliseconds, void *start, void *end) noexcept nogil:
    return settled(hip.hipEventElapsedTime(milliseconds, start, end))


cdef int event_ipc_export(char *handle, void *event) noexcept nogil:
    return settled(hip.hipIpcGetEventHandle(<HipIpcHandle *>handle, event))


cdef int event_ipc_open(void **event, char *handle) noexcept nogil:
    hip_rebind()
    return settled(hip.hipIpcOpenEventHandle(event, (<HipIpcHandle *>handle)[0]))


# Modules and kernels

cdef int module_load(void **module, void *image, size_t size) noexcept nogil:
    hip_rebind()
    return settled(hip_load(module, image, size) if size else hip.hipModuleLoad(module, <char *>image))


cdef int module_unload(void *module) noexcept nogil:
    return settled(hip_unload(module))


cdef int module_function(void **function, void *module, char *name) noexcept nogil:
    cdef int status
    hip_rebind()
    status = settled(hip.hipModuleGetFunction(function, module, name))
    if status == OK:
        hip_remember(function[0], name)
    return status


cdef int module_global(void **ptr, size_t *size, void *module, char *name) noexcept nogil:
    hip_rebind()
    return settled(hip.hipModuleGetGlobal(ptr, size, module, name))


cdef int function_attribute(int *value, void *function, int attribute) noexcept nogil:
    if attribute >= FUNC_PARAMETER:
        return -1       # CUPY_STATUS_NOT_PROVIDED: HIP has no way to ask
    return settled(hip.hipFuncGetAttribute(value, attribute, function))


# A kernel of a module has no attributes that can be set: all of a compute unit's shared memory can be
# used as it is.  So what fits is accepted, and what does not fit is refused as CUDA refuses it.
cdef int function_set_attribute(void *function, int attribute, int value) noexcept nogil:
    cdef int device = 0
    cdef int most = 0
    cdef int used = 0
    cdef int status
    if attribute == FUNC_PREFERRED_CARVEOUT:
        return OK if -1 <= value <= 100 else INVALID_VALUE
    if attribute != FUNC_MAX_DYNAMIC_SHARED or value < 0:
        return INVALID_VALUE
    hip_rebind()
    status = hip.hipFuncGetAttribute(&used, 1, function)    # HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
    if status == OK:
        status = hip.hipGetDevice(&device)
    if status == OK:
        status = most_shared(device, &most)
    if status != OK:
        return settled(status)
    return OK if value <= most - used else INVALID_VALUE


cdef int launch(void *function, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                unsigned int by, unsigned int bz, unsigned int shared, void *stream,
                void **params) noexcept nogil:
    global hip_launched
    hip_launched = function  # no-cython-lint
    stream = hip_stream(stream)
    cdef int status = hip.hipModuleLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, NULL)
    # Looking at the device only after a failure keeps the usual launch bare.
    if status != OK and hip_rebind():
        status = hip.hipModuleLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, NULL)
    return settled(status)


cdef int launch_cooperative(void *function, unsigned int gx, unsigned int gy, unsigned int gz,
                            unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
                            void *stream, void **params) noexcept nogil:
    global hip_launched
    hip_launched = function  # no-cython-lint
    hip_rebind()
    return settled(hip.hipModuleLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, shared,
                                                        hip_stream(stream), params))


cdef int occupancy_blocks(int *count, void *function, int block, size_t shared) noexcept nogil:
    return settled(hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(count, function, block, shared))


cdef int occupancy_block_size(int *grid, int *block, void *function, size_t shared, int limit) noexcept nogil:
    return settled(hip.hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, shared, limit))


# Graphs

cdef int graph_instantiate(void **executable, void *graph) noexcept nogil:
    return settled(hip.hipGraphInstantiateWithFlags(executable, graph, 0))


cdef int graph_launch(void *executable, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipGraphLaunch(executable, hip_stream(stream)))


cdef int graph_upload(void *executable, void *stream) noexcept nogil:
    hip_rebind()
    return settled(hip.hipGraphUpload(executable, hip_stream(stream)))


cdef int graph_destroy(void *graph) noexcept nogil:
    return settled(hip.hipGraphDestroy(graph))


cdef int graph_exec_destroy(void *executable) noexcept nogil:
    return settled(hip.hipGraphExecDestroy(executable))


# Errors

cdef int error_name(int status, char **name) noexcept nogil:
    return settled(hip.hipDrvGetErrorName(status, name))


cdef int error_text(int status, char **text) noexcept nogil:
    cdef int known = settled(hip.hipDrvGetErrorString(status, text))
    cdef const char *kernel = hip_last_kernel()
    if known != OK or kernel == NULL or not FIRST_FAULT <= status <= LAST_FAULT:
        return known
    snprintf(fault, sizeof(fault), "%s; this thread's last kernel was %s (kernels run later than they are "
             "launched: AMD_SERIALIZE_KERNEL=3 finds the one that failed)", text[0], kernel)
    text[0] = fault
    return OK


cdef int read_architecture(int device, char *text, int size) noexcept nogil:
    cdef HipDeviceProperties properties
    cdef int status = settled(hip.hipGetDevicePropertiesR0600(&properties, device))
    if status == OK and size > 0:
        snprintf(text, size, "%s", properties.architecture)
    return status


# What Python modules of this package use.

def reason():
    """Why the runtime's library cannot be used; empty when it can."""
    if hip_open() == OK:
        return ""
    said = hip_reason().decode(errors="replace")
    return f"{said or 'libamdhip64 is not installed'} (looked for {find.looked_in('amdhip64')})"


def library():
    """What was opened as the runtime's library; empty before that."""
    return hip_library().decode(errors="replace")


def probe():
    """``(status, text, devices, HIP version)``; makes no device current."""
    cdef int count = 0
    cdef int version = 0
    cdef char *text = NULL
    cdef int status = hip_open()
    if status != OK:
        return status, reason(), 0, 0
    hip.hipRuntimeGetVersion(&version)
    status = settled(hip.hipGetDeviceCount(&count))
    if status > 0 and hip.hipDrvGetErrorString(status, &text) == OK:
        return status, text.decode(errors="replace"), 0, version
    return status, "", count, version


def version():
    """HIP version of the runtime as 60443483, for 6.4; 0 without one."""
    cdef int value = 0
    if hip_open() == OK:
        hip.hipRuntimeGetVersion(&value)
    return value


def architecture(int device):
    """Architecture of a device with its features, as ``"gfx90a:sramecc+:xnack-"``."""
    cdef char[256] text
    cdef int status = read_architecture(device, text, sizeof(text))
    if status != OK:
        raise RuntimeError(f"device {device} does not say its architecture (status {status})")
    return text.decode(errors="replace")
