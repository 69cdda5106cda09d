# From operands to launches of an elementwise kernel.

from libc.stdint cimport int64_t
from libc.string cimport memset

from cupy._core cimport dtypes, iteration
from cupy._core.launching cimport start
from cupy._core.ndarray cimport FLAG_MISALIGNED, bare, hooks, ndarray, new_strided
from cupy._core.scalar cimport write_scalar
from cupy._memory.memory cimport Memory, use_on
from cupy._runtime cimport driver, recording


cdef object _body_of(object spec, str ins, str outs):
    for row in spec.loops():
        if row[0] == ins and row[1] == outs:
            return row[2]
    raise KeyError(f"{spec.name} has no loop {ins}->{outs}")


cdef class Loop:
    """One loop of an operation: its types, and its loaded kernels by device and variant."""

    def __init__(self, spec, str ins, str outs, body, str array_ins=None, str array_outs=None,
                 bint masked=False):
        cdef int k
        cdef int[32] sizes
        self.spec = spec
        self.ins = ins
        self.outs = outs
        self.array_ins = array_ins or ins
        self.array_outs = array_outs or outs
        self.mixed = self.array_ins != ins or self.array_outs != outs
        self.masked = masked
        self.body = body if body is not None else _body_of(spec, ins, outs)
        self.indexed = getattr(spec, "indexed", False)
        self.nin = len(ins)
        self.nout = len(outs)
        self.n = self.nin + self.nout
        for k, dtype_char in enumerate(ins + outs):
            self.codes[k] = "?bBhHiIlLeEfdFD".index(dtype_char)
        for k, dtype_char in enumerate(self.array_ins + self.array_outs):
            self.array_codes[k] = "?bBhHiIlLeEfdFD".index(dtype_char)
            sizes[k] = dtypes.size_of(self.array_codes[k])
        self.flat.prepare(sizes, self.nin, self.n)
        if self.nout:
            if self.codes[self.nin] != dtypes.BFLOAT16:   # which takes long to load
                self.out_dtype = dtypes.dtype_of(self.codes[self.nin])
            self.out_size = dtypes.size_of(self.codes[self.nin])
        memset(self.handles, 0, sizeof(self.handles))

    cdef void *handle(self, int device, int variant) except NULL:
        cdef void *found = self.handles[device * VARIANTS + variant]
        return found if found != NULL else self.load(device, variant)

    cdef void *load(self, int device, int variant) except NULL:
        from cupy._codegen import elementwise
        from cupy._runtime import driver as runtime, kernel_cache
        cdef str language = runtime.backend().compiler().language
        if self.masked:
            unit = elementwise.masked(self.spec, self.ins[:-1], self.outs, self.body,
                                      self.array_ins[:-1], self.array_outs, variant, language)
            name = unit.functions[0]
        elif self.mixed:
            unit = elementwise.mixed(self.spec, self.ins, self.outs, self.body,
                                     self.array_ins, self.array_outs, variant, language)
            name = unit.functions[0]
        else:
            unit, name = elementwise.find(self.spec, self.ins, self.outs, self.body, variant, language)
        cdef size_t handle = kernel_cache.function(unit, name, include_roots=getattr(self.spec, "include_roots", ()))
        self.handles[device * VARIANTS + variant] = <void *>handle
        return <void *>handle

    cdef unsigned int find_variants(self) except? 0:
        """Bit mask of the variants that exist for this loop on the active backend."""
        from cupy._codegen import elementwise
        from cupy._runtime import driver as runtime
        self.variants = elementwise.variants(self.spec, self.body, runtime.backend().compiler().language)
        return self.variants

    cdef bint matches(self, list inputs, list targets):
        """Whether every array has exactly the type that the kernel loads or stores."""
        cdef int k
        for k in range(self.nin):
            x = inputs[k]
            if isinstance(x, ndarray) and (<ndarray>x).code != self.array_codes[k]:
                return False
        for k in range(self.nout):
            if (<ndarray>targets[k]).code != self.array_codes[self.nin + k]:
                return False
        return True


cdef void begin(Operands *ops, int nin, int nout, int ndim, const Py_ssize_t *shape) noexcept:
    cdef int i
    ops.nin = nin
    ops.nout = nout
    ops.ndim = ndim
    for i in range(ndim):
        ops.shape[i] = shape[i]


