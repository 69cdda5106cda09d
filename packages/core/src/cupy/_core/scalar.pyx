# Python and NumPy scalars as the bytes of an element type.

import sys

import numpy

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.float cimport PyFloat_CheckExact, PyFloat_AS_DOUBLE, PyFloat_AsDouble
from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from cupy._core cimport dtypes

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object, int *) except? -1
    int PyFloat_Pack2(double, char *, int) except -1

cdef bint _LITTLE = sys.byteorder == "little"
cdef int64_t[8] _lowest = [0, -128, 0, -32768, 0, -2147483648, 0, -9223372036854775807 - 1]
cdef int64_t[8] _highest = [1, 127, 255, 32767, 65535, 2147483647, 4294967295, 9223372036854775807]


cdef bint fits(object value, int code) except -1:
    cdef int overflow
    cdef int64_t v = PyLong_AsLongLongAndOverflow(value, &overflow)
    if code == dtypes.UINT64:
        return (overflow == 0 and v >= 0) or (overflow > 0 and value < 18446744073709551616)
    return overflow == 0 and _lowest[code] <= v <= _highest[code]


cdef object whole_number(object value, int code):
    """A number as an item of this type takes it: Python's floats, and NumPy's numbers where the type has a sign, become
    Python integers, which fit or do not; other numbers of NumPy are cast."""
    if not 0 < dtypes.kind_of(code) < 2:
        return value
    if isinstance(value, numpy.number):
        if code == dtypes.UINT64 or not _lowest[code] \
                or not isinstance(value, (numpy.floating, numpy.integer)) or value.dtype.kind == "m":
            return value
    elif not isinstance(value, float):
        return value
    return int(value)


cdef int write_scalar(object value, int code, void *slot) except -1:
    """Write `value`, cast as NumPy casts scalars, as an item of type `code`."""
    cdef int overflow
    cdef int64_t v
    cdef bytes raw
    cdef int size
    if code <= dtypes.UINT64 and code != dtypes.BOOL and PyFloat_CheckExact(value):
        value = int(value)              # which refuses NaN and infinities, as below what is out of range
    if PyFloat_CheckExact(value):
        if code == dtypes.FLOAT32:
            (<float *>slot)[0] = <float>PyFloat_AS_DOUBLE(value)
            return 0
        if code == dtypes.FLOAT64:
            (<double *>slot)[0] = PyFloat_AS_DOUBLE(value)
            return 0
        if code == dtypes.BOOL:
            (<int8_t *>slot)[0] = PyFloat_AS_DOUBLE(value) != 0
            return 0
        if code == dtypes.COMPLEX128:
            (<double *>slot)[0], (<double *>slot)[1] = PyFloat_AS_DOUBLE(value), 0
            return 0
        if code == dtypes.COMPLEX64:
            (<float *>slot)[0], (<float *>slot)[1] = <float>PyFloat_AS_DOUBLE(value), 0
            return 0
        if code == dtypes.FLOAT16 and -65504 <= PyFloat_AS_DOUBLE(value) <= 65504:
            PyFloat_Pack2(PyFloat_AS_DOUBLE(value), <char *>slot, _LITTLE)
            return 0
    elif PyLong_CheckExact(value) and code <= dtypes.UINT64 and code != dtypes.BOOL:
        v = PyLong_AsLongLongAndOverflow(value, &overflow)
        if overflow or code == dtypes.UINT64 or not _lowest[code] <= v <= _highest[code]:
            if not fits(value, code):
                raise OverflowError(f"Python integer {value} out of bounds for {dtypes.dtype_of(code)}")
            (<uint64_t *>slot)[0] = value
            return 0
        size = dtypes.size_of(code)
        if size == 8:
            (<int64_t *>slot)[0] = v
        elif size == 4:
            (<int32_t *>slot)[0] = <int32_t>v
        elif size == 2:
            (<int16_t *>slot)[0] = <int16_t>v
        else:
            (<int8_t *>slot)[0] = <int8_t>v
        return 0
    elif PyLong_CheckExact(value) and code == dtypes.BOOL:
        (<int8_t *>slot)[0] = value != 0
        return 0
    elif PyLong_CheckExact(value) and (code == dtypes.COMPLEX64 or code == dtypes.COMPLEX128 or (
            code == dtypes.FLOAT16 and -65504 <= value <= 65504)):
        return write_scalar(PyFloat_AsDouble(value), code, slot)
    elif PyLong_CheckExact(value) and (code == dtypes.FLOAT32 or code == dtypes.FLOAT64):
        if code == dtypes.FLOAT32:
            (<float *>slot)[0] = <float>PyFloat_AsDouble(value)
        else:
            (<double *>slot)[0] = PyFloat_AsDouble(value)
        return 0
    item = numpy.asarray(value)
    dtype = dtypes.dtype_of(code)
    if item.dtype != dtype:
        with numpy.errstate(all="ignore"):
            if item.dtype.kind == "c" and dtype.kind not in "cb":
                item = item.real
            item = item.astype(dtype)
    raw = item.tobytes()
    memcpy(slot, PyBytes_AS_STRING(raw), PyBytes_GET_SIZE(raw))
    return 0
