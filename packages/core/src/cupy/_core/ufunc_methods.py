"""Methods of ufuncs: ``reduce``, ``accumulate``, ``reduceat`` and ``at``.

They run on the built-in reductions and scans where there is one, else on one made of the ufunc's loop.
"""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, cast

import numpy

from cupy._core.axes import normalize_axis_index, normalize_axis_tuple
from cupy._codegen.naming import char_of
from cupy._core import advanced, gather
from cupy._core.arguments import as_indices, as_mask, into, single_output, warn_of_discarded_part
from cupy._core.broadcast import broadcast_to
from cupy._core.constructors import full
from cupy._core.creation import empty
from cupy._core.copyto import merged
from cupy._core.dtype_rules import result_type
from cupy._core.dtypes import normalize_dtype
from cupy._core.few import OfFew, put_few
from cupy._core.from_data import asarray
from cupy._core.join import join
from cupy._core.ndarray import ndarray
from cupy._core.operands import refuse_negative_exponent
from cupy._core.reduction import Reduction
from cupy._core.scan import reduce_slices, scan
from cupy._core.subclass import like_inputs
from cupy._core.target import host_memory, synchronous
from cupy._core.ufunc_signature import numpys_own
from cupy._runtime import public_names
from cupy._runtime.quiet import quiet
from cupy._specs import scans
from cupy._specs.spec import ReductionSpec, fold

if TYPE_CHECKING:
    from collections.abc import Callable
    from cupy._specs.spec import UfuncSpec
    from cupy.typing import ArrayLike, DTypeLike

__all__ = []

#: Devices compute powers to 2 units in the last place: one just below an integer must not lose a whole when stored.
_SETTLE = ("; const out0_type whole = rint(out0), error = sizeof(out0_type) == 4 ? out0_type(3e-7) : out0_type(5e-16); "
           "if (fabs(out0 - whole) <= fabs(whole) * error) out0 = whole")

#: Public functions that reduce numbers as their ufuncs do, whatever the axes.
_SAME = ("sum", "prod", "max", "min")

_specs, _reductions = {}, {}        # by the ufunc's specification and dtype char


def reduction_dtype(ufunc: Any, items: numpy.dtype, dtype: Any, out: Any = None, mixed: bool = False) -> numpy.dtype:
    """Type in which a ufunc reduces or accumulates elements, as NumPy finds it.

    With `mixed` the second operands may have another.

    Raises
    ------
    TypeError
        There is no loop whose result is of its first operand's type.
    """
    wanted = items if dtype is None else normalize_dtype(dtype)
    if dtype is None and out is not None and not answers(ufunc):
        wanted = result_type(items, out.dtype)      # an output has a say, and is cast to in any case
    elif dtype is None and ufunc.spec.widens and wanted.kind in "biu" and wanted.itemsize < 8:
        wanted = numpy.dtype("u8" if wanted.kind == "u" else "i8")
    if ufunc.spec.logical and (dtype is None or wanted.kind == "b"):
        return numpy.dtype(bool)
    if mixed and items.kind in "biu" and (wanted.kind == "f" or dtype is None) and wants_whole_second(ufunc.spec):
        return ufunc.resolve_dtypes((wanted, items, None))[0]
    first, second, out = ufunc.resolve_dtypes((wanted, wanted, None))
    if dtype is None and out != first and out.kind != "b":      # integers divided: the results' own loop
        first, second, out = ufunc.resolve_dtypes((out, out, None))
    if not first == second == out or dtype is not None and first != wanted:
        raise TypeError("No loop matching the specified signature and casting was found for ufunc " + ufunc.name)
    return first


@functools.cache
def wants_whole_second(spec: UfuncSpec) -> bool:
    """Whether second operands are integers, whatever the first ones are: those of ``ldexp``."""
    return all(ins[0] != ins[1] and ins[1] in "il" for ins, _, _ in spec.loops())


def answers(ufunc: Any) -> bool:
    """Whether results are truth values, whatever the operands."""
    return ufunc.spec.logical or all(loop.endswith("?") for loop in ufunc.types)


