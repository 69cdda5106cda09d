# The element types an array can have, and their codes.

import numpy

cimport numpy as cnp

cnp.import_array()

CHARS = "?bBhHiIlLeEfdFD"
#: As what items of a size are moved.
CARRIERS = {1: "B", 2: "H", 4: "I", 8: "L", 16: "D"}

cdef list _dtypes = [None if c == "E" else numpy.dtype(c) for c in CHARS] + [None]
cdef dict _by_type = {d.type: d for d in _dtypes if d is not None}
_by_type.update({bool: numpy.dtype(bool), int: numpy.dtype(int), float: numpy.dtype(float),
                 complex: numpy.dtype(complex)})
cdef object _bfloat16 = None
cdef bint _bfloat16_sought = False
cdef int _bfloat16_num = -1
cdef int[16] _sizes
cdef int[16] _kinds
cdef bint[16][16] _safe
cdef int[24] _code_of_num
cdef int[17] _carriers
cdef char *_chars = b"?bBhHiIlLeEfdFD*"


cdef void _fill_tables():
    cdef int i, j
    for i in range(24):
        _code_of_num[i] = OTHER
    for i, dtype_char in enumerate(CHARS):
        if dtype_char == "E":
            _sizes[i] = 2
            _kinds[i] = 2
            continue
        dtype = _dtypes[i]
        _sizes[i] = dtype.itemsize
        _kinds[i] = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}[dtype.kind]
        for alias in numpy.typecodes["All"] + "?":
            other = numpy.dtype(alias)
            if other.num < 24 and other.kind == dtype.kind and other.itemsize == dtype.itemsize:
                _code_of_num[other.num] = i
    for i in range(17):
        _carriers[i] = CHARS.index(CARRIERS[i]) if i in CARRIERS else OTHER
    _sizes[OTHER] = 0
    _kinds[OTHER] = 4
    # bfloat16 takes part as ml_dtypes registers it: 8-bit integers fit, float16 does not.
    for i in range(15):
        for j in range(15):
            if i == BFLOAT16 or j == BFLOAT16:
                _safe[i][j] = (i == j or (i == BFLOAT16 and j >= FLOAT32)
                               or (j == BFLOAT16 and i <= UINT8))
            else:
                _safe[i][j] = numpy.can_cast(_dtypes[i], _dtypes[j], "safe")
    _safe[OTHER][OTHER] = True

_fill_tables()


cdef _load_bfloat16():
    global _bfloat16, _bfloat16_num, _bfloat16_sought
    if _bfloat16_sought:
        return None
    _bfloat16_sought = True
    try:
        import ml_dtypes
    except ImportError:
        return None
    _bfloat16 = numpy.dtype(ml_dtypes.bfloat16)
    _bfloat16_num = _bfloat16.num
    _dtypes[BFLOAT16] = _bfloat16
    return _bfloat16


cdef int code_of(object dtype) except -1:
    cdef int num = (<cnp.dtype>dtype).type_num
    if 0 <= num < 24:
        return _code_of_num[num]
    if _bfloat16 is None and dtype.name == "bfloat16":
        _load_bfloat16()
    return BFLOAT16 if num == _bfloat16_num else OTHER


cdef object dtype_of(int code):
    if code == BFLOAT16 and _bfloat16 is None:
        _load_bfloat16()
    return _dtypes[code]


cdef int size_of(int code) noexcept nogil:
    return _sizes[code]


cdef int kind_of(int code) noexcept nogil:
    return _kinds[code]


cdef char char_of(int code) noexcept nogil:
    return _chars[code]


cdef int carrier_of(int itemsize) noexcept nogil:
    return _carriers[itemsize] if 0 <= itemsize <= 16 else OTHER


cdef bint can_cast_safely(int source, int target) noexcept nogil:
    return _safe[source][target]


cdef object as_dtype(object obj):
    if obj is None:
        return _dtypes[FLOAT64]
    if isinstance(obj, cnp.dtype):
        dtype = obj
    elif type(obj) is not type:
        if type(obj) is not str and hasattr(type(obj), "__cuda_array_interface__"):
            raise TypeError("Cannot construct a dtype from an array")
        dtype = numpy.dtype(obj)
    else:
        dtype = _by_type.get(obj)
        if dtype is not None:
            return dtype
        dtype = numpy.dtype(obj)
    cdef int num = (<cnp.dtype>dtype).type_num
    if num < 24 and _code_of_num[num] != OTHER:
        return _dtypes[_code_of_num[num]]
    if dtype.hasobject or dtype.kind == "T":
        raise ValueError(f"Unsupported dtype {dtype}: arrays hold fixed-size items, not Python objects")
    if dtype.char in "gG":
        raise ValueError(f"Unsupported dtype {dtype}: no device has extended precision; use float64")
    if not dtype.isnative:
        dtype = dtype.newbyteorder("=")
    return dtype


def normalize_dtype(dtype):
    """The dtype an array of this dtype has here: native byte order, canonical object.

    Raises
    ------
    ValueError
        For object and extended-precision dtypes.
    """
    return as_dtype(dtype)
