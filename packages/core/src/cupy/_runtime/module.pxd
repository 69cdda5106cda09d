# Loaded code of one device.

from cupy._runtime.function cimport Function

cdef class Module:
    cdef:
        void *handle
        readonly str name
        readonly int device
        readonly str log            # what the compiler said
        readonly dict lowered       # name expression → symbol
        dict functions
    cdef Function look_up(self, str name)