def reduction_of(spec: UfuncSpec, dtype: numpy.dtype) -> ReductionSpec:
    """The reduction of items of a type by the loop of a ufunc's specification."""
    char = char_of(dtype)
    found = _specs.get((spec, char))
    if found is None:
        second = "long long" if wants_whole_second(spec) else "T"
        body = next(body for ins, outs, body in spec.loops() if ins == char + (char if second == "T" else "l")
                    and outs == char)
        name = f"ufunc_{spec.name}"
        preamble = (
            "template <class T> CUPY_DEVICE T both(const T &in0, const T &item) {\n"
            f"    using in0_type = T; using in1_type = {second}; using out0_type = T;\n"
            f"    const in1_type in1 = (in1_type)item;\n    T out0;\n    {body};\n    return out0;\n}}\n")
        more = {"headers": spec.headers, "preamble": preamble, "empty": False}
        if spec.associative:
            found = ReductionSpec(
                name, (fold(char, "Maybe<{in}>"),), map="acc_type{in0, true}",
                combine="!a.is ? b : !b.is ? a : acc_type{both(a.value, b.value), true}", finish="a.value",
                identity="acc_type{in0_type(), false}", **more)
        else:
            found = ReductionSpec(name, (fold(char),), map="in0", combine="both(a, b)", finish="a",
                                  identity="acc_type()", **more)
        _specs[spec, char] = found
    return found


def reduce(ufunc: Any, array: ndarray, axis: Any, dtype: DTypeLike | None, out: Any, keepdims: bool, initial: Any,
           where: Any) -> ndarray:
    """Reduce axes of `array` by applying the ufunc along them."""
    out, spec = single_output(out), ufunc.spec
    if spec.reduces_as in _SAME and out is dtype is None and initial is numpy._NoValue and where is True \
            and array.size and array.ndim and array.dtype.kind in "iufc":
        return public_names.find(spec.reduces_as)(array, axis, keepdims=keepdims)
    if isinstance(axis, list):
        raise TypeError("'list' object cannot be interpreted as an integer")
    needs_items = initial is None
    if initial is numpy._NoValue:
        initial = None
    if array.ndim == 0 and axis in (0, -1):
        axis = None
    axes = tuple(range(array.ndim)) if axis is None else normalize_axis_tuple(axis, array.ndim, "axis")
    if array.dtype.kind in "mM" and dtype is None and where is True and initial is None and spec.reduces_as:
        return into(out, public_names.find(spec.reduces_as)(array, axes, keepdims=keepdims))
    wanted = reduction_dtype(ufunc, array.dtype, dtype, out, mixed=True)
    if out is not None and not spec.logical:
        dtype = wanted
    if needs_items and math.prod(array.shape[k] for k in axes) == 0:
        raise ValueError(f"zero-size array to reduction operation {spec.name} which has no identity")
    if len(axes) > 1 and (not spec.associative or spec.one_axis):
        raise ValueError(f"reduction operation '{spec.name}' is not reorderable, so at most one axis may be specified")
    if where is not True:
        where = as_mask(where, array.shape)
    if where is not True and initial is None and (needs_items or ufunc.identity is None):
        raise ValueError(f"reduction operation '{spec.name}' does not have an identity, so to use a where mask "
                         "one has to specify 'initial'")
    if initial is None and not (needs_items or spec.reduces_as) and ufunc.identity is not None:
        initial = _identity(ufunc, wanted)      # which changes a first item that is not a result, as that of gcd
    if needs_items and spec.reduces_as == "sum" and wanted.kind in "fc":
        initial = numpy.negative(wanted.type(0))       # which changes no first item
    result = _reduced(spec, ufunc, array, axes, dtype, wanted, keepdims, initial, where)
    return into(out, result)


