# Whether operations are written down, and the bytes that the next one works on.

cdef bint on

cdef void touch(Py_ssize_t bytes) noexcept nogil        # an operand of the next kernel
