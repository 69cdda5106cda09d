"""Arrays in which some items are in their sorted place."""
from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

from cupy._core.by_method import by_method
from cupy._core.axes import normalize_axis_index
from cupy._core.by_numpy import numpy_of_few
from cupy._core.ndarray import ndarray
from cupy._core.arguments import as_array
from cupy._core.subclass import keeps_class
from cupy._sorting import _rows, _select
from cupy._sorting.sort import argsort, sort

if TYPE_CHECKING:
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["argpartition", "partition"]


def _ranks(kth: Any, length: int, checked: bool) -> list[int]:
    """Distinct ranks, ascending, from an int or a sequence of ints."""
    if isinstance(kth, ndarray):
        kth = kth.get()
    if isinstance(kth, bool):
        raise ValueError("Booleans unacceptable as partition index")
    kth = numpy.asarray(kth)
    if kth.dtype.kind == "b":
        raise ValueError("Booleans unacceptable as partition index")
    if kth.dtype.kind not in "iu":
        raise TypeError("Partition index must be integer")
    if kth.ndim > 1:
        raise ValueError("object too deep for desired array")
    ranks = set()
    for k in map(operator.index, kth.reshape(-1).tolist()):
        if checked and not -length <= k < length:
            raise ValueError(f"kth(={k}) out of bounds ({length})")
        ranks.add(k % length if length else 0)
    return sorted(ranks)


def _partitioned(a: ArrayLike, kth: Any, axis: Any, kind: str, order: str | Sequence[str] | None,
                 positions: bool) -> ndarray:
    a = as_array(a)
    if not isinstance(kind, str):
        raise TypeError(f"select kind must be str, not {type(kind).__name__}")
    if kind != "introselect":
        raise ValueError(f"select kind must be 'introselect' (got {kind!r})")
    if axis is None:
        a, axis = a.ravel(), -1
    if a.ndim == 0 and positions:
        a = a.reshape(1)
    axis = normalize_axis_index(axis, a.ndim)
    ranks = _ranks(kth, a.shape[axis], a.size > 0)
    if order is not None or _rows.is_composite(a.dtype):
        return (argsort if positions else sort)(a, axis, None, order)
    rows = _rows.rows_of(a, axis)
    _rows.check(rows.dtype)
    if not ranks:
        ranks = [0]
    result = _rows.back(_select.partitioned(rows, ranks, positions), a, axis)
    return _rows.in_c_order(result) if positions else result


@numpy_of_few(bools=True)
@keeps_class
def partition(a: ArrayLike, kth: Ints, axis: SupportsIndex | None = -1, kind: Literal["introselect"] = "introselect",
              order: str | Sequence[str] | None = None) -> ndarray:
    """Copy of an array with the `kth` element in its sorted place.

    Parameters
    ----------
    a : array_like
        Input.
    kth : int or sequence of int
        Places along the axis: no larger element is before one, no smaller element behind it.
    axis : int or None, optional
        Axis to partition along; the flattened array if None.
    kind : {'introselect'}, optional
        Has no meaning here.
    order : str or sequence of str, optional
        Fields of a structured array in the order in which they are compared; the others follow.

    Returns
    -------
    ndarray
        Array of the type and shape of `a`.

    Raises
    ------
    ValueError
        If `kth` is out of bounds.
    AxisError
        If `axis` is not an axis of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.partition(cupy.array([7, 1, 5, 3]), 1)[1]
    array(3)
    """
    return _partitioned(a, kth, axis, kind, order, False)


@numpy_of_few(bools=True)
@keeps_class
@by_method()
def argpartition(a: ArrayLike, kth: Ints, axis: SupportsIndex | None = -1, kind: Literal["introselect"] = "introselect",
                 order: str | Sequence[str] | None = None) -> ndarray:
    """Positions that partition an array around its `kth` element.

    Parameters
    ----------
    a : array_like
        Input.
    kth : int or sequence of int
        Places along the axis.
    axis : int or None, optional
        Axis to partition along; the flattened array if None.
    kind : {'introselect'}, optional
        Has no meaning here.
    order : str or sequence of str, optional
        Fields of a structured array in the order in which they are compared; the others follow.

    Returns
    -------
    ndarray of int64
        Positions along the axis.

    Raises
    ------
    ValueError
        If `kth` is out of bounds.
    AxisError
        If `axis` is not an axis of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.argpartition(cupy.array([7, 1, 5, 3]), 1)[1]
    array(3)
    """
    return _partitioned(a, kth, axis, kind, order, True)
