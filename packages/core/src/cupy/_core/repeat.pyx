# Short runs of items repeated, in one launch.

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

cdef enum:
    MOST_ITEMS = 0x7fff0000

cdef Kernel _kernel = core_kernel("items", "repeat")


def repeat_runs(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result):
    """Fill `result` with each run of `inner` items `count` times; False where one kernel cannot do that."""
    cdef RepeatParams p
    cdef driver.ThreadState *state
    cdef Py_ssize_t grid
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
    grid = blocks_for(result.size, result.size * a.itemsize_ / 4.0,
                      kRepeatThreads * kRepeatVectors * repeat_vector(a.itemsize_))
    _kernel.run(a.itemsize_, grid, kRepeatThreads, &p)
    return True
