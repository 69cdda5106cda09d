# New arrays: the compiled part of cupy._creation.

import numpy

from cupy._core cimport dtypes, layout
from cupy._core.launch cimport Loop, Operands, add_array, add_scalar, begin, execute
from cupy._core.ndarray cimport (
    FLAG_C, FLAG_F, hooks, ndarray, new_array, new_strided, read_order, stride_order)
from cupy._core.operands cimport output_axes
from cupy._runtime cimport driver


cdef int NEEDS_INIT = 8         # of `numpy.dtype.flags`
cdef list _range_loops = [None] * 15        # of `spaced`, by type code


cdef ndarray _empty(object shape, object dtype, object order):
    cdef Py_ssize_t[64] sizes
    cdef int ndim = layout.read_shape(shape, sizes)
    cdef char c = c"C" if order is None or order == "C" else read_order(order)
    dtype = dtypes.as_dtype(dtype)
    if dtype.subdtype is not None:          # items that are arrays add their axes
        dtype, more = dtype.subdtype
        return _empty(layout.as_tuple(ndim, sizes) + more, dtype, order)
    if dtype.itemsize == 0 and dtype.kind in "SU":
        dtype = numpy.dtype(f"{dtype.kind}1")
    if c == c"A" or c == c"K":
        raise ValueError("only 'C' or 'F' order is permitted")
    return cleared_text(new_array(dtype, dtypes.code_of(dtype), dtype.itemsize, ndim, sizes, c))


cpdef ndarray cleared_text(ndarray a):
    """A new array; where its items hold characters, of zeros, as others' bytes need be no characters."""
    if a.code == dtypes.OTHER and a.dtype_.flags & NEEDS_INIT:
        _clear(a)
    return a


cdef object _elsewhere(device):
    from cupy._runtime.device import Device
    return Device(device)


def empty(shape, dtype=float, order="C", *, like=None, device=None):
    """New array whose elements are not set.

    Parameters
    ----------
    shape : int or sequence of ints
        Sizes of the axes.
    dtype : data-type, optional
        Type of the elements; float64 if not given.
    order : {'C', 'F'}, optional
        Memory order.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        For negative sizes, more than 64 axes, or an unsupported dtype.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.empty((2, 3), dtype='f4').shape
    (2, 3)
    """
    if device is None:
        return _empty(shape, dtype, order)
    with _elsewhere(device):
        return _empty(shape, dtype, order)


def zeros(shape, dtype=float, order="C", *, like=None, device=None):
    """New array of zeros.

    Parameters
    ----------
    shape : int or sequence of ints
        Sizes of the axes.
    dtype : data-type, optional
        Type of the elements; float64 if not given.
    order : {'C', 'F'}, optional
        Memory order.
    like : None
        Ignored, for compatibility.
    device : cupy.cuda.Device or int, optional
        Device of the new array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.zeros(3, dtype='i4')
    array([0, 0, 0], dtype=int32)
    """
    cdef ndarray a
    if device is not None:
        with _elsewhere(device):
            return zeros(shape, dtype, order)
    a = _empty(shape, dtype, order)
    _clear(a)
    return a


cdef int _clear(ndarray a) except -1:
    """All bytes zero; `a` owns a contiguous block."""
    cdef int width, status
    cdef Py_ssize_t count = a.size * a.itemsize_
    if count == 0:
        return 0
    width = 4 if count % 4 == 0 else 1
    status = driver.api.fill(a.pointer(), 0, width, count // width, driver.thread_state().stream)
    return driver.check(status, "zeros")


def filled(shape, value, dtype, order):
    """New array of one value (or of an array, broadcast)."""
    cdef ndarray a = _empty(shape, dtype, order)
    if isinstance(value, ndarray) or not numpy.isscalar(value):
        a[...] = value
    else:
        hooks.fill(a, value)
    return a


def empty_of_layout(ndarray a, dtype=None, order="K", shape=None):
    """New array like `a`, its items not set."""
    cdef int[64] axes
    cdef Py_ssize_t[64] sizes
    cdef int ndim = a.ndim_
    cdef object wanted = a.dtype_ if dtype is None else dtypes.as_dtype(dtype)
    cdef char c = read_order(order)
    if shape is not None:
        ndim = layout.read_shape(shape, sizes)
        if ndim != a.ndim_ and c == c"K":
            c = c"C"
        if c == c"A":
            c = c"F" if a.flags_ & (FLAG_C | FLAG_F) == FLAG_F else c"C"
        if c != c"K":
            return cleared_text(new_array(wanted, dtypes.code_of(wanted), wanted.itemsize, ndim, sizes, c))
        stride_order(a, axes)
        return cleared_text(new_strided(wanted, dtypes.code_of(wanted), wanted.itemsize, ndim, sizes, axes))
    if c == c"K" and not a.flags_ & (FLAG_C | FLAG_F):
        stride_order(a, axes)
    else:
        output_axes([a], order, ndim, a.shape_, axes)
    return cleared_text(new_strided(wanted, dtypes.code_of(wanted), wanted.itemsize, ndim, a.shape_, axes))


cdef Loop _range_loop(int code):
    if _range_loops[code] is None:
        from cupy._specs.engine import arange_fill
        dtype_char = chr(dtypes.char_of(code))
        _range_loops[code] = Loop(arange_fill, dtype_char * 2, dtype_char, None)
    return <Loop>_range_loops[code]


def spaced(Py_ssize_t size, first, step, dtype=None):
    """`size` numbers from `first` on, `step` apart; of int64 if `dtype`, a native one, is not given."""
    cdef int code = dtypes.INT64 if dtype is None else dtypes.code_of(dtype)
    cdef Operands ops
    cdef ndarray result = new_array(dtypes.dtype_of(code), code, dtypes.size_of(code), 1, &size, c"C")
    if size:
        driver.bind_thread()
        begin(&ops, 2, 1, 1, &size)
        add_scalar(&ops, 0, first, code)
        add_scalar(&ops, 1, step, code)
        add_array(&ops, 2, result)
        execute(_range_loop(code), &ops)
    return result
