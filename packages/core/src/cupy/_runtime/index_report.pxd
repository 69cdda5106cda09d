# Where kernels write an index that was outside its axis, and the look at it after each wait.

cdef struct StrayIndex:         # as in bounds.hpp
    long long index
    long long length            # 0: none was met

cdef enum:                      # what was done with the index
    READ = 0
    WRITE = 1
    UPDATE = 2
    TAKE = 3
    OPERATIONS = 4
    AXES = 16                   # records of an operation; the last is of all further axes

cdef StrayIndex *records        # pinned, OPERATIONS * AXES of them; NULL before the first

cpdef str action()
cdef void *address(int operation, int axis) except? NULL    # NULL: nothing is to be reported
cdef int look() except -1

cdef inline int after_wait() except -1:
    """Call where the host has waited for a device: says what kernels reported since."""
    return look() if records != NULL else 0
