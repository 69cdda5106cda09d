# What the current device is like, as far as routines choose by it: what its backend declares, and what it has.

from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_ATTR_MAX_SHARED_OPTIN, PLAIN_SHARED

__all__ = ["blocks_of_work", "host_memory", "most_shared", "multiprocessors", "serial_blocks", "synchronous", "tuned"]

cdef enum:
    SHARE = 16384                   # operations worth a thread of the host

cdef dict _most_shared = {}


cdef Py_ssize_t serial_share(double work) noexcept:
    return max(1, min(4 * driver.target(driver.thread_state().device).multiprocessors,
                      <Py_ssize_t>min(work / SHARE, 1e9)))


cdef Py_ssize_t blocks_for(Py_ssize_t items, double work, Py_ssize_t share) noexcept:
    """How many blocks work on `items`: a GPU's takes `share` of them; serial ones are as many as operations need."""
    if driver.target(driver.thread_state().device).serial_blocks:
        return serial_share(work)
    return (items + share - 1) // share


def blocks_of_work(double work):
    """Serial blocks for so many operations."""
    driver.bind_thread()
    return serial_share(work)


def serial_blocks():
    """Whether a block is one thread that works on a range: there are no lanes, barriers or shared memory."""
    driver.bind_thread()
    return bool(driver.target(driver.thread_state().device).serial_blocks)


def host_memory():
    """Whether arrays lie in the host's memory, where NumPy reads them without a copy."""
    driver.bind_thread()
    return bool(driver.target(driver.thread_state().device).host_memory)


def synchronous():
    """Whether work is complete when the call that issues it returns, so that looking at a result costs no waiting."""
    driver.bind_thread()
    return bool(driver.target(driver.thread_state().device).synchronous)


def tuned(serial, parallel):
    """A number that was measured for serial blocks, or the one for blocks of many threads."""
    return serial if serial_blocks() else parallel


def multiprocessors():
    """Multiprocessors of the current device; threads of the pool where blocks are serial."""
    driver.bind_thread()
    return driver.target(driver.thread_state().device).multiprocessors


def most_shared():
    """Bytes of shared memory that a block of the current device may have."""
    cdef int value = 0
    driver.bind_thread()
    device = driver.thread_state().device
    if device not in _most_shared:
        driver.check(driver.api.device_attribute(device, CUPY_ATTR_MAX_SHARED_OPTIN, &value),
                     "shared memory of a block")
        _most_shared[device] = max(value, PLAIN_SHARED)
    return _most_shared[device]
