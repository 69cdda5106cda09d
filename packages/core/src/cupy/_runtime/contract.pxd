# Numbers of the backend contract, from contract.h, and what core adds to it.

cdef extern from "contract.h":
    enum:
        CUPY_CONTRACT_VERSION
        CUPY_STATUS_INTERRUPTED
        CUPY_STATUS_NOT_READY
        CUPY_STATUS_OUT_OF_MEMORY
        CUPY_ATTR_COMPUTE_MAJOR
        CUPY_ATTR_COMPUTE_MINOR
        CUPY_ATTR_MULTIPROCESSORS
        CUPY_ATTR_WARP_SIZE
        CUPY_ATTR_MAX_THREADS_PER_BLOCK
        CUPY_ATTR_MAX_SHARED_OPTIN
        CUPY_ATTR_NATIVE
        CUPY_COPY_HOST_TO_DEVICE
        CUPY_COPY_DEVICE_TO_HOST
        CUPY_COPY_DEVICE_TO_DEVICE
        CUPY_COPY_DEFAULT
        CUPY_STREAM_NON_BLOCKING
        CUPY_EVENT_BLOCKING_SYNC
        CUPY_EVENT_DISABLE_TIMING
        CUPY_EVENT_INTERPROCESS
        CUPY_MEMORY_HOST
        CUPY_FUNC_MAX_DYNAMIC_SHARED
        CUPY_FUNC_PARAMETER

cdef enum:
    MAX_DEVICES = 32            # tables of handles have so many places
    PLAIN_SHARED = 48 << 10     # bytes of shared memory that a block may have without asking
    PER_THREAD = 2              # handle of the per-thread default stream
    RELAXED = 2                 # mode of a capture: memory may be allocated, and other threads go on
    IPC_BYTES = 64              # of a handle of memory, or of an event, for another process
