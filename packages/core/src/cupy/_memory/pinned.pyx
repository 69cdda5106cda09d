# Pinned host memory, and the pool that keeps it.
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_MEMORY_HOST

from cupy._runtime.locks import Lock

cdef enum:
    GRANULE = 512


cdef class PinnedMemory:
    """Bytes of host memory that the device reads and writes directly.

    Parameters
    ----------
    size : int
        Number of bytes.
    flags : int, optional
        Flags of the backend.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.PinnedMemory(64).size
    64
    """

    cdef readonly size_t ptr
    cdef readonly size_t size
    cdef object __weakref__

    def __int__(self):
        return self.ptr

    def __init__(self, size_t size, unsigned int flags=0):
        cdef void *ptr = NULL
        driver.bind_thread()
        if size:
            driver.check(driver.api.memory_alloc_pinned(&ptr, size, flags), f"pinned memory of {size} bytes")
        self.ptr = <size_t>ptr
        self.size = size

    def __dealloc__(self):
        if self.ptr:
            driver.api.memory_free_pinned(<void *>self.ptr)


cdef class PooledPinnedMemory:
    """Pinned memory on loan from a pool; it goes back by `free` or with this object.

    Parameters
    ----------
    mem : PinnedMemory
        What is lent.
    pool : PinnedMemoryPool
        Where it belongs.
    """

    cdef readonly object mem
    cdef readonly size_t ptr, size
    cdef readonly object pool

    def __init__(self, mem, pool):
        self.mem = mem
        self.pool = pool
        self.ptr = mem.ptr
        self.size = mem.size

    def __int__(self):
        return self.ptr

    def free(self):
        """Give the memory back now."""
        mem, self.mem = self.mem, None
        self.ptr = self.size = 0
        if mem is not None:
            self.pool.give_back(mem)

    def __dealloc__(self):
        if self.mem is not None and self.pool is not None:
            self.pool.give_back(self.mem)


cdef class PinnedMemoryPointer:
    """An address in pinned memory; offers the buffer protocol.

    Parameters
    ----------
    mem : PinnedMemory
        The memory, kept alive by this pointer.
    offset : int
        Bytes from its beginning.

    Examples
    --------
    >>> import cupy
    >>> p = cupy.cuda.alloc_pinned_memory(8)
    >>> len(memoryview(p)) >= 8
    True
    """

    cdef readonly object mem
    cdef readonly size_t ptr
    cdef Py_ssize_t[1] shape
    cdef Py_ssize_t[1] strides

    def __init__(self, mem, Py_ssize_t offset):
        self.mem = mem
        self.ptr = mem.ptr + offset

    def __add__(self, Py_ssize_t offset):
        return PinnedMemoryPointer(self.mem, <Py_ssize_t>(self.ptr - <size_t>self.mem.ptr) + offset)

    def __sub__(self, Py_ssize_t offset):
        return self + -offset

    def __int__(self):
        return self.ptr

    def size(self):
        """Bytes from here to the end of the memory."""
        return self.mem.size - (self.ptr - self.mem.ptr)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        self.shape[0] = self.size()
        self.strides[0] = 1
        buffer.buf = <void *>self.ptr
        buffer.format = "B"
        buffer.internal = NULL
        buffer.itemsize = 1
        buffer.len = self.shape[0]
        buffer.ndim = 1
        buffer.obj = self
        buffer.readonly = 0
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL


class PinnedMemoryPool:
    """Keeps pinned memory that was freed, by power-of-two size.

    Parameters
    ----------
    allocator : callable, optional
        ``allocator(size)`` returns a ``PinnedMemoryPointer``.

    Examples
    --------
    >>> import cupy
    >>> pool = cupy.cuda.PinnedMemoryPool()
    >>> pool.malloc(1000).mem.size >= 1000
    True
    """

    def __init__(self, allocator=None):
        self._allocator = allocator or (lambda size: PinnedMemoryPointer(PinnedMemory(size), 0))
        self._free = {}
        self._lock = Lock()

    def malloc(self, size):
        """Pinned memory of at least `size` bytes."""
        rounded = GRANULE
        while rounded < size:
            rounded *= 2
        with self._lock:
            kept = self._free.get(rounded)
            memory = kept.pop() if kept else None
        if memory is None:
            memory = self._allocator(rounded).mem
        return PinnedMemoryPointer(PooledPinnedMemory(memory, self), 0)

    def give_back(self, memory):
        """Keep memory that nobody uses any more."""
        with self._lock:
            self._free.setdefault(memory.size, []).append(memory)

    def free_all_blocks(self):
        """Return what is kept to the system."""
        with self._lock:
            self._free.clear()

    def n_free_blocks(self):
        """How many blocks of memory are kept."""
        with self._lock:
            return sum(map(len, self._free.values()))


cdef object _default_pool = None
cdef object _allocator = None


def default_pinned_memory_pool():
    """The pool that pinned memory comes from."""
    global _default_pool
    if _default_pool is None:
        _default_pool = PinnedMemoryPool()
    return _default_pool


def alloc_pinned_memory(size):
    """Pinned memory of at least `size` bytes, from the current allocator.

    Parameters
    ----------
    size : int
        Number of bytes.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.alloc_pinned_memory(100).size() >= 100
    True
    """
    return (_allocator or default_pinned_memory_pool().malloc)(size)


def is_memory_pinned(ptr):
    """Whether the host memory at an address is pinned.

    Parameters
    ----------
    ptr : int
        The address.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import pinned_memory
    >>> pinned_memory.is_memory_pinned(cupy.cuda.alloc_pinned_memory(8).ptr)
    True
    """
    cdef int kind = 0, device = 0
    driver.bind_thread()
    driver.check(driver.api.memory_pointer_info(<void *><size_t>ptr, &kind, &device), "asking about an address")
    return kind == CUPY_MEMORY_HOST


def set_pinned_memory_allocator(allocator=None):
    """Set the function that allocates pinned memory; None goes without a pool.

    Parameters
    ----------
    allocator : callable, optional
        Takes a number of bytes and gives a `PinnedMemoryPointer`.

    Examples
    --------
    >>> import cupy
    >>> pool = cupy.cuda.PinnedMemoryPool()
    >>> cupy.cuda.set_pinned_memory_allocator(pool.malloc)
    >>> cupy.cuda.set_pinned_memory_allocator(cupy.get_default_pinned_memory_pool().malloc)
    """
    global _allocator
    _allocator = allocator or (lambda size: PinnedMemoryPointer(PinnedMemory(size), 0))
