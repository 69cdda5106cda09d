# Universal functions.

from cupy._core.ndarray cimport ndarray
from cupy._core.launch cimport Loop
from cupy._core.ufunc_loops cimport UfuncLoops

cdef class ufunc(UfuncLoops):
    cdef:
        readonly object identity
        dict mixed                          # (types of loop and arrays) -> Loop that casts on the way
        bint is_comparison, is_logical, is_power
        object __weakref__
    cdef object on_inputs(self, object x, object y, object out)
    cdef ndarray flat(self, object x, object y, object out)
    cdef bint takes_number(self, object x, int k, Loop loop, Py_ssize_t size, void *value) except -1
    cdef object call(self, list inputs, object out, tuple wanted, object casting, object order, object where)
    cdef int same_device(self, int device, ndarray a) except -2
    cdef int read_outputs(self, object out, list outs) except -1
    cdef object run(self, Loop loop, list inputs, list outs, int ndim, const Py_ssize_t *shape,
                    object order, object where)
    cdef Loop mixed_loop(self, Loop loop, list inputs, list targets, bint masked)
    cdef int check_reducible(self, str method) except -1
