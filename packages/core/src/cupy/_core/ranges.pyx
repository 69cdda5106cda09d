# Arrays of numbers a step apart, made and filled by one call.

from cupy._core cimport dtypes
from cupy._core.launch cimport Loop, Operands, add_array, add_scalar, begin, execute
from cupy._core.ndarray cimport ndarray, new_array
from cupy._runtime cimport driver

cdef list _loops = [None] * 15


cdef Loop _loop(int code):
    if _loops[code] is None:
        from cupy._specs.ranges import arange_fill
        dtype_char = chr(dtypes.char_of(code))
        _loops[code] = Loop(arange_fill, dtype_char * 2, dtype_char, None)
    return <Loop>_loops[code]


def spaced(Py_ssize_t size, first, step, dtype=None):
    """`size` numbers from `first` on, `step` apart; of int64 if `dtype`, a native one, is not given."""
    cdef int code = dtypes.INT64 if dtype is None else dtypes.code_of(dtype)
    cdef Operands ops
    cdef ndarray result = new_array(dtypes.dtype_of(code), code, dtypes.size_of(code), 1, &size, c"C")
    if size:
        driver.bind_thread()
        begin(&ops, 2, 1, 1, &size)
        add_scalar(&ops, 0, first, code)
        add_scalar(&ops, 1, step, code)
        add_array(&ops, 2, result)
        execute(_loop(code), &ops)
    return result
