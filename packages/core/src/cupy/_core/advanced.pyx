# Indexing with arrays: a[key], a[key] = value and ufunc.at for keys that hold arrays or masks.
#
# A key becomes a view (its slices, integers and new axes applied) and a list of integer index arrays, each for one
# axis of the view.  Index arrays of axes that are one run of memory become one array, and one index array is a
# `take`; others become one array of offsets in bytes, so that every case ends in the same gather or scatter kernel.

from collections.abc import Sequence

import numpy

from cupy._core cimport dtypes
from cupy._core.deferred cimport deferred
from cupy._core.indexing cimport basic
from cupy._core.ndarray cimport FLAG_C, ndarray, new_view

from cupy._core import gather, scatter_shared
from cupy._core.constructors import empty
from cupy._core.copyto import copyto
from cupy._core.few import set_few
from cupy._core.creation import filled
from cupy._core.dtypes import normalize_dtype
from cupy._core.from_data import asarray
from cupy._core.indexing import check_range, out_of_bounds
from cupy._core.selection import mask_assign, mask_select, nonzero
from cupy._core.strided import broadcast_view
from cupy._core.ufunc import ufunc
from cupy._runtime.index_report import address_of
from cupy._specs.engine import add_offset

cdef object _add_offset = ufunc(add_offset)
cdef object _numpy_array = numpy.ndarray
cdef object _numpy_bool = numpy.bool_
cdef object _int64 = numpy.dtype("i8")
cdef object _all = slice(None)

cdef enum:
    FEW = 4     # a view that is copied to be read from should not have so many times the elements that are read


cdef class Selection:
    """A parsed key: index arrays of one shape stand for neighbouring axes of a view."""

    cdef readonly ndarray view      # the indexed axes are axis, axis + 1, …
    cdef readonly int axis
    cdef readonly list indices      # one integer array for each of these axes
    cdef readonly tuple shape       # their broadcast shape
    cdef readonly list sources      # the axes of the array that they index, -1 for none

    cdef tuple outer_shape(self):
        """Shape of what the key selects."""
        shape = self.view.shape
        return shape[:self.axis] + self.shape + shape[self.axis + len(self.indices):]

    cdef bint merge(self, str operation) except -1:
        """Make one of several index arrays whose axes are one run of evenly spaced elements; whether there is one."""
        cdef int count = len(self.indices), k, i = 0
        cdef Py_ssize_t[64] shape
        cdef Py_ssize_t[64] strides
        cdef ndarray view = self.view
        cdef int last = self.axis + count - 1
        cdef Py_ssize_t length = 1
        if count == 1:
            return True
        for k in range(last, self.axis - 1, -1):
            if k < last and view.strides_[k] != view.strides_[k + 1] * view.shape_[k + 1]:
                return False
            length *= view.shape_[k]
        index = self._added([view.strides_[k] // view.strides_[last] if view.strides_[last] else 0
                             for k in range(self.axis, last + 1)], operation)
        for k in range(view.ndim_):
            if self.axis <= k < last:
                continue
            shape[i], strides[i] = length if k == last else view.shape_[k], view.strides_[k]
            i += 1
        self.view = new_view(view, view.ptr, view.dtype_, view.code, view.itemsize_, i, shape, strides)
        self.indices, self.sources = [index], [max(self.sources[0], 0)]
        return True

    cdef ndarray _added(self, list steps, str operation):
        """Sum of the index arrays, from the start of their axes on, each times its step."""
        total = 0
        for k, index in enumerate(self.indices):
            total = _add_offset(total, (<object>index).astype(_int64, copy=False), self.view.shape_[self.axis + k],
                                steps[k], address_of(operation, max(self.sources[k], 0)))
        return total if total.shape == self.shape else broadcast_view(total, self.shape)

    cpdef ndarray offsets(self, str operation="read"):
        """Distance in bytes, from the view's first item, of the items that the index arrays select."""
        if 0 in self.shape:
            return empty(self.shape, _int64)
        return self._added([self.view.strides_[self.axis + k] for k in range(len(self.indices))], operation)


