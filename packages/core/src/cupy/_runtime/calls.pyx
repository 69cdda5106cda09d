# The driver functions of the contract as plain Python functions, by the names of CUDA's runtime.
from cupy._runtime cimport index_report
from cupy._runtime.contract cimport CUPY_STATUS_NOT_READY, CUPY_STREAM_NON_BLOCKING, IPC_BYTES, PER_THREAD, RELAXED
from cupy._runtime.driver cimport api, bind_thread, check, ensure, thread_state, use_device

# Streams that this process created: handle → (device, non_blocking, priority).
kinds = {}

captured_jobs = []              # a graph may run them at any time from now on
cdef dict waiting_jobs = {}     # address → callback that has not been called yet


def check_status(int status):
    """Raise the exception of a status other than 0."""
    check(status)


# Devices

def getDevice():
    """Number of this thread's current device."""
    bind_thread()
    return thread_state().device


def setDevice(int device):
    """Make a device current on this thread."""
    use_device(device)


def getDeviceCount():
    """How many devices the backend has."""
    cdef int count = 0
    ensure()
    check(api.device_count(&count), "counting devices")
    return count


def deviceSynchronize():
    """Wait until the current device has done all work."""
    from cupy._memory import capture
    cdef int status
    bind_thread()
    capture.refuse_device_wait()
    with nogil:
        status = api.device_synchronize()
    check(status, "waiting for the device")
    index_report.after_wait()


def deviceGetPCIBusId(int device):
    """Where a device sits on the PCI bus, as ``'0000:17:00.0'``."""
    cdef char[64] text
    text[0] = 0
    ensure()
    check(api.device_pci_bus_id(device, text, 64), f"PCI bus id of device {device}")
    return text.decode()


def device_uuid(int device):
    """The 16 bytes that identify a device."""
    cdef char[16] data
    ensure()
    check(api.device_uuid(device, data), f"UUID of device {device}")
    return data[:16]


def deviceGetLimit(int limit):
    """A limit of the current device."""
    cdef size_t value = 0
    bind_thread()
    check(api.device_limit_get(limit, &value), f"limit {limit}")
    return value


def deviceSetLimit(int limit, size_t value):
    """Set a limit of the current device."""
    bind_thread()
    check(api.device_limit_set(limit, value), f"setting limit {limit} to {value}")


def deviceCanAccessPeer(int device, int peer):
    """1 if kernels of a device can use the memory of another, else 0."""
    cdef int can = 0
    ensure()
    check(api.device_can_access_peer(&can, device, peer), f"access of device {device} to {peer}")
    return can


def deviceEnablePeerAccess(int peer):
    """Let kernels of the current device use the memory of another."""
    bind_thread()
    check(api.device_enable_peer(peer), f"access to device {peer}")


def deviceDisablePeerAccess(int peer):
    """End what `deviceEnablePeerAccess` began."""
    bind_thread()
    check(api.device_disable_peer(peer), f"ending access to device {peer}")


# Memory

def memGetInfo():
    """``(free, total)`` bytes of the current device."""
    cdef size_t free_bytes = 0, total = 0
    bind_thread()
    check(api.memory_info(&free_bytes, &total), "memory info")
    return free_bytes, total


def malloc(size_t size):
    """Address of new memory on the current device."""
    cdef void *pointer = NULL
    bind_thread()
    if size:
        check(api.memory_alloc(&pointer, size), f"allocating {size} bytes")
    return <size_t>pointer


def free(size_t ptr):
    """Return what `malloc` or `mallocManaged` gave."""
    bind_thread()
    if ptr:
        check(api.memory_free(<void *>ptr), "freeing memory")


def mallocAsync(size_t size, size_t stream):
    """Address of new memory, valid for work of a stream from now on."""
    cdef void *pointer = NULL
    bind_thread()
    if size:
        check(api.memory_alloc_async(&pointer, size, <void *>stream), f"allocating {size} bytes")
    return <size_t>pointer


