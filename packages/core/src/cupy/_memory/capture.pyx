# Memory of graphs: what is allocated while a stream is captured stays reserved.
# cython: language_level=3

from libc.string cimport memcpy

from cupy._memory cimport growth
from cupy._memory.cpp cimport Arena, Pool
from cupy._runtime cimport driver

cdef list under_way = []   # captures that have not ended, oldest first
cdef dict joined = {}      # stream that records the body of a conditional node → the memory of the capture


cdef class CaptureMemory:
    """The arenas of one capture; its graph keeps this object.

    A block that is freed during the capture may serve the same stream again within
    it; after the end nothing is handed out any more, and when the graph goes, the memory goes back
    to the device.
    """

    cdef Arena *arena(self, Pool *pool, void *stream) except NULL:
        cdef Arena *arena
        stream = growth.key_of(stream)
        for arena in self.arenas:
            if arena.pool == pool and arena.stream == stream:
                return arena
        arena = pool.make_private(self.device, stream)
        self.arenas.push_back(arena)
        return arena

    def end(self):
        """The capture is over."""
        if self.open:
            from cupy._runtime import kernel_cache
            self.kept.append(kernel_cache.loaded())
            self.open = False
            under_way.remove(self)
            growth.captures -= 1
            forget()

    def __dealloc__(self):
        cdef Arena *arena
        for arena in self.arenas:
            growth.retire_arena(arena)


cdef int forget() except -1:
    from cupy._memory.memory import forget_arenas
    forget_arenas()
    return 0


def begin(int device, size_t stream):
    """Memory for the capture of a stream that begins now."""
    cdef CaptureMemory memory = CaptureMemory.__new__(CaptureMemory)
    memory.device = device
    memory.stream = <void *>stream
    memory.open = True
    memory.kept = []
    memory.draws = {}
    under_way.append(memory)
    growth.captures += 1
    forget()
    return memory


def join(size_t stream, size_t outer):
    """A stream begins to record a body of a node in the capture of another one."""
    if stream != outer:
        joined[stream] = memory_of(driver.thread_state().device, <void *>outer)
        forget()


def leave(size_t stream):
    """The body that a stream recorded is complete."""
    joined.pop(stream, None)
    forget()


def abandon(size_t stream):
    """The captures of a stream whose object is gone are over."""
    cdef CaptureMemory memory
    for memory in list(under_way):
        if memory.stream == <void *>stream:
            memory.end()


cdef Arena *arena_of(Pool *pool, int device, void *stream) except? NULL:
    cdef CaptureMemory memory = memory_of(device, stream)
    if memory is None:
        return NULL
    return memory.arena(pool, stream)


cdef CaptureMemory memory_of(int device, void *stream):
    cdef CaptureMemory memory
    cdef int capturing = 0
    driver.api.stream_capture_status(stream, &capturing)
    if not capturing:
        return None
    memory = joined.get(<size_t>stream)
    if memory is not None:
        return memory
    for memory in under_way:
        if memory.device == device and memory.stream == stream:
            return memory
    # A stream that joined a capture by waiting for one of its events.
    for memory in reversed(under_way):
        if memory.device == device:
            return memory
    return None


cdef int refuse_wait(void *stream, str what) except -1:
    if growth.captures and memory_of(driver.thread_state().device, stream) is not None:
        raise RuntimeError(f"{what} waits for the stream, whose work is being captured and has not run; "
                           "do this before begin_capture() or after the graph was launched")
    return 0


def keep_graph(size_t stream, graph):
    """A graph is part of the one that a stream records, and lives as long."""
    memory = memory_of(driver.thread_state().device, <void *>stream)
    if memory is not None:
        memory.kept.append(graph)


def is_under_way():
    """Whether any stream's work is being captured."""
    return bool(under_way)


def refuse_device_wait():
    """Raise where waiting for the whole device would end a capture."""
    cdef CaptureMemory memory
    for memory in under_way:
        if memory.device == driver.thread_state().device:
            raise RuntimeError("waiting for the device ends a capture that is under way; end the capture first")


cdef void *keep(CaptureMemory memory, const void *host, size_t size) except NULL:
    """A copy of bytes of the host, which lives as long as the graph."""
    from cupy._memory.pinned import PinnedMemory
    held = PinnedMemory(size)
    memory.kept.append(held)
    memcpy(<void *><size_t>held.ptr, host, size)
    return <void *><size_t>held.ptr
