"""Operations on tensors by cupy's own products, reductions and kernels: where cuTENSOR is not, or has no kernel."""
from __future__ import annotations

import contextlib
import functools
import string
from typing import TYPE_CHECKING, Any

import numpy

import cupy

if TYPE_CHECKING:
    from cupy import ElementwiseKernel
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.cutensor._modes import Mode

__all__ = []

_ADD, _MUL, _MAX, _MIN = 3, 5, 6, 7
_IDENTITY, _CONJ = 1, 9

#: Operators on items, by cuTENSOR's numbers.
_UNARY = {
    2: cupy.sqrt, 8: lambda x: cupy.maximum(x, x.dtype.type(0)), _CONJ: cupy.conj, 10: cupy.reciprocal,
    11: lambda x: cupy.reciprocal(cupy.exp(-x) + x.dtype.type(1)), 12: cupy.tanh, 22: cupy.exp, 23: cupy.log,
    24: cupy.abs, 25: cupy.negative, 26: cupy.sin, 27: cupy.cos, 28: cupy.tan, 29: cupy.sinh, 30: cupy.cosh,
    31: cupy.arcsin, 32: cupy.arccos, 33: cupy.arctan, 34: cupy.arcsinh, 35: cupy.arccosh, 36: cupy.arctanh,
    37: cupy.ceil, 38: cupy.floor,
    39: lambda x: x * cupy.tanh(cupy.logaddexp(x, x.dtype.type(0))),
    40: lambda x: x * cupy.reciprocal(cupy.exp(-x) + x.dtype.type(1)),
    41: lambda x: cupy.logaddexp(x, x.dtype.type(0)),
    42: lambda x: x / (cupy.abs(x) + x.dtype.type(1)),
}

#: Operators that join two items x and y.
_JOIN = {_ADD: "x + y", _MUL: "x * y", _MAX: "x < y ? y : x", _MIN: "y < x ? y : x"}

_REDUCE = {_ADD: cupy.sum, _MUL: cupy.prod, _MAX: cupy.max, _MIN: cupy.min}

#: Precision to compute in → how `cupy.linalg.compute_mode` calls it.
_MODES: dict[str, Any] = {"TF32": "tf32", "16BF": "bfloat16", "16F": "float16"}


def check_operators(complex_items: bool, unary: tuple[int, ...], joining: tuple[int, ...]) -> None:
    """Raise `ValueError` for an operator that does not exist, `TypeError` for one without complex numbers."""
    for operator in unary:
        if operator != _IDENTITY and operator not in _UNARY:
            raise ValueError(f"{operator} is no operator on items")
        if complex_items and operator not in (_IDENTITY, _CONJ):
            raise TypeError(f"operator {operator} does not take complex numbers")
    for operator in joining:
        if operator not in _JOIN:
            raise ValueError(f"{operator} is no operator that joins items")
        if complex_items and operator in (_MAX, _MIN):
            raise TypeError("complex numbers have no order")


def _applied(operator: Any, x: cupy.ndarray, char: str) -> cupy.ndarray:
    """`x` with an operator on its items, computed with items of a factor's type."""
    if operator == _IDENTITY or operator == _CONJ and x.dtype.kind != "c":
        return x
    if operator != _CONJ:
        x = x.astype(char, copy=False)
    return _UNARY[operator](x)


@functools.cache
def _joined(operator: int) -> ElementwiseKernel:
    """A kernel that joins two scaled tensors; what has the factor zero is not looked at."""
    return cupy.ElementwiseKernel("T a, U c, S alpha, S gamma", "V d", f"""
        S x = alpha == S(0) ? S(0) : alpha * S(a);
        S y = gamma == S(0) ? S(0) : gamma * S(c);
        d = V({_JOIN[operator]});
    """, f"tensor_join_{operator}")


@functools.cache
def _joined_three(first: int, second: int) -> ElementwiseKernel:
    return cupy.ElementwiseKernel("T a, W b, U c, S alpha, S beta, S gamma", "V d", f"""
        S x = alpha == S(0) ? S(0) : alpha * S(a);
        S y = beta == S(0) ? S(0) : beta * S(b);
        x = {_JOIN[first]};
        y = gamma == S(0) ? S(0) : gamma * S(c);
        d = V({_JOIN[second]});
    """, f"tensor_join_{first}_{second}")


