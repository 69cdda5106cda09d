# The contract's functions on modules and kernels as plain Python functions, by the names of CUDA's driver.
from cupy._runtime.driver cimport api, bind_thread, check


def moduleLoad(str path):
    """Load a file of compiled code on the current device."""
    cdef void *module = NULL
    cdef bytes name = path.encode()
    bind_thread()
    check(api.module_load(&module, <char *>name, 0), f"loading {path}")
    return <size_t>module


def moduleLoadData(bytes image):
    """Load compiled code on the current device."""
    cdef void *module = NULL
    bind_thread()
    check(api.module_load(&module, <char *>image, len(image)), "loading a module")
    return <size_t>module


def moduleUnload(size_t module):
    """End what `moduleLoad` or `moduleLoadData` gave."""
    bind_thread()
    check(api.module_unload(<void *>module), "unloading a module")


def moduleGetFunction(size_t module, str funcname):
    """A kernel of a module."""
    cdef void *function = NULL
    cdef bytes symbol = funcname.encode()
    bind_thread()
    check(api.module_function(&function, <void *>module, symbol), f"kernel {funcname}")
    return <size_t>function


def moduleGetGlobal(size_t module, str varname):
    """Address of a variable of a module."""
    cdef void *address = NULL
    cdef size_t size = 0
    cdef bytes symbol = varname.encode()
    bind_thread()
    check(api.module_global(&address, &size, <void *>module, symbol), f"variable {varname}")
    return <size_t>address


def funcGetAttribute(int attribute, size_t f):
    """An attribute of a kernel."""
    cdef int value = 0
    bind_thread()
    check(api.function_attribute(&value, <void *>f, attribute), f"attribute {attribute} of a kernel")
    return value


def funcSetAttribute(size_t f, int attribute, int value):
    """Set an attribute of a kernel."""
    bind_thread()
    check(api.function_set_attribute(<void *>f, attribute, value), f"setting attribute {attribute} of a kernel")


def launchKernel(size_t f, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
                 unsigned int block_y, unsigned int block_z, unsigned int shared_mem_bytes, size_t stream,
                 size_t kernel_params, size_t extra=0):
    """Launch a kernel; `kernel_params` is the address of an array of addresses of arguments."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.launch(<void *>f, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_mem_bytes,
                            <void *>stream, <void **>kernel_params)
    check(status, "launching a kernel")


def launchCooperativeKernel(size_t f, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                            unsigned int block_x, unsigned int block_y, unsigned int block_z,
                            unsigned int shared_mem_bytes, size_t stream, size_t kernel_params):
    """Launch a kernel whose blocks can wait for each other."""
    cdef int status
    bind_thread()
    with nogil:
        status = api.launch_cooperative(<void *>f, grid_x, grid_y, grid_z, block_x, block_y, block_z,
                                        shared_mem_bytes, <void *>stream, <void **>kernel_params)
    check(status, "launching a kernel")


def occupancyMaxActiveBlocksPerMultiprocessor(size_t func, int block_size, size_t dynamic_smem_size):
    """How many blocks of a size fit on one multiprocessor at a time."""
    cdef int count = 0
    bind_thread()
    check(api.occupancy_blocks(&count, <void *>func, block_size, dynamic_smem_size), "occupancy of a kernel")
    return count


def occupancyMaxPotentialBlockSize(size_t func, size_t dynamic_smem_size, int block_size_limit):
    """``(least grid, block size)`` that fill a device best."""
    cdef int grid = 0, block = 0
    bind_thread()
    check(api.occupancy_block_size(&grid, &block, <void *>func, dynamic_smem_size, block_size_limit),
          "occupancy of a kernel")
    return grid, block
