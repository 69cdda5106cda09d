# Few elements that lie in the host's memory: NumPy takes less time than a kernel takes to be prepared.

import importlib

import numpy

cimport numpy as cnp
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcpy

from cupy._core cimport dtypes
from cupy._core.deferred cimport deferred
from cupy._core.ndarray cimport FLAG_C, FLAG_F, FLAG_MISALIGNED, MAX_NDIM, copy_of, ndarray, new_array
from cupy._core.transfer import from_plain, host_view, on_host_array
from cupy._memory cimport growth
from cupy._runtime cimport driver, recording

cdef extern from "Python.h":
    Py_ssize_t Py_REFCNT(object)

cnp.import_array()

__all__ = []

ctypedef fused integer:
    int32_t
    int64_t

#: Elements of all arrays together, of one that is indexed not counted; of those that NumPy or SciPy has a function for.
FEW, MOST = 4096, 1 << 20

#: Types that NumPy computes with as we do: halves are none, and bools may be any bytes.
NUMBERS = "bBhHiIlLfdFD"
#: Bytes from which on a result's memory is taken over rather than copied: of one that nobody else has, and of others.
cdef Py_ssize_t _LARGER = 1 << 13, _LARGE = 1 << 18

cdef frozenset _PLAIN = frozenset((bool, int, float, str))
#: Kinds of arrays that hold a number of Python's as it is, or refuse it.
cdef dict _TAKING = {int: "iuf", float: "f"}


cdef bint at_once() except -1:
    """Whether the device is the host, and work of now is neither put on a stream nor recorded, nor written down."""
    driver.bind_thread()
    return not growth.captures and not recording.on and driver.thread_state().stream is NULL \
        and driver.target(driver.thread_state().device).host_memory


cdef uint32_t _bits(str types):
    """A bit for each type code of some dtype chars."""
    cdef uint32_t bits = 0
    for char in types:
        bits |= <uint32_t>1 << dtypes.code_of(numpy.dtype(char))
    return bits


cdef uint32_t _NUMBERS = _bits(NUMBERS), _MOVED = _bits("?e" + NUMBERS)
#: So many times more items are picked by one thread, which a kernel's would begin later; of rows of so many bytes, too.
cdef int _PICKED = 16, _PICKED_ROWS = 128
cdef Py_ssize_t _WIDE = 256
cdef object _INT64 = numpy.dtype("i8")


cdef bint _is_of(ndarray a, uint32_t types):
    """Whether an array has elements, of some types, in the host's memory."""
    return a.size and types >> a.code & 1 and driver.target(a.device_id_).host_memory


cdef bint _is_finite(ndarray a):
    """Whether an array of doubles is contiguous and holds none that is no number."""
    cdef double *items = <double *>a.pointer()
    cdef double sum = 0
    cdef Py_ssize_t i
    if a.code != dtypes.FLOAT64 or not a.flags_ & (FLAG_C | FLAG_F):
        return a.dtype_.kind in "biu"
    for i in range(a.size):
        sum += items[i] * 0
    return sum == 0


cdef bint _is_new(cnp.ndarray x, int references):
    """Whether nobody but who took it from a function has an array, of so many bytes that a copy takes long."""
    return cnp.PyArray_NBYTES(x) >= _LARGER and Py_REFCNT(x) == references and x.dtype.kind in "biufc" \
        and cnp.PyArray_CHKFLAGS(x, cnp.NPY_ARRAY_OWNDATA | cnp.NPY_ARRAY_WRITEABLE)


cdef object _taken(object x, object finish, int references=1):
    """A result of NumPy's or SciPy's, of which there are so many references, as ours."""
    if type(x) is numpy.ndarray:
        if _is_new(x, references):
            return on_host_array(x)
        return from_plain(x) if finish is None or x.nbytes < _LARGE and x.dtype.kind in "biufc" else finish(x)
    if type(x) is tuple:
        references = 2 if Py_REFCNT(x) == references else 0
        return tuple([_taken(y, finish, references) for y in <tuple>x])
    if finish is None:
        return from_plain(numpy.asarray(x)) if isinstance(x, numpy.generic) else deferred("from_data.asarray")(x)
    return x if type(x) in _PLAIN or x is None else finish(x)


def result_of(function, args):
    """What a function gives for some arguments: an array of ours for a large one that nobody else has."""
    x = function(*args)
    return on_host_array(x) if type(x) is numpy.ndarray and _is_new(x, 1) else x


