# How a pool gets memory from the driver and gives it back.
# cython: language_level=3
import gc

from cpython.ref cimport Py_DECREF, Py_INCREF
from libcpp.vector cimport vector

from cupy._memory import hooks, report
from cupy._memory.cpp cimport (Arena, Block, Holder, Pending, Pool, Segment, Usage, Use, round_up)
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_STATUS_OUT_OF_MEMORY
from cupy._runtime.errors import BackendError, OutOfMemoryError

cdef extern from "cupy/_memory/fork_guard.hpp" namespace "cupy" nogil:
    Pending *pending_blocks(const driver.CupyDriver *api)
    Pool *register_pool(Pool *pool) except +
    vector[Pool *] all_pools() except +

cdef extern from "cupy/_memory/stream_key.hpp" namespace "cupy" nogil:
    size_t thread_number()
    void *stream_key(void *stream, size_t thread)
    void *stream_of(void *key, size_t thread)

cdef enum:
    PAGE = 2 << 20            # the driver maps memory in pages of this size
    GROWTH = 16               # a new segment is at least this part of what the arena has for such sizes

captures = 0
cdef Pending *pending = pending_blocks(&driver.api)


cdef Pool *new_pool(object source) except NULL:
    cdef Pool *pool = new Pool()
    if source is not None:
        Py_INCREF(source)
        pool.source = <void *>source
    return register_pool(pool)


cdef void retire_arena(Arena *arena) noexcept:
    """Give back what is free; the rest follows block by block."""
    arena.eager = True
    try:
        release_segments(<Pool *>arena.pool, arena.device, arena.detach_idle())
    except Exception:  # at interpreter exit the driver may be gone
        pass


cdef void close_pool(Pool *pool):
    cdef Arena *arena
    for arena in pool.every():
        retire_arena(arena)
    if pool.source != NULL:
        Py_DECREF(<object>pool.source)
        pool.source = NULL


cdef Block *obtain(Pool *pool, Arena *arena, size_t size) except NULL:
    cdef Block *block = arena.malloc(size)
    if block == NULL and poll_pending(False):
        block = arena.malloc(size)
    if block == NULL:
        block = grow(pool, arena, size)
    return block


