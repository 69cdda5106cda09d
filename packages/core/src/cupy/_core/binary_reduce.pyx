# Reductions of two arrays together, in one launch, on devices.

from cupy._core cimport dtypes
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_F, ndarray, new_array
from cupy._core.operands cimport same_shape
from cupy._core.reduction cimport stream_counters
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver

cdef extern from "binary_reduce_params.hpp" namespace "cupy" nogil:
    int kBinaryReduceThreads, kBinaryReduceInFlight, kBinaryReduceBlocks
    cdef struct BinaryReduceParams "cupy::BinaryReduce":
        const void *x
        const void *y
        void *result
        void *second
        void *partials
        unsigned int *counter
        long long size
        double[2] extra
        unsigned int equal_nan

cdef enum:
    LARGEST_ACCUMULATOR = 32        # bytes

cdef Kernel _kernel = core_kernel("binary_reduce", "binary_reduce")
cdef dict _types = {}               # operation -> dtype chars that have a kernel


cdef bint _has(str operation, str dtype_char) except -1:
    if not _types:
        from cupy._codegen.binary_reduce import OPERATIONS
        _types.update({name: "".join(chars) for name, chars in OPERATIONS.items()})
    return dtype_char in _types[operation]


def binary_reduce(str operation, ndarray a, ndarray b, double first=0, double second=0, bint equal_nan=False):
    """The 0-d result of ``"weighted"``, ``"close"`` or ``"equal"`` for two arrays of one shape and type.

    With "weighted" it comes with the sum of the weights, `b`.  None where one kernel cannot do that.
    """
    cdef BinaryReduceParams p
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    cdef ndarray result, more = None
    cdef Memory scratch = None
    cdef Memory counters = None
    cdef long long grid, each
    cdef int code = a.code
    cdef str dtype_char
    cdef Py_ssize_t none = 0
    if code != b.code or code == dtypes.OTHER or a.size == 0 or not same_shape(a, b) \
            or not a.flags_ & b.flags_ & (FLAG_C | FLAG_F) or (<size_t>a.ptr | <size_t>b.ptr) & 15:
        return None
    driver.bind_thread()
    state = driver.thread_state()
    target = driver.target(state.device)
    if target.serial_blocks or a.device_id_ != state.device or b.device_id_ != state.device:
        return None
    dtype_char = chr(dtypes.char_of(code))
    if operation == "equal" and dtype_char in "bBhHiIlL":
        dtype_char = chr(dtypes.char_of(dtypes.carrier_of(a.itemsize_)))
    if not _has(operation, dtype_char):
        return None
    if operation == "weighted":
        result = new_array(a.dtype_, code, a.itemsize_, 0, &none, c"C")
        more = new_array(a.dtype_, code, a.itemsize_, 0, &none, c"C")
        p.second = more.pointer()
    else:
        result = new_array(dtypes.dtype_of(dtypes.BOOL), dtypes.BOOL, 1, 0, &none, c"C")
        p.second = NULL
    use_on(a.memory, state.stream)
    use_on(b.memory, state.stream)
    p.x = a.pointer()
    p.y = b.pointer()
    p.result = result.pointer()
    p.partials = NULL
    p.counter = NULL
    p.size = a.size
    p.extra[0] = first
    p.extra[1] = second
    p.equal_nan = equal_nan
    each = kBinaryReduceThreads * kBinaryReduceInFlight * (16 // a.itemsize_)
    grid = max(1, min((a.size + each - 1) // each, <long long>target.multiprocessors * kBinaryReduceBlocks))
    if grid > 1:
        scratch = allocate(grid * LARGEST_ACCUMULATOR)
        counters = stream_counters(1, state)
        p.partials = <void *><size_t>scratch.ptr
        p.counter = <unsigned int *><size_t>counters.ptr
    _kernel.run((operation, dtype_char), grid, kBinaryReduceThreads, &p)
    return result if more is None else (result, more)
