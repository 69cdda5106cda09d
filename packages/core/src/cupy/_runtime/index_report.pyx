# Indices outside their axis: what kernels report of them, and what becomes of that.

import os
import threading

from libc.string cimport memset

from cupy._runtime cimport driver

from cupy._runtime.locks import Lock

__all__ = []

cdef enum:
    PORTABLE_AND_MAPPED = 3     # of CUDA and HIP alike: every device reaches the memory, by the same address

cdef tuple _names = ("reading a[index]", "a[index] = value", "updating items by index", "take")
cdef object _lock = Lock()


class _Actions(threading.local):
    value = None


cdef object _actions = _Actions()
cdef object _default = None


cpdef str action():
    """What happens to indices outside their axis in this thread: 'warn', 'raise' or 'ignore'."""
    global _default
    value = _actions.value
    if value is not None:
        return value
    if _default is None:
        _default = "raise" if os.environ.get("CUPY_BOUNDS_CHECK", "0") not in ("", "0") else "warn"
    return _default


def set_action(value):
    """Set it for this thread, None for the default; the old setting comes back."""
    if value not in (None, "warn", "raise", "ignore"):
        raise ValueError(f"index must be None, 'warn', 'raise' or 'ignore', not {value!r}")
    old = _actions.value
    _actions.value = value
    return old


def get_action():
    """The setting of this thread, None for the default."""
    return _actions.value


cdef void *address(int operation, int axis) except? NULL:
    """The record that a kernel gets for an operation and an axis."""
    global records
    cdef void *made = NULL
    driver.bind_thread()
    if driver.target(driver.thread_state().device).synchronous or action() == "ignore":
        return NULL
    if records == NULL:
        with _lock:
            if records == NULL:
                driver.check(driver.api.memory_alloc_pinned(&made, OPERATIONS * AXES * sizeof(StrayIndex),
                                                            PORTABLE_AND_MAPPED), "pinned memory")
                memset(made, 0, OPERATIONS * AXES * sizeof(StrayIndex))
                records = <StrayIndex *>made
    return records + operation * AXES + min(axis, AXES - 1)


def address_of(str operation, int axis):
    """The address as a number, for the operations 'read', 'assign' and others, which update."""
    return <size_t>address({"read": READ, "assign": WRITE}.get(operation, UPDATE), axis)


cdef int look() except -1:
    cdef int i
    cdef long long found = 0
    cdef StrayIndex met
    for i in range(OPERATIONS * AXES):
        found |= records[i].length
    if found == 0:
        return 0
    for i in range(OPERATIONS * AXES):
        met = records[i]
        if met.length == 0:
            continue
        records[i].length = 0
        what = action()
        if what == "ignore":
            continue
        text = (f"{_names[i // AXES]}: index {met.index} is out of bounds for axis {i % AXES} with size {met.length}")
        if what == "raise":
            raise IndexError(text)
        from cupy._runtime.warned import IndexWarning, warn
        warn(f"{text}; the device took it modulo the size. CUPY_BOUNDS_CHECK=1 or cupyx.errstate(index='raise') stops "
             "at the operation that does it, cupyx.errstate(index='ignore') silences this", IndexWarning)
    return 0
