# Reductions of two arrays together, in one launch, on devices.

from cupy._core cimport dtypes
from cupy._core.ndarray cimport FLAG_C, FLAG_F, ndarray, new_array
from cupy._core.operands cimport same_shape
from cupy._core.reduction cimport stream_counters
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver

cdef extern from "pair_params.hpp" namespace "cupy" nogil:
    int kPairThreads, kPairInFlight, kPairBlocks
    cdef struct PairParams "cupy::Pair":
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

cdef dict _handles = {}
cdef dict _carriers = {1: "B", 2: "H", 4: "I", 8: "L"}


cdef object _kernel(str operation, str letter, int device):
    key = (operation, letter, device)
    found = _handles.get(key, 0)
    if found == 0:
        from cupy._codegen import pair
        from cupy._runtime import kernel_cache
        found = pair.find(operation, letter)
        found = _handles[key] = None if found is None else kernel_cache.function(*found)
    return found


def reduce_pair(str operation, ndarray a, ndarray b, double first=0, double second=0, bint equal_nan=False):
    """The 0-d result of ``"weighted"``, ``"close"`` or ``"equal"`` for two arrays of one shape and type.

    With "weighted" it comes with the sum of the weights, `b`.  None where one kernel cannot do that.
    """
    cdef PairParams p
    cdef driver.ThreadState *state
    cdef const driver.Target *target
    cdef ndarray result, more = None
    cdef Memory scratch = None
    cdef Memory counters = None
    cdef long long grid, each
    cdef int status, code = a.code
    cdef size_t handle
    cdef str letter
    cdef (void *)[1] pointers
    cdef Py_ssize_t none = 0
    if code != b.code or code == dtypes.OTHER or a.size == 0 or not same_shape(a, b) \
            or not a.flags_ & b.flags_ & (FLAG_C | FLAG_F) or (<size_t>a.ptr | <size_t>b.ptr) & 15:
        return None
    driver.bind_thread()
    state = driver.thread_state()
    target = driver.target(state.device)
    if target.is_host or a.device_id_ != state.device or b.device_id_ != state.device:
        return None
    letter = _carriers[a.itemsize_] if operation == "equal" and dtypes.kind_of(code) < 2 else chr(
        dtypes.letter_of(code))
    found = _kernel(operation, letter, state.device)
    if found is None:
        return None
    handle = found
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
    each = kPairThreads * kPairInFlight * (16 // a.itemsize_)
    grid = max(1, min((a.size + each - 1) // each, <long long>target.multiprocessors * kPairBlocks))
    if grid > 1:
        scratch = allocate(grid * LARGEST_ACCUMULATOR)
        counters = stream_counters(1, state)
        p.partials = <void *><size_t>scratch.ptr
        p.counter = <unsigned int *><size_t>counters.ptr
    pointers[0] = &p
    status = driver.api.launch(<void *>handle, <unsigned int>grid, 1, 1, kPairThreads, 1, 1, 0, state.stream, pointers)
    driver.check(status, "reducing two arrays")
    return result if more is None else (result, more)
