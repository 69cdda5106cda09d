# Memory that comes from elsewhere than a pool's driver segments: one class a source.
# cython: language_level=3
from libc.stdint cimport intptr_t
from libc.stdlib cimport free as system_free
from libc.stdlib cimport malloc as system_malloc
from libcpp.vector cimport vector

from cupy._memory import hooks
from cupy._memory cimport growth
from cupy._memory.cpp cimport Use
from cupy._memory.memory cimport Memory
from cupy._memory.pointer import MemoryPointer
from cupy._runtime cimport driver


cdef int place(Memory m, void *ptr, size_t size) except -1:
    cdef driver.ThreadState *state = driver.thread_state()
    m.ptr = <size_t>ptr
    m.size = size
    m.device_id = state.device
    m.stream = growth.key_of(state.stream)
    return 0


cdef int before_free(Memory m) noexcept:
    """Make the memory's device current; returns the device that was."""
    cdef int bound = driver.thread_state().bound
    if bound != m.device_id:
        driver.api.device_set(m.device_id)
    return bound


cdef void after_free(Memory m, int bound) noexcept:
    if bound >= 0 and bound != m.device_id:
        driver.api.device_set(bound)


cdef class _Allocated(Memory):
    """Memory that the driver takes back when nothing refers to it any more."""

    def __dealloc__(self):
        cdef int bound
        if self.ptr:
            bound = before_free(self)
            with nogil:
                driver.api.memory_free(<void *>self.ptr)
            after_free(self, bound)


cdef class DeviceMemory(_Allocated):
    """Memory of the current device, without a pool; ``cupy.cuda.Memory``.

    Parameters
    ----------
    size : int
        Number of bytes.

    Raises
    ------
    OutOfMemoryError
        When the device has not enough memory.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.Memory(1000).size
    1000
    """

    def __init__(self, size_t size):
        cdef void *ptr = NULL
        cdef int status
        driver.bind_thread()
        if size:
            with nogil:
                status = driver.api.memory_alloc(&ptr, size)
            driver.check(status, f"allocating {size} bytes")
        place(self, ptr, size)


cdef class ManagedMemory(_Allocated):
    """Memory that the host and all devices can use; it moves where it is used.

    Parameters
    ----------
    size : int
        Number of bytes.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.ManagedMemory(1000).size
    1000
    """

    def __init__(self, size_t size):
        cdef void *ptr = NULL
        cdef int status
        driver.bind_thread()
        if size:
            with nogil:
                status = driver.api.memory_alloc_managed(&ptr, size)
            driver.check(status, f"allocating {size} managed bytes")
        place(self, ptr, size)

    def prefetch(self, stream, *, device=None):
        """Move the memory to a device ahead of its use.

        Parameters
        ----------
        stream : cupy.cuda.Stream
            The move is ordered after the work of this stream.
        device : int or Device, optional
            Where to; the memory's device if not given, -1 is the host.
        """
        cdef int to = self.device_id if device is None else int(device)
        driver.bind_thread()
        driver.check(driver.api.memory_prefetch(
            <void *>self.ptr, self.size, to, <void *><size_t>stream.ptr), "prefetching")

    def advise(self, int advise, device):
        """Tell the driver how the memory is going to be used.

        Parameters
        ----------
        advise : int
            One of ``cupy.cuda.runtime.cudaMemAdvise*``.
        device : int or Device
            The device the advice is about.
        """
        driver.bind_thread()
        driver.check(driver.api.memory_advise(
            <void *>self.ptr, self.size, advise, int(device)), "advising")


