"""Reductions that a user writes: a map, a combination and a last step in C++."""
import numpy

from cupy._codegen.parameters import parse_parameters
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.reduction import Reduction
from cupy._ops._spec import ReductionSpec, fold

__all__ = ["ReductionKernel"]


def _letter(dtype):
    return {"q": "l", "Q": "L"}.get(dtype.char, "E" if dtype.name == "bfloat16" else dtype.char)


class ReductionKernel:
    """A reduction written as C++ expressions.

    Parameters
    ----------
    in_params, out_params : str
        Parameters as ``"float32 x, T y"``; a single letter is a type found out from the arguments.
    map_expr : str
        What an item is mapped to, in terms of the input parameters.
    reduce_expr : str
        How the results ``a`` and ``b`` of two items combine.
    post_map_expr : str
        A statement that sets the output parameter from the last ``a``.
    identity : str or None
        Value of ``a`` for no items; None when there is none.
    name : str, optional
        Name of the kernel.
    reduce_type : str, optional
        C++ type of ``a`` and ``b``; that of the output if not given.
    reduce_dims : bool, optional
        Accepted for CuPy's signature.
    preamble : str, optional
        Code in front of the kernel.
    options : tuple of str, optional
        Options of the compiler.

    Raises
    ------
    ValueError
        For parameters that cannot be read, or several outputs.

    Examples
    --------
    >>> import cupy as cp
    >>> norm = cp.ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '0', 'norm')
    >>> norm(cp.array([3., 4.]))
    array(5.)
    """

    __slots__ = ("__weakref__", "_maps", "_reductions", "identity", "in_params", "map_expr", "name", "nargs", "nin",
                 "nout", "options", "out_params", "params", "post_map_expr", "preamble", "reduce_dims", "reduce_expr",
                 "reduce_type")

    def __init__(self, in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name="reduce_kernel",
                 reduce_type=None, reduce_dims=True, preamble="", options=()):
        if not name.isidentifier() or not name.isascii():
            raise ValueError(f"Invalid kernel name: {name!r}")
        self.in_params = parse_parameters(in_params)
        self.out_params = parse_parameters(out_params, known=self.in_params)
        if len(self.out_params) != 1 or self.out_params[0].raw:
            raise ValueError("out_params: a reduction has one output, which is not raw")
        if not self.in_params:
            raise ValueError("in_params: a reduction has at least one input")
        self.nin, self.nout = len(self.in_params), 1
        self.nargs = self.nin + 1
        self.params = (*self.in_params, *self.out_params)
        self.map_expr, self.reduce_expr, self.post_map_expr = map_expr, reduce_expr, post_map_expr
        self.identity = None if identity is None or identity == "" else str(identity)
        self.name, self.reduce_type, self.reduce_dims = name, reduce_type, reduce_dims
        self.preamble, self.options = preamble, tuple(options)
        self._reductions, self._maps = {}, {}

    def __call__(self, *args, out=None, axis=None, keepdims=False, stream=None, dtype=None):
        """Reduce the arguments.

        Parameters
        ----------
        *args : array_like
            Inputs, which are broadcast; then perhaps the output.
        out : ndarray, optional
            Where to put the result.
        axis : int or tuple of ints, optional
            Axes to reduce; all if not given.
        keepdims : bool, optional
            Keep the reduced axes, with length one.
        stream : cupy.cuda.Stream, optional
            Stream to run on.

        Returns
        -------
        ndarray

        Raises
        ------
        TypeError
            For a wrong number of arguments.
        """
        if stream is not None:
            with stream:
                return self(*args, out=out, axis=axis, keepdims=keepdims, dtype=dtype)
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(f"Wrong number of arguments for {self.name!r}: {len(args)}, not {self.nin}")
        if len(args) == self.nargs:
            if out is not None:
                raise ValueError("cannot specify 'out' as both a positional and keyword argument")
            out = args[-1]
        types = self._types(args[:self.nin])
        wanted = out.dtype if self.out_params[0].type not in types and out is not None else self._dtype_of(
            self.out_params[0], types)
        array, mapped = self._items(args[:self.nin], types, wanted)
        reduction = self._reduction(_letter(array.dtype), _letter(wanted), mapped, types)
        result = reduction(array, axis, wanted, None, keepdims)
        if out is None:
            return result
        out[...] = result
        return out

    def _types(self, args):
        """Dtype of each placeholder, from the arrays and NumPy scalars that have one."""
        types = {}
        for strong in (True, False):
            for p, x in zip(self.in_params, args, strict=True):
                known = isinstance(x, (ndarray, numpy.generic))
                if p.is_placeholder and known is strong and (p.type not in types or strong):
                    dtype = x.dtype if known else numpy.asarray(x).dtype
                    if types.get(p.type, dtype) != dtype:
                        raise TypeError(f"Type is mismatched: {p.type} is {types[p.type]} and {dtype}")
                    types[p.type] = dtype
        return types

    def _dtype_of(self, parameter, types):
        if not parameter.is_placeholder:
            return normalize_dtype(parameter.type)
        if parameter.type not in types:
            raise TypeError(f"the type {parameter.type} of {parameter.name} cannot be found out from the arguments")
        return types[parameter.type]

    def _items(self, args, types, wanted):
        """The array to reduce, and whether the map has been applied to it already."""
        import cupy
        if self.nin == 1 and not self.in_params[0].raw:
            x = args[0] if isinstance(args[0], ndarray) else cupy.asarray(args[0])
            return x.astype(self._dtype_of(self.in_params[0], types), copy=False), False
        dtype = wanted if self.reduce_type is None else normalize_dtype(
            {"float": "float32", "double": "float64", "int": "int32", "long long": "int64"}.get(
                self.reduce_type, self.reduce_type))
        kernel = self._maps.get(dtype)
        if kernel is None:
            inputs = ", ".join(f"{'raw ' if p.raw else ''}{p.type} {p.name}" for p in self.in_params)
            kernel = self._maps[dtype] = cupy.ElementwiseKernel(
                inputs, f"{dtype.name} mapped_item", f"mapped_item = {self.map_expr}", f"{self.name}_map",
                preamble=self.preamble, options=self.options)
        return kernel(*args), True

    def _reduction(self, letter, out, mapped, types):
        key = (letter, out, mapped, tuple(sorted((k, v.str) for k, v in types.items())))
        found = self._reductions.get(key)
        if found is None:
            found = self._reductions[key] = Reduction(self._spec(letter, out, mapped, types))
        return found

    def _spec(self, letter, out, mapped, types):
        from cupy._codegen.naming import ctype
        names = "".join(f"using {name} = {ctype(_letter(dtype))}; " for name, dtype in types.items())
        acc = self.reduce_type or ctype(out)
        source = self.in_params[0].name
        item = "in0" if mapped else f"([&]() {{ {names}const in0_type &{source} = in0; return {self.map_expr}; }}())"
        target = self.out_params[0].name
        combine = f"([](value_type a, value_type b) {{ {names}return value_type({self.reduce_expr}); }})"
        finish = f"([&](value_type a) {{ {names}out0_type {target}; {self.post_map_expr}; return {target}; }})"
        common = {"preamble": f"{self.preamble}\nusing value_type = {acc};\n", "options": self.options,
                  "empty": self.identity is not None}
        if self.identity is not None:
            return ReductionSpec(self.name, (fold(letter, f"{acc} ", out),), f"acc_type({item})", f"{combine}(a, b)",
                                 f"{finish}(a)", f"acc_type({self.identity})", **common)
        return ReductionSpec(
            self.name, (fold(letter, f"Maybe<{acc}>", out),), f"acc_type{{value_type({item}), true}}",
            f"!a.is ? b : !b.is ? a : acc_type{{{combine}(a.value, b.value), true}}", f"{finish}(a.value)",
            "acc_type{value_type(), false}", **common)

    @property
    def cached_codes(self):
        """Source of each compiled variant, by its types."""
        from cupy._codegen import reduction
        return {key: reduction.unit(r.spec, r.spec.loops(), "cuda").text for key, r in self._reductions.items()}

    @property
    def cached_code(self):
        """Source of the variant that was compiled first."""
        return next(iter(self.cached_codes.values()), None)
