# Views with any shape and strides, or of another type: as_strided, broadcast_to, diagonals, view, getfield.

from libc.string cimport memcpy

from cupy._core cimport dtypes, layout
from cupy._core.ndarray cimport ndarray, new_view


def strided_view(ndarray a, shape, strides, dtype=None):
    """View that starts at the first element of `a`; nothing is checked.

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


def diagonal_view(ndarray a, Py_ssize_t offset):
    """View of a diagonal of a matrix; positive ones lie above the main one."""
    cdef Py_ssize_t step = a.strides_[0] + a.strides_[1], length
    cdef char *first = a.ptr
    length = min(a.shape_[0], a.shape_[1] - offset) if offset >= 0 else min(a.shape_[0] + offset, a.shape_[1])
    length = max(length, 0)
    if length:
        first += offset * a.strides_[1] if offset >= 0 else -offset * a.strides_[0]
    return new_view(a, first, a.dtype_, a.code, a.itemsize_, 1, &length, &step)


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


def reinterpreted(ndarray a, dtype):
    """View of the bytes of the items as another type; the last axis changes with its size."""
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t[64] strides
    cdef Py_ssize_t nbytes, itemsize, last = a.ndim_ - 1
    dtype = dtypes.as_dtype(dtype)
    itemsize = dtype.itemsize
    memcpy(shape, a.shape_, a.ndim_ * sizeof(Py_ssize_t))
    memcpy(strides, a.strides_, a.ndim_ * sizeof(Py_ssize_t))
    if itemsize != a.itemsize_:
        if a.ndim_ == 0:
            raise ValueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
        if a.shape_[last] != 1 and a.size and a.strides_[last] != a.itemsize_:
            raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
        nbytes = shape[last] * a.itemsize_
        if itemsize == 0 or nbytes % itemsize:
            raise ValueError("When changing to a larger dtype, its size must be a divisor of the total size in "
                             "bytes of the last axis of the array.")
        shape[last] = nbytes // itemsize
        strides[last] = itemsize
    return new_view(a, a.ptr, dtype, dtypes.code_of(dtype), itemsize, a.ndim_, shape, strides)


def field(ndarray a, dtype, Py_ssize_t offset):
    """View of one field of each item, by dtype and byte offset."""
    dtype = dtypes.as_dtype(dtype)
    if offset < 0 or offset + dtype.itemsize > a.itemsize_:
        raise ValueError(f"offset {offset} with {dtype} does not fit into items of {a.itemsize_} bytes")
    return new_view(a, a.ptr + offset, dtype, dtypes.code_of(dtype), dtype.itemsize, a.ndim_, a.shape_, a.strides_)
