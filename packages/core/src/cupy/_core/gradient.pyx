# Gradients along an axis with even steps, in one launch.

from libc.stdint cimport uint32_t

from cupy._core cimport dtypes
from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_F, FLAG_MISALIGNED, copy_of, ndarray, new_array, transposed
from cupy._core.target cimport blocks_for
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "gradient_params.hpp" namespace "cupy" nogil:
    int kGradientThreads, kGradientVectors
    cdef struct GradientParams "cupy::Gradient":
        const void *items
        void *output
        unsigned int size
        unsigned int order
        unsigned int vectors
        Divider length
        Divider inner
        double step

cdef enum:
    MOST_ITEMS = 0x7fff0000

cdef Kernel _kernel = core_kernel("items", "gradient")


def gradient_along(ndarray a, int axis, double step, int order):
    """Gradients of inexact numbers, an array longer than `order` along the axis; None where one kernel cannot."""
    cdef GradientParams p
    cdef driver.ThreadState *state
    cdef ndarray result
    cdef Py_ssize_t inner = 1, share, grid
    cdef int d
    if a.size == 0 or a.size >= MOST_ITEMS:
        return None
    if a.flags_ & (FLAG_C | FLAG_F) == FLAG_F:
        result = gradient_along(transposed(a), a.ndim_ - 1 - axis, step, order)
        return result if result is None else transposed(result)
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device:
        return None
    if a.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C:
        a = copy_of(a, c"C")
    result = new_array(a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, c"C")
    use_on(a.memory, state.stream)
    for d in range(axis + 1, a.ndim_):
        inner *= a.shape_[d]
    p.items = a.pointer()
    p.output = result.pointer()
    p.size = <unsigned int>a.size
    p.order = order
    p.length = divider(<uint32_t>a.shape_[axis])
    p.inner = divider(<uint32_t>inner)
    p.step = step
    share = max(1, 16 // a.itemsize_)
    p.vectors = (inner if inner > 1 else a.shape_[axis]) % share == 0 and (<size_t>p.items | <size_t>p.output) & 15 == 0
    grid = blocks_for(a.size, a.size * a.itemsize_ / 4.0,
                      share * kGradientThreads * kGradientVectors)
    _kernel.run(chr(dtypes.char_of(a.code)), grid, kGradientThreads, &p)
    return result