def freeAsync(size_t ptr, size_t stream):
    """Return memory once the work of a stream so far is done."""
    bind_thread()
    if ptr:
        check(api.memory_free_async(<void *>ptr, <void *>stream), "freeing memory")


def mallocManaged(size_t size, unsigned int flags=1):
    """Address of new memory that device and host share."""
    cdef void *pointer = NULL
    bind_thread()
    if size:
        check(api.memory_alloc_managed(&pointer, size), f"allocating {size} managed bytes")
    return <size_t>pointer


def memPrefetchAsync(size_t ptr, size_t size, int device, size_t stream):
    """Move managed memory to where it will be used."""
    bind_thread()
    check(api.memory_prefetch(<void *>ptr, size, device, <void *>stream), "prefetching memory")


def memAdvise(size_t ptr, size_t size, int advice, int device):
    """Tell how managed memory will be used."""
    bind_thread()
    check(api.memory_advise(<void *>ptr, size, advice, device), "advice about memory")


def hostAlloc(size_t size, unsigned int flags=0):
    """Address of new pinned memory of the host."""
    cdef void *pointer = NULL
    bind_thread()
    if size:
        check(api.memory_alloc_pinned(&pointer, size, flags), f"allocating {size} pinned bytes")
    return <size_t>pointer


def freeHost(size_t ptr):
    """Return what `hostAlloc` gave."""
    bind_thread()
    if ptr:
        check(api.memory_free_pinned(<void *>ptr), "freeing pinned memory")


def hostRegister(size_t ptr, size_t size, unsigned int flags=0):
    """Pin memory that the host has already."""
    bind_thread()
    check(api.memory_register(<void *>ptr, size, flags), "pinning memory")


def hostUnregister(size_t ptr):
    """End what `hostRegister` began."""
    bind_thread()
    check(api.memory_unregister(<void *>ptr), "unpinning memory")


def pointer_info(size_t ptr):
    """``(kind, device)`` of an address."""
    cdef int kind = 0, device = -1
    bind_thread()
    check(api.memory_pointer_info(<void *>ptr, &kind, &device), "attributes of a pointer")
    return kind, device


def memcpy(size_t dst, size_t src, size_t size, int kind):
    """Copy bytes and wait."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.copy_sync(<void *>dst, <void *>src, size, kind)
    check(status, f"copying {size} bytes")


def memcpyAsync(size_t dst, size_t src, size_t size, int kind, size_t stream):
    """Copy bytes on a stream."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.copy(<void *>dst, <void *>src, size, kind, <void *>stream)
    check(status, f"copying {size} bytes")


def memcpyPeer(size_t dst, int dst_device, size_t src, int src_device, size_t size):
    """Copy bytes from one device to another and wait."""
    memcpyPeerAsync(dst, dst_device, src, src_device, size, 0)
    streamSynchronize(0)


def memcpyPeerAsync(size_t dst, int dst_device, size_t src, int src_device, size_t size, size_t stream):
    """Copy bytes from one device to another on a stream."""
    bind_thread()
    check(api.copy_peer(<void *>dst, dst_device, <void *>src, src_device, size, <void *>stream),
          f"copying {size} bytes from device {src_device} to {dst_device}")


def memcpy2D(size_t dst, size_t dst_pitch, size_t src, size_t src_pitch, size_t width, size_t height, int kind):
    """Copy `height` rows of `width` bytes and wait."""
    memcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, 0)
    streamSynchronize(0)