cdef class OfFew:
    """What a function of NumPy's or SciPy's gives for few elements in the host's memory, where no kernel is launched.

    Calls that it does not take and those that the function refuses give NotImplemented: they are for the function of
    ours, which has its own words for them, or another answer.
    """

    cdef object function, start, finish
    cdef str name
    cdef frozenset options
    cdef uint32_t types
    cdef Py_ssize_t most, places
    cdef int axes
    cdef bint finite

    def __init__(self, function, *, most=FEW, types=NUMBERS, axes=0, places=64, options=None, start=None,
                 finish=None, finite=False):
        """Take a function, or the dotted name of one, which is looked up when it is first called.

        Parameters
        ----------
        function : callable, str or None
            Of NumPy's or SciPy's; None if each call names one.
        most : int, optional
            Elements of all arrays together.
        types : str, optional
            Type characters of the arrays.
        axes : int, optional
            Of the first array; others have no more. Any number if 0.
        places : int, optional
            Most arguments by position.
        options : frozenset of str, optional
            Arguments by name; any if None.
        start : callable, optional
            Makes what is neither an array nor a number SciPy's, or gives NotImplemented.
        finish : callable, optional
            Makes arrays of SciPy's ours; None is an argument then, and results may be no arrays.
        finite : bool, optional
            Whether arrays with infinities or NaNs are left to our function.
        """
        self.function, self.name = (None, function) if type(function) is str else (function, None)
        self.most, self.types, self.axes, self.start, self.finish = most, _bits(types), axes, start, finish
        self.places, self.options, self.finite = places, options, finite

    def __call__(self, tuple args, dict kwargs=None, by=None):
        """The result for these arguments, or NotImplemented; that of another function, if it is to be had `by` that."""
        views = self.views(args)
        if not views or kwargs and not self.takes(kwargs):
            return NotImplemented
        if by is None and self.function is None:
            module, _, name = self.name.rpartition(".")
            self.function = getattr(importlib.import_module(module), name)
        by = self.function if by is None else by
        try:
            return _taken(by(*views, **kwargs) if kwargs else by(*views), self.finish)
        except Exception:
            return NotImplemented

    def views(self, args):
        """NumPy's views of arrays, in lists and tuples too; None if the function cannot take an argument."""
        cdef list found = []
        cdef Py_ssize_t room = min(self.most, MOST)
        return found if len(args) <= self.places and at_once() and self.add_views(found, args, &room, 0) else None

    cdef bint add_views(self, list found, object args, Py_ssize_t *room, int depth) except -1:
        cdef list part
        for x in args:
            if type(x) is ndarray:
                room[0] -= (<ndarray>x).size
                if room[0] < 0 or not _is_of(x, self.types) or self.axes and (<ndarray>x).ndim_ != self.axes and (
                        (<ndarray>x).ndim_ > self.axes or not found):
                    return False
                found.append(host_view(x))
                if self.finite and not _is_finite(x):
                    return False
            elif type(x) in _PLAIN or x is None and self.finish is not None:
                found.append(x)
            elif (type(x) is list or type(x) is tuple) and depth < 3:
                part = []
                if not self.add_views(part, x, room, depth + 1):
                    return False
                found.append(part if type(x) is list else tuple(part))
            elif self.start is not None:
                x = self.start(x)
                if x is NotImplemented:
                    return False
                found.append(x)
            else:
                return False
        return True

    cdef bint takes(self, dict options) except -1:
        """Whether the function has these options, none of which is an array."""
        if self.options is not None and not self.options.issuperset(options):
            return False
        for x in options.values():
            if type(x) not in _PLAIN and x is not None:
                return False
        return True


cdef bint _holds(ndarray a, object value):
    """Whether values are of the type of `a` in other memory, or a number that its items are or refuse."""
    if type(value) is ndarray:
        return (<ndarray>value).dtype_ is a.dtype_ and (<ndarray>value).memory is not a.memory
    return a.dtype_.kind in _TAKING.get(type(value), "")


cdef OfFew _PUT = OfFew(None, types="e" + NUMBERS), _PUT_BOOLS = OfFew(None, types="?e" + NUMBERS)


