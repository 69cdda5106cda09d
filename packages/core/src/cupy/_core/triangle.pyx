# Triangles of matrices, in one launch.

from libc.stdint cimport uint32_t

from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, copy_of, ndarray, new_array
from cupy._core.target cimport blocks_for
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "triangle_params.hpp" namespace "cupy" nogil:
    int kTriangleThreads, kTriangleVectors
    cdef struct TriangleParams "cupy::Triangle":
        const void *items
        void *output
        long long lines
        long long diagonal
        unsigned int upper
        Divider columns
        Divider rows

cdef enum:
    MOST_UNITS = 0x7fff0000

cdef Kernel _kernel = core_kernel("items", "triangle")


def triangle(ndarray a, object diagonal, bint upper):
    """The matrices in the last two axes with zeros on one side of a diagonal; None where one kernel cannot do that."""
    cdef TriangleParams p
    cdef driver.ThreadState *state
    cdef ndarray result
    cdef Py_ssize_t rows, columns, units, share = kTriangleThreads * kTriangleVectors
    cdef bint serial
    if a.size == 0 or a.itemsize_ not in (1, 2, 4, 8, 16):
        return None
    driver.bind_thread()
    state = driver.thread_state()
    serial = driver.target(state.device).serial_blocks
    if a.device_id_ != state.device:
        return None
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C:
        if not serial or a.ndim_ > 2:       # of a stack the result has its order
            return None
        a = copy_of(a, c"C")
    rows, columns = a.shape_[a.ndim_ - 2], a.shape_[a.ndim_ - 1]
    if not serial and (<size_t>a.ptr & 15 or columns * a.itemsize_ % 16):
        return None
    units = columns if serial else columns * a.itemsize_ // 16
    p.lines = a.size // columns
    if units >= MOST_UNITS or rows >= MOST_UNITS or not serial and units * p.lines >= MOST_UNITS:
        return None
    result = new_array(a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, c"C")
    use_on(a.memory, state.stream)
    p.items = a.pointer()
    p.output = result.pointer()
    p.upper = upper
    p.diagonal = max(-rows, min(columns, diagonal))
    p.columns = divider(<uint32_t>units)
    p.rows = divider(<uint32_t>rows)
    _kernel.run(a.itemsize_, blocks_for(units * p.lines, a.size * a.itemsize_ / 4.0, share), kTriangleThreads, &p)
    return result
