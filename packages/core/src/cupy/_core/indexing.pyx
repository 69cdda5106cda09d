# a[key] and a[key] = value.

import numpy

from cpython.long cimport PyLong_CheckExact
from cpython.number cimport PyIndex_Check, PyNumber_AsSsize_t
from cpython.slice cimport PySlice_Check

from libc.stdint cimport int32_t, int64_t, uint64_t

from cupy._core cimport dtypes
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, hooks, ndarray, new_view
from cupy._core.deferred cimport deferred
from cupy._memory cimport growth
from cupy._runtime cimport driver, index_report

from cupy._runtime.errors import ImplicitTransferError

cdef extern from "Python.h":
    int PySlice_Unpack(object, Py_ssize_t *, Py_ssize_t *, Py_ssize_t *) except -1
    Py_ssize_t PySlice_AdjustIndices(Py_ssize_t, Py_ssize_t *, Py_ssize_t *, Py_ssize_t) nogil

ctypedef fused integer:
    int32_t
    int64_t


cdef object _numpy_array = numpy.ndarray
cdef object _numpy_bool = numpy.bool_


cdef struct Cursor:     # a view under construction
    char *ptr
    int ndim            # axes written so far
    int axis            # next axis of the source
    Py_ssize_t[64] shape
    Py_ssize_t[64] strides


cdef int _too_many(ndarray a, int given) except -1:
    raise IndexError(f"too many indices for array: array is {a.ndim_}-dimensional, "
                     f"but {given} were indexed")


cdef inline int _take_integer(ndarray a, Cursor *c, Py_ssize_t index) except -1:
    cdef Py_ssize_t length
    if c.axis >= a.ndim_:
        _too_many(a, c.axis + 1)
    length = a.shape_[c.axis]
    if index < -length or index >= length:
        raise IndexError(f"index {index} is out of bounds for axis {c.axis} with size {length}")
    c.ptr += (index + length if index < 0 else index) * a.strides_[c.axis]
    c.axis += 1
    return 0


def _whole(bound):
    """A bound of a slice that is an array of one whole number of floating point as an int: CuPy takes them."""
    if isinstance(bound, ndarray) and bound.ndim == 0 and bound.dtype.kind == "f":
        number = bound.item()
        if number == number // 1:
            return int(number)
    return bound


cdef inline int _take_slice(ndarray a, Cursor *c, object item) except -1:
    cdef Py_ssize_t start, stop, step, length
    if c.axis >= a.ndim_:
        _too_many(a, c.axis + 1)
    try:
        PySlice_Unpack(item, &start, &stop, &step)
    except TypeError:
        item = slice(*[_whole(bound) for bound in (item.start, item.stop, item.step)])
        PySlice_Unpack(item, &start, &stop, &step)
    length = PySlice_AdjustIndices(a.shape_[c.axis], &start, &stop, step)
    if length > 0:
        c.ptr += start * a.strides_[c.axis]
    else:
        step = 1        # as NumPy
    c.shape[c.ndim] = length
    c.strides[c.ndim] = a.strides_[c.axis] * step
    c.ndim += 1
    c.axis += 1
    return 0


cdef inline void _take_axes(ndarray a, Cursor *c, int count) noexcept:
    cdef int _
    for _ in range(count):
        c.shape[c.ndim] = a.shape_[c.axis]
        c.strides[c.ndim] = a.strides_[c.axis]
        c.ndim += 1
        c.axis += 1


cdef inline ndarray _view_at(ndarray a, Cursor *c):
    return new_view(a, c.ptr, a.dtype_, a.code, a.itemsize_, c.ndim, c.shape, c.strides)


cdef bint _is_basic(object item):
    if PySlice_Check(item) or item is None or item is Ellipsis:
        return True
    if isinstance(item, (bool, _numpy_bool, list, _numpy_array, ndarray, tuple)):
        return False
    return PyIndex_Check(item)


