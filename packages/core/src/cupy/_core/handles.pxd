# A kernel's handle on each device.

from cupy._runtime.contract cimport MAX_DEVICES

cdef class Handles:
    cdef (void *)[MAX_DEVICES] of_device
    cdef unsigned int[MAX_DEVICES] shared      # bytes of shared memory that were asked for, beyond what needs no asking
