# ElementwiseKernel: a user's body applied to every element of its arguments.

import functools

import numpy

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from cupy._core cimport dtypes, iteration, promotion
from cupy._core.launch cimport VARIANTS, Operands, add_array, add_scalar, begin
from cupy._core.launching cimport start
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, copy_of, ndarray, new_array
from cupy._core.operands cimport has_shape, same_shape
from cupy._memory.memory cimport Memory, use_on
from cupy._runtime cimport driver
from cupy._runtime.contract cimport MAX_DEVICES

from cupy._codegen.parameters import parameter_list, parse_parameters
from cupy._codegen.user_elementwise import Body, raw_type, source
from cupy._core import raw_numbers, raw_options, structured_kernel
from cupy._core.options import plain_text
from cupy._runtime import defines

__all__ = ["ElementwiseKernel"]

cdef enum:
    MAX_PARAMS = 32
    MEMBER_BYTES = 2048
    SCALAR = 64         # in a key: scalars of any kind come after the array codes
    NO_TYPE = -1


cdef class Plan:
    """The kernels of one combination of argument types."""

    cdef:
        int[MAX_PARAMS] codes               # of every parameter
        readonly str dtype_chars
        tuple placeholders
        tuple raw_types
        int ndim                            # of the shape, where the code asks for it
        iteration.FlatShape flat            # of the operands that are not raw
        (void *)[MAX_DEVICES * VARIANTS] handles      # device * VARIANTS + variant
        list out_dtypes


