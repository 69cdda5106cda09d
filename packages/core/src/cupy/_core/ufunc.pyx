# Universal functions: broadcast, allocate, launch.

import numpy

from cpython.tuple cimport PyTuple_GET_SIZE

from cupy._core cimport dtypes, layout, promotion
from cupy._core.deferred cimport deferred
from cupy._core.iteration cimport MAX_SIZE
from cupy._core.launch cimport Loop, Operands, add_array, add_scalar, begin, execute, execute_flat, input_cast
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, cast_to, hooks, ndarray, new_array, new_strided
from cupy._core.operands cimport (
    as_operand, check_exponent, has_items, has_shape, is_signed, output_axes, overlaps, read_mask, same_shape, unlike)
from cupy._core.scalar cimport fits, write_scalar
from cupy._core.ufunc_loops cimport UfuncLoops
from cupy._runtime cimport driver
from cupy._core.options import plain_text
from cupy._core.override import ask_overrides, call_override
from cupy._core.subclass import like_inputs

__all__ = ["ufunc"]


cdef class ufunc(UfuncLoops):
    """An operation on arrays, element by element.

    Made from a specification (see ``cupy._ops``); users meet it as ``cupy.add`` and the like.

    Parameters
    ----------
    spec : cupy._specs.spec.UfuncSpec
        Name, arity and loops.

    Attributes
    ----------
    nin, nout, nargs : int
        Numbers of inputs, of outputs, of both.
    types : list of str
        Loops as dtype chars of element types, as ``"dd->d"``.
    identity : scalar or None
        Value that leaves the other operand unchanged.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.add(cp.arange(3), 1)
    array([1, 2, 3])
    >>> cp.add.reduce(cp.arange(4))
    array(6)
    """

    def __init__(self, spec):
        super().__init__(spec)
        self.identity = spec.identity
        self.is_power, self.is_logical = spec.is_power, spec.logical
        self.mixed = {}
        self.is_comparison = self.nin == 2 and all((<Loop>x).outs == "?" for x in self.loops)

    @property
    def __name__(self):
        return self.name

    @property
    def __qualname__(self):
        return self.name

    @property
    def __doc__(self):
        return self.spec.doc

    def __getattr__(self, name):
        if name == "__signature__":         # a property would be the class's own signature too
            return deferred("ufunc_signature.call_signature")(self.nin, self.nout, self.spec.doc)
        raise AttributeError(f"'cupy.ufunc' object has no attribute {name!r}")

    @property
    def signature(self):
        return None

    def __repr__(self):
        return f"<ufunc '{self.name}'>"

    def __reduce__(self):
        return self.name

    # Calls

    def __call__(self, *args, **kwargs):
        cdef Py_ssize_t n = PyTuple_GET_SIZE(args)
        if self.nout == 1 and self.nin <= 2 and self.nin <= n <= self.nargs and (
                not kwargs or n == self.nin and len(kwargs) == 1 and "out" in kwargs):
            result = self.flat(args[0], args[1] if self.nin == 2 else None,
                               kwargs["out"] if kwargs else args[n - 1] if n > self.nin else None)
            if result is not None:
                return result
        if not kwargs and n == self.nin:
            result = self.call(list(args), None, None, None, None, None)
            if result is NotImplemented:
                return call_override(self, args, {})
            return result
        if not self.nin <= n <= self.nargs:
            raise TypeError(f"{self.name}() takes from {self.nin} to {self.nargs} positional arguments "
                            f"but {n} were given")
        if kwargs.get("out") is Ellipsis:       # an array instead of a scalar, which results are here in any case
            del kwargs["out"]
        cdef dict options = dict(kwargs)
        out = kwargs.pop("out", None)
        if n > self.nin:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = args[self.nin:] + (None,) * (self.nargs - n)
        casting = kwargs.pop("casting", self.spec.default_casting)
        wanted, order, where = None, kwargs.pop("order", None), kwargs.pop("where", True)
        if kwargs:
            if "sig" in kwargs and "signature" in kwargs:
                raise TypeError("cannot specify both 'sig' and 'signature'")
            if type(kwargs.pop("subok", True)) is not bool:
                raise TypeError("'subok' must be a boolean")
            wanted = deferred("ufunc_signature.wanted_types")(
                self.name, self.nin, self.nout, kwargs.pop("dtype", None),
                kwargs.pop("signature", kwargs.pop("sig", None)))
            if kwargs:
                raise TypeError(f"{self.name}() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if type(casting) is not str:
            casting = plain_text(casting)
            if type(casting) is not str:
                raise TypeError(f"casting must be str, not {type(casting).__name__}")
        if out is not None:
            options["out"] = out if isinstance(out, tuple) else (out,)
        if not isinstance(where, (bool, ndarray)) or out is not None and type(out) is not ndarray:
            result = ask_overrides(self, "__call__", args[:self.nin], options)
            if result is not NotImplemented:
                return result
        result = self.call(list(args[:self.nin]), out, wanted, casting, order, None if where is True else where)
        if result is NotImplemented:
            return call_override(self, args[:self.nin], options, out, wanted, where)
        return result

    cdef object on_inputs(self, object x, object y, object out):
        """A call of one or two inputs (`y` is not looked at when it takes one), with `out` or None."""
        cdef ndarray result = self.flat(x, y, out) if self.nout == 1 else None
        if result is not None:
            return result
        found = self.call([x] if self.nin == 1 else [x, y], out, None, None, None, None)
        if found is NotImplemented:
            # Operators ask the other operand as NEP 13 says, and leave what it has of its own to Python.
            return ask_overrides(self, "__call__", (x, y), {} if out is None else {"out": (out,)})
        return found

    cdef ndarray flat(self, object x, object y, object out):
        """The short way: C-contiguous arrays of one shape, or one and a Python number; None: take the long one."""
        cdef ndarray a = None, b = None, lead, result
        cdef Loop loop
        cdef int key, index, number = -1
        cdef unsigned char[16] value
        if type(x) is ndarray:
            lead = a = <ndarray>x
            key = a.code
        else:
            key = weak_state(x)
            number = 0
        if self.nin == 2:
            key *= 19
            if type(y) is ndarray:
                lead = b = <ndarray>y
                key += b.code
            else:
                if number == 0:
                    return None
                number = 1
                key += weak_state(y)
        elif number == 0:
            return None
        if not is_plain(lead) or number < 0 and self.nin == 2 and not (is_plain(a) and same_shape(a, b)
                                                                       and a.device_id_ == b.device_id_):
            return None
        index = self.resolved[key] if key >= 0 else -1
        if index < 0 or lead.device_id_ != driver.thread_state().device:
            return None
        loop = <Loop>self.loops[index]
        if self.is_power and b is not None and is_signed(b.code):
            return None
        if a is not None and loop.codes[0] != a.code or b is not None and loop.codes[1] != b.code:
            return None
        if number >= 0 and not self.takes_number(x if number == 0 else y, number, loop, lead.size, value):
            return None
        if out is None:
            result = new_array(loop.out_dtype, loop.codes[self.nin], loop.out_size, lead.ndim_, lead.shape_, c"C")
        else:
            if type(out) is not ndarray:
                return None
            result = <ndarray>out
            if (result.code != loop.codes[self.nin] or not is_plain(result) or not same_shape(lead, result)
                    or result.device_id_ != lead.device_id_ or overlaps(lead, result)
                    or a is not None and overlaps(a, result)):
                return None
        execute_flat(loop, a, b, result, value)
        return result

    cdef bint takes_number(self, object x, int k, Loop loop, Py_ssize_t size, void *value) except -1:
        """Write a Python number as operand `k`; False where it needs a closer look."""
        cdef int code = loop.codes[k]
        if size >= MAX_SIZE or code == dtypes.OTHER:
            return False
        if type(x) is int and code <= dtypes.UINT64 and (
                code == dtypes.BOOL or not fits(x, code) or k == 1 and self.is_power):
            return False
        write_scalar(x, code, value)
        return True

    cdef object call(self, list inputs, object out, tuple wanted, object casting, object order, object where):
        cdef int[32] states
        cdef int k, index, ndim = 0, nin = self.nin, nout = self.nout, device = -1
        cdef Py_ssize_t[64] shape
        cdef ndarray a
        cdef Loop loop
        cdef list outs = [None] * nout, given = None
        cdef str misfit = None
        for k in range(nin):
            x = as_operand(inputs[k])
            if x is NotImplemented:
                return NotImplemented
            inputs[k] = x
            if isinstance(x, ndarray):
                if type(x) is not ndarray:
                    given = inputs[:]
                a = <ndarray>x
                states[k] = a.code
                if misfit is None and layout.broadcast_into(&ndim, shape, a.ndim_, a.shape_) < 0:
                    misfit = unlike(inputs)
                device = self.same_device(device, a)
            else:
                states[k] = promotion.state_of(x)
        if where is not None:
            where = read_mask(where)
            if misfit is None and layout.broadcast_into(&ndim, shape, (<ndarray>where).ndim_,
                                                        (<ndarray>where).shape_) < 0:
                misfit = unlike([*inputs, where])
            device = self.same_device(device, where)
        if out is not None:
            self.read_outputs(out, outs)
            for x in outs:
                if x is None:
                    continue
                a = <ndarray>x
                device = self.same_device(device, a)
                if misfit is None and (layout.broadcast_into(&ndim, shape, a.ndim_, a.shape_) < 0
                                       or not has_shape(a, ndim, shape)):
                    misfit = (f"non-broadcastable output operand with shape {a.shape} doesn't match "
                              f"the broadcast shape {layout.as_tuple(ndim, shape)}")
        if casting is None:
            casting = self.spec.default_casting
        elif casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
            raise ValueError("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' "
                             f"(got {casting!r})")
        if states[0] == 15 or (nin == 2 and states[1] == 15):
            return deferred("times_and_text.apply")(self, inputs, outs, casting, where, wanted)
        index = self.resolve(nin, states) if wanted is None else self.resolve_wanted(states, wanted)
        loop = <Loop>self.loops[index]
        if wanted is not None or casting == "no" or casting == "equiv":
            self.settle(inputs, states, loop, casting, wanted)
        for k in range(nin):
            if states[k] == promotion.WEAK_INT and self.is_logical and (wanted is None or not loop.codes[k]):
                if not fits(inputs[k], dtypes.INT64):
                    raise OverflowError("Python int too large to convert to C long")
                inputs[k] = int(inputs[k] != 0)
            elif states[k] == promotion.WEAK_INT and loop.codes[k] <= dtypes.UINT64 and loop.codes[k] != dtypes.BOOL:
                if not fits(inputs[k], loop.codes[k]):
                    if self.is_comparison and not (states[1 - k] == dtypes.BOOL
                                                   and (wanted is None or wanted[1 - k] is None)):
                        inputs[k] = numpy.inf if inputs[k] > 0 else -numpy.inf
                    elif loop.codes[0] <= dtypes.UINT64 < loop.codes[nin]:      # true division
                        inputs[k] = float(inputs[k])
                    else:
                        raise OverflowError(f"Python integer {inputs[k]} out of bounds for "
                                            f"{dtypes.dtype_of(loop.codes[k])}")
                    states[k] = dtypes.FLOAT64
                    loop = <Loop>self.loops[self.resolve(nin, states)]
                    continue
                if k == 1 and self.is_power and inputs[k] < 0 and has_items(ndim, shape):
                    raise ValueError("Integers to negative integer powers are not allowed.")
        for k in range(nout):
            x = outs[k]
            if x is not None and loop.codes[nin + k] >= dtypes.COMPLEX64 and 0 < dtypes.kind_of((<ndarray>x).code) < 3 \
                    and casting == "unsafe":
                deferred("arguments.warn_of_discarded_part")()
            if x is not None and (<ndarray>x).code != loop.codes[nin + k] and not numpy.can_cast(
                    dtypes.dtype_of(loop.codes[nin + k]), (<ndarray>x).dtype_, casting):
                deferred("ufunc_errors.refused_output")(self, k, dtypes.dtype_of(loop.codes[nin + k]),
                                                        (<ndarray>x).dtype_, casting)
        if misfit is not None:          # which NumPy looks at after the types
            raise ValueError(misfit)
        if self.is_power and is_signed(loop.codes[1]) and has_items(ndim, shape) and (
                where is None or driver.target(driver.thread_state().device).synchronous):
            check_exponent(inputs[1] if where is None else deferred("copyto.merged")(where, inputs[1], 0))
        driver.bind_thread()
        cdef int previous = driver.thread_state().device
        if device >= 0 and device != previous:
            driver.use_device(device)
        try:
            result = self.run(loop, inputs, outs, ndim, shape, order, where)
            return result if given is None else like_inputs(result, given, outs)
        finally:
            if device >= 0 and device != previous:
                driver.use_device(previous)

    cdef int same_device(self, int device, ndarray a) except -2:
        if device >= 0 and device != a.device_id_:
            raise ValueError(f"ufunc '{self.name}': arrays are on different devices ({device} and "
                             f"{a.device_id_}); copy one with .to_device()")
        return a.device_id_

    cdef int read_outputs(self, object out, list outs) except -1:
        cdef int k
        if not isinstance(out, tuple):
            if self.nout > 1:
                raise TypeError("'out' must be a tuple of arrays")
            out = (out,)
        if len(out) != self.nout:
            raise ValueError(f"The 'out' tuple must have exactly {self.nout} entries: one per ufunc output")
        for k in range(self.nout):
            if out[k] is not None and not isinstance(out[k], ndarray):
                raise TypeError(f"return arrays must be of cupy.ndarray type, not {type(out[k]).__name__}")
            outs[k] = out[k]
        return 0

    cdef object run(self, Loop loop, list inputs, list outs, int ndim, const Py_ssize_t *shape,
                    object order, object where):
        cdef int k, m, nin = self.nin, nout = self.nout
        cdef int[64] axes
        cdef ndarray a, o
        cdef list targets = [None] * nout
        cdef Operands ops
        cdef (const void *)[32] casts
        cdef Py_ssize_t size = 1
        # Arrays of other dtypes are cast while they are loaded; where kernels can be made on the fly, in kernels of
        # their own, and there a mask takes part too, if there is anything that it leaves as it is.
        cdef bint convert = driver.target(driver.thread_state().device).compiled_ahead
        cdef bint masked = where is not None and not convert and all([x is not None for x in outs])
        for k in range(nout):
            o = outs[k]
            if o is None or o.code != loop.codes[nin + k] and convert or where is not None and not masked \
                    or o.flags_ & FLAG_MISALIGNED:
                targets[k] = None
                masked = False
            else:
                targets[k] = o
        if where is not None and not masked:
            targets = [None] * nout
        for k in range(nout):
            if targets[k] is None:
                output_axes(inputs, order, ndim, shape, axes)       # as they were given, before they are cast
                targets[k] = new_strided(dtypes.dtype_of(loop.codes[nin + k]), loop.codes[nin + k],
                                         dtypes.size_of(loop.codes[nin + k]), ndim, shape, axes)
                continue
            for m in range(nin):
                if isinstance(inputs[m], ndarray) and overlaps(<ndarray>inputs[m], outs[k]):
                    inputs[m] = cast_to(<ndarray>inputs[m], (<ndarray>inputs[m]).dtype_, c"K")
            if masked and overlaps(where, outs[k]):
                where = cast_to(where, (<ndarray>where).dtype_, c"K")
        for k in range(ndim):
            size *= shape[k]
        for k in range(nin):
            x = inputs[k]
            casts[k] = NULL
            if not isinstance(x, ndarray):
                continue
            a = <ndarray>x
            if convert and a.code != loop.codes[k]:
                casts[k] = input_cast(a, loop.codes[k], size)
            if casts[k] == NULL and a.code != loop.codes[k] and (convert or a.code == 15) or a.flags_ & FLAG_MISALIGNED:
                inputs[k] = cast_to(a, dtypes.dtype_of(loop.codes[k]), c"K")
        if masked:
            inputs.append(where)
            nin += 1
        if masked or not convert and not loop.matches(inputs, targets):
            loop = self.mixed_loop(loop, inputs, targets, masked)
        begin(&ops, nin, nout, ndim, shape)
        for k in range(nin):
            x = inputs[k]
            if isinstance(x, ndarray):
                add_array(&ops, k, <ndarray>x)
                if k < self.nin:
                    ops.items[k].cast = casts[k]
            else:
                add_scalar(&ops, k, x, loop.codes[k])
        for k in range(nout):
            add_array(&ops, nin + k, <ndarray>targets[k])
        execute(loop, &ops)
        for k in range(nout):
            if outs[k] is not None and outs[k] is not targets[k]:
                if where is None:
                    hooks.assign(<ndarray>outs[k], <ndarray>targets[k])
                else:
                    deferred("copyto.copyto")(outs[k], targets[k], casting="unsafe", where=where)
                targets[k] = outs[k]
        return targets[0] if nout == 1 else tuple(targets)

    cdef Loop mixed_loop(self, Loop loop, list inputs, list targets, bint masked):
        """A loop like `loop` that casts operands of other dtypes as it loads and stores them."""
        ins = "".join([chr(dtypes.char_of((<ndarray>x).code)) if isinstance(x, ndarray) else loop.ins[k]
                       for k, x in enumerate(inputs)])
        outs = "".join([chr(dtypes.char_of((<ndarray>x).code)) for x in targets])
        key = (loop.ins, loop.outs, ins, outs, masked)
        found = self.mixed.get(key)
        if found is None:
            found = self.mixed[key] = Loop(self.spec, loop.ins + "?" * masked, loop.outs, loop.body, ins, outs, masked)
        return found

    # Methods

    def outer(self, a, b, /, **kwargs):
        """Apply the operation to every pair of items of `a` and `b`."""
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        found = ask_overrides(self, "outer", (a, b), kwargs)
        if found is not NotImplemented:
            return found
        a, b = map(deferred("from_data.asanyarray"), (a, b))
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **kwargs)

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=numpy._NoValue, where=True):
        """Reduce one or more axes by applying the operation along them."""
        self.check_reducible("reduce")
        if not isinstance(array, ndarray):
            options = dict(axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)
            found = ask_overrides(self, "reduce", (array,), options)
            if found is not NotImplemented:
                return found
        array = deferred("from_data.asanyarray")(array)
        return deferred("ufunc_methods.reduce")(self, array, axis, dtype, out, keepdims, initial, where)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """Accumulate the results of applying the operation along an axis."""
        self.check_reducible("accumulate")
        if type(array) is not ndarray or out is not None:
            options = {"axis": axis, "dtype": dtype, "out": out}
            found = ask_overrides(self, "accumulate", (array,), options)
            if found is not NotImplemented:
                return found
        if type(array) is not ndarray:
            array = deferred("from_data.asanyarray")(array)
        return deferred("ufunc_methods.accumulate")(self, array, axis, dtype, out)

    def reduceat(self, array, indices, axis=0, dtype=None, out=None):
        """Reduce slices given by consecutive pairs of `indices`."""
        self.check_reducible("reduceat")
        if type(array) is not ndarray or out is not None:
            found = ask_overrides(self, "reduceat", (array, indices), {"axis": axis, "dtype": dtype, "out": out})
            if found is not NotImplemented:
                return found
        if type(array) is not ndarray:
            array = deferred("from_data.asanyarray")(array)
        return deferred("ufunc_methods.reduceat")(self, array, indices, axis, dtype, out)

    def at(self, a, indices, b=None, /):
        """Apply the operation in place at `indices`, every occurrence counting."""
        if type(a) is not ndarray or type(indices) is not ndarray or type(b) not in (ndarray, int, float):
            found = ask_overrides(self, "at", (a, indices) if b is None else (a, indices, b), {})
            if found is not NotImplemented:
                return found
        if self.nin > 2 or self.nout != 1:
            raise ValueError("Only unary and binary ufuncs with one output support at()")
        if (b is None) != (self.nin == 1):
            raise ValueError("second operand needed for ufunc" if self.nin == 2
                             else "second operand provided when ufunc is unary")
        deferred("ufunc_methods.at")(self, a, indices, b)

    cdef int check_reducible(self, str method) except -1:
        if self.nin != 2 or self.nout != 1:
            raise ValueError(f"{method} only supported for binary functions returning a single value")


cdef inline bint is_plain(ndarray a) noexcept:
    return a.flags_ & (FLAG_C | FLAG_MISALIGNED) == FLAG_C and a.size


cdef inline int weak_state(object x) noexcept:
    """Weak state of a Python int or float; far below 0 for anything else."""
    return promotion.WEAK_FLOAT if type(x) is float else promotion.WEAK_INT if type(x) is int else -1000
