"""Reductions that a user writes: a map, a combination and a last step in C++."""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy

from cupy._core.axes import normalize_axis_tuple
from cupy._codegen.naming import char_of, ctype
from cupy._codegen.parameters import parameter_list, parse_parameters
from cupy._codegen.user_elementwise import device_headers, raw_type, split_includes, surely_assigned, takes_address
from cupy._core.arguments import single_output
from cupy._core.broadcast import broadcast_arrays
from cupy._core.constructors import empty
from cupy._core.dtypes import normalize_dtype
from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.from_data import asarray
from cupy._core.ndarray import ndarray
from cupy._core.creation import spaced
from cupy._core import structured_kernel
from cupy._core.options import plain_text
from cupy._core.raw_options import as_arguments, check_options
from cupy._core.reduction import Reduction
from cupy._specs.spec import ReductionSpec, fold
from cupy._runtime import defines

if TYPE_CHECKING:
    from cupy import cuda
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["ReductionKernel"]

#: Position of an item among those of its output, as CuPy's kernels call it.
_POSITION = re.compile(r"\b_[jJ]\b")
_INDEXERS = re.compile(r"\b_(in|out)_ind\b")
#: What `reduce_type` may say instead of the name of a dtype.
_DTYPES = {"float": "float32", "double": "float64", "int": "int32", "unsigned": "uint32", "unsigned int": "uint32",
           "long long": "int64", "unsigned long long": "uint64", "complex<float>": "complex64",
           "complex<double>": "complex128", "int32_t": "int32", "int64_t": "int64", "uint32_t": "uint32",
           "uint64_t": "uint64", "size_t": "uint64", "ptrdiff_t": "int64"}
#: Bytes of a user's accumulator at most: a block has one for each of its threads in shared memory.
_LARGEST = 96
_SIZES = "const indexer _in_ind{0, p.outputs * p.whole}, _out_ind{output, p.outputs}; "


#: The field of packed inputs that points to the raw arrays.
_WHOLE = "raw_arrays"


class Packed(NamedTuple):
    """Inputs of items side by side in memory."""

    record: numpy.dtype     # of an item's inputs
    members: tuple[tuple[str, str], ...]    # names and C++ types of the raw arrays
    arrays: tuple           # what lives until the launch

    def text(self) -> str:
        """The C++ structures."""
        items = "".join(f"{ctype(char_of(self.record[name]))} {name}; "
                        for name in self.record.names or () if name != _WHOLE)
        if not self.members:
            return f"struct packed_inputs {{ {items}}};\n"
        whole = "".join(f"{kind} {name}; " for name, kind in self.members)
        return (f"struct packed_arrays {{ {whole}}};\n"
                f"struct packed_inputs {{ {items}const packed_arrays *{_WHOLE}; }};\n")


def _raw_words(x: ndarray) -> tuple[int, ...]:
    """A `raw_array` of C++, as words."""
    return (x.data.ptr, x.size, *(x.shape or (0,)), *(x.strides or (0,)))


def _literal(value: Any) -> str:
    """C++ text of a NumPy number."""
    if value.dtype.kind == "c":
        return f"{_literal(value.real)}, {_literal(value.imag)}"
    if value.dtype.kind != "f":
        return f"{int(value)}{'ull' if value >= 2**63 else 'll'}"
    return float(value).hex() if math.isfinite(value) else "limits<double>::nan()" if value != value else (
        f"{'-' if value < 0 else ''}limits<double>::infinity()")


def _reduced_last(args: Sequence[Any], raw: list[bool],
                  axis: Any) -> tuple[tuple[int, ...], list[ndarray], int, tuple[int, ...]]:
    """Arguments whose reduced axes are the last ones.

    Returns
    -------
    (tuple of int, list, int, tuple of int)
        The axes to reduce, the arguments, the number of items of an output, and the order that
        brings the axes of what is made from these arguments back.
    """
    places = [k for k, x in enumerate(args) if isinstance(x, ndarray) and not raw[k]]
    arrays = broadcast_arrays(*(args[k] for k in places))
    ndim = arrays[0].ndim if arrays else 0
    axis = tuple(range(ndim)) if axis is None else normalize_axis_tuple(axis, ndim)
    order = [k for k in range(ndim) if k not in axis] + sorted(axis)
    args = list(args)
    for k, array in zip(places, arrays, strict=True):
        args[k] = array.transpose(order)
    count = math.prod(arrays[0].shape[k] for k in axis) if arrays else 1
    return axis, args, max(count, 1), tuple(order.index(k) for k in range(ndim))


