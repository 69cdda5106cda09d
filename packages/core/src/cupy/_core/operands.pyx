# What an operation may be given, and how its operands and results lie in memory.

import numpy

from libc.string cimport memcmp

from cupy._core cimport dtypes, layout
from cupy._core.deferred cimport deferred
from cupy._core.ndarray cimport FLAG_C, FLAG_F, FLAG_MISALIGNED, copy_of, ndarray, read_order
from cupy._runtime cimport driver

from cupy._runtime.errors import ImplicitTransferError

cdef object _numpy_array = numpy.ndarray
cdef object _generic = numpy.generic


cdef object as_operand(object x):
    """An array or a scalar; NotImplemented when the type of `x` should handle the operation.

    Lists and tuples become arrays.  NumPy arrays of one axis or more are refused: that would be
    a transfer nobody asked for.
    """
    if isinstance(x, (ndarray, float, int, complex, _generic)):
        return x
    if isinstance(x, _numpy_array):
        if x.ndim == 0:
            return x[()]
        raise ImplicitTransferError(
            f"Unsupported type {type(x)}: use cupy.asarray(x) to copy a NumPy array to the device")
    if isinstance(x, (list, tuple)):
        return deferred("from_data.asarray")(x)
    if hasattr(x, "__cuda_array_interface__") or hasattr(x, "__cupy_get_ndarray__"):
        return deferred("from_data.asarray")(x)
    if isinstance(getattr(x, "dtype", None), numpy.dtype) and getattr(x, "shape", None) == ():
        return x
    if hasattr(x, "__array_ufunc__") or hasattr(x, "__array_priority__"):
        return NotImplemented
    if isinstance(x, (str, bytes)):
        return numpy.asarray(x)[()]
    if x is None:
        raise TypeError(f"Unsupported type {type(x)}")
    return NotImplemented


cdef bint same_shape(ndarray a, ndarray b) noexcept nogil:
    cdef int i
    if a.ndim_ != b.ndim_:
        return False
    for i in range(a.ndim_):
        if a.shape_[i] != b.shape_[i]:
            return False
    return True


cdef bint overlaps(ndarray a, ndarray b) noexcept nogil:
    """Whether writing `b` item by item could change items of `a` not yet read.

    The very same view is no overlap: each item is read before it is written.
    """
    cdef Py_ssize_t low_a, high_a, low_b, high_b
    cdef int i
    if a.size == 0 or b.size == 0:
        return False
    layout.extent(a.ndim_, a.shape_, a.strides_, a.itemsize_, &low_a, &high_a)
    layout.extent(b.ndim_, b.shape_, b.strides_, b.itemsize_, &low_b, &high_b)
    if a.ptr + high_a <= b.ptr + low_b or b.ptr + high_b <= a.ptr + low_a:
        return False
    if a.ptr == b.ptr and a.itemsize_ == b.itemsize_ and same_shape(a, b):
        for i in range(a.ndim_):
            if a.strides_[i] != b.strides_[i] and a.shape_[i] > 1:
                return True
        return False
    return True