def _reduced(spec: UfuncSpec, ufunc: Any, array: ndarray, axes: tuple[int, ...], dtype: DTypeLike | None,
             wanted: numpy.dtype, keepdims: bool, initial: Any, where: Any) -> ndarray:
    name = spec.reduces_as      # the public function that reduces as it does
    if initial is not None:
        initial = wanted.type(initial)
    given = {} if initial is None else {"initial": initial}
    if name in ("sum", "prod"):
        return public_names.find(name)(array, axes, dtype, None, keepdims, where=where, **given)
    if name in ("max", "min"):
        return public_names.find(name)(array.astype(wanted, copy=False), axes, None, keepdims, where=where, **given)
    if name in ("all", "any") and initial is None:
        return public_names.find(name)(array, axes, None, keepdims, where=where)
    array = array.astype(wanted, copy=False)
    count = math.prod(array.shape[k] for k in axes)
    if initial is not None:
        _check_exponents(spec, wanted, lambda: array if where is True else merged(where, array, 0))
    elif axes:
        _check_exponents(spec, wanted, lambda: array.swapaxes(0, axes[0])[1:])
    if count == 0:
        if initial is None and ufunc.identity is None:
            raise ValueError(f"zero-size array to reduction operation {spec.name} which has no identity")
        value = _identity(ufunc, wanted) if initial is None else initial
        result = full(_shape(array, axes), value, wanted)
    elif not spec.associative:
        result = _in_order(spec, ufunc, array, axes, initial, where)
    else:
        if where is not True:             # those without an identity do not mind `initial` more than once
            array = merged(where, array, initial if ufunc.identity is None else _identity(ufunc, wanted))
        result = _reduction(spec, wanted)(array, axes)
        if initial is not None:
            result = ufunc(initial, result)
        if where is not True:       # what is left out may change what is no result, as in gcd
            taken = public_names.find("any")(broadcast_to(where, array.shape), axes)
            result = merged(taken, result, initial)
    return result.reshape(_shape(array, axes, keepdims))


def _check_exponents(spec: UfuncSpec, dtype: numpy.dtype, exponents: Callable[[], ndarray]) -> None:
    """Refuse what ``power`` itself does of two arrays, which waits for no device."""
    if spec.is_power and dtype.kind == "i" and synchronous():
        refuse_negative_exponent(exponents())


def _identity(ufunc: Any, dtype: numpy.dtype) -> Any:
    """The ufunc's identity in a type: of ``bitwise_and``, all bits, whatever their number."""
    return numpy.asarray(ufunc.identity).astype(dtype)[()]


def _shape(array: ndarray, axes: tuple[int, ...], keepdims: bool = False) -> tuple[int, ...]:
    if keepdims:
        return tuple([1 if k in axes else n for k, n in enumerate(array.shape)])
    return tuple([n for k, n in enumerate(array.shape) if k not in axes])


def _reduction(spec: UfuncSpec, dtype: numpy.dtype) -> Reduction:
    key = (spec, char_of(dtype))
    found = _reductions.get(key)
    if found is None:
        found = _reductions[key] = Reduction(reduction_of(spec, dtype))
    return found


def _in_order(spec: UfuncSpec, ufunc: Any, array: ndarray, axes: tuple[int, ...], initial: Any, where: Any) -> ndarray:
    """Items join one after the other along one axis, after the initial one."""
    seconds = array.astype(numpy.int64) if wants_whole_second(spec) else array
    if not axes:
        if initial is None:
            return array.copy()
        result = full(array.shape, initial, array.dtype)
        return ufunc(result, seconds, out=result, where=where)
    axis = axes[0]
    if where is not True:
        order = (axis, *(k for k in range(array.ndim) if k != axis))
        items = seconds.transpose(order)
        mask = broadcast_to(where, array.shape).transpose(order)
        result = full(items.shape[1:], initial, array.dtype)
        for item, takes_part in zip(items, mask, strict=True):
            ufunc(result, item, out=result, where=takes_part)
        return result
    if initial is not None:
        shape = tuple([1 if k == axis else n for k, n in enumerate(array.shape)])
        array = join([full(shape, initial, array.dtype), array], axis, None, None, "same_kind", False)
    bounds = asarray(numpy.array([0, array.shape[axis]], numpy.int64))
    return reduce_slices(reduction_of(spec, array.dtype), array, axis, bounds, False)


