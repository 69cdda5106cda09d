# A kernel of a loaded module: its handle and attributes.
from cupy._runtime.driver cimport api, check

cdef extern from "contract.h":
    enum:
        CUPY_FUNC_MAX_THREADS
        CUPY_FUNC_SHARED_BYTES
        CUPY_FUNC_CONST_BYTES
        CUPY_FUNC_LOCAL_BYTES
        CUPY_FUNC_REGISTERS
        CUPY_FUNC_PTX_VERSION
        CUPY_FUNC_BINARY_VERSION
        CUPY_FUNC_CACHE_MODE_CA
        CUPY_FUNC_MAX_DYNAMIC_SHARED
        CUPY_FUNC_PREFERRED_CARVEOUT

ATTRIBUTES = {
    "max_threads_per_block": CUPY_FUNC_MAX_THREADS,
    "shared_size_bytes": CUPY_FUNC_SHARED_BYTES,
    "const_size_bytes": CUPY_FUNC_CONST_BYTES,
    "local_size_bytes": CUPY_FUNC_LOCAL_BYTES,
    "num_regs": CUPY_FUNC_REGISTERS,
    "ptx_version": CUPY_FUNC_PTX_VERSION,
    "binary_version": CUPY_FUNC_BINARY_VERSION,
    "cache_mode_ca": CUPY_FUNC_CACHE_MODE_CA,
    "max_dynamic_shared_size_bytes": CUPY_FUNC_MAX_DYNAMIC_SHARED,
    "preferred_shared_memory_carveout": CUPY_FUNC_PREFERRED_CARVEOUT,
}


cdef class Function:
    """A kernel of a loaded module; made by `Module.get_function`."""

    @property
    def ptr(self):
        """The backend's handle as an integer."""
        return <size_t>self.handle

    def get(self, str attribute):
        """Value of an attribute, by its name in `ATTRIBUTES`."""
        cdef int value = 0
        cdef int number = ATTRIBUTES[attribute]
        check(api.function_attribute(&value, self.handle, number), f"{attribute} of kernel {self.name}")
        return value

    def set(self, str attribute, int value):
        """Set an attribute, by its name in `ATTRIBUTES`."""
        cdef int number = ATTRIBUTES[attribute]
        check(api.function_set_attribute(self.handle, number, value),
              f"setting {attribute} of kernel {self.name} to {value}")

    def occupancy_blocks(self, int block, size_t shared=0):
        """How many blocks of this size fit on one multiprocessor at a time."""
        cdef int count = 0
        check(api.occupancy_blocks(&count, self.handle, block, shared), f"occupancy of kernel {self.name}")
        return count

    def occupancy_block_size(self, size_t shared=0, int limit=0):
        """``(least grid, block size)`` that fill a device best."""
        cdef int grid = 0
        cdef int block = 0
        check(api.occupancy_block_size(&grid, &block, self.handle, shared, limit),
              f"occupancy of kernel {self.name}")
        return grid, block
