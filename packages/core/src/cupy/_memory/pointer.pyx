# An address in a piece of memory, with copies from and to it; used like a C pointer.
# cython: language_level=3
from cupy._memory.memory cimport Memory, use_on
from cupy._memory.staging cimport copy_to_device, copy_to_host
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_COPY_DEFAULT


cdef void *stream_handle(object stream) except? NULL:
    """Address of the stream; the current one for None."""
    if stream is None:
        return driver.thread_state().stream
    return <void *><size_t>stream.ptr


cdef size_t host_address(object mem) except? 0:
    """Address of host memory: a number, a ctypes pointer, or anything with a ``ptr``."""
    if isinstance(mem, int):
        return mem
    value = getattr(mem, "value", None)     # ctypes.c_void_p
    if value is None:
        value = getattr(mem, "ptr", None)   # PinnedMemoryPointer
    if value is None:
        raise TypeError(f"expected the address of host memory, not {type(mem).__name__}")
    return value


cdef class MemoryPointer:
    """An address in a piece of device memory.

    Adding an integer moves it by that many bytes.

    Parameters
    ----------
    mem : BaseMemory
        The memory, kept alive by this pointer.
    offset : int
        Bytes from its beginning.

    Attributes
    ----------
    mem : BaseMemory
        The memory.
    ptr : int
        The address.
    device_id : int
        Number of the device that holds the memory.

    Examples
    --------
    >>> import cupy
    >>> p = cupy.cuda.alloc(1000)
    >>> (p + 100).ptr - p.ptr
    100
    """

    cdef readonly size_t ptr
    cdef readonly int device_id
    cdef readonly object mem

    def __init__(self, mem, Py_ssize_t offset):
        self.mem = mem
        self.ptr = mem.ptr + offset if mem is not None else offset
        self.device_id = mem.device_id if mem is not None else driver.thread_state().device

    def __int__(self):
        return self.ptr

    def __repr__(self):
        return f"<MemoryPointer 0x{self.ptr:x} device={self.device_id} mem={self.mem!r}>"

    @property
    def device(self):
        """The device that holds the memory, a ``cupy.cuda.Device``."""
        from cupy._runtime.device import Device
        return Device(self.device_id)

    cdef MemoryPointer moved(self, Py_ssize_t offset):
        cdef MemoryPointer p = MemoryPointer.__new__(MemoryPointer)
        p.mem = self.mem
        p.ptr = self.ptr + offset
        p.device_id = self.device_id
        return p

    def __add__(self, Py_ssize_t offset):
        return self.moved(offset)

    def __radd__(self, Py_ssize_t offset):
        return self.moved(offset)

    def __iadd__(self, Py_ssize_t offset):
        self.ptr += offset
        return self

    def __sub__(self, Py_ssize_t offset):
        return self.moved(-offset)

    def __isub__(self, Py_ssize_t offset):
        self.ptr -= offset
        return self

    cdef int used_on(self, void *stream) except -1:
        if isinstance(self.mem, Memory):
            use_on(self.mem, stream)
        return 0

    def copy_from(self, mem, size_t size):
        """Copy `size` bytes from a ``MemoryPointer`` or from host memory, and wait for it."""
        if isinstance(mem, MemoryPointer):
            self.copy_from_device(mem, size)
        else:
            self.copy_from_host(mem, size)

    def copy_from_async(self, mem, size_t size, stream=None):
        """Copy `size` bytes from a ``MemoryPointer`` or from pinned host memory, in stream order."""
        if isinstance(mem, MemoryPointer):
            self.copy_from_device_async(mem, size, stream)
        else:
            self.copy_from_host_async(mem, size, stream)

    def copy_from_device(self, MemoryPointer src, size_t size):
        """Copy `size` bytes from another address on a device, in order with the current stream."""
        self.copy_from_device_async(src, size)

    def copy_from_device_async(self, MemoryPointer src, size_t size, stream=None):
        """Copy `size` bytes from another address on a device, in order with `stream`."""
        cdef void *handle
        cdef int status
        if not size:
            return
        driver.bind_thread()
        handle = stream_handle(stream)
        self.used_on(handle)
        src.used_on(handle)
        if src.device_id == self.device_id:
            status = driver.api.copy(<void *>self.ptr, <void *>src.ptr, size, CUPY_COPY_DEFAULT, handle)
        else:
            status = driver.api.copy_peer(<void *>self.ptr, self.device_id, <void *>src.ptr,
                                          src.device_id, size, handle)
        driver.check(status, "copying between addresses of devices")

    def copy_from_host(self, mem, size_t size):
        """Copy `size` bytes from host memory (an address or a ctypes pointer) and wait for it."""
        cdef void *handle = stream_handle(None)
        self.used_on(handle)
        copy_to_device(<void *>self.ptr, <void *>host_address(mem), size, handle, True)

    def copy_from_host_async(self, mem, size_t size, stream=None):
        """Copy `size` bytes from host memory, which should be pinned, in order with `stream`."""
        cdef void *handle
        if size:
            driver.bind_thread()
            handle = stream_handle(stream)
            self.used_on(handle)
            driver.check(driver.api.copy(<void *>self.ptr, <void *>host_address(mem), size, 1, handle),
                         "copying to the device")

    def copy_to_host(self, mem, size_t size):
        """Copy `size` bytes to host memory (an address or a ctypes pointer) and wait for it."""
        cdef void *handle = stream_handle(None)
        self.used_on(handle)
        copy_to_host(<void *>host_address(mem), <void *>self.ptr, size, handle, True)

    def copy_to_host_async(self, mem, size_t size, stream=None):
        """Copy `size` bytes to host memory, which should be pinned, in order with `stream`."""
        cdef void *handle
        if size:
            driver.bind_thread()
            handle = stream_handle(stream)
            self.used_on(handle)
            driver.check(driver.api.copy(<void *>host_address(mem), <void *>self.ptr, size, 2, handle),
                         "copying to the host")

    def memset(self, int value, size_t size):
        """Set `size` bytes to `value`, in order with the current stream."""
        self.memset_async(value, size)

    def memset_async(self, int value, size_t size, stream=None):
        """Set `size` bytes to `value`, in order with `stream`."""
        cdef void *handle
        if size:
            driver.bind_thread()
            handle = stream_handle(stream)
            self.used_on(handle)
            driver.check(driver.api.fill(<void *>self.ptr, <unsigned char>value, 1, size, handle),
                         "filling memory")
