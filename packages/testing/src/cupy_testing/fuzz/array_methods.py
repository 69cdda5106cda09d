"""Random calls of the arrays' own methods, of Python's functions of them, and of what is asked about arrays and types.

Calls are expressions of ``xp``; ``a``, an array; ``b``, one of the same shape; ``i``, whole numbers that index axes of
one item; words in braces are drawn.
"""
from __future__ import annotations

import copy
import operator
import pickle
from typing import Any

import numpy

from cupy_testing.fuzz.calls import dtype, family, filled_text, operand, shape
from cupy_testing.fuzz.operands import REPEATED, Operand, finite

__all__ = []

_WORDS = {
    "axis": (None, 0, 1, -1, -2, 2), "one": (0, -1, 1), "axes": (None, 0, -1, (0, 1), (1, 0), (0, 0), ()),
    "k": (0, 1, -1, 2, 5), "kth": (0, 1, -1, [0, 1], 7), "order": ("C", "F", "A", "K"), "truth": (True, False),
    "n": (0, 1, 2, 3), "type": ("?", "b", "i", "l", "f", "d", "D"),
    "shape": (-1, (-1, 1), (2, -1), (3, 2), (), (0, -1)), "mode": ("raise", "wrap", "clip"), "side": ("left", "right"),
    "kind": (None, "stable", "heapsort", "mergesort"), "low": (None, 0, -1.5, 2), "high": (None, 1, 2.5),
    "places": ([0], [-1, 0], [[0, 0]], 0, []), "ddof": (0, 1, 1.5), "spec": ("", ".3f", "g", "d", ">8", "e"),
    "counts": (0, 1, 3), "decimals": (0, 1, -1, 3), "bytes": ("i1", "u2", "i4", "f4", "f8", "c8", "?", "S2"),
    "casting": ("no", "equiv", "safe", "same_kind", "unsafe"),
    "types": ("float32", "float64", "int8", "int64", "uint32", "complex64", "bool_", "float16"),
    "kinds": ("real floating", "integral", "numeric", "bool", ("bool", "unsigned integer"), "complex floating",
    "signed integer"),
    "number": (0, 1, -3, 255, 256, -129, 70000, 2**40, 1.5, 1e300, 2j, True), "base": (2, 3, 10, 16, 36),
    "width": (None, 3, 10), "whole": (0, 1, -1, 5, -5, 255), "chars": ("f", "d", "i", "b", "?", "F", "fd", "bi", "dF"),
    "abstract": ("integer", "floating", "number", "inexact", "generic", "signedinteger", "complexfloating",
    "unsignedinteger"),
}
_METHODS = [
    *(f"a.{name}(axis={{axes}}, keepdims={{truth}})" for name in "all any max min sum prod mean std var".split()),
    *(f"a.{name}({{axis}}, {{type}})" for name in "sum prod mean cumsum cumprod".split()),
    "a.var({axis}, {type}, ddof={ddof})", "a.std({axis}, ddof={ddof})", "a.argmax({axis}, keepdims={truth})",
    "a.argmin({axis})", "a.argsort({axis}, kind='stable')", "a.argpartition({kth}, {axis}).shape",
    "changed(a, 'partition', {kth}).sum()", "changed(a, 'sort', {one}, kind={kind})", "a.astype({type}, {order})",
    "a.astype({type}, casting={casting}, copy={truth})", "a.byteswap().dtype.itemsize", "i.choose([a, b], mode={mode})",
    "a.clip({low}, {high})", "a.compress(i.ravel() > 0, {axis})", "a.conj()", "a.conjugate()", "a.copy({order})",
    "a.diagonal({k})", "a.diagonal({k}, {one}, {one})", "a.dot(b.T)", "a.dot({n})", "changed(a, 'fill', {n})",
    "a.flatten({order})", "a.getfield('u1', 0)", "a.imag", "a.real", "a.item({n})", "a.item()", "a.mT", "a.nonzero()",
    "a.ravel({order})", "a.repeat({counts}, {axis})", "a.reshape({shape})", "a.reshape({shape}, order={order})",
    "a.reshape({n}, -1)", "a.round({decimals})", "a.squeeze({axis})", "xp.sort(a.ravel()).searchsorted(b, {side})",
    "a.swapaxes({one}, {k})", "a.take({places}, {axis})", "a.take(i, mode={mode})", "a.tolist()",
    "str(a.tobytes({order}))", "a.trace({k})", "a.trace({k}, {one}, {one}, {type})", "a.transpose()",
    "a.transpose({axes})", "a.transpose({one}, {k})", "a.view({bytes})", "a.T.view({bytes})", "a.nbytes",
    "a.T.flags.c_contiguous", "a.flat[{places}]", "a.flat[::2]", "changed(a, 'setfield', {n}, 'u1')", "list(a.flat)",
    "a.flat.copy()", "a.flat.index", "len(a.flat)", "a.to_device(a.device)",
]
_PYTHONS = [
    "int(a)", "float(a)", "complex(a)", "bool(a)", "operator.index(a)", "len(a)", "list(a)", "[*a][:1]", "{n} in a",
    "int(a[0])", "float(a[..., 0])", "int(a.ravel()[:1])", "float(a.reshape(1, -1)[:, :1])", "complex(a[:1])",
    "bool(a[:1])", "operator.index(a.ravel()[0])", "format(a, {spec})", "format(a.ravel()[0], {spec})", "str(a)",
    "repr(a)", "hash(a)", "copy.copy(a)", "copy.deepcopy(a)", "pickle.loads(pickle.dumps(a))",
    "sum(a)", "max(a.ravel())", "a.ravel()[0] if a.ravel()[0] else {n}", "range(10)[i.ravel()[0]]", "divmod(a, 2)",
    "xp.array2string(a, precision={n})", "xp.array_repr(a, 40, {n})", "xp.array_str(a, precision={n})", "pow(a, 2)",
    "(a == b).all() and 1", "abs(a)", "reversed(a).__next__()", "iter(a).__next__()",
]
_QUESTIONS = [
    "xp.iscomplexobj(a)", "xp.isrealobj(a)", "xp.isfortran(a)", "xp.isscalar(a)", "xp.isscalar({number})",
    "xp.common_type(a, b)", "xp.result_type(a, {number})", "xp.result_type(a, b, getattr(xp, {types}))",
    "xp.promote_types({type}, {bytes})", "xp.can_cast({bytes}, {type}, {casting})",
    "xp.can_cast(a.dtype, getattr(xp, {types}), {casting})", "xp.min_scalar_type({number})",
    "xp.isdtype(a.dtype, {kinds})", "xp.isdtype(a.dtype, getattr(xp, {types}))",
    "xp.issubdtype(a.dtype, getattr(xp, {abstract}))", "xp.issubdtype(getattr(xp, {types}), getattr(xp, {abstract}))",
    "xp.mintypecode({chars})", "xp.typename({type})", "xp.shares_memory(a, a[::2])", "xp.may_share_memory(a, a.T)",
    "xp.shares_memory(a, b)", "xp.iterable(a)", "xp.ndim(a)", "xp.size(a, {axis})", "xp.shape(a)",
    "xp.base_repr({whole}, {base}, {n})", "xp.binary_repr({whole}, {width})", "float(xp.finfo(a.dtype).eps)",
    "xp.iinfo(a.dtype).max", "xp.broadcast_shapes(a.shape, {shape})", "xp.broadcast(a, b).shape",
    "list(xp.ndindex(2, {n}))", "[k for k, _ in xp.ndenumerate(a)]", "xp.format_float_positional(1.25, {n})",
    "xp.format_float_scientific(1.25, {n})", "xp.einsum_path('ij,jk', xp.ones((2, 3)), xp.ones((3, 4)))[0]",
    "bool(xp.array_equal(a, b))", "bool(xp.array_equiv(a, a[None]))", "xp.nan_to_num({number})",
    "xp.sctypeDict[{type}]", "numpy.dtype({type}) == a.dtype", "xp.get_printoptions()['precision']",
]
_MADE = [
    "xp.fromfunction(lambda i, j: i * {n} + j, (2, {n}), dtype={type})", "xp.fromiter(range({n}), {type})",
    "xp.fromstring('1 2 3', {type}, sep=' ')", "xp.frombuffer(bytes(16), {bytes})",
    "xp.empty_like(a, {type}, {order}).T.flags.c_contiguous", "xp.empty_like(a, shape={shape}).shape",
    "xp.fromfunction(lambda i: i, ({n},))", "xp.polydiv(a.ravel(), [2, 1])", "xp.sort(xp.unique_values(a))",
    "xp.ascontiguousarray(a)", "xp.asfortranarray(a).flags.f_contiguous", "xp.asarray_chkfinite(a)",
    "xp.mgrid[0:{counts}, 1:4:2j]", "xp.ogrid[0:{n}, :3]", "xp.r_[a.ravel(), {n}, 0:{n}]",
    "xp.c_[a.ravel(), b.ravel()]", "xp.s_[{n}, ...]", "xp.full({n}, {number})", "xp.full({n}, a.ravel()[:1])",
    "xp.zeros({n}, {bytes})", "xp.array([{number}, {number}])", "xp.array([[1, {number}], [2, 3]], {type})",
    "xp.asarray([a, b])", "xp.array([a.ravel()[:1], b.ravel()[:1]])",
    "xp.array([[{n}, 2.5], [True, 1]], order={order})", "xp.array([])", "xp.arange({number})",
    "xp.arange({n}, {number} * 0 + 5)", "xp.array({number}, {type})", "xp.asarray([{number}], copy=True)",
    "xp.copy(a, {order})", "xp.astype(a, {type})", "xp.from_dlpack(a)", "xp.tri({n}, {counts}, {k}, {type})",
    "xp.frexp(a)", "xp.modf(a)", "xp.positive(a)", "xp.sign(a)", "xp.heaviside(a, 0.5)",
    "xp.apply_along_axis(xp.cumsum, {one}, a)", "xp.bitwise_count(a)", "xp.lcm(a, b)",
]


