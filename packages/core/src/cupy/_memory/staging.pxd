# Copies between device memory and host memory of any kind.

# The host buffer may be reused when these return, if `blocking`; otherwise when `stream` gets there.
cdef int copy_to_device(void *device, const void *host, size_t size, void *stream, bint blocking) except -1
cdef int copy_to_host(void *host, const void *device, size_t size, void *stream, bint blocking) except -1