# What an item of a key may be beside None, ..., a slice, an int or an index array: (MASK, mask), as long as the axes
# that it stands for are not known; (IN_RANGE, index array); (NEW_AXIS, index array), which stands for no axis.
cdef object MASK = "mask", IN_RANGE = "in range", NEW_AXIS = "new axis"


cdef object _as_index(object item):
    """An index array, checked where its values are at hand; a mask stays a mask."""
    if not isinstance(item, _numpy_array) and _has_arrays(item):
        return _as_index(asarray(item))
    if not isinstance(item, ndarray):
        given, item = item, numpy.asarray(item)
        if item.size == 0 and given is not item:
            item = item.astype(numpy.intp)
    kind = item.dtype.kind
    if kind == "b":
        return asarray(item)
    if kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return item


cdef bint _has_arrays(object item):
    if isinstance(item, (list, tuple)):
        for x in item:
            if isinstance(x, ndarray) or _has_arrays(x):
                return True
    return False


def in_bounds(index, Py_ssize_t length, int axis):
    """Raise IndexError for host indices out of range; bring the index to the device."""
    if isinstance(index, _numpy_array):
        if index.size and (int(index.min()) < -length or int(index.max()) >= length):
            out_of_bounds(index, length, axis)
        return asarray(index.astype(_int64, copy=False))
    check_range(index, length, axis)
    return index


cdef object _item(object item):
    """One item of a key in its normal form."""
    if item is None or item is Ellipsis or isinstance(item, slice) or type(item) is int:
        return item
    if isinstance(item, ndarray) and (<ndarray>item).code in (dtypes.INT32, dtypes.INT64):
        return item
    if not isinstance(item, (bool, _numpy_bool)):
        if not isinstance(item, (ndarray, _numpy_array, list)) and hasattr(item, "__index__"):
            return int(item.__index__())
        if isinstance(item, (str, bytes)) or not isinstance(item, (ndarray, _numpy_array, Sequence)):
            raise IndexError("only integers, slices (`:`), ellipsis (`...`), cupy.newaxis (`None`) "
                             "and integer or boolean arrays are valid indices")
        item = _as_index(item)
        if item.dtype.kind != "b":
            return item
        if item.ndim:
            return MASK, item
    # A scalar mask adds an axis of length 0 or 1.
    return NEW_AXIS, numpy.zeros(int(item), _int64)


cdef int _axes_of(object item):
    """How many axes of the array an item of a key stands for."""
    if isinstance(item, tuple):
        return (<ndarray>(<tuple>item)[1]).ndim_ if (<tuple>item)[0] is MASK else (<tuple>item)[0] is IN_RANGE
    return not (item is None or item is Ellipsis)


cdef list _expand(ndarray a, object key):
    """The key as a list with masks turned into index arrays and the ellipsis written out, unless it is empty."""
    cdef int consumed = 0, ellipses = 0, axis = 0
    cdef Py_ssize_t place = -1
    cdef list items = [], result
    for item in (key if isinstance(key, tuple) else (key,)):
        item = _item(item)
        if item is Ellipsis:
            place = len(items)
            ellipses += 1
        consumed += _axes_of(item)
        items.append(item)
    if ellipses > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if consumed > a.ndim_:
        raise IndexError(f"too many indices for array: array is {a.ndim_}-dimensional, but {consumed} were indexed")
    rest = [_all] * (a.ndim_ - consumed)
    # An ellipsis that stands for no axis still parts the arrays on its two sides.
    items = items + rest if place < 0 else items[:place] + (rest or [Ellipsis]) + items[place + 1:]
    result = []
    for item in items:
        if isinstance(item, tuple) and item[0] is MASK:
            _check_mask(a, item[1], axis)
            for x in nonzero(item[1]):
                result.append((IN_RANGE, x))
        else:
            result.append(item)
        axis += _axes_of(item)
    return result