cdef ndarray basic(ndarray a, object key):
    """The view of an all-basic key, or None when the key has arrays in it."""
    cdef Cursor c
    cdef int consumed = 0, ellipsis = 0, change = 0
    c.ptr = a.ptr
    c.ndim = 0
    c.axis = 0
    if PyLong_CheckExact(key):
        _take_integer(a, &c, PyNumber_AsSsize_t(key, IndexError))
        _take_axes(a, &c, a.ndim_ - 1)
        return _view_at(a, &c)
    if PySlice_Check(key):
        _take_slice(a, &c, key)
        _take_axes(a, &c, a.ndim_ - 1)
        return _view_at(a, &c)
    if type(key) is not tuple:
        if isinstance(key, tuple):
            key = tuple(key)
        elif _is_basic(key):
            key = (key,)
        else:
            return None
    for item in <tuple>key:
        if not _is_basic(item):
            return None
        if item is Ellipsis:
            ellipsis += 1
        elif item is None:
            change += 1
        else:
            consumed += 1
            change -= not PySlice_Check(item)
    if a.ndim_ + change > 64:
        raise IndexError(f"number of dimensions must be within [0, 64], indexing result would have {a.ndim_ + change}")
    if ellipsis > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if consumed > a.ndim_:
        _too_many(a, consumed)
    for item in <tuple>key:
        if PySlice_Check(item):
            _take_slice(a, &c, item)
        elif item is None:
            c.shape[c.ndim] = 1
            c.strides[c.ndim] = 0
            c.ndim += 1
        elif item is Ellipsis:
            _take_axes(a, &c, a.ndim_ - consumed)
        else:
            _take_integer(a, &c, PyNumber_AsSsize_t(item, IndexError))
    _take_axes(a, &c, a.ndim_ - c.axis)
    return _view_at(a, &c)


cpdef bint checks_indices() except -1:
    """Whether index arrays on the device are checked before they are used: on the host always, elsewhere on request."""
    driver.bind_thread()
    return driver.target(driver.thread_state().device).synchronous or index_report.action() == "raise"


cdef bint _strays(const integer *index, Py_ssize_t size, int64_t length) noexcept nogil:
    """Whether an index is out of range: of one that is, one of two distances has the bit of its sign.

    No branch and no comparison, so that the loop takes several at once on any processor.
    """
    cdef uint64_t signs = 0, at, whole = length
    cdef Py_ssize_t i
    for i in range(size):
        at = <uint64_t><int64_t>index[i]
        signs |= (at + whole) | (whole - 1 - at)
    return signs >> 63


def known_in_range(ndarray index, Py_ssize_t length, bint settled=True):
    """Whether indices can be looked at here, and all of them are in range, from the end too; `settled`, for good."""
    driver.bind_thread()
    if index.flags_ & (FLAG_C | FLAG_MISALIGNED) != FLAG_C or not driver.target(index.device_id_).host_memory \
            or settled and growth.captures:
        return False
    if index.code == dtypes.INT64:
        return not _strays[int64_t](<const int64_t *>index.pointer(), index.size, length)
    return index.code == dtypes.INT32 and not _strays[int32_t](<const int32_t *>index.pointer(), index.size, length)


def check_range(ndarray index, Py_ssize_t length, int axis):
    """Raise IndexError when an index array of the device, which is to be checked, is out of range."""
    if not index.size:
        return
    if length == 0:
        raise IndexError(f"index {int(index.ravel()[0])} is out of bounds for axis {axis} with size 0")
    if not checks_indices():
        return
    if not known_in_range(index, length, False) and (int(index.min()) < -length or int(index.max()) >= length):
        out_of_bounds(index.get(), length, axis)


def out_of_bounds(index, length, axis):
    """Raise the IndexError of the first index of a NumPy array that is out of range."""
    bad = index[(index < -length) | (index >= length)].flat[0]
    raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {length}")


