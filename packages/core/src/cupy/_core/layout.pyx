# Arithmetic on shapes and strides; no arrays.

import numpy

from cpython.bool cimport PyBool_Check
from cpython.long cimport PyLong_AsSsize_t, PyLong_Check
from cpython.number cimport PyNumber_AsSsize_t
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from cpython.ref cimport Py_INCREF
from libc.string cimport memcmp, memcpy

from numpy.exceptions import AxisError

cdef object _numpy_bool = numpy.bool

cdef enum:
    MAX_NDIM = 64

cdef int contiguity(int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides,
                    Py_ssize_t itemsize) noexcept nogil:
    """LAYOUT_C and LAYOUT_F bits; axes of size one and empty arrays never break contiguity."""
    cdef int i, flags = 0
    cdef Py_ssize_t expected = itemsize
    for i in range(ndim):
        if shape[i] == 0:
            return LAYOUT_C | LAYOUT_F
    flags = LAYOUT_C
    for i in range(ndim - 1, -1, -1):
        if shape[i] != 1:
            if strides[i] != expected:
                flags = 0
                break
            expected *= shape[i]
    expected = itemsize
    for i in range(ndim):
        if shape[i] != 1:
            if strides[i] != expected:
                return flags
            expected *= shape[i]
    return flags | LAYOUT_F


cdef void fill_strides(int ndim, const Py_ssize_t *shape, Py_ssize_t itemsize, char order,
                       Py_ssize_t *strides) noexcept nogil:
    """Strides of a contiguous array of this shape in order b'C' or b'F'."""
    cdef int i
    cdef Py_ssize_t step = itemsize
    if order == c"F":
        for i in range(ndim):
            strides[i] = step
            step *= shape[i] if shape[i] > 0 else 1
    else:
        for i in range(ndim - 1, -1, -1):
            strides[i] = step
            step *= shape[i] if shape[i] > 0 else 1


cdef void fill_new(int ndim, const Py_ssize_t *shape, Py_ssize_t size, Py_ssize_t itemsize, char order,
                   Py_ssize_t *strides) noexcept nogil:
    """Strides of an array with memory of its own: of one without items they are 0, as NumPy's."""
    fill_strides(ndim, shape, itemsize if size else 0, order, strides)


cdef bint evenly_spaced(int first, int stop, const Py_ssize_t *shape, const Py_ssize_t *strides,
                        long long *stride) noexcept nogil:
    """Whether items of neighbouring axes, in their order, are; by how many bytes."""
    cdef int i
    cdef Py_ssize_t expected = 0
    cdef bint started = False
    stride[0] = 0
    for i in range(stop - 1, first - 1, -1):
        if shape[i] == 1:
            continue
        if not started:
            stride[0] = expected = strides[i]
            started = True
        elif strides[i] != expected:
            return False
        expected *= shape[i]
    return True


cdef Py_ssize_t count_items(int ndim, const Py_ssize_t *shape, Py_ssize_t itemsize) except -1:
    """Number of items; raises as NumPy does when the bytes cannot be addressed."""
    cdef int i
    cdef Py_ssize_t size = 1, nbytes
    cdef bint empty = False
    for i in range(ndim):
        if shape[i] < 0:
            raise ValueError("negative dimensions are not allowed")
        if shape[i] == 0:
            empty = True        # but strides are those of the other axes
        elif mul_overflows(size, shape[i], &size):
            raise ValueError("Maximum allowed dimension exceeded")
    if mul_overflows(size, itemsize, &nbytes):
        raise ValueError("array is too big; `arr.size * arr.dtype.itemsize` is larger than "
                         "the maximum possible size")
    return 0 if empty else size


cdef inline bint _is_bool(object x):
    return PyBool_Check(x) or type(x) is _numpy_bool


cdef int read_shape(object shape, Py_ssize_t *out) except -1:
    """Write the sizes of an int or a sequence of ints; the number of dimensions comes back."""
    try:
        return _read_shape(shape, out)
    except OverflowError:
        raise ValueError("Maximum allowed dimension exceeded") from None


cdef int _read_shape(object shape, Py_ssize_t *out) except -1:
    cdef int ndim = 0
    if PyLong_Check(shape) and not PyBool_Check(shape):
        out[0] = PyLong_AsSsize_t(shape)
        return 1
    if type(shape) is not tuple:
        if hasattr(shape, "__index__") and getattr(shape, "ndim", 0) == 0 and not _is_bool(shape):
            out[0] = PyNumber_AsSsize_t(shape, OverflowError)
            return 1
        try:
            shape = tuple(shape)
        except TypeError:
            raise TypeError("expected a sequence of integers or a single integer, "
                            f"got '{shape!r}'") from None
    if len(<tuple>shape) > MAX_NDIM:
        raise ValueError(f"maximum supported dimension for an ndarray is currently {MAX_NDIM}, "
                         f"found {len(shape)}")
    for item in <tuple>shape:
        if _is_bool(item):
            raise TypeError("an integer is required")
        if PyLong_Check(item):
            out[ndim] = PyLong_AsSsize_t(item)
        else:
            out[ndim] = PyNumber_AsSsize_t(item, OverflowError)
        ndim += 1
    return ndim


cdef tuple as_tuple(int ndim, const Py_ssize_t *values):
    cdef tuple result = PyTuple_New(ndim)
    cdef object item
    cdef int i
    for i in range(ndim):
        item = values[i]
        Py_INCREF(item)
        PyTuple_SET_ITEM(result, i, item)
    return result


