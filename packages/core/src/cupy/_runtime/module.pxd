# Loaded code of one device.

cdef class Module:
    cdef:
        void *handle
        readonly str name
        readonly int device
        readonly dict lowered       # name expression → symbol
        dict functions
