# A transform that was carried out before: for equal arguments nothing is left to decide.

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from cupy._core cimport dtypes
from cupy._core.ndarray cimport ndarray, new_strided
from cupy._core.fft_call cimport FftCall

__all__ = ["FftRepeat", "signature"]


def signature(ndarray a):
    """Shape, strides and type of an array as bytes: equal for arrays that one plan serves."""
    cdef Py_ssize_t part = a.ndim_ * sizeof(Py_ssize_t)
    cdef bytes found
    cdef char *to
    if a.code == dtypes.OTHER:
        return None
    found = PyBytes_FromStringAndSize(NULL, 2 * part + 1)
    to = PyBytes_AS_STRING(found)
    memcpy(to, a.shape_, part)
    memcpy(to + part, a.strides_, part)
    to[2 * part] = <char>a.code
    return found


cdef class FftRepeat:
    """Allocates the result and executes a plan.

    Parameters
    ----------
    call : FftCall
        What is executed.
    like : ndarray
        The first result: later ones have its shape and dtype.
    order : sequence of int
        Axes of the result, the slowest in memory first.
    forward : bool
        Direction.
    scale : float
        Factor that is still due.
    alignment : int
        Bytes that the source's address must be a multiple of.
    """

    cdef:
        FftCall call
        object dtype
        int code, itemsize, ndim
        Py_ssize_t[64] shape
        int[64] axes
        bint forward
        size_t mask
        readonly object scale

    def __init__(self, FftCall call, ndarray like, order, bint forward, scale, size_t alignment):
        cdef int i
        self.call = call
        self.dtype, self.code, self.itemsize, self.ndim = like.dtype_, like.code, like.itemsize_, like.ndim_
        self.forward, self.scale, self.mask = forward, scale, alignment - 1
        for i, axis in enumerate(order):
            self.shape[i], self.axes[i] = like.shape_[i], axis

    def __call__(self, ndarray a):
        """The transform, not scaled; None where the array does not lie at a suitable address."""
        cdef ndarray out
        if <size_t>a.pointer() & self.mask:
            return None
        out = new_strided(self.dtype, self.code, self.itemsize, self.ndim, self.shape, self.axes)
        self.call.run(a, out, self.forward)
        return out
