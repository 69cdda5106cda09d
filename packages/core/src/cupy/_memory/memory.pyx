# Owners of bytes, and the allocation of arrays: the hot path of the pools.
# cython: language_level=3
import threading
import weakref

cimport cython
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport uint64_t
from libcpp cimport bool
from libcpp.vector cimport vector

from cupy._memory cimport capture, growth
from cupy._memory import hooks, report
from cupy._memory.cpp cimport Arena, Block, Pool, SpinLock, Use, granule, round_up
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_STATUS_OUT_OF_MEMORY
from cupy._runtime.errors import OutOfMemoryError

cdef extern from "cupy/_memory/thread_cache.hpp" namespace "cupy" nogil:
    cppclass ThreadCache:
        Arena *arena
        int device
        void *stream
        uint64_t epoch
        Pool *pool
        bool overridden
        bool hooked
    ThreadCache *thread_cache()
    uint64_t epoch()
    void next_epoch()

cdef enum:
    TRACED = 16 << 20            # blocks of this size remember who asked for them

cdef SpinLock uses_lock
several_devices = True

cdef Pool *current_pool = NULL   # of the process-wide allocator; NULL: it is not a pool's malloc
cdef object current_allocator = None
cdef object override = threading.local()


@cython.freelist(256)
cdef class Memory:
    """Bytes on a device, freed with this object; ``cupy.cuda.BaseMemory``.

    Attributes
    ----------
    ptr : int
        Address of the first byte.
    size : int
        Number of bytes.
    device_id : int
        Number of the device that holds them.
    """

    def __dealloc__(self):
        cdef vector[Use] *uses = <vector[Use] *>self.uses
        if self.block != NULL:
            free_block(self)
        if uses != NULL:
            del uses

    def __int__(self):
        return self.ptr

    def __repr__(self):
        return f"<{type(self).__name__} of {self.size} bytes at 0x{self.ptr:x} on device {self.device_id}>"

    @property
    def device(self):
        """The device that holds the bytes, a ``cupy.cuda.Device``."""
        from cupy._runtime.device import Device
        return Device(self.device_id)


cdef class PooledMemory(Memory):
    """A block of a pool; it goes back to the pool with this object."""

    @property
    def pool(self):
        """A weak reference to the `MemoryPool` of the block."""
        from cupy._memory.pool import pool_at
        owner = pool_at(<size_t>(<Block *>self.block).segment.arena.pool) if self.block != NULL else None
        return (lambda: None) if owner is None else weakref.ref(owner)

    @property
    def identity(self):
        """Number of the block, unique while it is in use."""
        return <size_t>self.block

    def free(self):
        """Return the block to its pool now; the memory must not be used any more."""
        if self.block != NULL:
            free_block(self)
            self.block = NULL
            self.ptr = 0
            self.size = 0


cdef inline PooledMemory wrap(Block *block):
    cdef PooledMemory m = PooledMemory.__new__(PooledMemory)
    m.ptr = <size_t>block.ptr
    m.size = block.size
    m.device_id = block.segment.arena.device
    m.stream = block.segment.arena.stream
    m.block = block
    return m


cdef Memory allocate(size_t nbytes):
    cdef ThreadCache *cache = thread_cache()
    cdef driver.ThreadState *state
    cdef Block *block
    if cache.arena != NULL and cache.epoch == epoch() and nbytes < TRACED:
        state = driver.thread_state()
        if cache.device == state.device and cache.stream == state.stream:
            block = cache.arena.malloc_quick(round_up(nbytes, granule))
            if block != NULL:
                return wrap(block)
    return allocate_slow(nbytes)


cdef Memory allocate_slow(size_t nbytes):
    cdef ThreadCache *cache = thread_cache()
    cdef Pool *pool
    driver.bind_thread()
    if current_allocator is None:
        start()
    pool = cache.pool if cache.overridden else current_pool
    if pool != NULL:
        return allocate_from(pool, nbytes)
    pointer = get_allocator()(nbytes)
    return memory_at(pointer, nbytes)


cdef int start() except -1:
    """Make the default pool the allocator, once the backend has started."""
    global several_devices
    from cupy._memory.pool import default_memory_pool
    from cupy._runtime.driver import device_count
    several_devices = device_count() > 1
    if current_allocator is None:
        become_allocator(default_memory_pool().malloc)
    return 0