cdef bint sort_axes(list arrays, int ndim, int *axes, Step step, int place, bint from_last) noexcept:
    """The axes of an output from slowest to fastest, as NumPy sorts them; whether that is C order.

    An axis passes those before it while the first array that tells has its steps the other way round, unless
    any array has them in order; NumPy begins with the last axis for operations and with the first for joins.
    ``step(a, axis, ndim, place)`` is -1 where an array tells nothing.
    """
    cdef Py_ssize_t here, there
    cdef int i, j, at, axis, verdict
    cdef bint plain = True
    for i in range(ndim):
        axis = ndim - 1 - i if from_last else i
        at = i
        for j in range(i - 1, -1, -1):
            verdict = 0
            for x in arrays:
                here = step(<ndarray>x, axis, ndim, place)
                there = step(<ndarray>x, axes[j], ndim, place)
                if here == -1 or there == -1:
                    continue
                if here == there or (here > there) == from_last:
                    verdict = -1
                    break
                verdict = 1
            if verdict < 0:
                break
            if verdict > 0:
                at = j
        plain = plain and at == i
        for j in range(i, at, -1):
            axes[j] = axes[j - 1]
        axes[at] = axis
    if from_last:
        for i in range(ndim // 2):
            axes[i], axes[ndim - 1 - i] = axes[ndim - 1 - i], axes[i]
    return plain


cdef Py_ssize_t _step(ndarray a, int axis, int ndim, int place) noexcept:
    """Of an input that is broadcast."""
    axis -= ndim - a.ndim_
    return -1 if axis < 0 or a.shape_[axis] <= 1 or a.strides_[axis] == 0 else abs(a.strides_[axis])


cdef int output_axes(list inputs, object order, int ndim, const Py_ssize_t *shape, int *axes) except -1:
    """Axes of a new output from slowest to fastest, for order 'C', 'F', 'A' or 'K' (the default)."""
    cdef char c = read_order(order)
    cdef int i, wide = 0
    cdef bint all_c = True, all_f = True
    cdef ndarray a
    cdef list arrays = [x for x in inputs if isinstance(x, ndarray) and (<ndarray>x).ndim_]
    for x in arrays:
        a = <ndarray>x
        if a.ndim_ != ndim or not a.flags_ & FLAG_C:
            all_c = all_c and a.flags_ & FLAG_C
        if not a.flags_ & FLAG_F or c != c"A" and not (
                a.ndim_ == ndim and memcmp(a.shape_, shape, ndim * sizeof(Py_ssize_t)) == 0):
            all_f = False
    if c == c"A":
        for i in range(ndim):
            wide += shape[i] > 1
        # Rows and columns are of both orders, what they are broadcast to is not.
        c = c"F" if all_f and arrays and (not all_c or wide > 1) else c"C"
    if c == c"F" or (c == c"K" and all_f and arrays and not all_c):
        for i in range(ndim):
            axes[i] = ndim - 1 - i
        return 0
    if c == c"C" or all_c or ndim < 2:
        for i in range(ndim):
            axes[i] = i
        return 0
    sort_axes(arrays, ndim, axes, _step, -1, True)
    return 0


cdef bint has_shape(ndarray a, int ndim, const Py_ssize_t *shape) noexcept:
    cdef int i
    if a.ndim_ != ndim:
        return False
    for i in range(ndim):
        if a.shape_[i] != shape[i]:
            return False
    return True


cdef ndarray read_mask(object where):
    """The condition of a ufunc's `where`, aligned."""
    cdef ndarray mask = deferred("arguments.as_mask")(where)
    return copy_of(mask, c"K") if mask.flags_ & FLAG_MISALIGNED else mask


cdef int warn_of_lost_parts(int n, const int *given, const int *computed) except -1:
    """The warning of inputs whose imaginary parts a loop does not take."""
    cdef int k
    for k in range(n):
        if dtypes.COMPLEX64 <= given[k] < dtypes.OTHER and 0 < dtypes.kind_of(computed[k]) < 3:
            deferred("arguments.warn_of_discarded_part")()
    return 0


def refuse_negative_exponent(exponents):
    """ValueError where integers are to be raised to one of these."""
    check_exponent(exponents)


cdef bint has_items(int ndim, const Py_ssize_t *shape) noexcept:
    """Whether no length is 0."""
    cdef int i
    for i in range(ndim):
        if shape[i] == 0:
            return False
    return True


cdef int check_exponent(object x) except -1:
    """Integers take no negative exponent; those in a device's memory are not waited for."""
    if isinstance(x, ndarray):
        if not driver.target((<ndarray>x).device_id_).synchronous or not is_signed((<ndarray>x).code):
            return 0
        x = bool((x < 0).any())
    else:
        x = (x if type(x) is int else numpy.asarray(x).real.astype(numpy.int64)) < 0
    if x:
        raise ValueError("Integers to negative integer powers are not allowed.")
    return 0


cdef str unlike(list arrays):
    """What is said of arrays that do not broadcast."""
    return "operands could not be broadcast together with shapes " + " ".join(
        [str(x.shape) for x in arrays if isinstance(x, ndarray)])
