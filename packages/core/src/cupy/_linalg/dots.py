"""Products that sum over chosen axes: dot, vdot, inner, outer, tensordot, kron."""
from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

import numpy
from numpy.exceptions import AxisError

from cupy._core.by_method import by_method
from cupy._core.axes import normalize_axis_index
from cupy._core.matmul import multiply, quick
from cupy._core.ndarray import ndarray
from cupy._core.subclass import drops_class, keeps_class
from cupy._linalg.einsum_plan import product
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops import arithmetic

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy._linalg.einsum_plan import _Pair

__all__ = ["dot", "inner", "kron", "outer", "tensordot", "vdot"]


def _common(a: ndarray, b: ndarray) -> tuple[ndarray, ndarray]:
    """The operands cast to their common dtype."""
    if a.dtype == b.dtype:
        return a, b
    dtype = result_type(a, b)
    return a.astype(dtype, copy=False), b.astype(dtype, copy=False)


def _contract(a: ndarray, b: ndarray, axes_a: tuple[int, ...], axes_b: tuple[int, ...]) -> ndarray:
    """Sum of the products over pairs of axes; the remaining axes of `a`, then those of `b`."""
    a, b = _common(a, b)
    if not axes_a:
        return arithmetic.multiply(a.reshape(a.shape + (1,) * b.ndim), b, order="C")
    return _product(a.shape, b.shape, axes_a, axes_b)(a, b)


@functools.lru_cache(maxsize=512)
def _product(shape_a: tuple[int, ...], shape_b: tuple[int, ...], axes_a: tuple[int, ...],
             axes_b: tuple[int, ...]) -> _Pair:
    """What multiplies arrays of these shapes over these axes."""
    left, right = [*range(len(shape_a))], [*range(len(shape_a), len(shape_a) + len(shape_b))]
    for i, j in zip(axes_a, axes_b, strict=True):
        right[j] = i
    sizes = dict(zip([*left, *right], [*shape_a, *shape_b], strict=True))
    rest = [label for label in left if label not in axes_a] + [label for label in right if label >= len(shape_a)]
    return product(left, right, {*rest}, sizes)[0]


def _store(result: ndarray, out: ndarray | None) -> ndarray:
    """`out` with the result, under the strict rule of `dot`."""
    if out is None:
        return result
    if not isinstance(out, ndarray):
        raise TypeError(f"'out' must be an array, not {type(out).__name__}")
    if out.dtype != result.dtype or out.shape != result.shape or not out.flags.c_contiguous:
        raise ValueError("output array is not acceptable (must have the right datatype, number of dimensions, and "
                         "be a C-Array)")
    out[...] = result
    return out