cdef Memory pooled(void *pool, size_t nbytes):
    driver.bind_thread()
    return allocate_from(<Pool *>pool, nbytes)


cdef PooledMemory allocate_from(Pool *pool, size_t nbytes):
    """A block of this pool for the current device and stream of the thread."""
    cdef ThreadCache *cache = thread_cache()
    cdef driver.ThreadState *state = driver.thread_state()
    cdef size_t size = round_up(nbytes, granule)
    cdef Arena *arena = NULL
    cdef Block *block
    cdef uint64_t now = epoch()
    if nbytes > (<size_t>1 << 60):
        raise OutOfMemoryError(f"{report.format_size(nbytes)} ({nbytes} bytes) requested", CUPY_STATUS_OUT_OF_MEMORY)
    if growth.captures:
        arena = capture.arena_of(pool, state.device, state.stream)
    if arena == NULL:
        arena = pool.arena(state.device, growth.key_of(state.stream))
    active = hooks.active() if cache.hooked else ()
    for hook in active:
        hook.malloc_preprocess(device_id=arena.device, size=nbytes, mem_size=size)
    block = growth.obtain(pool, arena, size) if size else NULL
    cdef PooledMemory m
    if block != NULL:
        m = wrap(block)
        if nbytes >= TRACED:
            set_site(block)
    else:
        m = PooledMemory.__new__(PooledMemory)
        m.device_id = state.device
        m.stream = growth.key_of(state.stream)
    for hook in reversed(active):
        hook.malloc_postprocess(device_id=arena.device, size=nbytes, mem_size=size,
                                mem_ptr=m.ptr, pmem_id=<size_t>m.block)
    remember(cache, pool, arena, now)
    return m


cdef void remember(ThreadCache *cache, Pool *pool, Arena *arena, uint64_t now) noexcept:
    """Let the next call find the arena at once, when nothing else asks to be consulted."""
    cdef driver.ThreadState *state = driver.thread_state()
    cache.arena = NULL
    if cache.hooked or growth.captures or pool != (cache.pool if cache.overridden else current_pool):
        return
    cache.arena = arena
    cache.device = state.device
    cache.stream = state.stream
    cache.epoch = now


cdef int set_site(Block *block) except -1:
    site = report.site()
    if site is not None:
        Py_INCREF(site)
        block.site = <void *>site
    return 0


cdef void free_block(Memory m) noexcept:
    cdef Block *block = <Block *>m.block
    cdef Arena *arena = block.segment.arena
    if block.site == NULL and m.uses == NULL and not arena.eager and not thread_cache().hooked:
        arena.free(block)
    else:
        try:
            free_block_slow(m, block, arena)
        except BaseException as error:
            import sys
            sys.unraisablehook(_Unraisable(error, m.size))


def _Unraisable(error, size):
    from types import SimpleNamespace
    return SimpleNamespace(exc_type=type(error), exc_value=error, exc_traceback=error.__traceback__,
                           err_msg=f"Exception ignored while freeing {size} bytes", object=None)


cdef int free_block_slow(Memory m, Block *block, Arena *arena) except -1:
    cdef void *site = block.site
    facts = dict(device_id=m.device_id, mem_size=m.size, mem_ptr=m.ptr, pmem_id=<size_t>block)
    active = hooks.active() if thread_cache().hooked else ()
    block.site = NULL
    if site != NULL:
        Py_DECREF(<object>site)
    for hook in active:
        hook.free_preprocess(**facts)
    growth.release(block, <vector[Use] *>m.uses)
    for hook in reversed(active):
        hook.free_postprocess(**facts)
    return 0


cdef void use_on_slow(Memory m, void *stream) noexcept nogil:
    cdef Use use
    cdef Use known
    cdef vector[Use] *uses
    stream = growth.key_of(stream)
    use.device = driver.thread_state().device
    use.stream = stream
    if stream == m.stream and use.device == m.device_id:
        return
    uses_lock.lock()
    if m.uses == NULL:
        m.uses = new vector[Use]()
    uses = <vector[Use] *>m.uses
    for known in uses[0]:
        if known.device == use.device and known.stream == stream:
            uses_lock.unlock()
            return
    uses.push_back(use)
    uses_lock.unlock()


# A window on memory that an allocator other than a pool returned.

cdef class SubMemory(Memory):
    """Part of another memory, which it keeps alive."""

    cdef object owner


