# Triangles of matrices, in one launch on devices.

from libc.stdint cimport uint32_t

from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, ndarray, new_array
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "triangle_params.hpp" namespace "cupy" nogil:
    int kTriangleThreads, kTriangleVectors
    cdef struct TriangleParams "cupy::Triangle":
        const void *items
        void *output
        unsigned int vectors
        unsigned int upper
        long long diagonal
        Divider columns
        Divider rows

cdef enum:
    MOST_VECTORS = 0x7fff0000

cdef Kernel _kernel = core_kernel("items", "triangle")


def triangle(ndarray a, object diagonal, bint upper):
    """The matrices in the last two axes with zeros on one side of a diagonal; None where one kernel cannot do that."""
    cdef TriangleParams p
    cdef driver.ThreadState *state
    cdef ndarray result
    cdef Py_ssize_t rows, columns, vectors, share = kTriangleThreads * kTriangleVectors
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or a.size == 0 or <size_t>a.ptr & 15 \
            or a.itemsize_ not in (1, 2, 4, 8, 16):
        return None
    rows, columns = a.shape_[a.ndim_ - 2], a.shape_[a.ndim_ - 1]
    vectors = a.size * a.itemsize_ // 16
    if columns * a.itemsize_ % 16 or vectors >= MOST_VECTORS:
        return None
    driver.bind_thread()
    state = driver.thread_state()
    if driver.target(state.device).serial_blocks or a.device_id_ != state.device:
        return None
    result = new_array(a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, c"C")
    use_on(a.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    p.vectors = <unsigned int>vectors
    p.upper = upper
    p.diagonal = max(-rows, min(columns, diagonal))
    p.columns = divider(<uint32_t>(columns * a.itemsize_ // 16))
    p.rows = divider(<uint32_t>rows)
    _kernel.run(a.itemsize_, (vectors + share - 1) // share, kTriangleThreads, &p)
    return result
