# Few elements that lie in the host's memory: NumPy takes less time than a kernel takes to be prepared.

import numpy

cimport numpy as cnp
from libc.stdint cimport int32_t, int64_t

from cupy._core cimport dtypes
from cupy._core.ndarray cimport ndarray
from cupy._core.transfer import from_plain, host_view
from cupy._memory cimport growth
from cupy._runtime cimport driver, recording

cnp.import_array()

__all__ = []

ctypedef fused integer:
    int32_t
    int64_t

#: Elements of all arrays together, of one that is indexed not counted.
FEW = 4096

cdef frozenset _PLAIN = frozenset((bool, int, float, str))
#: Kinds of arrays that hold a number of Python's as it is, or refuse it.
cdef dict _TAKING = {int: "iuf", float: "f"}


cdef bint _at_once():
    """Whether the device is the host, and work of now is neither put on a stream nor recorded, nor written down."""
    driver.bind_thread()
    return not growth.captures and not recording.on and driver.thread_state().stream is NULL \
        and driver.target(driver.thread_state().device).host_memory


cdef bint _of_numpy(ndarray a, bint bools):
    """Whether an array is of NumPy's numbers; halves are computed with otherwise, bools may be any bytes."""
    return a.size and a.code < dtypes.OTHER and a.code != dtypes.FLOAT16 and a.code != dtypes.BFLOAT16 \
        and (bools or a.code != dtypes.BOOL) and driver.target(a.device_id_).host_memory


cdef object _view(object x, bint bools, Py_ssize_t *room):
    """NumPy's view of an array, or what is no array; None for everything else."""
    if type(x) is not ndarray:
        return x if type(x) in _PLAIN else None
    room[0] -= (<ndarray>x).size
    return host_view(x) if room[0] >= 0 and _of_numpy(x, bools) else None


def few_views(args, bint bools, Py_ssize_t most):
    """NumPy's views of arrays of few elements, in lists and tuples too, or None if NumPy cannot take their place."""
    cdef Py_ssize_t room = min(FEW, most)
    cdef list views = [], part
    if not _at_once():
        return None
    for x in args:
        if type(x) is list or type(x) is tuple:
            part = []
            for y in x:
                y = _view(y, bools, &room)
                if y is None:
                    return None
                part.append(y)
            views.append(part)
        else:
            y = _view(x, bools, &room)
            if y is None:
                return None
            views.append(y)
    return views


cdef bint _holds(ndarray a, object value):
    """Whether values are of the type of `a` in other memory, or a number that its items are or refuse."""
    if type(value) is ndarray:
        return (<ndarray>value).dtype_ is a.dtype_ and (<ndarray>value).memory is not a.memory
    return a.dtype_.kind in _TAKING.get(type(value), "")


def put_few(function, a, where, value, *options, bint bools=False):
    """Whether NumPy's function has written values where indices or truth values say, all of them few."""
    if type(a) is not ndarray or type(where) is not ndarray and type(where) is not int or not _holds(a, value) \
            or type(where) is ndarray and (<ndarray>where).memory is (<ndarray>a).memory:
        return False
    views = few_views((a, where, value), bools, FEW)
    if views is None:
        return False
    try:
        function(*views, *options)
    except Exception:       # of what is known before anything is written
        return False
    return True


def get_few(ndarray a, ndarray index):
    """``a[index]`` of few integers in range, or None."""
    if not index.ndim_ or index.size * (a.size // a.shape_[0] if a.ndim_ > 1 and a.size else 1) > FEW \
            or not _at_once() or not _of_numpy(a, True) or not _of_numpy(index, False):
        return None
    return from_plain(host_view(a).take(host_view(index), 0))


def set_few(ndarray a, key, value):
    """Whether ``a[key] = value`` is done: of few integers, or truth values and a number."""
    cdef ndarray index
    if type(key) is not ndarray or not _holds(a, value):
        return False
    index = key
    if index.size > FEW or index.memory is a.memory or not _at_once() or not _of_numpy(a, False):
        return False
    try:
        if index.code == dtypes.INT64 or index.code == dtypes.INT32:
            if type(value) is not ndarray:
                host_view(a)[host_view(index)] = value
            elif (<ndarray>value).size <= FEW and _of_numpy(value, False):
                host_view(a)[host_view(index)] = host_view(value)
            else:
                return False
        elif index.code == dtypes.BOOL and type(value) is not ndarray and index.shape == a.shape:
            numpy.putmask(host_view(a), host_view(index), value)
        else:
            return False
    except Exception:       # of what is known before anything is written
        return False
    return True


cdef bint _within(integer *items, Py_ssize_t size, int64_t least, int64_t most, bint ascending):
    """Whether all items lie between two numbers; whether they ascend from the one to the other."""
    cdef Py_ssize_t i
    cdef bint good = not ascending or size > 0 and items[0] == least and items[size - 1] == most
    for i in range(size):
        good &= least <= items[i] <= most and not (ascending and i and items[i] < items[i - 1])
    return good


def few_indices(ndarray a, int64_t least, int64_t most, bint ascending=False):
    """NumPy's copy of few integers of which none is less than `least` or more than `most`; None if it is otherwise.

    Where they are to be `ascending`, they begin with the one and end with the other. The copy is what is looked at, and
    so stays right whatever becomes of the array.
    """
    cdef bint good
    cdef cnp.ndarray copy
    if a.ndim_ != 1 or a.size > FEW or a.code != dtypes.INT32 and a.code != dtypes.INT64 or not _at_once() \
            or not driver.target(a.device_id_).host_memory:
        return None
    copy = cnp.PyArray_NewCopy(host_view(a), cnp.NPY_CORDER)
    if a.code == dtypes.INT32:
        good = _within(<int32_t *>cnp.PyArray_DATA(copy), a.size, least, most, ascending)
    else:
        good = _within(<int64_t *>cnp.PyArray_DATA(copy), a.size, least, most, ascending)
    return copy if good else None