cdef size_t chunk_size(Pool *pool, Arena *arena, size_t size) except 0:
    """Bytes of the next segment: few and large ones fragment less.

    Programs that make pools or watch them see what they ask for.
    """
    if not pool.paged or hooks.active():
        return size
    return round_up(max(size, arena.total_for(size) // GROWTH), PAGE)


cdef Block *grow(Pool *pool, Arena *arena, size_t size) except NULL:
    cdef Block *block = NULL
    cdef size_t chunk
    if arena.total() and not Arena.is_small(size):   # a little more is no reason to let go of much
        release_segments(pool, arena.device, arena.detach_idle())
    chunk = chunk_size(pool, arena, size)
    block = add_segment(pool, arena, chunk, size)
    if block == NULL and chunk > size:
        block = add_segment(pool, arena, size, size)
    if block == NULL:
        block = arena.malloc(size, True)
    if block != NULL:
        return block
    for collect in (False, True):
        if collect and not gc.collect():
            break
        poll_pending(True)
        free_cached(pool, arena.device, NULL)
        block = arena.malloc(size, True)
        if block == NULL:
            block = add_segment(pool, arena, size, size)
        if block != NULL:
            return block
    raise out_of_memory(pool, arena, size)


cdef Block *add_segment(Pool *pool, Arena *arena, size_t chunk, size_t size) except? NULL:
    """A block in a new segment; NULL when the limit or the device does not allow it."""
    cdef void *ptr = NULL
    cdef void *owner = NULL
    cdef int status = CUPY_STATUS_OUT_OF_MEMORY
    if not pool.charge(arena.device, chunk):
        return NULL
    active = hooks.active()
    for hook in active:
        hook.alloc_preprocess(device_id=arena.device, mem_size=chunk)
    try:
        if pool.source != NULL:
            status = call_source(pool, chunk, &ptr, &owner)
        else:
            with nogil:
                status = driver.api.memory_alloc(&ptr, chunk)
            if status != CUPY_STATUS_OUT_OF_MEMORY:
                driver.check(status, f"allocating {chunk} bytes")
    finally:
        if status:
            pool.refund(arena.device, chunk)
        for hook in reversed(active):
            hook.alloc_postprocess(device_id=arena.device, mem_size=chunk, mem_ptr=<size_t>ptr)
    if status:
        return NULL
    return arena.add_segment(<char *>ptr, chunk, owner, size)


cdef int call_source(Pool *pool, size_t size, void **ptr, void **owner) except -1:
    try:
        memory = (<object>pool.source)(size)
    except MemoryError:
        return CUPY_STATUS_OUT_OF_MEMORY
    except BackendError as error:           # as CuPy's class takes the status of a runtime's call
        if error.status != CUPY_STATUS_OUT_OF_MEMORY:
            raise
        return CUPY_STATUS_OUT_OF_MEMORY
    ptr[0] = <void *><size_t>memory.ptr
    Py_INCREF(memory)
    owner[0] = <void *>memory
    return 0


cdef int release_segments(Pool *pool, int device, Segment *list) except -1:
    """Give detached segments back to where they came from."""
    cdef Segment *segment
    cdef int status = 0, failed = 0
    cdef int bound = driver.thread_state().bound
    if list == NULL:
        return 0
    if bound != device:
        driver.api.device_set(device)
    while list != NULL:
        segment = list
        list = segment.next
        if segment.owner != NULL:
            Py_DECREF(<object>segment.owner)
        else:
            with nogil:
                status = driver.api.memory_free(segment.ptr)
            failed = failed or status
        pool.refund(device, segment.size)
        del segment
    if bound != device and bound >= 0:
        driver.api.device_set(bound)
    driver.check(failed, "giving memory back")
    return 0


cdef int free_cached(Pool *pool, int device, Arena *only) except -1:
    cdef Arena *arena
    for arena in pool.of_device(device):
        if only == NULL or arena == only:
            release_segments(pool, device, arena.detach_idle())
    return 0


cdef int release(Block *block, const vector[Use] *uses) except -1:
    cdef Arena *arena = block.segment.arena
    cdef Pool *pool = <Pool *>arena.pool
    if uses != NULL:
        pending.push(block, uses[0], driver.thread_state().bound, thread_number())
        return 0
    arena.free(block)
    if arena.eager:
        release_segments(pool, arena.device, arena.detach_idle())
    return 0


cdef int poll_pending(bint wait) except -1:
    cdef bint any
    if pending.empty():
        return 0
    with nogil:
        any = pending.poll(captures > 0, wait)
    return any


cdef int retire_stream(int device, void *stream) except -1:
    """The stream, idle by now, goes: what it has cached is for the next one."""
    cdef Pool *pool
    cdef Arena *arena
    for pool in all_pools():
        arena = pool.retire_stream(device, stream)
        if arena != NULL:
            release_segments(pool, device, arena.detach_idle())
            pool.abandon(arena)
    return 0


cdef void keep_site(void *site) noexcept nogil:
    with gil:
        Py_INCREF(<object>site)


cdef out_of_memory(Pool *pool, Arena *arena, size_t size):
    """The exception that says who holds what."""
    cdef Usage usage = pool.usage(arena.device)
    cdef size_t free = 0, total = 0
    cdef Arena *each
    cdef Holder holder
    holders = []
    for each in pool.of_device(arena.device):
        for holder in each.holders(keep_site):
            site = None
            if holder.site != NULL:
                site = <object>holder.site
                Py_DECREF(site)
            holders.append((holder.size, site))
    driver.api.memory_info(&free, &total)
    return OutOfMemoryError(report.out_of_memory(
        arena.device, size, usage.used, usage.free, usage.largest_free, pool.limit(arena.device),
        free, total, holders), CUPY_STATUS_OUT_OF_MEMORY)


cdef void *key_of(void *stream) noexcept nogil:
    return stream_key(stream, thread_number())


cdef void *handle_of(void *key) noexcept nogil:
    return stream_of(key, thread_number())