cdef int normalize_axis(object axis, int ndim) except -1:
    if _is_bool(axis):
        raise TypeError("an integer is required for the axis")
    cdef Py_ssize_t value = PyNumber_AsSsize_t(axis, OverflowError)
    if not -ndim <= value < ndim:
        raise AxisError(value, ndim)
    return <int>(value + ndim if value < 0 else value)


cdef int infer_shape(int ndim, Py_ssize_t *shape, Py_ssize_t size) except -1:
    """Replace the one -1 of a reshape and check that the sizes agree."""
    cdef int i, unknown = -1
    cdef Py_ssize_t known = 1
    for i in range(ndim):
        if shape[i] == -1:
            if unknown >= 0:
                raise ValueError("can only specify one unknown dimension")
            unknown = i
        elif shape[i] < 0:
            raise ValueError("negative dimensions not allowed")
        elif mul_overflows(known, shape[i], &known):
            raise ValueError("Maximum allowed dimension exceeded")
    if unknown >= 0 and known > 0 and size % known == 0:
        shape[unknown] = size // known
        return 0
    if unknown < 0 and known == size:
        return 0
    raise ValueError(f"cannot reshape array of size {size} into shape "
                     + str(as_tuple(ndim, shape)).replace(" ", ""))


cdef bint reshape_strides(int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides,
                          int new_ndim, const Py_ssize_t *new_shape, Py_ssize_t itemsize,
                          char order, Py_ssize_t *new_strides) noexcept nogil:
    """Strides of a reshaped view, or False when only a copy can have the new shape.

    Axes are matched in groups of equal products; a group whose old axes do not step
    evenly through memory cannot be regrouped.
    """
    cdef Py_ssize_t[64] olds
    cdef Py_ssize_t[64] steps
    cdef int n = 0, i, oi = 0, oj = 1, ni = 0, nj = 1, k
    cdef Py_ssize_t np_, op
    if ndim == new_ndim and memcmp(shape, new_shape, ndim * sizeof(Py_ssize_t)) == 0:
        memcpy(new_strides, strides, ndim * sizeof(Py_ssize_t))
        return True
    for i in range(ndim):
        if shape[i] == 0:
            fill_strides(new_ndim, new_shape, itemsize, order, new_strides)
            return True
        if shape[i] != 1:
            olds[n] = shape[i]
            steps[n] = strides[i]
            n += 1
    while ni < new_ndim and oi < n:
        np_ = new_shape[ni]
        op = olds[oi]
        while np_ != op:
            if np_ < op:
                np_ *= new_shape[nj]
                nj += 1
            else:
                op *= olds[oj]
                oj += 1
        for k in range(oi, oj - 1):
            if order == c"F":
                if steps[k + 1] != olds[k] * steps[k]:
                    return False
            elif steps[k] != olds[k + 1] * steps[k + 1]:
                return False
        if order == c"F":
            new_strides[ni] = steps[oi]
            for k in range(ni + 1, nj):
                new_strides[k] = new_strides[k - 1] * new_shape[k - 1]
        else:
            new_strides[nj - 1] = steps[oj - 1]
            for k in range(nj - 1, ni, -1):
                new_strides[k - 1] = new_strides[k] * new_shape[k]
        ni = nj
        nj += 1
        oi = oj
        oj += 1
    # Trailing axes of size one.
    cdef Py_ssize_t last = new_strides[ni - 1] if ni > 0 else itemsize
    if ni > 0 and order == c"F":
        last *= new_shape[ni - 1]
    for k in range(ni, new_ndim):
        new_strides[k] = last
    return True


cdef int broadcast_into(int *ndim, Py_ssize_t *shape, int other_ndim,
                        const Py_ssize_t *other) noexcept nogil:
    """Grow `shape` to its broadcast with `other`; -1 when they do not agree."""
    cdef int i, shift
    if other_ndim > ndim[0]:
        shift = other_ndim - ndim[0]
        for i in range(ndim[0] - 1, -1, -1):
            shape[i + shift] = shape[i]
        for i in range(shift):
            shape[i] = 1
        ndim[0] = other_ndim
    shift = ndim[0] - other_ndim
    for i in range(other_ndim):
        if shape[i + shift] == other[i] or other[i] == 1:
            continue
        if shape[i + shift] != 1:
            return -1
        shape[i + shift] = other[i]
    return 0


cdef void extent(int ndim, const Py_ssize_t *shape, const Py_ssize_t *strides,
                 Py_ssize_t itemsize, Py_ssize_t *low, Py_ssize_t *high) noexcept nogil:
    """Byte range, relative to the first item, that the items lie in."""
    cdef int i
    low[0] = 0
    high[0] = itemsize
    for i in range(ndim):
        if shape[i] == 0:
            high[0] = 0
            low[0] = 0
            return
        if strides[i] < 0:
            low[0] += (shape[i] - 1) * strides[i]
        else:
            high[0] += (shape[i] - 1) * strides[i]


def unravel(index, shape, str order="C"):
    """Indices along each axis of positions in range: of a number, or of arrays of them."""
    result = []
    axes = range(len(shape) - 1, 0, -1) if order == "C" else range(len(shape) - 1)
    for i in axes:
        index, part = divmod(index, max(shape[i], 1))
        result.append(part)
    result.append(index)
    return tuple(result[::-1] if order == "C" else result)