cdef bint _check_mask(ndarray a, ndarray mask, int axis) except -1:
    """Whether a mask has the shape of the axes that it stands for; only axes without items need not, as in NumPy."""
    cdef int k
    cdef bint alike = True
    if axis + mask.ndim_ > a.ndim_:
        raise IndexError(f"too many indices for array: array is {a.ndim_}-dimensional, "
                         f"but {axis + mask.ndim_} were indexed")
    for k in range(mask.ndim_):
        if mask.shape_[k] == a.shape_[axis + k]:
            continue
        if mask.shape_[k]:
            raise IndexError(f"boolean index did not match indexed array along axis {axis + k}; size of axis is "
                             f"{a.shape_[axis + k]} but size of corresponding boolean axis is {mask.shape_[k]}")
        alike = False
    return alike


cdef Selection _parse(ndarray a, object key):
    """The `Selection` of a key that holds at least one array."""
    cdef Selection made = Selection.__new__(Selection)
    cdef list kept = [], indices = [], axes = [], sources = [], shapes = []
    cdef int axis = 0, source = 0, k = 0, first = -1, start = 0, stop = 0, met = 0
    for item in _expand(a, key):
        if item is None or isinstance(item, slice):
            kept.append(item)
            axis += 1
            source += item is not None
        elif item is not Ellipsis:
            met += 1
            stop = k
            if first < 0:
                start, first = k, axis
            if type(item) is int:
                kept.append(item)
                source += 1
            else:
                is_new = isinstance(item, tuple) and item[0] is NEW_AXIS
                values = item[1] if isinstance(item, tuple) else item
                kept.append(None if is_new else _all)
                indices.append(item if values.ndim else (IN_RANGE, in_bounds(values, a.shape_[source], source)))
                shapes.append(values.shape)
                axes.append(axis)
                sources.append(-1 if is_new else source)
                axis += 1
                source += not is_new
        k += 1
    made.view = basic(a, tuple(kept))
    made.sources = sources
    if stop - start + 1 == met:
        made.axis = first
    else:       # arrays that are not beside each other come first
        made.axis = 0
        made.view = (<object>made.view).transpose(axes + [k for k in range(made.view.ndim_) if k not in axes])
    try:
        made.shape = shapes[0] if shapes.count(shapes[0]) == len(shapes) else numpy.broadcast_shapes(*shapes)
    except ValueError:
        raise IndexError("shape mismatch: indexing arrays could not be broadcast together with shapes "
                         + " ".join(str(x) for x in shapes)) from None
    if 0 in made.shape:      # nothing is selected, wherever the indices are
        made.indices = [empty(made.shape, _int64)] * len(indices)
    else:
        made.indices = [asarray(x[1]) if isinstance(x, tuple) else in_bounds(x, a.shape_[k], k)
                        for x, k in zip(indices, sources, strict=True)]
    return made


def parse_apart(ndarray a, key):
    """The `Selection` of a key for writing to `a`: index arrays in its memory are copied before."""
    cdef Selection selection = _parse(a, key)
    selection.indices = [apart(index, a) for index in selection.indices]
    return selection


cdef ndarray _whole_mask(ndarray a, object key):
    """The mask when the key is one mask over the leading axes of `a`, else None."""
    if isinstance(key, tuple):
        if len(<tuple>key) != 1:
            return None
        key = (<tuple>key)[0]
    if isinstance(key, ndarray) and (<ndarray>key).code == dtypes.BOOL and 0 < (<ndarray>key).ndim_ <= a.ndim_:
        return <ndarray>key if _check_mask(a, <ndarray>key, 0) else None
    return None