def _prepare(ufunc: Any, array: ndarray, dtype: DTypeLike | None,
             out: ndarray | None) -> tuple[ndarray, numpy.dtype, ReductionSpec]:
    """The items in the type to combine them in, that type, and what combines them."""
    spec = ufunc.spec
    wanted = reduction_dtype(ufunc, array.dtype, dtype, out)
    array = array.astype(wanted, copy=False)
    return array, wanted, getattr(scans, spec.accumulates_as) if spec.accumulates_as else reduction_of(spec, wanted)


def _finish(result: ndarray, dtype: numpy.dtype, out: ndarray | None, source: ndarray) -> ndarray:
    result = result.astype(dtype, copy=False)
    return into(out, result) if out is not None else like_inputs(result, [source], [None])


def _one_axis(method: str, array: ndarray, axis: Any) -> int:
    """The axis along which a method goes: None where there is one, or one in a tuple, too."""
    if array.ndim == 0:
        raise TypeError(f"cannot {method} on a scalar")
    if axis is None and array.ndim > 1 or isinstance(axis, tuple) and len(axis) != 1:
        raise ValueError(f"{method} does not allow multiple axes")
    return normalize_axis_index(axis[0] if isinstance(axis, tuple) else axis or 0, array.ndim)


def accumulate(ufunc: Any, array: ndarray, axis: Any, dtype: DTypeLike | None, out: Any) -> ndarray:
    """Running results of the ufunc along an axis."""
    if dtype is out is None and (found := _few_of_numpy(ufunc, "accumulate", array, axis)) is not NotImplemented:
        return found
    out, axis = single_output(out), _one_axis("accumulate", array, axis)
    items, dtype, combined = _prepare(ufunc, array, dtype, out)
    _check_exponents(ufunc.spec, dtype, lambda: items.swapaxes(0, axis)[1:])
    return _finish(scan(combined, items, axis, ufunc.spec.associative), dtype, out, array)


def reduceat(ufunc: Any, array: ndarray, indices: ArrayLike, axis: Any, dtype: DTypeLike | None, out: Any) -> ndarray:
    """Reduce the slices between neighbouring indices; the item itself where they do not ascend."""
    if dtype is out is None and (found := _few_of_numpy(ufunc, "reduceat", array, indices, axis)) is not NotImplemented:
        return found
    out, axis = single_output(out), _one_axis("reduceat", array, axis)
    first = as_indices(indices)
    if host_memory() and isinstance(first, ndarray):
        first = first.get()
    if first.ndim != 1:
        raise ValueError(f"indices: reduceat takes one axis of them, not {first.ndim}")
    first, length = first.astype(numpy.int64), array.shape[axis]
    outside = (first < 0) | (first >= length)
    if outside.any():
        raise IndexError(f"index {first[outside][0]} out-of-bounds in {ufunc.name}.reduceat [0, {length})")
    items, dtype, combined = _prepare(ufunc, array, dtype, out)
    if combined is scans.cumsum and dtype.kind not in "biu":
        combined = scans.slice_sum
    bounds: Any = (empty if isinstance(first, ndarray) else numpy.empty)((first.size, 2), numpy.int64)
    bounds[:, 0], bounds[:-1, 1], bounds[-1:, 1] = first, first[1:], length
    bounds[:, 1] = bounds[:, 1].clip(cast("Any", first) + 1)
    _check_exponents(ufunc.spec, dtype, lambda: items.swapaxes(0, axis)[asarray(numpy.concatenate(
        [numpy.arange(a + 1, b) for a, b in bounds] or [cast("Any", first)]))])
    bounds = asarray(bounds)
    return _finish(reduce_slices(combined, items, axis, bounds, ufunc.spec.associative), dtype, out, array)


@functools.cache
def _body(spec: UfuncSpec, loop: str) -> str:
    return next(body for ins, outs, body in spec.loops() if ins + outs == loop)


