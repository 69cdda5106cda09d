# A kernel's handle on each device.

cdef class Handles:
    """A kernel's handle on each device; null where it is not loaded."""
