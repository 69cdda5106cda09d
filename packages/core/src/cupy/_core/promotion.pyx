# Which element types an operation computes in (NEP 50).

import numpy

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_Check, PyLong_CheckExact

from cupy._core cimport dtypes

cdef object _generic = numpy.generic
cdef int[15][15] _common


cdef void _fill_common():
    cdef int i, j
    for i in range(15):
        for j in range(15):
            if i == j:
                _common[i][j] = i
            elif dtypes.BFLOAT16 in (i, j):
                other = j if i == dtypes.BFLOAT16 else i
                if other <= dtypes.UINT8:
                    _common[i][j] = dtypes.BFLOAT16
                elif other <= dtypes.FLOAT16:
                    _common[i][j] = dtypes.FLOAT32 if other in (
                        dtypes.INT16, dtypes.UINT16, dtypes.FLOAT16) else dtypes.FLOAT64
                else:
                    _common[i][j] = other
            else:
                _common[i][j] = dtypes.code_of(numpy.promote_types(dtypes.dtype_of(i), dtypes.dtype_of(j)))

_fill_common()


cdef int common_code(int a, int b) noexcept nogil:
    if a == dtypes.OTHER or b == dtypes.OTHER:
        return dtypes.OTHER
    return _common[a][b]


cdef int state_of(object scalar) except -2:
    """Type code of a strong scalar, weak state of a Python one, -1 when it is no scalar."""
    if PyFloat_CheckExact(scalar):
        return WEAK_FLOAT
    if PyLong_CheckExact(scalar):
        return WEAK_INT
    if PyBool_Check(scalar):
        return dtypes.BOOL
    if PyComplex_CheckExact(scalar):
        return WEAK_COMPLEX
    if isinstance(scalar, _generic):
        return dtypes.code_of(dtypes.as_dtype(scalar.dtype))
    if PyLong_Check(scalar):
        return WEAK_INT
    if isinstance(scalar, float):
        return WEAK_FLOAT
    if isinstance(scalar, complex):
        return WEAK_COMPLEX
    dtype = getattr(scalar, "dtype", None)      # scalars of ml_dtypes are no numpy.generic
    if dtype is not None and getattr(scalar, "shape", None) == () and isinstance(dtype, numpy.dtype):
        return dtypes.code_of(dtypes.as_dtype(dtype))
    return -1


cdef int default_code(int weak) noexcept nogil:
    if weak == WEAK_INT:
        return dtypes.INT64
    if weak == WEAK_FLOAT:
        return dtypes.FLOAT64
    return dtypes.COMPLEX128


cdef int strong_code(int nin, const int *states, int weak) noexcept:
    """The type a weak scalar takes beside the strong operands."""
    cdef int i, found = -1, kind, weak_kind = weak - WEAK_INT + 1
    for i in range(nin):
        if states[i] < 16:
            found = states[i] if found < 0 else common_code(found, states[i])
    if found < 0 or found == dtypes.OTHER:
        # Beside other weak scalars only: the widest of them decides.
        for i in range(nin):
            if states[i] > weak:
                weak = states[i]
        return default_code(weak)
    kind = dtypes.kind_of(found)
    if kind >= weak_kind:
        return found
    if weak == WEAK_COMPLEX and kind == 2:
        return dtypes.COMPLEX128 if found == dtypes.FLOAT64 else dtypes.COMPLEX64
    return default_code(weak)
