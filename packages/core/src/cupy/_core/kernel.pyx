# A kernel that a header states, with its parameter block: found, compiled, cached and launched by one call.

import sys
from functools import cache
from importlib import import_module

import numpy

from cupy._core.handles cimport Handles
from cupy._core.launching cimport launch
from cupy._core.param_layout cimport BLOCK_WORDS, Layout
from cupy._core.target cimport blocks_for
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_FUNC_MAX_DYNAMIC_SHARED, PLAIN_SHARED

from cupy._runtime.errors import Misaligned

__all__ = ["Kernel", "type_characters"]

cdef extern from "tuning/one_pass.hpp" namespace "cupy" nogil:
    int kMapThreads

cdef enum:
    MOST_MAP_BLOCKS = 1 << 20       # of kernels whose threads take several items
    MOST_BLOCKS = 0x7fffffff


cdef class Kernel:
    """A kernel in a header that defines ``CUPY_TEMPLATE(name, arguments…, types…)`` and takes one parameter block.

    Parameters
    ----------
    header : str or KernelSpec
        File name of the header, below `folder`. A backend that needs a twin has one in a subfolder named after its
        compiler's language (``host``).
    folder : module or path
        The folder of the headers, or the package that it is.
    params : str
        Name of the struct; it is declared in ``<stem>_params.hpp``, or in the file that ``file:Name`` names.
    packed : sequence of str or callable, optional
        Type characters of the instances that are compiled in advance.
    arguments : str, optional
        What the header's macro takes before the types, as C++: kernels that differ by a constant or a function share
        a header. None if not given.

    Notes
    -----
    The struct is declared once, in C++; names, offsets and defaults are read from there, and every compiled unit
    asserts them.  Integer constants of that header are attributes of `constants`.  Core's own kernels are declared in
    ``cupy._codegen`` as a `KernelSpec`, which takes the place of the header.

    Examples
    --------
    For a header ``scale.hpp`` whose ``scale_params.hpp`` declares
    ``struct Scale { const void *x; void *y; long long count; double factor = 2; };``, launched by its shape, or,
    where it uses ``CUPY_MAP_KERNEL``, by the number of elements:

    >>> scale = Kernel("scale.hpp", folder, "Scale", packed=("f", "d"))  # doctest: +SKIP
    >>> scale("f", blocks=10, threads=256, x=x, y=y, count=x.size)  # doctest: +SKIP
    >>> scale.map("f", x.size, x=x, y=y)  # doctest: +SKIP
    """

    def __init__(self, header, folder=None, params=None, packed=(), arguments=""):
        self.found = {}
        if isinstance(header, str):
            from cupy._codegen import declared
            from cupy._codegen.kernel_spec import KernelSpec

            header = KernelSpec(header, folder, params, packed, arguments=arguments)
            declared.kernel(header, sys._getframe(0).f_globals["__name__"])
        self.spec = header
        self.name = None if header is None else header.header

    @property
    def header(self):
        """File name of the header."""
        return self.spec.header

    @property
    def folder(self):
        """Folder of the header."""
        return self.spec.folder

    @property
    def block(self):
        """The layout of the parameter block."""
        return self.spec.block

    @property
    def constants(self):
        """Integer constants of the parameters' header, by name."""
        return self.spec.constants

    cdef Layout layout(self):
        if self.layout_ is None:
            self.layout_ = Layout(self.spec.block)
        return self.layout_

    cdef Handles find(self, object key):
        cdef Handles handles
        found = self.found.get(key)
        if found is not None:
            return <Handles>found
        handles = self.found[key] = Handles.__new__(Handles)
        return handles

    cdef void *handle(self, object key, int device) except NULL:
        """The kernel of a key on a device whose context is current."""
        cdef Handles handles = self.find(key)
        cdef size_t address
        if handles.of_device[device] == NULL:
            from cupy._runtime import driver as runtime, kernel_cache
            if self.spec is None:
                self.spec = getattr(import_module(f"cupy._codegen.{self.module}"), self.name)
            unit, name, more = self.spec.find(key, runtime.backend().compiler().language)
            address = kernel_cache.function(unit, name, **more)
            handles.of_device[device] = <void *>address
        return handles.of_device[device]

    cdef int allow_shared(self, object key, void *function, int device, unsigned int shared) except -1:
        """Ask for more dynamic shared memory than any block may have."""
        cdef Handles handles
        if shared <= PLAIN_SHARED:
            return 0
        handles = self.find(key)
        if handles.shared[device] < shared:
            driver.check(driver.api.function_set_attribute(function, CUPY_FUNC_MAX_DYNAMIC_SHARED, <int>shared),
                         f"shared memory of {self.name}")
            handles.shared[device] = shared
        return 0

    cdef int run(self, object key, Py_ssize_t blocks, unsigned int threads, void *params,
                 unsigned int shared=0) except -1:
        """Launch on the current stream of a bound thread; `threads` and `shared` are a GPU's."""
        cdef driver.ThreadState *state = driver.thread_state()
        cdef (void *)[1] pointers
        cdef int status
        cdef void *function = self.handle(key, state.device)
        if blocks > MOST_BLOCKS:
            raise ValueError(f"{self.name}: {blocks} blocks are too many for one launch")
        if driver.target(state.device).serial_blocks:
            threads, shared = 1, 0
        else:
            self.allow_shared(key, function, state.device, shared)
        pointers[0] = params
        status = launch(function, <unsigned int>blocks, threads, shared, state.stream, pointers)
        if status:
            driver.check(status, f"launching {self.name}")
        return 0

    def __call__(self, types, *, Py_ssize_t blocks, unsigned int threads=kMapThreads, unsigned int shared=0,
                 bint cooperative=False, **fields):
        """Launch an instance on the current stream.

        Parameters
        ----------
        types : str, tuple, or sequence of dtype
            Type characters of the instance, in the order of the header's macro; for a family, its key.
        blocks, threads : int
            Shape of the launch; the host calls a range kernel once for each block.
        shared : int, optional
            Bytes of dynamic shared memory.
        cooperative : bool, optional
            Whether all blocks are resident at once, so that they may wait for each other (``device/grid_barrier.hpp``).
        **fields
            Members of the parameter block by name: arrays or None for pointers, numbers, sequences for arrays, dicts
            for structs. Those with a default in C++ may be left out.
        """
        self.start(types, blocks, threads, shared, cooperative, fields)

    cdef int start(self, object types, Py_ssize_t blocks, unsigned int threads, unsigned int shared, bint cooperative,
                   dict fields) except -1:
        """Launch with the members of the parameter block by name."""
        cdef double[BLOCK_WORDS] storage
        if blocks <= 0:
            return 0
        if self.spec.is_template and not isinstance(types, str):
            types = type_characters(*types)
        driver.bind_thread()
        try:
            self.layout().fill(<char *>storage, fields, None, driver.thread_state().stream)
        except Misaligned:
            fields = self.layout().aligned(fields)
            self.layout().fill(<char *>storage, fields, None, driver.thread_state().stream)
        if cooperative:
            run_together(self, types, blocks, threads, storage, shared)
        else:
            self.run(types, blocks, threads, storage, shared)
        return 0

    def pack(self, dict fields):
        """The bytes of a parameter block, and the arrays that it points to."""
        cdef double[BLOCK_WORDS] storage
        cdef list arrays = []
        self.layout().fill(<char *>storage, fields, arrays, NULL)
        return (<char *>storage)[:self.layout_.size], tuple(arrays)

    def map(self, types, Py_ssize_t count, *, double work=1, **fields):
        """Launch a header that uses ``CUPY_MAP_KERNEL``: its function is called once for each of `count` elements.

        Parameters
        ----------
        types : str or sequence of dtype
            As for a call.
        count : int
            Elements; the member ``count`` of the block.
        work : float, optional
            Operations of one element, which decide how many threads of the host take part.
        **fields
            The other members.
        """
        if count > 0:
            driver.bind_thread()
            fields["count"] = count
            self.start(types, min(count, MOST_MAP_BLOCKS, blocks_for(count, count * work, kMapThreads)), kMapThreads, 0,
                       False, fields)

    def tiles(self, types, Py_ssize_t count, Py_ssize_t tile, *, unsigned int threads=kMapThreads, double work=1,
              Py_ssize_t waves=0, unsigned int shared=0, **fields):
        """Launch a kernel each of whose blocks takes `tile` of `count` elements, or that many again and again.

        Parameters
        ----------
        types : str, tuple, or sequence of dtype
            As for a call.
        count, tile : int
            Elements in all, and of one block of a GPU.
        threads, shared : int, optional
            As for a call.
        work : float, optional
            Operations of one element, which decide how many threads of the host take part.
        waves : int, optional
            At most so many blocks of each multiprocessor, where blocks go through the elements in turns.
        **fields
            Members of the parameter block.
        """
        self.start(types, self.blocks(count, tile, work=work, waves=waves), threads, shared, False, fields)

    def together(self, types, unsigned int threads, unsigned int shared=0):
        """The most blocks of so many threads and bytes of dynamic shared memory that run at the same time."""
        cdef driver.ThreadState *state
        cdef void *function
        cdef int count = 0
        driver.bind_thread()
        state = driver.thread_state()
        function = self.handle(types, state.device)
        self.allow_shared(types, function, state.device, shared)
        driver.check(driver.api.occupancy_blocks(&count, function, threads, shared), f"occupancy of {self.name}")
        return count * driver.target(state.device).multiprocessors

    def lanes(self, int wanted):
        """How many threads share an item: as many as wanted on a GPU, one on the host."""
        driver.bind_thread()
        return 1 if driver.target(driver.thread_state().device).serial_blocks else wanted

    def blocks(self, Py_ssize_t count, Py_ssize_t tile, *, double work=1, Py_ssize_t waves=0):
        """The number of blocks of `tiles`, for who needs it before the launch."""
        cdef Py_ssize_t blocks
        cdef const driver.Target *target
        if count <= 0:
            return 0
        driver.bind_thread()
        blocks = blocks_for(count, count * work, tile)
        target = driver.target(driver.thread_state().device)
        if waves and not target.serial_blocks:
            blocks = min(blocks, waves * target.multiprocessors)
        return blocks


