# Operations of the process written down: kernels, copies, libraries, waits, allocations, kernels that were loaded.
from libcpp.vector cimport vector

from cupy._runtime cimport driver

import time
from functools import partial

from cupy._runtime import driver as python_driver
from cupy._runtime.locks import Lock

cdef extern from "recorder.hpp" namespace "cupy::recorder" nogil:
    enum Kind "cupy::recorder::Kind":
        LIBRARY "cupy::recorder::kLibrary"
    cdef cppclass Entry:
        int kind
        int device
        long thread
        const void *what
        void *stream
        double begin, end, device_begin, device_seconds
        unsigned int[3] grid, block
        size_t bytes
        void *first
        void *last
    cdef cppclass State:
        vector[Entry] entries
        size_t dropped
        driver.CupyDriver real
    State &state()
    size_t pending_bytes
    Entry entry(int kind, const void *what, const void *stream, size_t bytes)
    size_t taken_bytes()
    double now()
    bint timeable(void *stream)
    void *event()
    void add(const Entry &)
    void begin_recording "cupy::recorder::start"(driver.CupyDriver *, size_t, bint, int, int)
    void end_recording "cupy::recorder::stop"(driver.CupyDriver *, int)

KINDS = ("kernel", "copy", "fill", "wait", "allocate", "free", "load", "graph", "library")

on = False
cdef object guard = Lock()
cdef dict names = {}        # number → name of a library's routine, whose handle is the number
cdef list misses = []       # (name, origin, begin, end) of kernels that were not loaded yet
cdef double started = 0     # of Python's clock


cdef void touch(Py_ssize_t bytes) noexcept nogil:
    global pending_bytes
    pending_bytes += bytes


def start(size_t limit):
    """Begin to write operations down, at most `limit` of them; RuntimeError when that is already done."""
    global on, started
    from cupy._runtime import kernel_cache

    driver.bind_thread()
    with guard:
        if on:
            raise RuntimeError("operations are recorded already")
        names.clear()
        misses.clear()
        kernel_cache.watch = missed
        started = time.perf_counter()
        begin_recording(&driver.api, limit, not driver.target(driver.thread_state().device).synchronous,
                        python_driver.device_count(), driver.thread_state().device)
        on = True


def missed(name, origin, begin, end):
    """A kernel was loaded from a pack, the disk or the compiler."""
    misses.append((name, origin, begin - started, end - started))


def stop():
    """``(rows, misses, dropped)``: what was written down, kernels that were loaded, operations above the limit.

    A row is ``(kind, name, device, thread, stream, begin, end, device_begin, device_seconds, grid, block, bytes)``;
    times are seconds since the start, `device_begin` is negative where it was not measured.  A miss is ``(name,
    origin, begin, end)``, its origin "pack", "disk" or "compiler".
    """
    global on
    cdef size_t i
    cdef Entry e
    from cupy._runtime import kernel_cache

    with guard:
        if not on:
            raise RuntimeError("no operations are recorded")
        on = False
        kernel_cache.watch = None
        end_recording(&driver.api, driver.thread_state().device)
    known = kernel_cache.names_of_functions()
    rows = []
    for i in range(state().entries.size()):
        e = state().entries[i]
        name = names.get(<size_t>e.what, "") if e.kind == LIBRARY else known.get(<size_t>e.what, "")
        rows.append((KINDS[e.kind], name, e.device, e.thread, <size_t>e.stream, e.begin, e.end, e.device_begin,
                     e.device_seconds, (e.grid[0], e.grid[1], e.grid[2]), (e.block[0], e.block[1], e.block[2]),
                     e.bytes))
    state().entries.clear()
    return rows, list(misses), state().dropped


def active():
    """Whether operations are being written down."""
    return on


class Recorded:
    """A library's routines, each of whose calls is an operation."""

    def __init__(self, service):
        self.service = service

    def __getattr__(self, name):
        found = getattr(self.service, name)
        return partial(library, name, found) if callable(found) else found


def library(str name, function, *arguments):
    """Call a routine of a library, as an operation of this name."""
    cdef driver.ThreadState *thread = driver.thread_state()
    cdef Entry e
    cdef bint timing
    if not on:
        return function(*arguments)
    key = hash(name) & 0x7fffffffffffffff
    names[key] = name
    given = sum([getattr(x, "nbytes", 0) for x in arguments])
    e = entry(LIBRARY, <void *><size_t>key, thread.stream, taken_bytes() + <size_t>given)
    timing = timeable(thread.stream)
    if timing:
        e.first = event()
        state().real.event_record(e.first, thread.stream)
    e.begin = now()
    try:
        return function(*arguments)
    finally:
        e.end = now()
        if timing:
            e.last = event()
            state().real.event_record(e.last, thread.stream)
        add(e)