def memcpy2DAsync(size_t dst, size_t dst_pitch, size_t src, size_t src_pitch, size_t width, size_t height,
                  int kind, size_t stream):
    """Copy `height` rows of `width` bytes on a stream."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.copy_2d(<void *>dst, dst_pitch, <void *>src, src_pitch, width, height, kind, <void *>stream)
    check(status, f"copying {height} rows of {width} bytes")


def memset(size_t ptr, int value, size_t size):
    """Set bytes."""
    memsetAsync(ptr, value, size, 0)


def memsetAsync(size_t ptr, int value, size_t size, size_t stream):
    """Set bytes on a stream."""
    bind_thread()
    if size:
        check(api.fill(<void *>ptr, <unsigned int>(value & 0xff), 1, size, <void *>stream), f"setting {size} bytes")


# Memory and events of other processes

def ipcGetMemHandle(size_t ptr):
    """What another process opens memory with, as bytes."""
    cdef char[IPC_BYTES] handle
    bind_thread()
    check(api.memory_ipc_export(handle, <void *>ptr), "exporting memory")
    return handle[:IPC_BYTES]


def ipcOpenMemHandle(bytes handle, unsigned int flags=1):
    """Address of another process's memory."""
    cdef void *pointer = NULL
    bind_thread()
    check(api.memory_ipc_open(&pointer, handle_bytes(handle)), "opening another process's memory")
    return <size_t>pointer


def ipcCloseMemHandle(size_t ptr):
    """Close what `ipcOpenMemHandle` opened."""
    bind_thread()
    check(api.memory_ipc_close(<void *>ptr), "closing another process's memory")


def ipcGetEventHandle(size_t event):
    """What another process opens an event with, as bytes."""
    cdef char[IPC_BYTES] handle
    bind_thread()
    check(api.event_ipc_export(handle, <void *>event), "exporting an event")
    return handle[:IPC_BYTES]


def ipcOpenEventHandle(bytes handle):
    """Another process's event."""
    cdef void *event = NULL
    bind_thread()
    check(api.event_ipc_open(&event, handle_bytes(handle)), "opening another process's event")
    return <size_t>event


cdef char *handle_bytes(bytes handle) except NULL:
    if len(handle) != IPC_BYTES:
        raise ValueError(f"a handle has {IPC_BYTES} bytes, not {len(handle)}")
    return <char *>handle


# Streams

def streamCreate():
    """A new stream on the current device."""
    return streamCreateWithPriority(0, 0)


def streamCreateWithFlags(unsigned int flags):
    """A new stream; `streamNonBlocking` makes it independent of the default stream."""
    return streamCreateWithPriority(flags, 0)


def streamCreateWithPriority(unsigned int flags, int priority):
    """A new stream; those of lower numbers go first."""
    cdef void *stream = NULL
    bind_thread()
    check(api.stream_create(&stream, flags & CUPY_STREAM_NON_BLOCKING, priority), "creating a stream")
    kinds[<size_t>stream] = thread_state().device, bool(flags & CUPY_STREAM_NON_BLOCKING), priority
    return <size_t>stream


def streamDestroy(size_t stream):
    """End a stream; its work is still done."""
    bind_thread()
    check(api.stream_destroy(<void *>stream), "destroying a stream")
    kinds.pop(stream, None)


def stream_kind(size_t stream):
    """``(device, non_blocking, priority)`` of a stream that was created here or is a default one, else None."""
    bind_thread()
    return kinds.get(stream) or ((thread_state().device, False, 0) if stream <= PER_THREAD else None)


