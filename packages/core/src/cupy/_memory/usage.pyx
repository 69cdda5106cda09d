# What the driver's own pool of stream-ordered memory holds.
from cupy._runtime cimport driver


def async_usage():
    """Bytes in use and bytes taken from the system by the current device's pool."""
    cdef size_t used = 0, reserved = 0
    driver.bind_thread()
    driver.check(driver.api.memory_pool_usage(driver.thread_state().device, &used, &reserved), "memory pool")
    return used, reserved


def trim(size_t keep):
    """Return unused memory of the current device's pool to the system, but for `keep` bytes."""
    driver.bind_thread()
    driver.check(driver.api.memory_pool_trim(driver.thread_state().device, keep), "memory pool")
