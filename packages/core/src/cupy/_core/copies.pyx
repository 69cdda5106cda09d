# Long runs repeated, in one launch on devices: read once, written so many times.

from libc.stdint cimport uint32_t

from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, ndarray
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

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
    MOST_VECTORS = 0x7fff0000
    MOST_SHARED = 16            # copies that one block writes
    BLOCKS = 8                  # of a multiprocessor, before a block writes several copies

cdef Kernel _kernel = core_kernel("items", "copies")


def repeat_vectors(ndarray a, Py_ssize_t count, Py_ssize_t inner, ndarray result):
    """Fill `result` with each run of `inner` items `count` times; False where they are no whole words."""
    cdef CopiesParams p
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    cdef Py_ssize_t run = inner * a.itemsize_, tiles, fill
    cdef size_t places = <size_t>run | <size_t>a.ptr | <size_t>result.ptr | 16
    cdef int width = <int>(places & (~places + 1))          # the largest vectors that all begin and end with
    if width < 4 or a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or a.size == 0 or count <= 0 \
            or a.size * a.itemsize_ // width >= MOST_VECTORS or count >= MOST_VECTORS:
        return False
    driver.bind_thread()
    state = driver.thread_state()
    target = driver.target(state.device)
    if target.serial_blocks or a.device_id_ != state.device or result.device_id_ != state.device:
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
    if fill >= MOST_VECTORS:
        return False
    _kernel.run(width, fill, kCopiesThreads, &p)
    return True
