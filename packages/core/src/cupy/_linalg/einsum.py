"""Sums of products over labelled axes, as products of matrices two operands at a time."""
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

from cupy._core.matmul import multiply
from cupy._core.ndarray import ndarray
from cupy._core.subclass import drops_class
from cupy._linalg.einsum_plan import plan
from cupy._linalg.subscripts import parse, split
from cupy._core.arguments import as_array, into, single_output
from cupy._core.dtype_rules import result_type
from cupy._ops import arithmetic
from cupy._core.options import Order, checked_casting

if TYPE_CHECKING:
    from cupy._core.options import Casting, DTypeOf, Scalar
    from cupy.typing import DTypeLike, NDArray

__all__ = ["einsum", "einsum_path"]

_ORDERS: dict[str, Order | None] = {"C": "C", "c": "C", "F": "F", "f": "F", "A": "A", "a": "A", "K": None, "k": None}


@overload
def einsum(*operands: Any, out: ndarray | None = ..., dtype: DTypeOf[Scalar], order: Order = ...,
           casting: Casting = ..., optimize: bool | str | Sequence[Any] = ...) -> NDArray[Scalar]: ...
@overload
def einsum(*operands: Any, out: ndarray | None = ..., dtype: DTypeLike | None = ..., order: Order = ...,
           casting: Casting = ..., optimize: bool | str | Sequence[Any] = ...) -> ndarray: ...
@drops_class
def einsum(*operands: Any, out: ndarray | None = None, dtype: DTypeLike | None = None,
           order: Literal["C", "F", "A", "K"] = "K",
           casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
           optimize: bool | str | Sequence[Any] = False) -> ndarray:
    """Sum products of elements over labelled axes.

    Parameters
    ----------
    *operands : str, then array_like
        The subscripts, as ``"ij,jk->ik"``, and an array for each of its words; or arrays each followed
        by a list of its labels, which are integers, and perhaps the labels of the result.
    out : ndarray, optional
        Output array.
    dtype : data-type, optional
        Type to compute in.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory order of the result.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        Which casts are allowed.
    optimize : bool, str or list, optional
        In which order to contract more than two operands: 'greedy', 'optimal', a path of `einsum_path`, or a
        method of opt_einsum, if that is installed.  Operands are contracted in pairs in any case.

    Returns
    -------
    ndarray
        The sums; a view when there is one operand and nothing to sum.

    Raises
    ------
    ValueError
        If the subscripts are not right, or sizes of axes differ.
    TypeError
        If a cast is not allowed.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(6.0).reshape(2, 3)
    >>> cupy.einsum("ij,kj->ik", a, a)
    array([[ 5., 14.],
           [14., 50.]])
    """
    if out is None and dtype is None and order == "K" and casting == "safe":
        result = _simple_pair(*operands) if len(operands) == 3 else None
        if result is None:
            result = _alike(*operands, optimize=optimize)
        if result is not None:
            return result
    if order not in _ORDERS:
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    checked_casting(casting)
    text, arrays = split(operands)
    arrays = [as_array(x, f"operand {k}") for k, x in enumerate(arrays)]
    counted = single_output(out) if not optimize else None      # NumPy's pairs have the types of the operands alone
    kind = numpy.dtype(dtype) if dtype is not None else result_type(
        *arrays, *([] if counted is None else [counted.dtype]))
    for k, x in enumerate(arrays):
        if x.dtype != kind and not numpy.can_cast(x.dtype, kind, casting):
            raise TypeError(f"Iterator operand {k} dtype could not be cast from {x.dtype!r} to {kind!r} according to "
                            f"the rule '{casting}'")
    chosen = plan(text, tuple([x.shape for x in arrays]), optimize)
    result = chosen([x if x.dtype == kind else x.astype(kind) for x in arrays])
    if out is not None:
        return into(out, result, casting)
    wanted = _ORDERS[order]
    if wanted == "A":
        wanted = "F" if all(x.flags.f_contiguous for x in arrays) else "C"
    return result if wanted is None else result.copy(wanted) if not _has_order(result, wanted) else result


