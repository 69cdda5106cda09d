# Runs of items repeated, in one launch: on devices short ones word by word, long ones read once and written many times.
# Those between that vectors do not fit are copied as any broadcast array is.

import numpy

from libc.stdint cimport uint32_t

from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, ndarray
from cupy._core.target cimport blocks_for
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "repeat_params.hpp" namespace "cupy" nogil:
    int kRepeatThreads, kRepeatVectors
    int repeat_vector(int width)
    cdef struct RepeatParams "cupy::Repeat":
        const void *items
        void *output
        unsigned int size
        unsigned int inner
        Divider group

cdef extern from "copies_params.hpp" namespace "cupy" nogil:
    int kCopiesThreads, kCopiesVectors
    cdef struct CopiesParams "cupy::Copies":
        const void *items
        void *output
        unsigned int vectors
        unsigned int count
        unsigned int share
        Divider run

cdef enum:
    LONG = 64                   # bytes of a run that is copied as a whole
    LONGER = 4096               # also where its parts are no vectors
    LARGE = 1 << 22             # bytes of an output from which on that matters
    MOST_ITEMS = 0x7fff0000
    MOST_SHARED = 16            # copies that one block writes
    BLOCKS = 8                  # of a multiprocessor, before a block writes several copies

cdef Kernel _short = core_kernel("items", "repeat")
cdef Kernel _long = core_kernel("items", "copies")


def repeat_runs(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result):
    """Fill `result` with each run of `inner` items `count` times; False where one kernel cannot do that."""
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or a.size == 0 or count <= 0:
        return False
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device or result.device_id_ != state.device:
        return False
    target = driver.target(state.device)
    if target.serial_blocks:
        if a.size // inner < target.multiprocessors:        # a thread takes whole runs
            return False
    elif inner * a.itemsize_ >= LONG:
        return _repeat_long(a, count, inner, result, state)
    return _repeat_short(a, count, inner, result, state)


cdef bint _repeat_short(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result,
                        driver.ThreadState *state) except -1:
    cdef RepeatParams p
    cdef Py_ssize_t grid
    if result.size >= MOST_ITEMS or a.itemsize_ not in (1, 2, 4, 8, 16) or <size_t>result.ptr & 15:
        return False
    use_on(a.memory, state.stream)
    use_on(result.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    p.size = <unsigned int>result.size
    p.inner = <unsigned int>inner
    p.group = divider(<uint32_t>(count * inner))
    grid = blocks_for(result.size, result.size * a.itemsize_ / 4.0,
                      kRepeatThreads * kRepeatVectors * repeat_vector(a.itemsize_))
    _short.run(a.itemsize_, grid, kRepeatThreads, &p)
    return True


cdef bint _repeat_long(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result,
                       driver.ThreadState *state) except -1:
    cdef CopiesParams p
    cdef const driver.Target *target = driver.target(state.device)
    cdef Py_ssize_t run = inner * a.itemsize_, tiles, fill
    cdef size_t places = <size_t>run | <size_t>a.ptr | <size_t>result.ptr | 16
    cdef int width = <int>(places & (~places + 1))          # the largest vectors that all begin and end with
    if width < 16 and run < LONGER and result.size * result.itemsize_ >= LARGE:
        words = numpy.dtype(f"u{width}")
        source = a.reshape(-1).view(words).reshape(-1, 1, run // width)
        result.reshape(-1).view(words).reshape(-1, count, run // width)[...] = source
        return True
    if width < 4 or a.size * a.itemsize_ // width >= MOST_ITEMS or count >= MOST_ITEMS:
        return False
    use_on(a.memory, state.stream)
    use_on(result.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    p.vectors = <unsigned int>(a.size * a.itemsize_ // width)
    p.count = <unsigned int>count
    p.run = divider(<uint32_t>(run // width))
    tiles = (<Py_ssize_t>p.vectors + kCopiesThreads * kCopiesVectors - 1) // (kCopiesThreads * kCopiesVectors)
    fill = tiles * count // (BLOCKS * target.multiprocessors)
    p.share = <unsigned int>max(1, min(count, MOST_SHARED, fill))
    fill = tiles * ((count + p.share - 1) // p.share)
    if fill >= MOST_ITEMS:
        return False
    _long.run(width, fill, kCopiesThreads, &p)
    return True
