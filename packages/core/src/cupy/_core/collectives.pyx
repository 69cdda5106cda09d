# Puts collectives on arrays into the current stream by a communication library's C functions: one compiled call.

from cupy._core.ndarray cimport FLAG_C, ndarray
from cupy._core.transfer cimport touch
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

__all__ = []

ctypedef int (*Reduction)(void *, void *, size_t, int, int, void *, void *) noexcept nogil
ctypedef int (*Movement)(void *, void *, size_t, int, void *, void *) noexcept nogil

cdef enum:
    BYTE = 0                # ncclInt8


cdef class Collectives:
    """A communicator's collectives, as far as arrays need no preparation.

    Parameters
    ----------
    address : callable
        ``address(name)`` is that of a function of the library, 0 where it has none.
    comm : int
        The communicator's handle.
    size : int
        How many members it has.
    numbers : dict
        ``(dtype, op)`` to the library's numbers: items for an element, their type, the operation.
    check : callable
        Raises for a status that is not 0.

    Notes
    -----
    Each method says whether it has done the work: not for arrays that are strided, of other sizes or dtypes, or of a
    class of their own, nor for what `numbers` does not have.
    """

    cdef:
        size_t comm, reduce_all, reduce_parts, gather_all, exchange_all
        Py_ssize_t size
        dict numbers
        object check

    def __init__(self, address, comm, size, numbers, check):
        self.comm, self.size, self.numbers, self.check = comm, size, numbers, check
        self.reduce_all, self.reduce_parts = address("ncclAllReduce"), address("ncclReduceScatter")
        self.gather_all, self.exchange_all = address("ncclAllGather"), address("ncclAlltoAll")

    cdef bint reduce(self, size_t function, ndarray given, ndarray out, Py_ssize_t items, op) except -1:
        cdef void *stream
        cdef int status, kind, operation
        cdef size_t count
        known = self.numbers.get((given.dtype_, op))
        if known is None:
            return False
        count, kind, operation = items * <Py_ssize_t>known[0], known[1], known[2]
        stream = _stream_of(given, out)
        with nogil:
            status = (<Reduction>function)(given.pointer(), out.pointer(), count, kind, operation, <void *>self.comm,
                                           stream)
        if status:
            self.check(status)
        return True

    cdef bint move(self, size_t function, ndarray given, ndarray out, Py_ssize_t nbytes) except -1:
        cdef void *stream = _stream_of(given, out)
        cdef int status
        with nogil:
            status = (<Movement>function)(given.pointer(), out.pointer(), nbytes, BYTE, <void *>self.comm, stream)
        if status:
            self.check(status)
        return True

    def all_reduce(self, given, out, op):
        """`out` becomes the combination of all `given`."""
        if not _alike(given, out) or (<ndarray>given).size != (<ndarray>out).size:
            return False
        return self.reduce(self.reduce_all, given, out, (<ndarray>given).size, op)

    def reduce_scatter(self, given, out, count, op):
        """`out` becomes this member's `count` items of the combination."""
        cdef Py_ssize_t each
        if not _alike(given, out):      # sparse matrices, whose count is None, are no such arrays
            return False
        each = count
        if (<ndarray>given).size != each * self.size or (<ndarray>out).size != each:
            return False
        return self.reduce(self.reduce_parts, given, out, each, op)

    def all_gather(self, given, out, count):
        """`out` holds `count` items of each, one after the other."""
        cdef Py_ssize_t each
        if not _alike(given, out):
            return False
        each = count
        if (<ndarray>given).size != each or (<ndarray>out).size != each * self.size:
            return False
        return self.move(self.gather_all, given, out, each * (<ndarray>given).itemsize_)

    def all_to_all(self, given, out):
        """Row k of each member's array becomes a row of member k's."""
        cdef ndarray a
        if not self.exchange_all or not _alike(given, out) or (<ndarray>given).size != (<ndarray>out).size:
            return False
        a = given
        if not a.ndim_ or a.shape_[0] != self.size or not (<ndarray>out).ndim_ or (<ndarray>out).shape_[0] != self.size:
            return False
        return self.move(self.exchange_all, a, out, a.size // self.size * a.itemsize_)


cdef bint _alike(given, out) except -1:
    """Whether these are plain arrays of one dtype that lie in one piece."""
    if type(given) is not ndarray or type(out) is not ndarray:
        return False
    if not (<ndarray>given).flags_ & (<ndarray>out).flags_ & FLAG_C:
        return False
    return (<ndarray>given).dtype_ is (<ndarray>out).dtype_ or bool((<ndarray>given).dtype_ == (<ndarray>out).dtype_)


cdef void *_stream_of(ndarray given, ndarray out) except? NULL:
    """The current stream, in which both arrays are used from now on."""
    cdef void *stream
    driver.ensure()
    stream = driver.thread_state().stream
    for a in (given, out):
        touch(a)
        use_on((<ndarray>a).memory, stream)
    return stream


def used(*arrays):
    """Keep the memory of arrays until what a library has put into the current stream is done with it."""
    cdef void *stream = driver.thread_state().stream
    for a in arrays:
        use_on((<ndarray>a).memory, stream)