def get(ndarray a, key):
    """``a[key]`` for a key with arrays."""
    cdef ndarray mask = _whole_mask(a, key)
    cdef Selection selection
    cdef Py_ssize_t count = 1
    if mask is not None:
        if mask.ndim_ == a.ndim_:
            return mask_select(a, mask)
        positions = nonzero((<object>mask).ravel())[0]
        return gather.take_axis((<object>a).reshape((mask.size, *a.shape[mask.ndim_:])), positions, 0)
    selection = _parse(a, key)
    if not selection.view.flags_ & FLAG_C:
        for length in selection.outer_shape():
            count *= length
    if (selection.view.flags_ & FLAG_C or count >= selection.view.size // FEW) and selection.merge("read"):
        return gather.take_axis(selection.view, selection.indices[0], selection.axis, "read", selection.sources[0])
    return gather.gather_offsets(selection.view, selection.offsets(), selection.axis, len(selection.indices))


cdef ndarray _as_values(ndarray a, object value):
    """What is to be assigned, in the type of `a`; a number that does not fit is refused as for one element."""
    if type(value) is bool or type(value) is int or type(value) is float:
        return filled((), value, a.dtype_, "C")
    if isinstance(value, ndarray):
        return value if (<ndarray>value).dtype_ == a.dtype_ else value.astype(a.dtype_)
    # Items of lists are refused as single ones are, and a tuple may be a record.
    cast = not isinstance(value, _numpy_array) and (not isinstance(value, (list, tuple)) or a.dtype_.kind in "biufc"
                                                    or a.dtype_.names is not None)
    return asarray(value, normalize_dtype(a.dtype_) if cast else None).astype(a.dtype_, copy=False)


def set(ndarray a, key, value):
    """``a[key] = value`` for a key with arrays."""
    if set_few(a, key, value):
        return
    cdef ndarray mask = apart(_whole_mask(a, key), a)
    cdef Selection selection
    if mask is not None and (value.ndim == 0 if isinstance(value, (ndarray, _numpy_array))
                             else not isinstance(value, (list, tuple))):
        if not isinstance(value, (ndarray, _numpy_array, numpy.generic)):
            value = numpy.asarray(value, a.dtype_)       # which refuses what does not fit, as for one item
        shape = mask.shape + (1,) * (a.ndim_ - mask.ndim_)
        copyto(a, value, casting="unsafe", where=(<object>mask).reshape(shape))
        return
    value = _as_values(a, value)
    if a.code == dtypes.OTHER and a.dtype_.names is not None and deferred("times_and_text.has_gaps")(a.dtype_):
        items = get(a, key)         # whose gaps are written back
        items[...] = value
        value = items
    if mask is not None and mask.ndim_ == a.ndim_:
        if value.ndim > 1:
            raise TypeError("NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has "
                            f"{value.ndim} dimensions")
        if value.ndim == 1:
            mask_assign(a, mask, value)
            return
    selection = parse_apart(a, key)
    value = apart(spread(value, selection), a)
    if not scatter_one(selection, value):
        gather.scatter_offsets(selection.view, selection.offsets("assign"), selection.axis, len(selection.indices),
                               value)


def scatter_one(Selection selection, ndarray value, change=None):
    """Assign values, or combine them with items by `change`, if one index array says where; tell whether it does."""
    if not selection.merge("assign" if change is None else "update"):
        return False
    index = selection.indices[0]
    if change is not None and change[0] == "add" and scatter_shared.add(selection.view, index, value):
        return True
    return gather.scatter_indexed(selection.view, index, value, change, selection.axis, max(selection.sources[0], 0))


def spread(ndarray value, Selection selection):
    """The value broadcast to the shape of the indexing result."""
    cdef tuple shape = selection.outer_shape()
    if value.shape == shape:
        return value
    spare = value.ndim_ - len(shape)
    if spare > 0 and all([n == 1 for n in value.shape[:spare]]):
        value = (<object>value).reshape(value.shape[spare:])
    result = broadcast_view(value, shape)
    if result is None:
        raise ValueError(f"shape mismatch: value array of shape {value.shape} could not be broadcast "
                         f"to indexing result of shape {shape}")
    return result


cpdef object apart(object x, ndarray a):
    """`x` where writing to `a` does not change it: a copy of an array in the same memory."""
    if x is not None and (<ndarray?>x).size and (<ndarray>x).memory is a.memory:
        return x.copy()
    return x