def put_few(function, a, where, value, *options, bint bools=False):
    """Whether NumPy's function has written values where indices or truth values say, all of them few."""
    if type(a) is not ndarray or type(where) is not ndarray and type(where) is not int or not _holds(a, value) \
            or type(where) is ndarray and (<ndarray>where).memory is (<ndarray>a).memory:
        return False
    views = (_PUT_BOOLS if bools else _PUT).views((a, where, value))
    if views is None:
        return False
    try:
        function(*views, *options)
    except Exception:       # of what is known before anything is written
        return False
    return True


cdef bint _copy_rows(ndarray a, int axis, integer *index, ndarray result) except -1:
    """Copy the items of an axis that indices name; False at the first that is out of range."""
    cdef Py_ssize_t i, length = a.shape_[axis], row = a.itemsize_, outer = 1, count
    cdef int64_t k
    cdef char *source = a.pointer()
    cdef char *to = result.pointer()
    for i in range(axis):
        outer *= a.shape_[i]
    for i in range(axis + 1, a.ndim_):
        row *= a.shape_[i]
    count = result.size * a.itemsize_ // (row * outer)
    while outer:
        outer -= 1
        for i in range(count):
            k = index[i]
            k += length if k < 0 else 0
            if not 0 <= k < length:
                return False
            if row == 8:                # with the number of bytes known, a copy is an instruction or two
                memcpy(to + i * 8, source + k * 8, 8)
            elif row == 4:
                memcpy(to + i * 4, source + k * 4, 4)
            elif row == 1:
                to[i] = source[k]
            elif row == 16:
                memcpy(to + i * 16, source + k * 16, 16)
            else:
                memcpy(to + i * row, source + k * row, row)
        to += count * row
        source += length * row
    return True