@functools.lru_cache(maxsize=256)
def _places(own: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[list[int] | None, tuple[slice | None, ...] | None]:
    """Axes in the order of a result's labels, and an index that adds those that are missing; None where as it is."""
    axes = [own.index(label) for label in wanted if label in own]
    index = tuple([slice(None) if label in own else None for label in wanted])
    return None if axes == [*range(len(own))] else axes, index if None in index else None


def _aligned(x: cupy.ndarray, own: Any, wanted: Any) -> cupy.ndarray:
    """A view whose axes are those of a result, of length one where it has none."""
    axes, index = _places(own, wanted)
    x = x if axes is None else x.transpose(axes)
    return x if index is None else x[index]


def binary(alpha: ArrayLike, a: cupy.ndarray, mode_a: tuple[int, ...] | Mode | str, op_a: Int, gamma: ArrayLike,
           c: cupy.ndarray, mode_c: tuple[int, ...] | Mode | str, op_c: Int, join: Int, out: cupy.ndarray,
           char: str) -> None:
    """``out = join(alpha * op_a(a), gamma * op_c(c))``, in the labels of `c`."""
    alpha, gamma = _factors(char, alpha, gamma)
    a = _aligned(_applied(op_a, a, char) if alpha else a, mode_a, mode_c)
    c = _applied(op_c, c, char) if gamma else c
    _joined(join)(a, c, alpha, gamma, out)


def trinary(alpha: Any, a: cupy.ndarray, mode_a: tuple[int, ...] | Mode | str, op_a: Int, beta: Any, b: cupy.ndarray,
            mode_b: tuple[int, ...] | Mode | str, op_b: Int, gamma: Any, c: cupy.ndarray,
            mode_c: tuple[int, ...] | Mode | str, op_c: Int, first: Int, second: Int, out: cupy.ndarray,
            char: Any) -> None:
    """``out = second(first(alpha * op_a(a), beta * op_b(b)), gamma * op_c(c))``, in the labels of `c`."""
    alpha, beta, gamma = _factors(char, alpha, beta, gamma)
    a = _aligned(_applied(op_a, a, char) if alpha else a, mode_a, mode_c)
    b = _aligned(_applied(op_b, b, char) if beta else b, mode_b, mode_c)
    c = _applied(op_c, c, char) if gamma else c
    _joined_three(first, second)(a, b, c, alpha, beta, gamma, out)


def _factors(char: str, *factors: ArrayLike) -> list[complex]:
    return [numpy.dtype(char).type(factor) for factor in factors]


@functools.lru_cache(maxsize=256)
def _subscripts(mode_a: tuple[int, ...], mode_b: tuple[int, ...], mode_c: tuple[int, ...]) -> str:
    chars = dict(zip(dict.fromkeys(mode_a + mode_b), string.ascii_letters, strict=False))
    a, b, c = ("".join([chars[label] for label in mode]) for mode in (mode_a, mode_b, mode_c))
    return f"{a},{b}->{c}"


def contraction(alpha: complex, a: cupy.ndarray, mode_a: tuple[int, ...] | Mode, op_a: Int, b: cupy.ndarray,
                mode_b: tuple[int, ...] | Mode, op_b: Int, beta: complex, c: Any, mode_c: Any, op_c: Int, char: str,
                precision: Any) -> None:
    """``c = alpha * op_a(a) * op_b(b) + beta * op_c(c)``, summed over the labels that `c` has not."""
    if not alpha:
        scaled(beta, c, op_c, char)
        return
    a, b = _applied(op_a, a, char), _applied(op_b, b, char)
    mode = _MODES.get(precision)
    with cupy.linalg.compute_mode(mode) if mode else contextlib.nullcontext():
        product = cupy.einsum(_subscripts(mode_a, mode_b, mode_c), a, b)
    add(alpha, product, beta, c, op_c, char)


def reduction(alpha: complex, a: cupy.ndarray, mode_a: tuple[int, ...] | Mode | str, op_a: Int, beta: complex,
              c: cupy.ndarray, mode_c: Any, op_c: Int, join: int, char: str) -> None:
    """``c = alpha * reduce(op_a(a)) + beta * op_c(c)`` over the labels that `c` has not."""
    if not alpha:
        scaled(beta, c, op_c, char)
        return
    a = _applied(op_a, a, char)
    axes = tuple([k for k, label in enumerate(mode_a) if label not in mode_c])
    if axes:
        a = _REDUCE[join](a, axes, **({"dtype": char} if join in (_ADD, _MUL) else {}))
    kept = tuple([label for label in mode_a if label in mode_c])
    add(alpha, _aligned(a, kept, mode_c), beta, c, op_c, char)


def add(alpha: complex, product: cupy.ndarray, beta: complex, c: cupy.ndarray, op_c: Int, char: str) -> None:
    """``c = alpha * product + beta * op_c(c)``."""
    if alpha == 1 and not beta:
        c[...] = product
    else:
        alpha, beta = _factors(char, alpha, beta)
        _joined(_ADD)(product, _applied(op_c, c, char) if beta else c, alpha, beta, c)


def scaled(beta: complex, c: cupy.ndarray, op_c: Int, char: str) -> None:
    """``c = beta * op_c(c)``."""
    if not beta:
        c.fill(0)
    elif beta != 1 or op_c != _IDENTITY:
        beta, = _factors(char, beta)
        cupy.multiply(_applied(op_c, c, char), beta, out=c, casting="same_kind")