def streamSynchronize(size_t stream):
    """Wait until a stream has done its work."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.stream_synchronize(<void *>stream)
    check(status, "waiting for a stream")
    index_report.after_wait()


def streamQuery(size_t stream):
    """0 if a stream has no work left, else 600 (not ready)."""
    bind_thread()
    cdef int status = api.stream_query(<void *>stream)
    if status != CUPY_STATUS_NOT_READY:
        check(status, "stream")
    return status


def streamWaitEvent(size_t stream, size_t event, unsigned int flags=0):
    """Let the work that comes on a stream wait for an event."""
    bind_thread()
    check(api.stream_wait_event(<void *>stream, <void *>event), "waiting for an event")


def streamAddCallback(size_t stream, callback, arg, unsigned int flags=0):
    """Call ``callback(stream, status, arg)`` on the host when the work so far is done."""
    launchHostFunc(stream, lambda _: callback(stream, 0, arg), None)


def launchHostFunc(size_t stream, callback, arg):
    """Call ``callback(arg)`` on the host when the work so far is done."""
    cdef int status
    job = (callback, arg)
    if streamIsCapturing(stream):
        status = api.stream_host_callback(<void *>stream, <void *>run_again, <void *>job)
        check(status, "host callback")
        captured_jobs.append(job)
        return
    waiting_jobs[<size_t><void *>job] = job
    with nogil:
        status = api.stream_host_callback(<void *>stream, <void *>run_once, <void *>job)
    if status:
        del waiting_jobs[<size_t><void *>job]
        check(status, "host callback")


def streamBeginCapture(size_t stream, int mode=RELAXED):
    """Record the work that comes on a stream instead of running it."""
    bind_thread()
    check(api.stream_capture_begin(<void *>stream, mode), "beginning a capture")


def streamEndCapture(size_t stream):
    """The graph of the recorded work."""
    cdef void *graph = NULL
    bind_thread()
    check(api.stream_capture_end(<void *>stream, &graph), "ending a capture")
    return <size_t>graph


def streamIsCapturing(size_t stream):
    """Whether the work of a stream is being recorded."""
    cdef int capturing = 0
    bind_thread()
    check(api.stream_capture_status(<void *>stream, &capturing), "stream")
    return capturing == 1


cdef void run_once(void *job) noexcept with gil:
    call(<object>job)
    waiting_jobs.pop(<size_t>job, None)


cdef void run_again(void *job) noexcept with gil:
    call(<object>job)


cdef void call(object job) noexcept:     # what it raises goes to sys.unraisablehook
    callback, arg = job
    callback(arg)


# Events

def eventCreate():
    """A new event."""
    return eventCreateWithFlags(0)


def eventCreateWithFlags(unsigned int flags):
    """A new event; the flags are ``eventBlockingSync`` and its neighbours."""
    cdef void *event = NULL
    bind_thread()
    check(api.event_create(&event, flags), "creating an event")
    return <size_t>event


def eventDestroy(size_t event):
    """End an event."""
    bind_thread()
    check(api.event_destroy(<void *>event), "destroying an event")


def eventRecord(size_t event, size_t stream):
    """Put an event behind the work that a stream has now."""
    bind_thread()
    check(api.event_record(<void *>event, <void *>stream), "recording an event")


def eventQuery(size_t event):
    """0 if the work before an event is complete, else 600 (not ready)."""
    bind_thread()
    cdef int status = api.event_query(<void *>event)
    if status != CUPY_STATUS_NOT_READY:
        check(status, "event")
    return status


def eventSynchronize(size_t event):
    """Wait until the work before an event is complete."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.event_synchronize(<void *>event)
    check(status, "waiting for an event")
    index_report.after_wait()


def eventElapsedTime(size_t start, size_t end):
    """Milliseconds between two events."""
    cdef float milliseconds = 0
    bind_thread()
    check(api.event_elapsed(&milliseconds, <void *>start, <void *>end), "elapsed time")
    return milliseconds


# Graphs

def graphInstantiate(size_t graph):
    """What launches a graph."""
    cdef void *executable = NULL
    bind_thread()
    check(api.graph_instantiate(&executable, <void *>graph), "instantiating a graph")
    return <size_t>executable


def graphLaunch(size_t executable, size_t stream):
    """Run a graph on a stream."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.graph_launch(<void *>executable, <void *>stream)
    check(status, "launching a graph")


def graphUpload(size_t executable, size_t stream):
    """Bring a graph to the device ahead of its first launch."""
    bind_thread()
    check(api.graph_upload(<void *>executable, <void *>stream), "uploading a graph")


def graphDestroy(size_t graph):
    """End a graph."""
    bind_thread()
    check(api.graph_destroy(<void *>graph), "destroying a graph")


def graphExecDestroy(size_t executable):
    """End what `graphInstantiate` made."""
    bind_thread()
    check(api.graph_exec_destroy(<void *>executable), "destroying a graph")
