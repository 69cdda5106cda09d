# A kernel of a loaded module.

cdef class Function:
    cdef:
        void *handle
        readonly object module      # keeps the code loaded
        readonly str name
        readonly int device
