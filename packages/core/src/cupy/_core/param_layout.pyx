# The layout of a parameter block, as compiled code fills it.

import sys

import numpy

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cupy._core cimport dtypes, layout
from cupy._core.iteration cimport Divider, divider
from cupy._core.ndarray cimport FLAG_MISALIGNED, copy_of, ndarray, plain_view
from cupy._memory.memory cimport use_on
from cupy._runtime cimport recording

from cupy._runtime.errors import Misaligned

cdef object _uint8 = numpy.dtype("u1")
cdef str _REMEDY = ("the elements of an array are not aligned, so that kernels cannot write them (or read them, where "
                    "strides are not multiples of the item size): use a copy")


cdef class Layout:
    """The layout of a parameter block, as compiled code fills it."""

    def __init__(self, block):
        cdef Member *member
        self.title = block.name
        self.size = block.size
        self.places = {}
        self.nested, self.names, self.missing = [], [], []
        if self.size > LARGEST_BLOCK or len(block.fields) > MOST_MEMBERS:
            raise ValueError(f"{block.name} is too large for a parameter block")
        cdef bytearray defaults = bytearray(self.size)
        cdef char *raw = defaults
        for k, field in enumerate(block.fields):
            self.places[sys.intern(field.name)] = k
            self.names.append(field.name)
            self.nested.append(Layout(field.block) if field.block else None)
            member = &self.members[k]
            member.offset = field.offset
            member.itemsize = field.itemsize
            member.count = field.count
            member.kind = ord(field.format)
            member.read_only = field.read_only
            member.is_divider = field.format == "S" and field.block.name.rpartition("::")[2] == "Divider"
            self.missing.append(field.default is None and field.format != "P")
            if field.default is not None and not (field.default == 0 and (field.count or field.format in "PS")):
                self.put(k, raw, field.default, None, NULL)
        self.required = sum(self.missing)
        self.defaults = bytes(defaults)

    cdef int fill(self, char *to, dict fields, list arrays, void *stream) except -1:
        """Write the members; arrays are used on the stream, or collected where a list is given."""
        cdef int given = 0, k
        memcpy(to, PyBytes_AS_STRING(self.defaults), self.size)
        for name, value in fields.items():
            place = self.places.get(name)
            if place is None:
                raise TypeError(f"{self.title} has no member {name}")
            k = place
            given += <bint>self.missing[k]
            self.put(k, to, value, arrays, stream)
        if given != self.required:
            absent = [name for name, needed in zip(self.names, self.missing) if needed and name not in fields]
            raise TypeError(f"{self.title}: missing {', '.join(absent)}")
        return 0

    cdef dict aligned(self, dict fields):
        """The fields with aligned copies of the inputs that are not, of the same strides: those may be fields too."""
        cdef dict found = {}
        for name, value in fields.items():
            k = self.places[name]
            if self.members[<int>k].kind == c"S":
                found[name] = (<Layout>self.nested[k]).aligned(value) if isinstance(value, dict) else value
            else:
                found[name] = aligned_copy(value) if self.members[<int>k].read_only else value
        return found

    cdef int put(self, int k, char *to, object value, list arrays, void *stream) except -1:
        cdef Member *member = &self.members[k]
        cdef int position = 0
        to += member.offset
        if member.count == 0:
            return put_one(member, <Layout>self.nested[k], to, value, arrays, stream)
        if isinstance(value, bytes):
            if PyBytes_GET_SIZE(value) > member.count * member.itemsize:
                raise ValueError(f"{self.title}::{self.names[k]} has {member.count * member.itemsize} bytes, "
                                 f"not {len(value)}")
            memcpy(to, PyBytes_AS_STRING(value), PyBytes_GET_SIZE(value))
            return 0
        try:
            put_many(member, <Layout>self.nested[k], to, value, arrays, stream, &position)
        except OverflowError:
            if position < member.count:
                raise
            raise ValueError(f"{self.title}::{self.names[k]} holds {member.count} elements, no more") from None
        return 0