cdef void add_array(Operands *ops, int k, ndarray a) noexcept:
    """Operand `k`, its strides those of the broadcast to the shape of the operation."""
    cdef int i, shift = ops.ndim - a.ndim_
    cdef iteration.Operand *item = &ops.items[k]
    item.data = a.pointer()
    item.itemsize = a.itemsize_
    item.by_value = 0
    item.cast = NULL
    item.strides = ops.strides[k]
    for i in range(shift):
        ops.strides[k][i] = 0
    for i in range(a.ndim_):
        ops.strides[k][i + shift] = 0 if a.shape_[i] == 1 and ops.shape[i + shift] != 1 else a.strides_[i]
    ops.memories[k] = <void *>a.memory
    if recording.on:
        recording.touch(a.size * a.itemsize_)


cdef int add_scalar(Operands *ops, int k, object value, int code) except -1:
    cdef iteration.Operand *item = &ops.items[k]
    write_scalar(value, code, ops.values[k])
    item.data = ops.values[k]
    item.itemsize = dtypes.size_of(code)
    item.by_value = 1
    item.cast = NULL
    item.strides = NULL
    ops.memories[k] = NULL
    return 0


cdef enum:
    CAST_ON_THE_WAY = 4096      # items of inputs for whose casts the host needs no memory

cdef (const void *)[15 * 15] _input_casts


cdef const void *input_cast(ndarray a, int target, Py_ssize_t size) except? NULL:
    """How kernels of the host cast an input to a type code as they read it; NULL where it is better cast before.

    What is spread over an operation of `size` items would be cast more than once, and a warning be missed where
    imaginary parts are lost.
    """
    cdef int source = a.code
    cdef const void **found
    if a.size != size or size < CAST_ON_THE_WAY or source == dtypes.OTHER or a.flags_ & FLAG_MISALIGNED \
            or target < dtypes.COMPLEX64 <= source and target != dtypes.BOOL:
        return NULL
    found = &_input_casts[source * 15 + target]
    if found[0] == NULL:
        from cupy._codegen import elementwise
        from cupy._codegen.moves import astype
        from cupy._runtime import driver as runtime, kernel_cache
        ins, outs = chr(dtypes.char_of(source)), chr(dtypes.char_of(target))
        unit, name = elementwise.find(astype(ins), ins, outs, None, iteration.FLAT,
                                      runtime.backend().compiler().language)
        found[0] = <const void *><size_t>kernel_cache.constant(unit, name + "__cast")
    return found[0]


cdef int run_launch(void *function, iteration.Launch *launch, str name) except -1:
    cdef (void *)[1] params
    cdef int status
    params[0] = launch.params
    with nogil:
        status = start(function, launch.grid, launch.threads, launch.shared, driver.thread_state().stream, params)
    if status:
        driver.check(status, f"launching {name}")
    return 0


cdef ndarray _in_order(Operands *ops, int k):
    """Operand `k` copied to an array whose axes are those of the first output from slowest to fastest."""
    cdef iteration.Operand *item = &ops.items[k]
    cdef int code = dtypes.carrier_of(item.itemsize)
    cdef object dtype = dtypes.dtype_of(code)
    cdef ndarray source = bare(dtype, code, item.itemsize, ops.ndim, <const Py_ssize_t *>ops.shape), target
    cdef int[64] axes
    cdef int i, at
    source.size = 1
    for i in range(ops.ndim):
        source.strides_[i] = item.strides[i]
        source.size *= ops.shape[i]
        at = i
        while at > 0 and abs(ops.strides[ops.nin][axes[at - 1]]) < abs(ops.strides[ops.nin][i]):
            axes[at] = axes[at - 1]
            at -= 1
        axes[at] = i
    source.ptr = <char *>item.data
    source.memory = <Memory>ops.memories[k]
    source.device_id_ = driver.thread_state().device
    source.update_flags()
    target = new_strided(dtype, code, item.itemsize, ops.ndim, source.shape_, axes)
    hooks.assign(target, source)
    return target