@keeps_class
@by_method()
def dot(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Dot product: of vectors, of matrices, and over the last axis of `a` and the last but one of `b`.

    Parameters
    ----------
    a, b : array_like
        Operands.
    out : ndarray, optional
        C-contiguous array of the result's shape and dtype.

    Returns
    -------
    ndarray
        The products; a scalar operand multiplies.

    Raises
    ------
    ValueError
        If the lengths of the axes differ, or `out` is not what it has to be.

    Examples
    --------
    >>> import cupy
    >>> cupy.dot(cupy.array([1, 2]), cupy.array([3, 4]))
    array(11)
    """
    if out is None:
        result = quick(a, b, 2)
        if result is not None:
            return result
    a, b = as_array(a, "a"), as_array(b, "b")
    if a.ndim == 0 or b.ndim == 0:
        return _store(arithmetic.multiply(a, b), out)
    axis = max(b.ndim - 2, 0)
    if a.shape[-1] != b.shape[axis]:
        raise ValueError(f"shapes {_shape(a)} and {_shape(b)} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != "
                         f"{b.shape[axis]} (dim {axis})")
    return _store(_contract(a, b, (a.ndim - 1,), (axis,)), out)


def _shape(a: ndarray) -> str:
    return str(a.shape).replace(" ", "")


def vdot(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Dot product of all elements, those of `a` conjugated.

    Parameters
    ----------
    a, b : array_like
        Arrays of the same size; more than one axis is flattened.

    Returns
    -------
    ndarray
        The product, 0-d.

    Raises
    ------
    ValueError
        If the sizes differ.

    Examples
    --------
    >>> import cupy
    >>> cupy.vdot(cupy.array([1j, 1]), cupy.array([1j, 2]))
    array(3.+0.j)
    """
    a, b = _common(as_array(a, "a").ravel(), as_array(b, "b").ravel())
    result = None if a.dtype.kind == "c" else quick(a, b, 1)
    if result is not None:
        return result
    if a.size != b.size:
        raise ValueError(f"cannot reshape array of size {b.size} into shape ({a.size},)")
    return multiply(a[None], b[:, None], None, a.dtype.kind == "c").reshape(())


@keeps_class
def inner(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Sum of products over the last axes.

    Parameters
    ----------
    a, b : array_like
        Operands whose last axes are equally long.

    Returns
    -------
    ndarray
        Of shape ``a.shape[:-1] + b.shape[:-1]``; a scalar operand multiplies.

    Raises
    ------
    ValueError
        If the last axes differ.

    Examples
    --------
    >>> import cupy
    >>> cupy.inner(cupy.array([[1, 2], [3, 4]]), cupy.array([1, 1]))
    array([3, 7])
    """
    result = quick(a, b, 1)
    if result is not None:
        return result
    a, b = as_array(a, "a"), as_array(b, "b")
    if a.ndim == 0 or b.ndim == 0:
        return arithmetic.multiply(a, b)
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(f"shapes {_shape(a)} and {_shape(b)} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != "
                         f"{b.shape[-1]} (dim {b.ndim - 1})")
    return _contract(a, b, (a.ndim - 1,), (b.ndim - 1,))


@drops_class
def outer(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Products of each element of `a` with each of `b`.

    Parameters
    ----------
    a, b : array_like
        Operands, flattened.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        Of shape ``(a.size, b.size)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.outer(cupy.array([1, 2]), cupy.array([1, 10]))
    array([[ 1, 10],
           [ 2, 20]])
    """
    return arithmetic.multiply(as_array(a, "a").ravel()[:, None], as_array(b, "b").ravel(), out)


def tensordot(a: ArrayLike, b: ArrayLike, axes: Any = 2) -> ndarray:
    """Sum of products over several axes.

    Parameters
    ----------
    a, b : array_like
        Operands.
    axes : int or pair of sequences of ints, optional
        The axes of `a` and of `b` to sum over; a number means the last ones of `a` and the first of `b`.

    Returns
    -------
    ndarray
        With the remaining axes of `a`, then those of `b`.

    Raises
    ------
    ValueError
        If the axes do not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.tensordot(cupy.ones((2, 3)), cupy.ones((3, 4)), axes=1).shape
    (2, 4)
    """
    a, b = as_array(a, "a"), as_array(b, "b")
    if numpy.iterable(axes):
        left, right = axes
    else:
        count = max(operator.index(axes), 0)
        if count > a.ndim or count > b.ndim:    # NumPy's IndexError, and a ValueError as for other axes that do not fit
            raise AxisError(f"shape-mismatch for sum: operands have no {count} axes each")
        left, right = range(a.ndim - count, a.ndim), range(count)
    return _contract(a, b, *_summed(_listed(left), _listed(right), a.shape, b.shape))


def _listed(axes: Any) -> tuple[int, ...]:
    """A number, or several, as a tuple."""
    if isinstance(axes, (tuple, list, range)) or numpy.ndim(axes):
        return tuple(map(int, axes))
    return (int(axes),)


@functools.lru_cache(maxsize=512)
def _summed(left: tuple[int, ...], right: tuple[int, ...], shape_a: tuple[int, ...],
            shape_b: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Axes counted from the front, after all checks."""
    if len(left) != len(right):
        raise ValueError("shape-mismatch for sum")
    left = tuple([normalize_axis_index(k, len(shape_a)) for k in left])
    right = tuple([normalize_axis_index(k, len(shape_b)) for k in right])
    if len(set(left)) != len(left) or len(set(right)) != len(right):
        raise ValueError("axes has repeated entries")
    if any(shape_a[i] != shape_b[j] for i, j in zip(left, right, strict=True)):
        raise ValueError("shape-mismatch for sum")
    return left, right


def kron(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Kronecker product: blocks of `b` scaled by each element of `a`.

    Parameters
    ----------
    a, b : array_like
        Operands; the one with fewer axes gets axes of length one in front.

    Returns
    -------
    ndarray
        The product.

    Examples
    --------
    >>> import cupy
    >>> cupy.kron(cupy.array([1, 10]), cupy.array([1, 2]))
    array([ 1,  2, 10, 20])
    """
    a, b = as_array(a, "a"), as_array(b, "b")
    if a.ndim == 0 or b.ndim == 0:
        return arithmetic.multiply(a, b)
    ndim = max(a.ndim, b.ndim)
    a = a.reshape((1,) * (ndim - a.ndim) + a.shape)
    b = b.reshape((1,) * (ndim - b.ndim) + b.shape)
    left = [size for n in a.shape for size in (n, 1)]
    right = [size for n in b.shape for size in (1, n)]
    product = arithmetic.multiply(a.reshape(left), b.reshape(right))
    return product.reshape([m * n for m, n in zip(a.shape, b.shape, strict=True)])