cdef object aligned_copy(object x):
    """An array, or the arrays of a list, with aligned elements and the strides that it has."""
    cdef Py_ssize_t low, high, one = 1, count
    cdef ndarray a, bytes_of
    cdef int i
    if isinstance(x, (list, tuple)):
        return [aligned_copy(each) for each in x]
    if not isinstance(x, ndarray) or not (<ndarray>x).flags_ & FLAG_MISALIGNED:
        return x
    a = <ndarray>x
    for i in range(a.ndim_):
        if a.shape_[i] > 1 and a.strides_[i] & (a.itemsize_ - 1):
            raise Misaligned(_REMEDY)
    layout.extent(a.ndim_, a.shape_, a.strides_, a.itemsize_, &low, &high)
    count = high - low
    bytes_of = copy_of(plain_view(a, a.ptr + low, _uint8, dtypes.UINT8, 1, 1, &count, &one), c"C")
    return plain_view(bytes_of, bytes_of.ptr - low, a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, a.strides_)


cdef int put_many(Member *member, Layout nested, char *to, object values, list arrays, void *stream,
                  int *position) except -1:
    """Elements of an array, nested as deep as they are, one behind the other."""
    if isinstance(values, numpy.ndarray):
        values = values.tolist()
    for value in values:
        if isinstance(value, (list, tuple, numpy.ndarray)):
            put_many(member, nested, to, value, arrays, stream, position)
            continue
        if position[0] >= member.count:
            raise OverflowError
        put_one(member, nested, to + position[0] * member.itemsize, value, arrays, stream)
        position[0] += 1
    return 0


cdef int put_one(Member *member, Layout nested, char *to, object value, list arrays, void *stream) except -1:
    cdef char kind = member.kind
    if kind == c"P":
        if isinstance(value, ndarray):
            if (<ndarray>value).flags_ & FLAG_MISALIGNED:
                raise Misaligned(_REMEDY)
            (<void **>to)[0] = (<ndarray>value).pointer()
            if recording.on:
                recording.touch((<ndarray>value).size * (<ndarray>value).itemsize_)
            if arrays is not None:
                arrays.append(value)
            else:
                use_on((<ndarray>value).memory, stream)
        elif value is None:
            (<void **>to)[0] = NULL
        else:
            (<uint64_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"q":
        (<int64_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"i":
        (<int32_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"d":
        (<double *>to)[0] = value
    elif kind == c"f":
        (<float *>to)[0] = value
    elif kind == c"I":
        (<uint32_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"Q":
        (<uint64_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"?":
        to[0] = bool(value)
    elif kind == c"S":
        put_struct(member, nested, to, value, arrays, stream)
    elif kind == c"b":
        (<int8_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"B":
        (<uint8_t *>to)[0] = PyNumber_Index(value)
    elif kind == c"h":
        (<int16_t *>to)[0] = PyNumber_Index(value)
    else:
        (<uint16_t *>to)[0] = PyNumber_Index(value)
    return 0


cdef int put_struct(Member *member, Layout nested, char *to, object value, list arrays, void *stream) except -1:
    """A struct in a block: its bytes, its members by name, or the number that a `Divider` divides by."""
    cdef Divider by
    if isinstance(value, bytes):
        if PyBytes_GET_SIZE(value) != member.itemsize:
            raise ValueError(f"{nested.title} has {member.itemsize} bytes, not {len(value)}")
        memcpy(to, PyBytes_AS_STRING(value), member.itemsize)
    elif isinstance(value, dict):
        nested.fill(to, value, arrays, stream)
    elif member.is_divider:
        by = divider(<uint32_t>PyNumber_Index(value))
        memcpy(to, &by, sizeof(by))
    else:
        raise TypeError(f"{nested.title} is given as bytes or as its members by name, not as {type(value).__name__}")
    return 0
