# Kernels written by hand as a header, instantiated for given types: what extensions launch.

from cpython.bytes cimport PyBytes_AS_STRING

from cupy._core.ndarray cimport ndarray
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

__all__ = ["KernelTemplate"]


cdef class KernelTemplate:
    """A kernel in a header that defines ``CUPY_TEMPLATE(name, types…)``.

    The header is found in `include_root`, or, on a backend that needs a twin, in a subfolder of it
    named after the compiler's language (``host``), which is searched first.

    Parameters
    ----------
    header : str
        File name of the header.
    include_root : str, optional
        Folder of the headers; core's own kernels if not given.
    asserts : str, optional
        What must hold of the parameter block, in C++.

    Examples
    --------
    A kernel is instantiated for element types and launched on a grid with one block of parameters,
    the bytes of a C struct::

        kernel = KernelTemplate("correlate1d.hpp", folder)
        kernel("ff", blocks=10, threads=256, params=struct.pack("PPq", x, y, n), arrays=(a, b))
    """

    cdef:
        readonly str header
        readonly str include_root
        str asserts
        dict handles

    def __init__(self, str header, include_root=None, str asserts=""):
        self.header = header
        self.asserts = asserts
        self.include_root = None if include_root is None else str(include_root)
        self.handles = {}

    cdef void *function(self, str letters, int device) except NULL:
        cdef size_t handle
        key = (letters, device)
        found = self.handles.get(key)
        if found is None:
            found = self.handles[key] = self.load(letters)
        handle = found.ptr
        return <void *>handle

    cdef object load(self, str letters):
        from cupy._codegen import template
        from cupy._runtime import driver as runtime, kernel_cache
        unit = template.unit(self.header, letters, self.asserts)
        roots = ()
        if self.include_root is not None:
            roots = template.roots(self.include_root, runtime.backend().compiler().language)
        module = kernel_cache.module(unit.text, unit.name, include_roots=roots)
        return module.get_function(unit.name)

    def __call__(self, str letters, unsigned int blocks, unsigned int threads, bytes params,
                 tuple arrays=(), unsigned int shared=0):
        """Launch for the element types `letters` on the current stream."""
        cdef driver.ThreadState *state = driver.thread_state()
        cdef (void *)[1] pointers
        cdef int status
        driver.bind_thread()
        cdef void *function = self.function(letters, state.device)
        for a in arrays:
            if (<ndarray>a).memory is not None:
                use_on((<ndarray>a).memory, state.stream)
        pointers[0] = PyBytes_AS_STRING(params)
        with nogil:
            status = driver.api.launch(function, blocks, 1, 1, threads, 1, 1, shared, state.stream, pointers)
        driver.check(status, f"launching {self.header}")


def is_host():
    """Whether the active backend computes on the host (a block is then one thread's share)."""
    driver.bind_thread()
    return bool(driver.target(driver.thread_state().device).is_host)


def multiprocessors():
    """Multiprocessors of the current device; threads of the pool on the host."""
    driver.bind_thread()
    return driver.target(driver.thread_state().device).multiprocessors
