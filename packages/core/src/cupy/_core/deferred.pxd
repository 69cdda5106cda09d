# Names that compiled modules find when they first use them.

cdef object deferred(str name)
cdef object public(str name)