cdef int execute(Loop loop, Operands *ops) except -1:
    """Launch the kernel of `loop` over the operands, in as many chunks as it takes."""
    cdef iteration.Walk walk
    cdef iteration.Launch launch
    cdef driver.ThreadState *state = driver.thread_state()
    cdef const driver.Target *target = driver.target(state.device)
    cdef int k
    cdef unsigned int misplaced
    cdef int64_t size = 1
    cdef ndarray ordered
    cdef list kept
    for k in range(ops.ndim):
        size *= ops.shape[k]
    if size == 0:
        return 0
    for k in range(ops.nin + ops.nout):
        if ops.memories[k] != NULL:
            use_on(<Memory>ops.memories[k], state.stream)
    walk.start(ops.ndim, ops.shape, ops.items, ops.nin, ops.nout, loop.indexed,
               loop.variants if loop.variants else loop.find_variants(),
               (<iteration.IterationTarget *>target)[0], loop.flat.pace,
               not loop.indexed and not loop.masked)        # masked ones depend on outputs, too
    misplaced = walk.misplaced()
    if misplaced:
        kept = []
        try:
            for k in range(ops.nin):
                if misplaced >> k & 1:
                    ordered = _in_order(ops, k)
                    kept.append(ordered)
                    add_array(ops, k, ordered)
        except MemoryError:
            pass                # the others are read where they are
        walk.start(ops.ndim, ops.shape, ops.items, ops.nin, ops.nout, loop.indexed, loop.variants,
                   (<iteration.IterationTarget *>target)[0], loop.flat.pace, not loop.indexed and not loop.masked)
    while walk.next(launch):
        run_launch(loop.handle(state.device, walk.variant), &launch, loop.spec.name)
    return 0


cdef int execute_flat(Loop loop, ndarray a, ndarray b, ndarray out, const void *value=NULL) except -1:
    """The short way for one or two C-contiguous inputs of the shape of `out`.

    Where one of two is None, it is a scalar of these bytes; then there are fewer than MAX_SIZE items.
    """
    cdef iteration.FlatBuffer buffer
    cdef iteration.Launch launch
    cdef driver.ThreadState *state = driver.thread_state()
    cdef const driver.Target *target = driver.target(state.device)
    cdef void *function
    cdef (void *)[1] params
    cdef int64_t began
    cdef int status
    cdef Operands ops
    if out.size >= iteration.MAX_SIZE:
        begin(&ops, loop.nin, 1, a.ndim_, a.shape_)
        add_array(&ops, 0, a)
        if b is not None:
            add_array(&ops, 1, b)
        add_array(&ops, loop.nin, out)
        return execute(loop, &ops)
    buffer.head.scalars = 0
    buffer.head.broadcast = 0
    if a is None:
        iteration.set_value(buffer.slots[0], value, dtypes.size_of(loop.codes[0]))
        buffer.head.scalars = 1
    else:
        use_on(a.memory, state.stream)
        iteration.set_pointer(buffer.slots[0], a.pointer())
    if b is not None:
        use_on(b.memory, state.stream)
        iteration.set_pointer(buffer.slots[1], b.pointer())
    elif loop.nin == 2:
        iteration.set_value(buffer.slots[1], value, dtypes.size_of(loop.codes[1]))
        buffer.head.scalars = 2
    use_on(out.memory, state.stream)
    iteration.set_pointer(buffer.slots[loop.nin], out.pointer())
    if recording.on:
        recording.touch(out.size * ((a.itemsize_ if a is not None else 0) + (b.itemsize_ if b is not None else 0)
                                    + out.itemsize_))
    launch = iteration.plan_flat(loop.flat, buffer, out.size, (<iteration.IterationTarget *>target)[0])
    function = loop.handles[state.device * VARIANTS]
    if function == NULL:
        function = loop.load(state.device, 0)
    params[0] = launch.params
    if launch.grid > 1 and target.synchronous:
        return run_launch(function, &launch, loop.spec.name)
    if target.synchronous and loop.flat.pace.is_open(launch, out.size):
        began = iteration.nanoseconds_now()
        status = start(function, launch.grid, launch.threads, 0, state.stream, params)
        loop.flat.pace.hear(out.size, iteration.nanoseconds_now() - began)
    else:
        status = start(function, launch.grid, launch.threads, 0, state.stream, params)
    if status:
        driver.check(status, f"launching {loop.spec.name}")
    return 0
