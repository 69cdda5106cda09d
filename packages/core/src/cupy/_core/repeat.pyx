# Short runs of items repeated, in one launch.

from libc.stdint cimport uint32_t

from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, ndarray
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "params.hpp" namespace "cupy" nogil:
    cdef struct Divider:
        unsigned int divisor

cdef extern from "iteration.hpp" namespace "cupy::iteration" nogil:
    Divider divider(uint32_t divisor)

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


cdef void *_kernel(int width, int device) except NULL:
    cdef size_t handle
    found = _handles.get((width, device))
    if found is None:
        from cupy._codegen import repeat
        from cupy._runtime import kernel_cache
        found = _handles[width, device] = kernel_cache.function(repeat.unit(), f"repeat_{width}")
    handle = found
    return <void *>handle


def repeat_runs(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result):
    """Fill `result` with each run of `inner` items `count` times; False where one kernel cannot do that."""
    cdef RepeatParams p
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    cdef Py_ssize_t share, grid
    cdef int status
    cdef void *kernel
    cdef (void *)[1] pointers
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or result.size >= MOST_ITEMS \
            or a.itemsize_ not in (1, 2, 4, 8, 16) or <size_t>result.ptr & 15:
        return False
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device or result.device_id_ != state.device:
        return False
    target = driver.target(state.device)
    use_on(a.memory, state.stream)
    use_on(result.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    p.size = <unsigned int>result.size
    p.inner = <unsigned int>inner
    p.group = divider(<uint32_t>(count * inner))
    kernel = _kernel(a.itemsize_, state.device)
    pointers[0] = &p
    if target.is_host:
        grid = max(1, min(4 * target.multiprocessors, result.size * a.itemsize_ // 65536))
    else:
        share = kRepeatThreads * kRepeatVectors * repeat_vector(a.itemsize_)
        grid = (result.size + share - 1) // share
    if grid > 1:
        with nogil:
            status = driver.api.launch(kernel, <unsigned int>grid, 1, 1, 1 if target.is_host else kRepeatThreads, 1, 1,
                                       0, state.stream, pointers)
    else:
        status = driver.api.launch(kernel, 1, 1, 1, 1 if target.is_host else kRepeatThreads, 1, 1, 0, state.stream,
                                   pointers)
    driver.check(status, "repeat")
    return True