cdef class ElementwiseKernel:
    """A kernel that applies a piece of C++ to every element of its arguments.

    Parameters
    ----------
    in_params, out_params : str
        Parameters as ``"float32 x, T y, raw T z"``: a dtype's name or a placeholder of one dtype char,
        and a name.  A ``raw`` array is not broadcast; the code indexes it itself.
    operation : str
        Code in terms of the parameters' names.  ``i`` is the element's position in C order, ``n``
        (also ``_ind.size()``) the number of elements, ``_ind.get()[k]`` the element's index along axis ``k``,
        ``_ind.shape()[k]`` that axis's length, ``_ind.ndim`` the number of axes, ``_raw_x`` the array that ``x`` is
        an element of.
    name : str, optional
        Name of the kernel.
    reduce_dims : bool, optional
        Accepted for compatibility: axes are always merged where that changes nothing.
    preamble : str, optional
        Code before the kernel: includes, functions, types.
    no_return : bool, optional
        Calls return None.
    return_tuple : bool, optional
        Calls return a tuple even if there is one output.
    loop_prep, after_loop : str, optional
        Code before and after the operation, in its scope.
    options : tuple of str, optional
        Given to the compiler.

    Examples
    --------
    >>> import cupy
    >>> squared_diff = cupy.ElementwiseKernel(
    ...     'float32 x, float32 y', 'float32 z', 'z = (x - y) * (x - y)', 'squared_diff')
    >>> squared_diff(cupy.arange(4, dtype='f'), 1)
    array([1., 0., 1., 4.], dtype=float32)
    >>> reverse = cupy.ElementwiseKernel('raw T x', 'T y', 'y = x[n - 1 - i]', 'reverse')
    >>> reverse(cupy.arange(3), size=3)
    array([2, 1, 0])

    Arrays of structures are arguments too:

    >>> points = cupy.zeros(2, [('x', 'f'), ('n', 'i')])
    >>> cupy.ElementwiseKernel('T p', 'float32 y', 'y = p.x + p.n + i', 'total')(points)
    array([0., 1.], dtype=float32)
    """

    cdef:
        readonly tuple in_params, out_params, params
        readonly int nin, nout, nargs
        readonly str operation, name, preamble
        readonly bint reduce_dims, no_return, return_tuple
        readonly dict kwargs
        tuple options, compiler_options     # as given; without macros
        object body
        dict plans, structured              # of arguments without and with structures
        int[MAX_PARAMS] fixed               # type code of a parameter, NO_TYPE for a placeholder
        bint[MAX_PARAMS] raw
        int nraw, nelem_in
        ElementwiseKernel whole             # the same with `_raw_x`, where the code asks for those arrays
        tuple aliased                       # positions of their parameters
        bint ordered, sized, placed
        unsigned int variants
        object __weakref__

    def __init__(self, in_params, out_params, operation, name="kernel", reduce_dims=True, preamble="",
                 no_return=False, return_tuple=False, *, options=(), loop_prep="", after_loop="", **kwargs):
        if kwargs:
            raise TypeError(f"ElementwiseKernel got an unexpected keyword argument '{next(iter(kwargs))}'")
        if not name.isidentifier() or not name.isascii():
            raise ValueError(f"Invalid kernel name: {name!r}")
        operation, name, preamble = plain_text(operation), plain_text(name), plain_text(preamble)
        self.in_params = parse_parameters(in_params)
        self.out_params = parse_parameters(out_params, known=self.in_params)
        self.params = self.in_params + self.out_params
        self.nin, self.nout = len(self.in_params), len(self.out_params)
        self.nargs = len(self.params)
        if any([p.name == "i" for p in self.params]):
            raise ValueError("a parameter cannot be called 'i': that is the element's position")
        if self.nargs > MAX_PARAMS:
            raise ValueError(f"a kernel has at most {MAX_PARAMS} parameters, not {self.nargs}")
        self.operation, self.name, self.preamble = operation, name, preamble
        self.reduce_dims, self.no_return, self.return_tuple = reduce_dims, no_return, return_tuple
        self.options = raw_options.check_options(options)
        self.kwargs = {key: value for key, value in (
            ("options", self.options), ("loop_prep", loop_prep), ("after_loop", after_loop)) if value}
        macros, self.compiler_options = defines.split(self.options)
        self.body = Body(self.params, self.nin, operation, loop_prep, after_loop, preamble, macros)
        self.ordered, self.sized, self.placed = self.body.ordered, self.body.sized, self.body.placed
        self.nelem_in = sum([not p.raw for p in self.in_params])
        self.nraw = len(self.body.raws)
        self.variants = 1 << iteration.FLAT | 1 << iteration.STRIDED
        if not self.body.refers:
            self.variants |= 1 << iteration.ROWS | (0 if self.body.has_members else 1 << iteration.TILE)
        self.plans, self.structured = {}, {}
        for k, p in enumerate(self.params):
            self.raw[k] = p.raw
            self.fixed[k] = NO_TYPE if p.is_placeholder else _code_of_name(p)
        names = {p.name for p in self.params}
        self.aliased = tuple([k for k, p in enumerate(self.params) if not p.raw and f"_raw_{p.name}" in self.body.used
                              and f"array_of_{p.name}" not in names])
        if self.aliased:
            wanted = [self.params[k] for k in self.aliased]
            outputs = [out_params] * (self.nout > 0) + [f"raw {p.type} array_of_{p.name}" for p in wanted]
            names_of_arrays = "".join([f"const auto &_raw_{p.name} = array_of_{p.name};\n" for p in wanted])
            self.whole = ElementwiseKernel(
                in_params, ", ".join(outputs), operation, name, reduce_dims, preamble, options=options,
                loop_prep=names_of_arrays + loop_prep, after_loop=after_loop)

    def __repr__(self):
        return f"<ElementwiseKernel '{self.name}'>"

    def __reduce__(self):
        return functools.partial(type(self), **self.kwargs), (
            parameter_list(self.in_params), parameter_list(self.out_params), self.operation, self.name,
            self.reduce_dims, self.preamble, self.no_return, self.return_tuple)

    @property
    def indexed(self):
        """Names of the raw parameters that the code takes items of."""
        return self.body.indexed

    @property
    def cached_codes(self):
        """Generated sources by the types of the arguments."""
        if self.whole is not None:
            return self.whole.cached_codes
        return {plan.dtype_chars: self.text(plan, iteration.FLAT).text for plan in self.plans.values()}

    @property
    def cached_code(self):
        """Generated source of the types that were last used first."""
        codes = self.cached_codes
        if not codes:
            raise ValueError(f"{self.name} has not been called yet: its types are not known")
        return next(iter(codes.values()))

    cdef object text(self, Plan plan, int variant):
        return source(self.name, self.body, plan.dtype_chars, plan.placeholders, plan.raw_types, variant, plan.ndim)

    def __call__(self, *args, size=None, block_size=None, stream=None):
        """Run the kernel.

        Parameters
        ----------
        *args : array or scalar
            The inputs, and the outputs or none of them.  A texture is a number of 64 bits in the code.
        size : int, optional
            Number of elements, when all arrays are raw.
        block_size : int, optional
            Accepted for compatibility: the geometry is chosen for the device.
        stream : Stream, optional
            Where to run; the current stream by default.

        Returns
        -------
        ndarray, tuple of ndarray or None

        Raises
        ------
        TypeError
            A wrong number of arguments, or types that do not fit the parameters.
        ValueError
            Shapes that cannot be broadcast, or no way to know the number of elements.
        """
        cdef int n = len(args)
        if n != self.nin and n != self.nargs:
            raise TypeError(f"Wrong number of arguments for '{self.name}'. It must be either {self.nin} or "
                            f"{self.nargs} (with outputs), but given {n}.")
        if block_size is not None and block_size <= 0:
            raise ValueError(f"block_size must be positive, not {block_size}")
        if stream is not None:
            with stream:
                return self.run(args, n, size)
        return self.run(args, n, size)

    cdef object run_whole(self, tuple args, int n, object size):
        """Run where the code asks for an argument's array beside its element: `_raw_x` is the array of `x`."""
        cdef Py_ssize_t[64] shape
        cdef int ndim = self.loop_shape(args, n, size, shape)
        if n < self.nargs:
            args += tuple([new_array(dtype, dtypes.code_of(dtype), dtype.itemsize, ndim, shape, c"C")
                           for dtype in self.specialise(args, n).out_dtypes])
        self.whole(*args, *[args[k] for k in self.aliased], size=size)
        if self.no_return:
            return None
        return args[self.nin] if self.nout == 1 and not self.return_tuple else args[self.nin:]

    cdef object run(self, tuple args, int n, object size):
        if self.whole is not None:
            return self.run_whole(args, n, size)
        cdef unsigned char[2 * MAX_PARAMS + 1] key
        cdef Py_ssize_t[64] shape
        cdef int k, at = 0, ndim = 0
        cdef ndarray a
        driver.bind_thread()
        cdef int device = driver.thread_state().device
        for k in range(n):
            x = args[k]
            if isinstance(x, ndarray):
                a = <ndarray>x
                key[at] = a.code
                if a.code == dtypes.OTHER and a.dtype.names is not None:
                    return structured_kernel.run(self, args, size, self.structured)
                if a.device_id_ != device and a.size:
                    raise ValueError(f"Array device must be same as the current device: array device = "
                                     f"{a.device_id_} while current = {device}")
                if a.flags_ & FLAG_MISALIGNED:
                    return self.run_aligned(args, n, size)
                if self.raw[k]:
                    key[at] |= 128 if a.flags_ & FLAG_C else 0
                    at += 1
                    key[at] = a.ndim_
            else:
                if self.raw[k] or promotion.state_of(x) < 0 or promotion.state_of(x) == dtypes.OTHER:
                    if structured_kernel.wanted(args):
                        return structured_kernel.run(self, args, size, self.structured)
                    by_value = raw_numbers.kernel_for(self, args, self.structured)
                    if by_value is not None:
                        return by_value(*args, size=size)
                    known = raw_options.as_arguments(self.params, args)
                    if known is not args:
                        return self.run(known, n, size)
                key[at] = SCALAR + self.scalar_state(x, k)
            at += 1
        if self.placed:
            ndim = key[at] = self.loop_shape(args, n, size, shape)
            at += 1
        index = PyBytes_FromStringAndSize(<char *>key, at)
        plan = self.plans.get(index)
        if plan is None:
            plan = self.plans[index] = self.specialise(args, n)
            (<Plan>plan).ndim = ndim
        return self.launch(<Plan>plan, args, n, size)

    cdef object run_aligned(self, tuple args, int n, object size):
        """Run on copies of the arrays whose items kernels cannot load whole; outputs are written back."""
        cdef list aligned = [copy_of(x, c"C") if isinstance(x, ndarray) and (<ndarray>x).flags_ & FLAG_MISALIGNED else x
                             for x in args]
        cdef object results = self.run(tuple(aligned), n, size)
        for k in range(self.nin, n):
            if aligned[k] is not args[k]:
                args[k][...] = aligned[k]
        if n <= self.nin or results is None:
            return results
        return args[self.nin] if self.nout == 1 and not self.return_tuple else args[self.nin:]

    cdef int scalar_state(self, object x, int k) except -1:
        cdef int state = promotion.state_of(x)
        if state < 0:
            raise TypeError(f"Unsupported type {type(x)} for parameter '{self.params[k].name}': pass cupy arrays "
                            "or scalars; cupy.asarray copies a NumPy array to the device")
        if k >= self.nin:
            raise TypeError(f"Output argument '{self.params[k].name}' must be a cupy array, not {type(x)}")
        if self.raw[k]:
            raise TypeError(f"raw parameter '{self.params[k].name}' takes an array, not {type(x)}")
        return state

    cdef Plan specialise(self, tuple args, int n):
        """Types of all parameters: arrays decide, then NumPy scalars, then Python scalars."""
        cdef Plan plan = Plan()
        cdef int k, code, state
        cdef dict bound = {}
        for rank in range(3):
            for k in range(n):
                x = args[k]
                p = self.params[k]
                if isinstance(x, ndarray):
                    if rank:
                        continue
                    code = (<ndarray>x).code
                    if code == dtypes.OTHER:
                        raise TypeError(f"Unsupported dtype {x.dtype} of argument '{p.name}'")
                    if self.fixed[k] != NO_TYPE and self.fixed[k] != code:
                        raise TypeError(f"Type is mismatched. {p.name} has dtype {x.dtype}, but the parameter "
                                        f"is {dtypes.dtype_of(self.fixed[k])}")
                    if bound.setdefault(p.type, code) != code and self.fixed[k] == NO_TYPE:
                        raise TypeError(f"Type is mismatched. {p.name} has dtype {x.dtype}, but the type {p.type} "
                                        f"is {dtypes.dtype_of(bound[p.type])}")
                elif rank and self.fixed[k] == NO_TYPE:
                    state = promotion.state_of(x)
                    if rank == 1 and state < 16:
                        bound.setdefault(p.type, state)
                    elif rank == 2:
                        bound.setdefault(p.type, promotion.default_code(state) if state > 15 else state)
        dtype_chars, raw_types, sizes = [], [], []
        plan.out_dtypes = []
        for k, p in enumerate(self.params):
            if self.fixed[k] == NO_TYPE and p.type not in bound:
                raise TypeError(f"the type {p.type} of '{p.name}' is that of no argument: pass '{p.name}', or name "
                                "a dtype")
            plan.codes[k] = self.fixed[k] if self.fixed[k] != NO_TYPE else bound[p.type]
            dtype_chars.append(chr(dtypes.char_of(plan.codes[k])))
            if not p.raw:
                sizes.append(dtypes.size_of(plan.codes[k]))
            elif k < n:
                a = <ndarray>args[k]
                raw_types.append(raw_type(dtype_chars[k], a.ndim, bool((<ndarray>a).flags_ & FLAG_C), k < self.nin))
            if k >= self.nin:
                plan.out_dtypes.append(dtypes.dtype_of(plan.codes[k]))
        cdef int[MAX_PARAMS] itemsizes
        for k, item in enumerate(sizes):
            itemsizes[k] = item
        plan.flat.prepare(itemsizes, self.nelem_in, len(sizes))
        plan.dtype_chars = "".join(dtype_chars)
        plan.placeholders = tuple(sorted(
            {(p.type, dtype_chars[k]) for k, p in enumerate(self.params) if p.is_placeholder}))
        plan.raw_types = tuple(raw_types)
        memset(plan.handles, 0, sizeof(plan.handles))
        return plan

    cdef void *load(self, Plan plan, int device, int variant) except NULL:
        from cupy._runtime import kernel_cache
        unit = self.text(plan, variant)
        cdef size_t handle = kernel_cache.function(
            unit, unit.functions[0], self, options=self.compiler_options)
        plan.handles[device * VARIANTS + variant] = <void *>handle
        return <void *>handle

    cdef object launch(self, Plan plan, tuple args, int n, object size):
        cdef Py_ssize_t[64] shape
        cdef int ndim = self.loop_shape(args, n, size, shape)
        cdef int k, e = 0
        cdef ndarray a
        cdef Operands ops
        cdef bint flat = True
        cdef unsigned int scalars = 0
        cdef list outs = []
        cdef int64_t total = 1
        for k in range(ndim):
            total *= shape[k]
        begin(&ops, self.nelem_in, self.nargs - self.nraw - self.nelem_in, ndim, shape)
        for k in range(self.nargs):
            if k >= self.nin:
                if k < n:
                    a = <ndarray>args[k]
                else:
                    if self.raw[k]:
                        raise ValueError(f"Output array size is undecided: pass the raw output '{self.params[k].name}'")
                    a = new_array(plan.out_dtypes[k - self.nin], plan.codes[k], dtypes.size_of(plan.codes[k]),
                                  ndim, shape, c"C")
                outs.append(a)
            elif isinstance(args[k], ndarray):
                a = <ndarray>args[k]
            else:
                add_scalar(&ops, e, args[k], plan.codes[k])
                scalars |= 1u << e
                e += 1
                continue
            if self.raw[k]:
                use_on(a.memory, driver.thread_state().stream)
                continue
            if flat and not (a.flags_ & FLAG_C and a.ndim_ == ndim and has_shape(a, ndim, shape)):
                flat = False
            if flat:
                ops.items[e].data = a.pointer()
                ops.items[e].by_value = 0
                ops.memories[e] = <void *>a.memory
            else:
                add_array(&ops, e, a)
            e += 1
        if total:
            if flat and total < iteration.MAX_SIZE:
                self.run_flat(plan, &ops, scalars, total, args, outs)
            else:
                if flat is False or total >= iteration.MAX_SIZE:
                    self.complete(&ops, args, outs)
                self.run_walk(plan, &ops, args, outs)
        if self.no_return:
            return None
        if self.nout == 1 and not self.return_tuple:
            return outs[0]
        return tuple(outs)

    cdef int complete(self, Operands *ops, tuple args, list outs) except -1:
        """Strides of the arrays that were taken for contiguous ones."""
        cdef int k, e = 0
        for k in range(self.nargs):
            if self.raw[k]:
                continue
            x = outs[k - self.nin] if k >= self.nin else args[k]
            if isinstance(x, ndarray):
                add_array(ops, e, <ndarray>x)
            e += 1
        return 0

    cdef int loop_shape(self, tuple args, int n, object size, Py_ssize_t *shape) except -1:
        """The broadcast shape of the arrays that are not raw, or `size`."""
        cdef int k, i, ndim = -1
        cdef ndarray a, first = None
        cdef bint elementwise = False, raw = False
        for k in range(n):
            if self.raw[k]:
                raw = True
                continue
            if not isinstance(args[k], ndarray):
                elementwise = elementwise or k < self.nin
                continue
            a = <ndarray>args[k]
            if first is None:
                first = a
                ndim = a.ndim_
                memcpy(shape, a.shape_, ndim * sizeof(Py_ssize_t))
            elif not same_shape(a, first):
                ndim = _broadcast(ndim, shape, a)
                if ndim < 0:
                    shapes = [x.shape for j, x in enumerate(args) if isinstance(x, ndarray) and not self.raw[j]]
                    raise ValueError(f"operands could not be broadcast together with shapes "
                                     f"{' '.join(map(str, shapes))}")
        if size is not None:
            if ndim >= 0:
                raise ValueError("Specified 'size' can be used only if all of the ndarray are 'raw'.")
            if size < 0:
                raise ValueError(f"size must not be negative, not {size}")
            shape[0] = size
            return 1
        if ndim < 0:
            if raw or not elementwise:
                raise ValueError("Loop size is undecided: all arrays are raw, so pass size=")
            return 0
        for k in range(self.nin, n):
            if not self.raw[k] and not has_shape(<ndarray>args[k], ndim, shape):
                raise ValueError(f"Out shape is mismatched: '{self.params[k].name}' has shape {args[k].shape}, the "
                                 f"operation {tuple([shape[i] for i in range(ndim)])}")
        return ndim

    cdef int fill_members(self, char *to, tuple args, list outs, int64_t total, Operands *ops) except -1:
        """The raw arrays and the size, as the struct of the generated code has them."""
        cdef int64_t *word = <int64_t *>to
        cdef int k, i, dims
        cdef ndarray a
        for k in range(self.nargs):
            if not self.raw[k]:
                continue
            a = <ndarray>(outs[k - self.nin] if k >= self.nin else args[k])
            dims = a.ndim_ if a.ndim_ else 1
            if <char *>(word + 3 + 2 * dims) > to + MEMBER_BYTES:
                raise ValueError(f"the raw arrays of '{self.name}' have too many axes")
            word[0] = <int64_t>a.pointer()
            word[1] = a.size
            for i in range(a.ndim_):
                word[2 + i] = a.shape_[i]
                word[2 + dims + i] = a.strides_[i]
            word += 2 + 2 * dims
        if self.sized:
            word[0] = total
        if self.placed:
            if <char *>(word + 1 + ops.ndim) > to + MEMBER_BYTES:
                raise ValueError(f"the raw arrays of '{self.name}' have too many axes")
            for i in range(ops.ndim):
                word[1 + i] = ops.shape[i]
        return 0

    cdef int submit(self, Plan plan, iteration.Launch *launch, int variant, char *members) except -1:
        cdef driver.ThreadState *state = driver.thread_state()
        cdef void *function = plan.handles[state.device * VARIANTS + variant]
        cdef (void *)[2] params
        cdef int64_t size, began
        cdef bint timed
        cdef int status
        if function == NULL:
            function = self.load(plan, state.device, variant)
        params[0] = launch.params
        params[1] = members
        if driver.target(state.device).synchronous:
            size = (<iteration.Header *>launch.params).size
            timed = variant == iteration.FLAT and plan.flat.pace.is_open(launch[0], size)
            with nogil:
                began = iteration.nanoseconds_now() if timed else 0
                status = start(function, launch.grid, launch.threads, launch.shared, state.stream, params)
                if timed:
                    plan.flat.pace.hear(size, iteration.nanoseconds_now() - began)
        else:
            status = start(function, launch.grid, launch.threads, launch.shared, state.stream, params)
        if status:
            driver.check(status, f"launching {self.name}")
        return 0

    cdef int run_flat(self, Plan plan, Operands *ops, unsigned int scalars, int64_t total, tuple args,
                      list outs) except -1:
        cdef iteration.FlatBuffer buffer
        cdef iteration.Launch launch
        cdef char[MEMBER_BYTES] members
        cdef driver.ThreadState *state = driver.thread_state()
        cdef int k
        for k in range(ops.nin + ops.nout):
            if ops.items[k].by_value:
                iteration.set_value(buffer.slots[k], ops.items[k].data, ops.items[k].itemsize)
                continue
            iteration.set_pointer(buffer.slots[k], ops.items[k].data)
            use_on(<Memory>ops.memories[k], state.stream)
        buffer.head.scalars = scalars
        buffer.head.broadcast = 0
        if self.nraw or self.sized:
            self.fill_members(members, args, outs, total, ops)
        launch = iteration.plan_flat(plan.flat, buffer, total,
                                     (<iteration.IterationTarget *>driver.target(state.device))[0])
        return self.submit(plan, &launch, iteration.FLAT, members)

    cdef int run_walk(self, Plan plan, Operands *ops, tuple args, list outs) except -1:
        cdef iteration.Walk walk
        cdef iteration.Launch launch
        cdef char[MEMBER_BYTES] members
        cdef driver.ThreadState *state = driver.thread_state()
        cdef const driver.Target *target = driver.target(state.device)
        cdef int k
        for k in range(ops.nin + ops.nout):
            if not ops.items[k].by_value:
                use_on(<Memory>ops.memories[k], state.stream)
        walk.start(ops.ndim, ops.shape, ops.items, ops.nin, ops.nout, self.ordered,
                   iteration.HOST_VARIANTS if target.serial_blocks else self.variants,
                   (<iteration.IterationTarget *>target)[0], plan.flat.pace)
        if self.nraw or self.sized:
            self.fill_members(members, args, outs, walk.size, ops)
        while walk.next(launch):
            self.submit(plan, &launch, walk.variant, members)
        return 0


cdef int _code_of_name(object p) except -1:
    cdef int code
    try:
        if p.type == "bfloat16":
            return dtypes.BFLOAT16
        code = dtypes.code_of(dtypes.as_dtype(numpy.dtype(p.type)))
    except (TypeError, ValueError):
        code = dtypes.OTHER
    if code == dtypes.OTHER:
        raise TypeError(f"parameter '{p.name}': {p.type!r} is not the name of a dtype that kernels know")
    return code


cdef int _broadcast(int ndim, Py_ssize_t *shape, ndarray a) noexcept:
    """Widen `shape` to the broadcast with `a`; -1 when that is not possible."""
    cdef int i, shift
    if a.ndim_ > ndim:
        shift = a.ndim_ - ndim
        for i in range(ndim - 1, -1, -1):
            shape[i + shift] = shape[i]
        for i in range(shift):
            shape[i] = 1
        ndim = a.ndim_
    shift = ndim - a.ndim_
    for i in range(a.ndim_):
        if shape[i + shift] == 1:
            shape[i + shift] = a.shape_[i]
        elif a.shape_[i] != 1 and a.shape_[i] != shape[i + shift]:
            return -1
    return ndim
