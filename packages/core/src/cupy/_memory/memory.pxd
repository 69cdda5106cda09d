# Owners of bytes, and the allocation of arrays.

cdef class Memory:
    cdef:
        public size_t ptr           # address of the first byte; classes derived from it set these themselves
        public size_t size          # bytes that may be used
        public int device_id
        void *stream                # the stream that it was allocated for
        void *block                 # of a pool, or NULL
        void *uses                  # streams that it was used on elsewhere, or NULL

# `nbytes` bytes for the current device and stream, from the current allocator.
cdef Memory allocate(size_t nbytes)

# Work on `stream` of the current device uses the memory, if there is one: it must not be
# handed out again before that work is done.
cdef bint several_devices
cdef void use_on_slow(Memory m, void *stream) noexcept nogil

cdef inline void use_on(Memory m, void *stream) noexcept nogil:
    if m is not None and (m.stream != stream or several_devices):
        use_on_slow(m, stream)

cdef Memory pooled(void *pool, size_t nbytes)   # of a given pool, a C++ Pool
