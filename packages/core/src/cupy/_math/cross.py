"""Vector products."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._core.axes import normalize_axis_index
from cupy._core.constructors import empty
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops.composite import cross_term
from cupy._runtime.warned import deprecated

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["cross"]


def cross(a: ArrayLike, b: ArrayLike, axisa: SupportsIndex = -1, axisb: SupportsIndex = -1, axisc: SupportsIndex = -1,
          axis: SupportsIndex | None = None) -> ndarray:
    """Cross product of vectors of length three (or two, whose third element is zero).

    Parameters
    ----------
    a, b : array_like
        Vectors, broadcast together.
    axisa, axisb, axisc : int, optional
        Axes of `a`, `b` and the result that hold the vectors.
    axis : int, optional
        All three axes at once.

    Returns
    -------
    ndarray
        Products; of two vectors of length two only the third element.

    Raises
    ------
    ValueError
        If vectors are not of length two or three.

    Examples
    --------
    >>> import cupy
    >>> cupy.cross(cupy.array([1, 0, 0]), cupy.array([0, 1, 0]))
    array([0, 0, 1])
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = as_array(a, "a"), as_array(b, "b")
    if a.ndim < 1 or b.ndim < 1:
        raise ValueError("At least one array has zero dimension")
    a = a.transpose(_last(axisa, a.ndim, "axisa"))
    b = b.transpose(_last(axisb, b.ndim, "axisb"))
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, but they "
                         f"are {a.shape[-1]} and {b.shape[-1]} dimensional instead.")
    if 2 in (a.shape[-1], b.shape[-1]):
        deprecated("cupy.cross of vectors of length two", "vectors of length three")
    if a.dtype.kind == b.dtype.kind == "b":
        raise TypeError("boolean subtract, the `-` operator, is not supported")
    flat = a.shape[-1] == b.shape[-1] == 2
    shape = numpy.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    a0, a1, a2 = _components(a)
    b0, b1, b2 = _components(b)
    if flat:
        return cross_term(a0, b1, a1, b0)
    result = empty((*shape, 3), result_type(a, b))
    cross_term(a1, b2, a2, b1, out=result[..., 0])
    cross_term(a2, b0, a0, b2, out=result[..., 1])
    cross_term(a0, b1, a1, b0, out=result[..., 2])
    order = list(range(result.ndim - 1))
    order.insert(normalize_axis_index(axisc, result.ndim, "axisc"), result.ndim - 1)
    return result.transpose(order)


def _last(axis: SupportsIndex, ndim: int, name: str) -> list[int]:
    axis = normalize_axis_index(axis, ndim, name)
    return [i for i in range(ndim) if i != axis] + [axis]


def _components(v: ndarray) -> tuple[Any, Any, Any]:
    return v[..., 0], v[..., 1], v[..., 2] if v.shape[-1] == 3 else 0
