# A kernel's handle on each device.

cdef enum:
    MAX_DEVICES = 32        # as of driver.pyx, which knows no more

cdef class Handles:
    cdef (void *)[MAX_DEVICES] of_device
    cdef unsigned int[MAX_DEVICES] shared      # bytes of shared memory that were asked for, beyond what needs no asking