cdef class MemoryAsync(Memory):
    """Memory allocated and freed in the order of a stream, by the driver's own pool.

    Parameters
    ----------
    size : int
        Number of bytes.
    stream : cupy.cuda.Stream
        Allocation and release are work of this stream.

    Attributes
    ----------
    stream_ref : cupy.cuda.Stream
        The stream, kept alive until the memory is freed.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.MemoryAsync(1000, cupy.cuda.Stream.null).size
    1000
    """

    cdef readonly object stream_ref

    def __init__(self, size_t size, stream):
        cdef void *ptr = NULL
        cdef void *handle = <void *><size_t>stream.ptr
        cdef int status
        driver.bind_thread()
        if size:
            with nogil:
                status = driver.api.memory_alloc_async(&ptr, size, handle)
            driver.check(status, f"allocating {size} bytes in stream order")
        place(self, ptr, size)
        self.stream = growth.key_of(handle)
        self.stream_ref = stream

    def __dealloc__(self):
        cdef int bound
        if self.ptr:
            bound = before_free(self)
            if self.uses != NULL:
                wait_for_uses(self)
            driver.api.memory_free_async(<void *>self.ptr, growth.handle_of(self.stream))
            after_free(self, bound)


cdef void wait_for_uses(Memory m) noexcept:
    """The memory's own stream waits for what other streams do with it."""
    cdef Use use
    cdef void *event = NULL
    for use in (<vector[Use] *>m.uses)[0]:
        driver.api.device_set(use.device)
        if driver.api.event_create(&event, 2) == 0:
            driver.api.event_record(event, growth.handle_of(use.stream))
            driver.api.device_set(m.device_id)
            driver.api.stream_wait_event(growth.handle_of(m.stream), event)
            driver.api.event_destroy(event)
    driver.api.device_set(m.device_id)


cdef class SystemMemory(Memory):
    """Ordinary host memory, for devices that can use it as their own.

    Parameters
    ----------
    size : int
        Number of bytes.

    Examples
    --------
    >>> from cupy.cuda.memory import SystemMemory
    >>> SystemMemory(1000).size
    1000
    """

    cdef readonly object owner
    cdef bint borrowed

    def __init__(self, size_t size):
        cdef void *ptr = NULL
        driver.bind_thread()
        if size:
            ptr = system_malloc(size)
            if ptr == NULL:
                raise MemoryError(f"the host has no {size} bytes")
        place(self, ptr, size)

    def __dealloc__(self):
        if self.ptr and not self.borrowed:
            system_free(<void *>self.ptr)

    @staticmethod
    def from_external(size_t ptr, size_t size, owner):
        """Host memory that `owner` keeps alive."""
        cdef SystemMemory m = SystemMemory.__new__(SystemMemory)
        driver.bind_thread()
        place(m, <void *>ptr, size)
        m.owner = owner
        m.borrowed = True
        return m

    def prefetch(self, stream, *, device=None):
        """Move the memory to a device ahead of its use; as ``ManagedMemory.prefetch``."""
        cdef int to = self.device_id if device is None else int(device)
        driver.check(driver.api.memory_prefetch(
            <void *>self.ptr, self.size, to, <void *><size_t>stream.ptr), "prefetching")

    def advise(self, int advise, device):
        """Tell the driver how the memory is going to be used; as ``ManagedMemory.advise``."""
        driver.check(driver.api.memory_advise(
            <void *>self.ptr, self.size, advise, int(device)), "advising")


cdef extern from "contract.h":
    enum:
        CUPY_ATTR_PAGEABLE_ACCESS
        CUPY_MEMORY_UNREGISTERED


def device_of(size_t ptr):
    """The device of a byte that others gave, -1 where its driver does not say; ValueError where no kernel reads it."""
    cdef int kind = 0
    cdef int device = -1
    cdef int anything = 1
    cdef int current
    driver.bind_thread()
    current = driver.thread_state().device
    if driver.api.memory_pointer_info(<void *>ptr, &kind, &device):
        return -1
    if kind != CUPY_MEMORY_UNREGISTERED:
        return device
    # What a recording allocates is not there before it runs.
    if driver.target(current).host_memory or growth.captures:
        return -1
    if driver.api.device_attribute(current, CUPY_ATTR_PAGEABLE_ACCESS, &anything) == 0 and not anything:
        raise ValueError(f"there is no memory of a device at {ptr:#x}, nor any that device {current} can read; "
                         "cupy.asarray copies arrays of the host")
    return -1


