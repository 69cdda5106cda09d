# Short runs of items repeated, in one launch.

from libc.stdint cimport uint32_t

from cupy._core.blocks cimport blocks_for, kernel_of, run_blocks
from cupy._core.iteration cimport Divider, divider
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, ndarray
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

cdef enum:
    MOST_ITEMS = 0x7fff0000

cdef dict _handles = {}


def repeat_runs(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result):
    """Fill `result` with each run of `inner` items `count` times; False where one kernel cannot do that."""
    cdef RepeatParams p
    cdef driver.ThreadState *state
    cdef Py_ssize_t grid
    cdef void *kernel
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or result.size >= MOST_ITEMS \
            or a.itemsize_ not in (1, 2, 4, 8, 16) or <size_t>result.ptr & 15:
        return False
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device or result.device_id_ != state.device:
        return False
    use_on(a.memory, state.stream)
    use_on(result.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    p.size = <unsigned int>result.size
    p.inner = <unsigned int>inner
    p.group = divider(<uint32_t>(count * inner))
    kernel = kernel_of(_handles, "repeat", a.itemsize_, state.device)
    grid = blocks_for(driver.target(state.device), result.size, result.size * a.itemsize_,
                      kRepeatThreads * kRepeatVectors * repeat_vector(a.itemsize_))
    run_blocks(kernel, grid, kRepeatThreads, &p, "repeat")
    return True
