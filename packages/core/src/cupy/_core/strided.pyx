# Views with any shape and strides: as_strided, broadcast_to, diagonals.

from cupy._core cimport dtypes, layout
from cupy._core.ndarray cimport ndarray, new_view


def strided_view(ndarray a, shape, strides, dtype=None):
    """View that starts at the first item of `a`; nothing is checked.

    Parameters
    ----------
    a : ndarray
        Owner of the memory.
    shape, strides : sequence of ints
        Of the view; strides count bytes.
    dtype : data-type, optional
        Of the view; that of `a` if not given.

    Returns
    -------
    ndarray
        The view.
    """
    cdef Py_ssize_t[64] sizes
    cdef Py_ssize_t[64] steps
    cdef int i, ndim = layout.read_shape(shape, sizes)
    if len(strides) != ndim:
        raise ValueError("mismatch in length of strides and shape")
    for i in range(ndim):
        if sizes[i] < 0:
            raise ValueError("negative dimensions are not allowed")
        steps[i] = strides[i]
    if dtype is None:
        return new_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, ndim, sizes, steps)
    dtype = dtypes.as_dtype(dtype)
    return new_view(a, a.ptr, dtype, dtypes.code_of(dtype), dtype.itemsize, ndim, sizes, steps)


def broadcast_view(ndarray a, shape):
    """View of `a` repeated to `shape`, or None when it does not fit."""
    cdef Py_ssize_t[64] sizes
    cdef Py_ssize_t[64] steps
    cdef int i, ndim = layout.read_shape(shape, sizes)
    cdef int shift = ndim - a.ndim_
    if shift < 0:
        return None
    for i in range(ndim):
        if sizes[i] < 0:
            raise ValueError("all elements of broadcast shape must be non-negative")
        if i < shift:
            steps[i] = 0
        elif a.shape_[i - shift] == sizes[i]:
            steps[i] = a.strides_[i - shift]
        elif a.shape_[i - shift] == 1:
            steps[i] = 0
        else:
            return None
    return new_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, ndim, sizes, steps)