cdef bint _names_fields(object key):
    return isinstance(key, str) or isinstance(key, list) and len(key) and isinstance(key[0], str)


cdef ndarray _field(ndarray a, object key):
    """View of a field, or of several, of a structured array."""
    cdef Py_ssize_t[64] shape, strides
    cdef int i, ndim
    cdef Py_ssize_t step
    if a.dtype_.names is None:
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and integer or boolean arrays are valid indices")
    if isinstance(key, list):
        dtype = numpy.empty(0, a.dtype_)[key].dtype
        return new_view(a, a.ptr, dtype, dtypes.code_of(dtype), a.itemsize_, a.ndim_, a.shape_, a.strides_)
    if key not in a.dtype_.names:
        raise ValueError(f"no field of name {key}")
    dtype, offset = a.dtype_.fields[key][:2]
    inner, base = dtype.shape, dtypes.as_dtype(dtype.base)
    ndim = a.ndim_ + len(inner)
    if ndim > 64:
        raise ValueError(f"the field {key} has more than 64 axes")
    for i in range(a.ndim_):
        shape[i], strides[i] = a.shape_[i], a.strides_[i]
    step = base.itemsize
    for i in range(ndim - 1, a.ndim_ - 1, -1):
        shape[i], strides[i] = inner[i - a.ndim_], step
        step *= shape[i]
    return new_view(a, a.ptr + <Py_ssize_t>offset, base, dtypes.code_of(base), base.itemsize, ndim, shape, strides)


cdef int _set_fields(ndarray a, list names, object value) except -1:
    """Fields one by one, so that those between them stay as they are."""
    if isinstance(value, ndarray) and value.dtype.names:
        value = deferred("advanced.apart")(value, a)
        parts = [value[name] for name in value.dtype.names]
    else:
        parts = list(value) if isinstance(value, tuple) else [value] * len(names)
    if len(parts) != len(names):
        raise ValueError(f"{len(parts)} values cannot be assigned to {len(names)} fields")
    for name, part in zip(names, parts):
        _setitem(_field(a, name), Ellipsis, part)
    return 0


cdef object _getitem(ndarray a, object key):
    cdef ndarray view = basic(a, key)
    if view is not None:
        return view
    if _names_fields(key):
        return _field(a, key)
    if isinstance(key, ndarray) and (<ndarray>key).code in (dtypes.INT32, dtypes.INT64) and a.ndim_:
        found = deferred("few.get_few")(a, key)
        if found is not None:
            return found
        check_range(<ndarray>key, a.shape_[0], 0)
        return deferred("gather.take_axis")(a, key, 0)
    return deferred("advanced.get")(a, key)


cdef int _setitem(ndarray a, object key, object value) except -1:
    cdef ndarray view = basic(a, key)
    if view is None and _names_fields(key):
        if isinstance(key, list):
            return _set_fields(_field(a, key), key, value)
        view = _field(a, key)
    if view is None:
        deferred("advanced.set")(a, key, value)
        return 0
    if isinstance(value, ndarray):
        if (<ndarray>value).code in (dtypes.COMPLEX64, dtypes.COMPLEX128) and 0 < dtypes.kind_of(view.code) < 3:
            deferred("arguments.warn_of_discarded_part")()
        hooks.assign(view, <ndarray>value)
    elif isinstance(value, (_numpy_array, list, tuple)):
        if isinstance(value, _numpy_array) and value.ndim:
            raise ImplicitTransferError("value: a numpy.ndarray cannot be assigned implicitly; "
                                        "use cupy.asarray(value) or a.set(value)")
        if view.dtype_.names is not None:
            value = numpy.array(value, view.dtype_)
        value = deferred("from_data.asarray")(value, view.dtype_ if view.code < 15 else None)
        hooks.assign(view, <ndarray>value)
    else:
        hooks.fill(view, value)
    return 0

hooks.getitem = _getitem
hooks.setitem = _setitem