cdef class UnownedMemory(Memory):
    """Memory that something else owns; never freed by this object.

    Parameters
    ----------
    ptr : int
        Address of the first byte.
    size : int
        Number of bytes.
    owner : object
        Kept alive as long as this object.
    device_id : int, optional
        The device that holds the bytes; found from the address if not given.

    Raises
    ------
    ValueError
        When the device's driver knows no memory at the address, and kernels cannot read just any.

    Examples
    --------
    >>> import cupy
    >>> whole = cupy.cuda.Memory(1000)
    >>> half = cupy.cuda.UnownedMemory(whole.ptr + 500, 500, whole)
    >>> half.size
    500
    """

    cdef readonly object owner

    def __init__(self, size_t ptr, size_t size, owner, int device_id=-1):
        cdef int found
        driver.bind_thread()
        place(self, <void *>ptr, size)
        self.owner = owner
        if ptr:
            found = device_of(ptr)
            device_id = found if device_id < 0 else device_id
        if device_id >= 0:
            self.device_id = device_id


def memory_of_driver(size_t ptr, size_t size, owner, int device_id):
    """UnownedMemory where the driver itself said that it is: a module's variable, memory that it mapped."""
    cdef UnownedMemory m = UnownedMemory.__new__(UnownedMemory)
    driver.bind_thread()
    place(m, <void *>ptr, size)
    m.owner = owner
    m.device_id = device_id
    return m


cdef class PythonFunctionAllocatorMemory(Memory):
    """Memory from a Python function; freed by another."""

    cdef object free_function

    def __init__(self, malloc_function, free_function, size_t size):
        driver.bind_thread()
        cdef size_t ptr = malloc_function(size, driver.thread_state().device)
        place(self, <void *>ptr, size)
        self.free_function = free_function

    def __dealloc__(self):
        if self.free_function is not None:
            self.free_function(self.ptr, self.device_id)


ctypedef void *(*CMalloc)(void *, size_t, int)
ctypedef void (*CFree)(void *, void *, int)


cdef class CFunctionAllocatorMemory(Memory):
    """Memory from a C function; freed by another."""

    cdef intptr_t argument
    cdef intptr_t free_function
    cdef readonly object owner

    def __init__(self, intptr_t argument, intptr_t malloc_function, intptr_t free_function,
                 owner, size_t size):
        driver.bind_thread()
        cdef void *ptr = (<CMalloc>malloc_function)(
            <void *>argument, size, driver.thread_state().device)
        place(self, ptr, size)
        self.argument = argument
        self.free_function = free_function
        self.owner = owner

    def __dealloc__(self):
        if self.free_function:
            (<CFree>self.free_function)(<void *>self.argument, <void *>self.ptr, self.device_id)


def malloc_direct(size):
    """Memory straight from the device, as a ``MemoryPointer``; the allocator that None stands for."""
    driver.bind_thread()
    active = hooks.active()
    cdef int device = driver.thread_state().device
    cdef size_t ptr = 0
    for hook in active:
        hook.alloc_preprocess(device_id=device, mem_size=size)
    try:
        memory = DeviceMemory(size)
        ptr = memory.ptr
    finally:
        for hook in reversed(active):
            hook.alloc_postprocess(device_id=device, mem_size=size, mem_ptr=ptr)
    return MemoryPointer(memory, 0)


def async_usage():
    """Bytes in use and bytes taken from the system by the current device's pool."""
    cdef size_t used = 0, reserved = 0
    driver.bind_thread()
    driver.check(driver.api.memory_pool_usage(driver.thread_state().device, &used, &reserved), "memory pool")
    return used, reserved


def trim(size_t keep):
    """Return unused memory of the current device's pool to the system, but for `keep` bytes."""
    driver.bind_thread()
    driver.check(driver.api.memory_pool_trim(driver.thread_state().device, keep), "memory pool")
