# Memory pools as users see them.
# cython: language_level=3
import os
import weakref

from cupy._memory cimport growth
from cupy._memory.cpp cimport Arena, Pool, Usage
from cupy._memory.memory cimport pooled
from cupy._memory.pointer import MemoryPointer
from cupy._runtime cimport driver
from cupy._runtime.driver import device_count

cdef object pools = weakref.WeakValueDictionary()       # by the address of the C++ half


def pool_at(size_t address):
    """The `MemoryPool` of this C++ half; None when only its blocks are left."""
    return pools.get(address)


cdef class MemoryPool:
    """Caching allocator: memory that arrays free is kept for the next ones.

    There is a cache for each device and stream.  Statistics and limits are those of the
    current device.  A pool that a program makes takes what is asked for, in multiples of 512
    bytes; the default pool takes pages of 2 MiB and cuts them.

    Parameters
    ----------
    allocator : callable, optional
        ``allocator(size)`` returns a ``MemoryPointer``: where the pool gets its memory from.
        The device itself if not given.

    Examples
    --------
    >>> import cupy
    >>> pool = cupy.cuda.MemoryPool()
    >>> with cupy.cuda.using_allocator(pool.malloc):
    ...     memory = cupy.cuda.alloc(1000)
    >>> pool.used_bytes()
    1024
    """

    cdef Pool *pool
    cdef object __weakref__

    def __cinit__(self, allocator=None):
        self.pool = growth.new_pool(allocator)
        pools[<size_t>self.pool] = self

    def __dealloc__(self):
        if self.pool != NULL:
            growth.close_pool(self.pool)

    def malloc(self, size):
        """Memory for the current device and stream.

        Parameters
        ----------
        size : int
            Number of bytes.

        Returns
        -------
        MemoryPointer
            The first of them; all return to the pool with the last pointer or array on them.

        Raises
        ------
        OutOfMemoryError
            When neither the cache nor the device has enough memory, or the limit is reached.
        """
        if size == 0:
            from cupy._memory.direct import DeviceMemory
            return MemoryPointer(DeviceMemory(0), 0)
        return MemoryPointer(pooled(self.pool, size), 0)

    def used_bytes(self):
        """Bytes in use on the current device."""
        return self.usage().used

    def free_bytes(self):
        """Bytes in the cache of the current device."""
        return self.usage().free

    def total_bytes(self):
        """Bytes that the pool has taken from the current device."""
        return self.pool.total(self.device())

    def peak_bytes(self):
        """The most that ``total_bytes`` has been since the last ``reset_peak``."""
        return self.pool.peak(self.device())

    def reset_peak(self):
        """Begin to watch ``peak_bytes`` anew."""
        self.pool.reset_peak(self.device())

    def n_free_blocks(self):
        """Number of blocks in the cache of the current device that were freed."""
        return self.usage().free_blocks

    def free_all_blocks(self, stream=None):
        """Give cached memory back to the device.

        Parameters
        ----------
        stream : cupy.cuda.Stream, optional
            Only what is cached for this stream; all streams if not given.
        """
        cdef int device = self.device()
        cdef Arena *only = NULL
        growth.poll_pending(False)
        if stream is not None:
            only = self.pool.existing(device, growth.key_of(<void *><size_t>stream.ptr))
            if only == NULL:
                return
        growth.free_cached(self.pool, device, only)

    def free_all_free(self):
        """Older name of ``free_all_blocks()``."""
        self.free_all_blocks()

    def get_limit(self):
        """Most bytes the pool may take from the current device; 0 is no limit."""
        return self.pool.limit(self.device())

    def set_limit(self, size=None, fraction=None):
        """Limit what the pool may take from the current device.

        Parameters
        ----------
        size : int, optional
            Bytes; 0 is no limit.
        fraction : float, optional
            Part of the device's memory, from 0 to 1.  Give one of the two.

        Raises
        ------
        ValueError
            When both or neither are given, or one is out of range.

        Examples
        --------
        >>> import cupy
        >>> pool = cupy.cuda.MemoryPool()
        >>> pool.set_limit(size=1024**3)
        >>> pool.get_limit()
        1073741824
        """
        cdef int device = self.device()
        if (size is None) == (fraction is None):
            raise ValueError("give either size or fraction")
        if fraction is not None:
            if not 0 <= fraction <= 1:
                raise ValueError(f"fraction must be from 0 to 1, not {fraction}")
            size = int(fraction * device_memory(device))
        if size < 0:
            raise ValueError(f"size must not be negative, but is {size}")
        self.pool.set_limit(device, size)

    cdef int device(self) except -1:
        driver.bind_thread()
        return driver.thread_state().device

    cdef Usage usage(self) except *:
        cdef int device = self.device()
        growth.poll_pending(False)
        return self.pool.usage(device)


cdef size_t device_memory(int device) except? 0:
    cdef size_t total = 0
    driver.check(driver.api.device_total_memory(device, &total), "asking for the size of memory")
    return total


def pool_address(allocator):
    """Address of the C++ pool when `allocator` is the ``malloc`` of a ``MemoryPool``, else 0."""
    owner = getattr(allocator, "__self__", None)
    if type(owner) is MemoryPool and allocator.__name__ == "malloc":
        return <size_t>(<MemoryPool>owner).pool
    return 0


cdef MemoryPool the_default = None


cdef int apply_limit(MemoryPool pool) except -1:
    """The limit in ``CUPY_GPU_MEMORY_LIMIT``, bytes or percent, on every device."""
    text = os.environ.get("CUPY_GPU_MEMORY_LIMIT", "").strip()
    cdef int device
    if not text:
        return 0
    try:
        share = float(text[:-1]) / 100 if text.endswith("%") else None
        size = None if text.endswith("%") else int(text)
        if (size if share is None else share) < 0 or (share or 0) > 1:
            raise ValueError
    except ValueError:
        raise ValueError("CUPY_GPU_MEMORY_LIMIT must be a number of bytes or a percentage such as "
                         f"'50%', not {text!r}") from None
    for device in range(device_count()):
        pool.pool.set_limit(device, int(share * device_memory(device)) if size is None else size)
    return 0


def default_memory_pool():
    """The pool that arrays are allocated from unless another allocator is set.

    Returns
    -------
    MemoryPool
        The same object each time.

    Examples
    --------
    >>> import cupy
    >>> cupy.get_default_memory_pool().get_limit()
    0
    """
    global the_default
    cdef MemoryPool pool
    if the_default is None:
        driver.ensure()
        pool = MemoryPool()
        pool.pool.paged = True
        apply_limit(pool)
        if the_default is None:
            the_default = pool
    return the_default
