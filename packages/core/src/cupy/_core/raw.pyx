# Kernels that users write whole: compiled for the current device, launched with any arguments.
cimport numpy as cnp
import numpy
from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_Check, PyComplex_ImagAsDouble, PyComplex_RealAsDouble
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_Check, PyFloat_CheckExact
from cpython.long cimport PyLong_Check
from libc.string cimport memcpy

from cupy._core.ndarray cimport ndarray
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_FUNC_PARAMETER
from cupy._runtime.function cimport Function

from cupy._core import raw_options
from cupy._core.mdspan import Mdspan
from cupy._core.options import plain_text
from cupy._runtime.function import ATTRIBUTES

cnp.import_array()

# Scalars that are copied without a detour.
cdef set plain_scalars = {numpy.dtype(dtype_char).type for dtype_char in "?bBhHiIlLqQefdFD"}
cdef object numpy_scalar = numpy.generic

cdef enum:
    MAX_ARGS = 128
    SLOT = 16           # bytes of a parameter kept on the stack; larger ones stay where they are
    POINTER = 8

cdef struct Params:
    void *stream
    int count
    size_t given        # bytes of the last one
    (void *)[MAX_ARGS] pointers
    char[MAX_ARGS * SLOT] values


cdef class RawKernel:
    """A kernel written by the user.

    Parameters
    ----------
    code : str
        Source that holds the kernel, declared ``extern "C"``.
    name : str
        Name of the kernel.
    options : tuple of str, optional
        Given to the compiler.
    backend : {'nvrtc', 'nvcc'}, optional
        The compiler in this process, or the one of the installed toolkit.
    translate_cucomplex : bool, optional
        Accepted for compatibility: cuComplex.h always works.
    enable_cooperative_groups : bool, optional
        Launch so that the blocks of a grid can wait for each other.
    jitify : bool, optional
        Accepted for compatibility: headers are found without it.

    Examples
    --------
    >>> import cupy
    >>> square = cupy.RawKernel(r'''
    ... extern "C" __global__ void square(const float *x, float *y, int n) {
    ...     int i = blockIdx.x * blockDim.x + threadIdx.x;
    ...     if (i < n) y[i] = x[i] * x[i];
    ... }''', 'square')
    >>> x = cupy.arange(4, dtype='f')
    >>> y = cupy.empty_like(x)
    >>> square((1,), (32,), (x, y, 4))
    >>> y
    array([0., 1., 4., 9.], dtype=float32)
    """

    cdef:
        (void *)[32] handles        # by device
        list functions              # by device, keeps the handles valid
        readonly object module      # the RawModule that it comes from
        readonly str name
        readonly bint enable_cooperative_groups
        int nparams                 # of the kernel; -1 where the backend cannot tell
        int[MAX_ARGS] sizes         # of the parameters, in bytes

    def __init__(self, code, name, options=(), backend="nvrtc", *, translate_cucomplex=False,
                 enable_cooperative_groups=False, jitify=False):
        from cupy._core.raw_module import RawModule
        raw_options.check_name(name)
        name = plain_text(name)
        module = RawModule(
            code=code, options=options, backend=backend, translate_cucomplex=translate_cucomplex,
            enable_cooperative_groups=enable_cooperative_groups, jitify=jitify)
        module._name = name
        self.set_up(module, name)

    cdef int set_up(self, module, str name) except -1:
        self.module = module
        self.name = name
        self.enable_cooperative_groups = module.enable_cooperative_groups
        self.functions = [None] * 32
        self.nparams = -1
        return 0

    @staticmethod
    def _of_module(module, str name):
        """The kernel of this name, or name expression, in a `RawModule`."""
        cdef RawKernel kernel = RawKernel.__new__(RawKernel)
        kernel.set_up(module, name)
        kernel.load(driver.thread_state().device)
        return kernel

    def __reduce__(self):
        return _named, (self.module, self.name)

    cdef void *load(self, int device) except NULL:
        cdef Function function
        driver.bind_thread()
        function = self.module.module.get_function(self.name)
        self.functions[device] = function
        self.handles[device] = function.handle
        self.measure(function.handle)
        return function.handle

    cdef void measure(self, void *function) noexcept:
        """Note the sizes of the kernel's parameters, as far as the backend knows them."""
        cdef int k
        self.nparams = -1
        for k in range(MAX_ARGS):
            if driver.api.function_attribute(&self.sizes[k], function, CUPY_FUNC_PARAMETER + k):
                return
            if self.sizes[k] == 0:
                self.nparams = k
                return

    def __call__(self, grid, block, args, *, unsigned int shared_mem=0, stream=None):
        """Launch on a stream.

        Parameters
        ----------
        grid, block : tuple of int
            Up to three sizes each: blocks of the grid, threads of a block.
        args : tuple
            Arrays, NumPy scalars (structured ones too) and Python numbers. A Python
            int is passed in as many bytes as the parameter has, a float as double, a complex as
            complex<double>; None is a null pointer. A NumPy array is passed by value: the parameter
            is a struct of its bytes in C order.
        shared_mem : int, optional
            Bytes of dynamic shared memory of a block.
        stream : cupy.cuda.Stream, optional
            Where to launch; the current stream if not given.

        Raises
        ------
        TypeError
            The number of arguments is not that of the kernel's parameters, or an argument has not the
            bytes of its parameter; where the backend knows them, as CUDA does from 12.4.
        OverflowError
            An integer does not fit into its parameter.
        """
        if stream is not None:
            with stream:
                return self(grid, block, args, shared_mem=shared_mem)
        cdef Params params
        cdef unsigned int[3] blocks
        cdef unsigned int[3] threads
        cdef driver.ThreadState *state = driver.thread_state()
        cdef void *handle = self.handles[state.device]
        cdef int status, last
        if handle == NULL or state.bound != state.device:
            handle = self.load(state.device)
        read_sizes(grid, blocks, "grid")
        read_sizes(block, threads, "block")
        params.stream = state.stream
        params.count = 0
        views = None
        for arg in args:
            if params.count == MAX_ARGS:
                raise TypeError(f"kernel {self.name}: more than {MAX_ARGS} arguments")
            views = self.add(&params, arg, views)
            last = params.count - 1
            if last < self.nparams and params.given != <size_t>self.sizes[last]:
                raw_options.check_fits(self.name, last, arg, params.given, self.sizes[last])
        if self.nparams >= 0 and params.count != self.nparams:
            raise TypeError(f"kernel {self.name} takes {self.nparams} arguments, {params.count} were given")
        with nogil:
            if self.enable_cooperative_groups:
                status = driver.api.launch_cooperative(
                    handle, blocks[0], blocks[1], blocks[2], threads[0], threads[1], threads[2],
                    shared_mem, params.stream, params.pointers)
            else:
                status = driver.api.launch(
                    handle, blocks[0], blocks[1], blocks[2], threads[0], threads[1], threads[2],
                    shared_mem, params.stream, params.pointers)
        if status:
            driver.check(status, f"launching kernel {self.name} with grid {tuple(blocks)}, "
                                 f"block {tuple(threads)}, {shared_mem} bytes of shared memory"
                                 f"{raw_options.beyond_limits(self, tuple(blocks), tuple(threads), shared_mem)}")

    cdef object add(self, Params *params, object arg, object views):
        """Append a parameter; `views` holds what must live until the launch."""
        cdef char *slot = &params.values[params.count * SLOT]
        params.pointers[params.count] = slot
        params.count += 1
        params.given = POINTER      # or as many bytes
        if isinstance(arg, ndarray):
            (<void **>slot)[0] = (<ndarray>arg).pointer()
            use_on((<ndarray>arg).memory, params.stream)
        elif PyBool_Check(arg):
            (<long long *>slot)[0] = arg is True    # of any integer type
            if self.nparams >= params.count and self.sizes[params.count - 1] in (1, 2, 4):
                params.given = self.sizes[params.count - 1]
        elif PyLong_Check(arg):
            if arg < 0 or arg <= 0x7fffffffffffffff:
                (<long long *>slot)[0] = arg
            else:
                (<unsigned long long *>slot)[0] = arg
        elif PyFloat_CheckExact(arg):
            (<double *>slot)[0] = PyFloat_AS_DOUBLE(arg)
        elif type(arg) in plain_scalars:
            cnp.PyArray_ScalarAsCtype(arg, slot)
            params.given = arg.itemsize
        elif isinstance(arg, numpy_scalar):     # before float and complex: some are subclasses
            return self.add_bytes(params, slot, arg, views)
        elif PyFloat_Check(arg):
            (<double *>slot)[0] = PyFloat_AS_DOUBLE(arg)
        elif PyComplex_Check(arg):
            (<double *>slot)[0] = PyComplex_RealAsDouble(arg)
            (<double *>slot)[1] = PyComplex_ImagAsDouble(arg)
            params.given = 2 * sizeof(double)
        elif isinstance(arg, numpy.ndarray) and not arg.dtype.hasobject:
            return self.add_bytes(params, slot, arg, views)
        elif arg is None:
            (<void **>slot)[0] = NULL
        elif isinstance(arg, Mdspan):
            use_on((<ndarray>arg.array).memory, params.stream)
            return self.add_bytes(params, slot, arg.value, views)
        else:
            (<size_t *>slot)[0] = raw_options.address(arg, self.name, params.count - 1)
        return views

    cdef object add_bytes(self, Params *params, char *slot, object scalar, object views):
        """Append the bytes of a NumPy scalar or array."""
        cdef bytes data = scalar.tobytes()
        params.given = len(data)
        if len(data) <= SLOT:
            memcpy(slot, <char *>data, len(data))
            return views
        params.pointers[params.count - 1] = <char *>data
        return (data, views)

    def compile(self, log_stream=None):
        """Compile now for the current device; what the compiler says goes to `log_stream`."""
        self.load(driver.thread_state().device)
        self.module.compile(log_stream)

    @property
    def kernel(self):
        """The loaded function on the current device."""
        cdef int device = driver.thread_state().device
        if self.handles[device] == NULL:
            self.load(device)
        return self.functions[device]

    @property
    def attributes(self):
        """All attributes of the compiled kernel."""
        function = self.kernel
        return {name: function.get(name) for name in ATTRIBUTES}

    @property
    def code(self):
        """The source."""
        return self.module.code

    @property
    def options(self):
        """Options given to the compiler."""
        return self.module.options

    @property
    def backend(self):
        """``'nvrtc'`` or ``'nvcc'``."""
        return self.module.backend

    @property
    def file_path(self):
        """File that the kernel was loaded from, if any."""
        return self.module.file_path

    @property
    def max_threads_per_block(self):
        """Most threads that a block of this kernel can have."""
        return self.kernel.get("max_threads_per_block")

    @property
    def shared_size_bytes(self):
        """Static shared memory of a block."""
        return self.kernel.get("shared_size_bytes")

    @property
    def const_size_bytes(self):
        """Constant memory."""
        return self.kernel.get("const_size_bytes")

    @property
    def local_size_bytes(self):
        """Local memory of a thread."""
        return self.kernel.get("local_size_bytes")

    @property
    def num_regs(self):
        """Registers of a thread."""
        return self.kernel.get("num_regs")

    @property
    def ptx_version(self):
        """PTX version that the kernel was compiled for."""
        return self.kernel.get("ptx_version")

    @property
    def binary_version(self):
        """Architecture that the kernel was compiled for."""
        return self.kernel.get("binary_version")

    @property
    def cache_mode_ca(self):
        """Whether global loads are cached in L1."""
        return self.kernel.get("cache_mode_ca")

    @property
    def max_dynamic_shared_size_bytes(self):
        """Most dynamic shared memory that a launch may ask for; can be set."""
        return self.kernel.get("max_dynamic_shared_size_bytes")

    @max_dynamic_shared_size_bytes.setter
    def max_dynamic_shared_size_bytes(self, int value):
        self.kernel.set("max_dynamic_shared_size_bytes", value)

    @property
    def preferred_shared_memory_carveout(self):
        """Share of the L1 cache to use as shared memory, in per cent; can be set."""
        return self.kernel.get("preferred_shared_memory_carveout")

    @preferred_shared_memory_carveout.setter
    def preferred_shared_memory_carveout(self, int value):
        self.kernel.set("preferred_shared_memory_carveout", value)


def _named(module, str name):
    """A kernel of a module, not loaded yet."""
    cdef RawKernel kernel = RawKernel.__new__(RawKernel)
    kernel.set_up(module, name)
    return kernel


cdef int read_sizes(object sizes, unsigned int *out, str what) except -1:
    cdef int i = 0
    out[0] = out[1] = out[2] = 1
    if PyLong_Check(sizes):
        out[0] = sizes
        return 0
    for size in sizes:
        if i == 3:
            raise ValueError(f"{what} has more than three sizes: {sizes}")
        out[i] = size
        i += 1
    return 0