def _simple_pair(text: Any, a: Any, b: Any) -> ndarray | None:
    """The result when at most one label is summed over and one is in each operand alone; None when it may not be."""
    if type(text) is not str or type(a) is not ndarray or type(b) is not ndarray or a.dtype != b.dtype:
        return None
    plan = _pair_plan(text, a.ndim, b.ndim)
    if plan is None:
        return None
    left, right, final, same, product = plan
    shape_a, shape_b = a.shape, b.shape
    for i, j in same:
        if shape_a[i] != shape_b[j]:
            return None
    a, b = a if left[0] is None else a.transpose(left[0]), b if right[0] is None else b.transpose(right[0])
    result = product(a if left[1] is None else a[left[1]], b if right[1] is None else b[right[1]])
    if final[1] is not None:
        result = result[final[1]]
    return result if final[0] is None else result.transpose(final[0])


def _alike(text: Any = None, *arrays: Any, optimize: Any) -> ndarray | None:
    """The result for arrays of one type by a string; None when it may be anything else."""
    if type(text) is not str or not arrays:
        return None
    kind, shapes = None, []
    for x in arrays:
        if type(x) is not ndarray or kind is not None and x.dtype is not kind:
            return None
        kind = x.dtype
        shapes.append(x.shape)
    return plan(text, tuple(shapes), optimize)(arrays)


#: Indices that give an operand or a result another axis in front of its last one, or behind it, or take it away.
_BEFORE, _BEHIND = (..., None, slice(None)), (..., None)
_NEITHER, _FIRST, _LAST = (..., 0, 0), (..., 0, slice(None)), (..., 0)


@functools.lru_cache(maxsize=256)
def _pair_plan(text: str, ndim_a: int, ndim_b: int) -> tuple[Any, ...] | None:
    """``(axes, index)`` of both operands and of the result, each None where nothing changes; axes of equal length;
    what multiplies."""
    if "." in text:
        return None
    try:
        (left, right), output = parse(text.replace(" ", ""), (ndim_a, ndim_b))
    except ValueError:
        return None
    batch = [label for label in output if label in left and label in right]
    summed = [label for label in left if label in right and label not in output]
    rows = [label for label in left if label not in right]
    columns = [label for label in right if label not in left]
    if max(len(rows), len(columns), len(summed)) > 1 or not set(rows + columns) <= set(output):
        return None
    orders = (left, batch + rows + summed), (right, batch + summed + columns), (batch + rows + columns, output)
    if any(sorted(have) != sorted(want) for have, want in orders):
        return None
    axes = [None if have == want else [have.index(label) for label in want] for have, want in orders]
    if summed:
        indices = (None if rows else _BEFORE, None if columns else _BEHIND,
                   (None if columns else _LAST) if rows else _FIRST if columns else _NEITHER)
    else:
        indices = _BEHIND if columns else None, (_BEFORE if columns else _BEHIND) if rows else None, None
    same = [(left.index(label), right.index(label)) for label in batch + summed]
    return (*zip(axes, indices, strict=True), same, multiply if summed else arithmetic.multiply)


def einsum_path(*operands: Any, optimize: bool | str | tuple[Any, ...] = "greedy",
                einsum_call: Literal[False] = False) -> tuple[list[Any], str]:
    """A cheap order in which to contract the operands of `einsum`.

    Parameters
    ----------
    *operands : str, then array_like
        As for `einsum`; only the shapes matter.
    optimize : bool, str or tuple, optional
        As for `numpy.einsum_path`.
    einsum_call : bool, optional
        For NumPy's signature.

    Returns
    -------
    path : list
        'einsum_path', then a tuple of positions for each step.
    info : str
        What the steps cost.

    Raises
    ------
    ValueError
        If the subscripts are not right.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.ones((2, 3))
    >>> cupy.einsum_path("ij,jk,kl->il", a, a.T, a)[0]
    ['einsum_path', (0, 1), (0, 1)]
    """
    text, arrays = split(operands)
    return numpy.einsum_path(text, *map(_shape_only, arrays), optimize=optimize, einsum_call=einsum_call)


def _shape_only(x: Any) -> numpy.ndarray:
    """A NumPy array of the shape of `x` without items of its own."""
    return numpy.broadcast_to(numpy.zeros((), x.dtype), x.shape) if isinstance(x, ndarray) else x


def _has_order(x: Any, order: str) -> bool:
    return x.flags.c_contiguous if order == "C" else x.flags.f_contiguous