class ReductionKernel:
    """A reduction written as C++ expressions.

    Parameters
    ----------
    in_params, out_params : str
        Parameters as ``"float32 x, T y"``; a single dtype char is a type found out from the arguments.
    map_expr : str
        What an element is mapped to, in terms of the input parameters; ``_j`` is its position
        among those of its output.
    reduce_expr : str
        How the results ``a`` and ``b`` of two elements combine.
    post_map_expr : str
        A statement that sets the output parameter from the last ``a``, or changes what is in it; ``_in_ind.size()``
        and ``_out_ind.size()`` are the numbers of elements and of outputs.
    identity : str or None
        Value of ``a`` for no elements; None when there is none.
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

    __slots__ = ("__weakref__", "_changes", "_lasts", "_maps", "_placed", "_reductions", "_refers", "_sized",
                 "identity", "in_params", "map_expr", "name", "nargs", "nin", "nout", "options", "out_params", "params",
                 "post_map_expr", "preamble", "reduce_dims", "reduce_expr", "reduce_type")

    def __init__(self, in_params: str, out_params: str, map_expr: str, reduce_expr: str, post_map_expr: str,
                 identity: str | None, name: str = "reduce_kernel", reduce_type: str | None = None,
                 reduce_dims: bool = True, preamble: str = "", options: Sequence[str] = ()) -> None:
        if not name.isidentifier() or not name.isascii():
            raise ValueError(f"Invalid kernel name: {name!r}")
        name = plain_text(name)
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
        self.preamble, self.options = preamble, check_options(options)
        self._placed = bool(_POSITION.search(map_expr))
        self._sized = bool(_INDEXERS.search(post_map_expr))
        target = self.out_params[0].name
        self._changes = not surely_assigned(post_map_expr, target)
        self._refers = takes_address(post_map_expr, preamble, target)
        self._reductions, self._maps, self._lasts = {}, {}, {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (
            parameter_list(self.in_params), parameter_list(self.out_params), self.map_expr, self.reduce_expr,
            self.post_map_expr, self.identity, self.name, self.reduce_type, self.reduce_dims, self.preamble,
            self.options)

    @overload
    def __call__(self, *args: ndarray | ArrayLike, out: ndarray | None = ..., axis: Ints | None = ...,
                 keepdims: bool = ..., stream: cuda.Stream | None = ..., dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def __call__(self, *args: ndarray | ArrayLike, out: ndarray | None = ..., axis: Ints | None = ...,
                 keepdims: bool = ..., stream: cuda.Stream | None = ..., dtype: DTypeLike | None = ...) -> ndarray: ...
    def __call__(self, *args: ArrayLike, out: ndarray | None = None, axis: Ints | None = None, keepdims: bool = False,
                 stream: cuda.Stream | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Reduce the arguments.

        Parameters
        ----------
        *args : ndarray or scalar
            Inputs, which are broadcast; then perhaps the output.
        out : ndarray, optional
            Output array.
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
            For a wrong number of arguments, or arrays that are not on the device.
        """
        if stream is not None:
            with stream:
                return self(*args, out=out, axis=axis, keepdims=keepdims, dtype=dtype)
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(f"Wrong number of arguments for {self.name!r}. It must be either {self.nin} or "
                            f"{self.nargs} (with outputs), but given {len(args)}.")
        args = as_arguments(self.params, args)
        for p, x in zip(self.in_params, args, strict=False):
            if not isinstance(x, (ndarray, numpy.generic, bool, int, float, complex)):
                raise TypeError(f"Unsupported type {type(x)} for parameter '{p.name}': pass cupy arrays or scalars; "
                                "cupy.asarray copies a NumPy array to the device")
        if len(args) == self.nargs:
            if out is not None:
                raise ValueError("cannot specify 'out' as both a positional and keyword argument")
            out = single_output(args[-1])
        types = self._types(args[:self.nin])
        wanted = out.dtype if self.out_params[0].type not in types and out is not None else self._dtype_of(
            self.out_params[0], types)
        if (self._refers or self._changes and out is not None) and (dtype := self._reduced(types, wanted)) is not None:
            return self._apart(args[:self.nin], out, axis, keepdims, types, wanted, dtype)
        mapped, pack = False, None
        if self.nin == 1 and not self.in_params[0].raw and not structured_kernel.wanted(args):
            array = self._single(args[0], types)
        elif (dtype := self._reduced(types, wanted)) is None:
            array, pack = self._packed(args[:self.nin], types)
        else:
            (array, axis), mapped = self._items(args[:self.nin], axis, dtype), True
        numbers, extra = self._numbers(args, types)
        if array.size == 0 and self.identity is not None:
            given = numbers.replace("p.extra", extra.hex())
            result = self._empty_result(array.shape, axis, keepdims, wanted, types, given)
        else:
            reduction = self._reduction(char_of(array.dtype), char_of(wanted), mapped, types, numbers, pack)
            result = reduction(array, axis, wanted, None, keepdims, extra)
        if out is None:
            return result
        out[...] = result
        return out

    def _apart(self, args: Sequence[Any], out: ndarray | None, axis: Any, keepdims: bool, types: dict[str, numpy.dtype],
               wanted: numpy.dtype, dtype: numpy.dtype) -> ndarray:
        """Reduce, then run the last step as an element-wise kernel: outputs keep what it leaves, where they lie."""
        numbers = [(p, x) for p, x in zip(self.in_params, args, strict=True) if not isinstance(x, ndarray)]
        key = (dtype, wanted, tuple(types.items()), tuple(p.name for p, _ in numbers))
        if key not in self._lasts:
            target = self.out_params[0].name
            inputs = ", ".join(f"{'raw ' * p.raw}{p.type} {p.name}" for p in self.in_params)
            scalars = "".join(f", {self._dtype_of(p, types).name} {p.name}" for p, _ in numbers)
            sizes = "const indexer _in_ind{0, items_in}, _out_ind{i, n};" if self._sized else ""
            self._lasts[key] = (
                ReductionKernel(inputs, f"{dtype.name} reduced_value", self.map_expr, self.reduce_expr,
                                "reduced_value = a", self.identity, self.name, self.reduce_type,
                                preamble=self.preamble, options=self.options),
                ElementwiseKernel(f"{dtype.name} a, int64 items_in{scalars}", f"{wanted.name} {target}",
                                  self.post_map_expr, f"{self.name}_last", loop_prep=sizes,
                                  preamble=f"{self._names(types)}{self.preamble}", options=self.options))
        reduce, last = self._lasts[key]
        value = reduce(*args, axis=axis, keepdims=keepdims)
        items = math.prod(numpy.broadcast_shapes(*(x.shape for p, x in zip(self.in_params, args, strict=True)
                                                   if isinstance(x, ndarray) and not p.raw)))
        return last(value, items, *(x for _, x in numbers), empty(value.shape, wanted) if out is None else out)

    def _numbers(self, args: Sequence[Any], types: dict[str, numpy.dtype]) -> tuple[str, float]:
        """C++ of the numbers among the inputs that the last step uses, and the one that goes with the launch.

        The rest are written into the text, which is compiled for each of their values.
        """
        used = [(p, x) for p, x in zip(self.in_params, args, strict=False)
                if not isinstance(x, ndarray) and re.search(rf"\b{p.name}\b", self.post_map_expr)]
        text, extra = "const double given_ = p.extra; " if used else "", 0.0
        for k, (p, x) in enumerate(used):
            kind = self._dtype_of(p, types)
            real = kind.kind != "c" and abs(x) <= 2**53
            if k == 0 and real:
                extra = float(x)
            value = "given_" if k == 0 and real else _literal(kind.type(x))
            text += f"const {ctype(char_of(kind))} {p.name} = {ctype(char_of(kind))}({value}); "
        return text, extra

    def _types(self, args: Sequence[Any]) -> dict[str, numpy.dtype]:
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

    def _dtype_of(self, parameter: Any, types: dict[str, numpy.dtype]) -> numpy.dtype:
        if not parameter.is_placeholder:
            return normalize_dtype(parameter.type)
        if parameter.type not in types:
            raise TypeError(f"the type {parameter.type} of {parameter.name} cannot be found out from the arguments")
        return types[parameter.type]

    def _single(self, x: Any, types: dict[str, numpy.dtype]) -> ndarray:
        x = x if isinstance(x, ndarray) else asarray(x)
        return x.astype(self._dtype_of(self.in_params[0], types), copy=False)

    def _reduced(self, types: dict[Any, numpy.dtype], wanted: numpy.dtype) -> numpy.dtype | None:
        """The dtype of `a` and `b`; None for a structure of the user's."""
        name = self.reduce_type
        if name is None or name in types:
            return types.get(name, wanted)
        try:
            return normalize_dtype(_DTYPES.get(name, name))
        except TypeError:
            return None

    def _packed(self, args: Sequence[Any], types: dict[str, numpy.dtype]) -> tuple[ndarray, Packed]:
        """Addresses of structures with the inputs of each item, and what such a structure holds.

        A user's accumulator has no dtype, so that mapped items cannot be kept in an array.  Raw arrays stand
        once, in a structure that those of the items point to.
        """
        elements = [(p, x) for p, x in zip(self.in_params, args, strict=True) if not p.raw]
        whole = [(p, x) for p, x in zip(self.in_params, args, strict=True) if p.raw]
        fields = [(p.name, self._dtype_of(p, types)) for p, _ in elements]
        record = numpy.dtype([*fields, (_WHOLE, "L")] if whole else fields, align=True)
        pack = empty(numpy.broadcast_shapes(*(numpy.shape(x) for _, x in elements)), record)
        for p, x in elements:
            pack[p.name] = x
        arrays = None
        if whole:
            arrays = asarray([word for _, x in whole for word in _raw_words(x)], dtype="l")
            pack[_WHOLE] = arrays.data.ptr
        members = tuple((p.name, raw_type(char_of(x.dtype), x.ndim, x.flags.c_contiguous, True)) for p, x in whole)
        addresses = spaced(pack.size, pack.data.ptr, record.itemsize, numpy.dtype("L"))
        return addresses.reshape(pack.shape), Packed(record, members, (pack, arrays))

    def _items(self, args: Sequence[Any], axis: Any,
               dtype: numpy.dtype) -> tuple[ndarray, int | tuple[int, ...] | None]:
        """Every item, mapped; and the axes to reduce."""
        if not self._placed:
            return self._map(dtype)(*args), axis
        # Positions are those of a C-contiguous array whose reduced axes are the last ones.
        axis, args, count, order = _reduced_last(args, [p.raw for p in self.in_params], axis)
        mapped = self._map(dtype)(*args, count)
        return mapped.transpose(order), axis

    def _map(self, dtype: numpy.dtype) -> ElementwiseKernel:
        kernel = self._maps.get(dtype)
        if kernel is None:
            inputs = [f"{'raw ' if p.raw else ''}{p.type} {p.name}" for p in self.in_params]
            expression = self.map_expr
            if self._placed:
                inputs.append("int64 reduced_items")
                expression = _POSITION.sub("(i % reduced_items)", expression)
            kernel = self._maps[dtype] = ElementwiseKernel(
                ", ".join(inputs), f"{dtype.name} mapped_item", f"mapped_item = {expression}", f"{self.name}_map",
                preamble=self.preamble, options=self.options)
        return kernel

    def _empty_result(self, shape: tuple[int, ...], axis: Any, keepdims: bool, wanted: numpy.dtype,
                      types: dict[str, numpy.dtype], numbers: str) -> ndarray:
        """What no items are reduced to: the last step applied to the identity."""
        axis = range(len(shape)) if axis is None else normalize_axis_tuple(axis, len(shape))
        left = [(k, 1 if k in axis else n) for k, n in enumerate(shape) if keepdims or k not in axis]
        result = empty([n for _, n in left], wanted)
        sizes = "const indexer _in_ind{0, 0}, _out_ind{i, n}; " if self._sized else ""
        kernel = ElementwiseKernel(
            "", f"{wanted.name} {self.out_params[0].name}",
            f"{sizes}{numbers}value_type a = value_type({self.identity}); {self.post_map_expr}",
            f"{self.name}_empty_result", preamble=self._types_of(char_of(wanted), types), options=self.options)
        return kernel(result)

    def _names(self, types: dict[str, numpy.dtype]) -> str:
        return "".join(f"using {name} = {ctype(char_of(dtype))};\n" for name, dtype in types.items()
                       if dtype.names is None)

    def _types_of(self, out: str, types: dict[str, numpy.dtype]) -> str:
        return f"{self._names(types)}{self.preamble}\nusing value_type = {self.reduce_type or ctype(out)};\n"

    def _reduction(self, char: str, out: str, mapped: bool, types: dict[str, numpy.dtype], numbers: Any,
                   pack: Packed | None) -> Reduction:
        key = (char, out, mapped, numbers, pack and (pack.record.str, pack.members),
               tuple(sorted((k, v.str) for k, v in types.items())))
        found = self._reductions.get(key)
        if found is None:
            found = self._reductions[key] = Reduction(self._spec(char, out, mapped, types, numbers, pack))
        return found

    def _spec(self, char: str, out: str, mapped: bool, types: dict[str, numpy.dtype], numbers: str = "",
              pack: Packed | None = None) -> ReductionSpec:
        acc = self.reduce_type or ctype(out)
        source = self.in_params[0].name
        place = "const int64 _j = i, _J = i; " if self._placed else ""
        alias = "" if source == "in0" else f"const in0_type &{source} = in0; "
        if pack is not None:
            alias = "const auto &pack = *reinterpret_cast<const packed_inputs *>(in0); " + "".join(
                f"const auto &{p.name} = pack.{f'{_WHOLE}->' * p.raw}{p.name}; " for p in self.in_params)
        item = "in0" if mapped else f"([&]() {{ {place}{alias}return {self.map_expr}; }}())"
        sizes = _SIZES if self._sized else ""
        target = self.out_params[0].name
        combine = f"([](value_type a, value_type b) {{ return value_type({self.reduce_expr}); }})"
        finish = (f"([&](value_type a) {{ {sizes}{numbers}out0_type {target}; {self.post_map_expr}; "
                  f"return {target}; }})")
        macros, options = defines.split(self.options)
        headers, preamble = split_includes(self._types_of(out, types))
        if pack is not None:
            preamble += pack.text()
        code = f"{preamble};{self.map_expr};{self.reduce_expr};{self.post_map_expr}"
        common = {"preamble": preamble, "before": macros + headers, "options": options,
                  "largest": _LARGEST, "empty": self.identity is not None, "ordered": self._placed and not mapped,
                  "headers": ("device/user_language.hpp", *device_headers(code),
                              *(("device/raw_array.hpp",) if sizes or pack else ()))}
        if self.identity is not None:
            return ReductionSpec(self.name, (fold(char, f"{acc} ", out),), f"acc_type({item})", f"{combine}(a, b)",
                                 f"{finish}(a)", f"acc_type({self.identity})", **common)
        return ReductionSpec(
            self.name, (fold(char, f"Maybe<{acc}>", out),), f"acc_type{{value_type({item}), true}}",
            f"!a.is ? b : !b.is ? a : acc_type{{{combine}(a.value, b.value), true}}", f"{finish}(a.value)",
            "acc_type{value_type(), false}", **common)

    @property
    def cached_codes(self) -> Any:
        """Source of each compiled variant, by its types."""
        from cupy._codegen import reduction
        return {key: reduction.unit(r.spec, r.spec.loops(), "cuda").text for key, r in self._reductions.items()}

    @property
    def cached_code(self) -> Any:
        """Source of the variant that was compiled first."""
        return next(iter(self.cached_codes.values()), None)