cdef Memory memory_at(object pointer, size_t nbytes):
    """The memory that a ``MemoryPointer`` points at, as an owner that begins there."""
    cdef size_t ptr
    cdef SubMemory part
    if isinstance(pointer, Memory):
        return pointer
    if not hasattr(pointer, "ptr") or not hasattr(pointer, "mem"):
        raise TypeError(f"the allocator must return a MemoryPointer, not {type(pointer).__name__}")
    ptr = pointer.ptr
    memory = pointer.mem
    # An UnownedMemory of size 0 does not know its size.
    if nbytes and (not ptr or memory is not None and memory.size and memory.ptr + memory.size < ptr + nbytes):
        raise ValueError(f"the allocator returned {memory.ptr + memory.size - ptr if ptr else 0} bytes where {nbytes} "
                         "were asked for")
    if isinstance(memory, Memory) and (<Memory>memory).ptr == ptr:
        return memory
    part = SubMemory.__new__(SubMemory)
    part.owner = memory
    part.ptr = ptr
    part.size = nbytes
    part.device_id = pointer.device_id
    part.stream = (<Memory>memory).stream if isinstance(memory, Memory) else growth.key_of(
        driver.thread_state().stream)
    return part


# Which allocator is used.

cdef Pool *pool_of(object allocator) except? NULL:
    """The pool whose ``malloc`` this is, or NULL."""
    from cupy._memory.pool import pool_address
    cdef size_t address = pool_address(allocator)
    return <Pool *>address


def set_allocator(allocator=None):
    """Set the function that allocates the memory of arrays, for the whole process.

    Parameters
    ----------
    allocator : callable or None
        ``allocator(size)`` returns a ``MemoryPointer``; usually the ``malloc`` of a
        pool.  None allocates from the device each time, without a pool.

    Raises
    ------
    TypeError
        When `allocator` cannot be called.
    ValueError
        Inside ``using_allocator``.

    Examples
    --------
    >>> import cupy
    >>> pool = cupy.cuda.MemoryPool()
    >>> cupy.cuda.set_allocator(pool.malloc)
    >>> cupy.cuda.set_allocator(cupy.get_default_memory_pool().malloc)
    """
    if thread_cache().overridden:
        raise ValueError("cannot change the process-wide allocator inside using_allocator")
    become_allocator(checked_allocator(allocator))


cdef int become_allocator(object allocator) except -1:
    global current_pool, current_allocator
    current_pool = pool_of(allocator)
    current_allocator = allocator
    next_epoch()
    return 0


def checked_allocator(allocator):
    if allocator is None:
        from cupy._memory.direct import malloc_direct
        return malloc_direct
    if not callable(allocator):
        raise TypeError(f"allocator must be callable or None, not {type(allocator).__name__}")
    return allocator


def get_allocator():
    """The function that allocates the memory of arrays on this thread.

    Returns
    -------
    callable
        The argument of the innermost ``using_allocator``, else of ``set_allocator``.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.get_allocator()(512).mem.size
    512
    """
    if thread_cache().overridden:
        return override.stack[len(override.stack) - 1]
    if current_allocator is None:
        driver.ensure()
        start()
    return current_allocator


class using_allocator:
    """Use another allocator within a ``with`` block, on this thread.

    Parameters
    ----------
    allocator : callable or None
        As for ``set_allocator``.

    Examples
    --------
    >>> import cupy
    >>> with cupy.cuda.using_allocator(cupy.cuda.malloc_managed):
    ...     memory = cupy.cuda.alloc(100).mem
    >>> type(memory).__name__
    'ManagedMemory'
    """

    def __init__(self, allocator=None):
        self._allocator = checked_allocator(allocator)

    def __enter__(self):
        stack = override.__dict__.setdefault("stack", [])
        stack.append(self._allocator)
        follow_override(stack)

    def __exit__(self, *_):
        override.stack.pop()
        follow_override(override.stack)


cdef int follow_override(list stack) except -1:
    cdef ThreadCache *cache = thread_cache()
    cache.arena = NULL
    cache.overridden = len(stack) > 0
    cache.pool = pool_of(stack[len(stack) - 1]) if stack else NULL
    return 0


def refresh_thread(bint hooked):
    """The memory hooks of this thread have changed."""
    cdef ThreadCache *cache = thread_cache()
    cache.hooked = hooked
    cache.arena = NULL


def forget_arenas():
    """Make every thread look up its arena again."""
    next_epoch()