def get_few(ndarray a, ndarray index, int axis=0):
    """Items along an axis at few integers in range, or None."""
    cdef Py_ssize_t[MAX_NDIM] shape
    cdef ndarray result
    cdef int last = index.ndim_ + a.ndim_ - 1
    cdef Py_ssize_t i, row = a.itemsize_
    for i in range(axis + 1, a.ndim_):
        row *= a.shape_[i]
    if not index.size or not a.ndim_ or last > MAX_NDIM or not _is_of(a, _MOVED) or not index.ndim_ \
            or index.size * (a.size // a.shape_[axis]) > FEW * (_PICKED if row < _WIDE else _PICKED_ROWS) \
            or not at_once() or not _is_of(index, _NUMBERS):
        return None
    if (index.code == dtypes.INT64 or index.code == dtypes.INT32) \
            and a.flags_ & index.flags_ & FLAG_C and not (a.flags_ | index.flags_) & FLAG_MISALIGNED:
        memcpy(shape, a.shape_, axis * sizeof(Py_ssize_t))
        memcpy(shape + axis, index.shape_, index.ndim_ * sizeof(Py_ssize_t))
        memcpy(shape + axis + index.ndim_, a.shape_ + axis + 1, (a.ndim_ - axis - 1) * sizeof(Py_ssize_t))
        result = new_array(a.dtype_, a.code, a.itemsize_, last, shape, c"C")
        if index.code == dtypes.INT64:
            return result if _copy_rows(a, axis, <int64_t *>index.pointer(), result) else None
        return result if _copy_rows(a, axis, <int32_t *>index.pointer(), result) else None
    return from_plain(host_view(a).take(host_view(index), axis)) if index.size <= FEW else None


cdef Py_ssize_t count_few(ndarray flags) except -2:
    """How many of few flags are true; -1 if they are for kernels."""
    cdef Py_ssize_t i, count = 0
    cdef const char *items = flags.pointer()
    if flags.size > FEW * 4 or not at_once() or not driver.target(flags.device_id_).host_memory:
        return -1
    for i in range(flags.size):
        count += items[i] != 0
    return count


cdef ndarray select_few(ndarray flags, ndarray items):
    """Positions of few flags that are true, or the items there; None if they are for kernels. All are contiguous."""
    cdef Py_ssize_t i, done = 0, count = count_few(flags)
    cdef const char *is_true = flags.pointer()
    cdef char *source
    cdef char *to
    cdef int width
    cdef ndarray result
    if count < 0 or items is not None and not driver.target(items.device_id_).host_memory:
        return None
    if items is None:
        result = new_array(_INT64, dtypes.INT64, 8, 1, &count, c"C")
    else:
        result = new_array(items.dtype_, items.code, items.itemsize_, 1, &count, c"C")
        source = items.pointer()
    to, width = result.pointer(), result.itemsize_
    for i in range(flags.size):         # every item is written, only a selected one moves the end on
        if done == count:               # other threads may set flags meanwhile
            break
        if items is None:
            (<int64_t *>to)[done] = i
        elif width == 8:
            (<int64_t *>to)[done] = (<int64_t *>source)[i]
        elif width == 4:
            (<int32_t *>to)[done] = (<int32_t *>source)[i]
        else:
            memcpy(to + done * width, source + i * width, width)
        done += is_true[i] != 0
    return result


cdef tuple _unraveled(ndarray flat, int ndim, const Py_ssize_t *shape):
    """Places along each axis of places in the flattened array, which become those along the first."""
    cdef Py_ssize_t i, place
    cdef int k
    cdef int64_t *places = <int64_t *>flat.pointer()
    cdef int64_t *rest
    cdef ndarray part
    cdef list found = [flat]
    for k in range(ndim - 1, 0, -1):
        part = new_array(_INT64, dtypes.INT64, 8, flat.ndim_, flat.shape_, c"C")
        rest = <int64_t *>part.pointer()
        for i in range(flat.size):
            place = places[i] // shape[k]
            rest[i], places[i] = places[i] - place * shape[k], place
        found.insert(1, part)
    return tuple(found)


def nonzero_few(ndarray flags):
    """Positions along each axis of few contiguous flags that are true, or None."""
    cdef ndarray flat = select_few(flags, None)
    return None if flat is None else _unraveled(flat, flags.ndim_, flags.shape_)


def unravel_few(ndarray index, tuple shape):
    """Places along each axis of few places in the flattened array, which are in range; None of others."""
    cdef Py_ssize_t[MAX_NDIM] sizes
    cdef Py_ssize_t i, size = 1
    cdef ndarray flat
    if index.code != dtypes.INT64 or not index.size or index.size > FEW or not 0 < len(shape) <= MAX_NDIM \
            or not at_once() or not driver.target(index.device_id_).host_memory:
        return None
    for i in range(len(shape)):
        sizes[i] = shape[i]
        if sizes[i] <= 0:
            return None
        size *= sizes[i]
    flat = copy_of(index, c"C")
    for i in range(flat.size):
        if not 0 <= (<int64_t *>flat.pointer())[i] < size:
            return None
    return _unraveled(flat, <int>len(shape), sizes)


def counted_few(ndarray flags):
    """The number of few flags that are true, as an array without axes, or None."""
    cdef ndarray result
    cdef Py_ssize_t count = count_few(flags) if flags.code == dtypes.BOOL and flags.flags_ & FLAG_C else -1
    if count < 0:
        return None
    result = new_array(_INT64, dtypes.INT64, 8, 0, NULL, c"C")
    (<int64_t *>result.pointer())[0] = count
    return result


def set_few(ndarray a, key, value):
    """Whether ``a[key] = value`` is done: of few integers, or truth values and a number."""
    cdef ndarray index
    cdef Py_ssize_t most = FEW
    if type(key) is not ndarray or not _holds(a, value):
        return False
    index = key
    if index.size > FEW or index.memory is a.memory or not at_once() \
            or not _is_of(a, _MOVED if type(value) is ndarray else _NUMBERS):
        return False
    try:
        if index.code == dtypes.INT64 or index.code == dtypes.INT32:
            if type(value) is not ndarray:
                host_view(a)[host_view(index)] = value
                return True
            if (<ndarray>value).size * a.itemsize_ >= _WIDE * index.size:
                most = FEW * _PICKED_ROWS
            if (<ndarray>value).size <= most and _is_of(value, _MOVED):
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
    if a.ndim_ != 1 or a.size > FEW or a.code != dtypes.INT32 and a.code != dtypes.INT64 or not at_once() \
            or not driver.target(a.device_id_).host_memory:
        return None
    copy = cnp.PyArray_NewCopy(host_view(a), cnp.NPY_CORDER)
    if a.code == dtypes.INT32:
        good = _within(<int32_t *>cnp.PyArray_DATA(copy), a.size, least, most, ascending)
    else:
        good = _within(<int64_t *>cnp.PyArray_DATA(copy), a.size, least, most, ascending)
    return copy if good else None