def _few_of_numpy(ufunc: Any, method: str, array: ndarray, *args: Any) -> Any:
    """What NumPy's method gives for few elements, or NotImplemented: of floats it keeps fewer digits than we."""
    if (theirs := _numpys_method(ufunc, method, array.dtype.char)) is None:
        return NotImplemented
    few = _many if method == "reduceat" and array.ndim == 1 else _few
    return few((array, *args), by=theirs)


_few, _many = OfFew(None), OfFew(None, most=1 << 18)


@functools.cache
def _numpys_method(ufunc: Any, method: str, char: str) -> Any:
    """NumPy's method, which warns of no numbers, of a ufunc that refuses none and keeps as many digits as ours."""
    spec, theirs = ufunc.spec, numpys_own(ufunc)
    if theirs is None or spec.is_power or not (char in "bBhHiIlLdD" or spec.reduces_as in ("max", "min", "any", "all")):
        return None
    return quiet(getattr(theirs, method)) if char in "efdFD" or not spec.associative else getattr(theirs, method)


@functools.cache
def _numpys_at(ufunc: Any) -> Any:
    """NumPy's method, and the one that warns of no numbers, of a ufunc that refuses none and rounds as ours."""
    spec, theirs = ufunc.spec, numpys_own(ufunc)
    if theirs is None or spec.headers or not (spec.associative or spec.any_order):
        return None
    return theirs.at, quiet(theirs.at)


def _is_basic(x: Any) -> bool:
    """Whether a part of an index makes a view: any sequence is an array of indices."""
    return x is None or x is Ellipsis or isinstance(x, slice) or hasattr(x, "__index__") and not isinstance(
        x, (bool, numpy.bool_, ndarray, numpy.ndarray))


def at(ufunc: Any, a: ndarray, indices: Any, b: Any) -> None:
    """``ufunc.at``: apply in place, every occurrence of an index counting."""
    if not isinstance(a, ndarray):
        raise TypeError("first operand must be a cupy.ndarray")
    if type(indices) is ndarray and indices.ndim == 1 and (
            type(b) is ndarray and b.shape == indices.shape or type(b) in (int, float)):
        theirs = _numpys_at(ufunc)      # which is wrong for values that are broadcast to indices of two axes
        if theirs is not None and put_few(theirs[a.dtype.kind in "fc"], a, indices, b):
            return
    dtypes = (a.dtype,) if b is None else (a.dtype, (b := asarray(b)).dtype)
    loop = "".join(map(char_of, ufunc.resolve_dtypes((*dtypes, None))))
    indices = indices if isinstance(indices, tuple) else (indices,)
    if all(map(_is_basic, indices)):
        view = a[indices]
        operands = (view,) if b is None else (view, b)
        ufunc(*operands, out=view, casting="unsafe")
        return
    if not a.flags.aligned:
        whole = a.copy()
        at(ufunc, whole, indices, b)
        a[...] = whole
        return
    # A tuple within the key is a sequence of indices; alone it would be the key.
    selection = advanced.parse_apart(a, indices if len(indices) != 1 or isinstance(indices[0], tuple) else indices[0])
    if loop[-1] in "FD" and a.dtype.kind in "iuf":
        warn_of_discarded_part()
    if b is not None:
        b = advanced.spread(b, selection)
        if loop[-1] in "bhil":
            _check_exponents(ufunc.spec, b.dtype, lambda: b)
        b = advanced.apart(b, a)
    spec, char = ufunc.spec, char_of(a.dtype)
    any_order = spec.associative or spec.any_order
    body = _body(spec, loop)
    if spec.is_power and a.dtype.kind in "iu" and loop[-1] in "fd":
        body += _SETTLE
    value = "" if b is None else char_of(b.dtype)
    if loop == char * 3 and value == char and not spec.headers:
        change = (spec.name, char, body)
    else:
        change = (spec.name, char, body, loop, value, False, spec.headers)
    if len(change) == 3 and b is not None and any_order and advanced.scatter_one(selection, b, change):
        return
    # A loop of another type loses something whenever the item is stored.
    ordered = b is not None and (not any_order or loop[-1] != char)
    gather.apply_offsets(selection.view, selection.offsets("update"), selection.axis,
                         len(selection.indices), b, change, ordered)