cdef int run_together(Kernel kernel, object key, unsigned int blocks, unsigned int threads, void *params,
                      unsigned int shared) except -1:
    """Launch blocks that wait for each other on the current stream of a bound thread."""
    cdef driver.ThreadState *state = driver.thread_state()
    cdef void *function = kernel.handle(key, state.device)
    cdef (void *)[1] pointers
    cdef int status
    pointers[0] = params
    kernel.allow_shared(key, function, state.device, shared)
    with nogil:
        status = driver.api.launch_cooperative(function, blocks, 1, 1, threads, 1, 1, shared, state.stream, pointers)
    if status:
        driver.check(status, f"launching {kernel.name}")
    return 0


cdef Kernel core_kernel(str module, str name):
    """The kernel of a `KernelSpec` of ``cupy._codegen``, which is loaded at the first launch."""
    cdef Kernel kernel = Kernel(None)
    kernel.module = module
    kernel.name = name
    return kernel


@cache
def type_characters(*dtypes):
    """Type characters of kernels for dtypes: one for each width, whatever C calls it.

    Examples
    --------
    >>> type_characters("int64", numpy.float32)
    'lf'
    """
    return "".join([{"q": "l", "Q": "L"}.get(c, c) for c in [numpy.dtype(d).char for d in dtypes]])