def changed(a: Any, method: str, *arguments: Any, **named: Any) -> Any:
    """The array after a method that works in place."""
    getattr(a, method)(*arguments, **named)
    return a


def told(x: Any) -> Any:
    """A result of any kind: arrays, types by their names, and what Python prints otherwise."""
    if isinstance(x, (tuple, list)):
        return tuple(map(told, x))
    if isinstance(x, type) and issubclass(x, numpy.generic):
        return x.__name__
    if hasattr(x, "shape") and hasattr(x, "dtype"):
        return x
    return (type(x).__name__, numpy.asarray(x)) if isinstance(x, (complex, float)) else f"{type(x).__name__} {x}"


def _family(name: str, table: list[str]) -> None:
    def drawn(rng: numpy.random.Generator) -> Any:
        whole = shape(rng) if rng.random() < 0.7 else [(), (1,), (1, 1), (0,)][int(rng.integers(4))]
        a, b = operand(rng, like=whole), operand(rng, like=whole)
        i = Operand(rng, whole, dtype(rng, "bil"))
        i.values = abs(i.values) % 2
        text = filled_text(rng, str(rng.choice(table)), _WORDS)
        if a.layout in REPEATED and "changed" in text:
            return None
        for x in (a, b):
            finite(x)
        names = {"numpy": numpy, "operator": operator, "copy": copy, "pickle": pickle, "changed": changed}
        call = eval(f"lambda xp, a, b, i: {text}", names)          # noqa: S307 - of the tables above
        return text, lambda xp, *arrays: told(call(xp, *arrays)), [a, b, i]
    drawn.__name__ = name
    family(drawn)


for _name, _table in {"array_methods": _METHODS, "python_functions": _PYTHONS, "questions": _QUESTIONS,
                      "made": _MADE}.items():
    _family(_name, _table)
