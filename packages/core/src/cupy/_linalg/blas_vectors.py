"""Level 1 of BLAS: vectors."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy._core.matmul import multiply
from cupy._linalg.blas_arguments import check_shape, check_types, result
from cupy._logic.truth import argmax, argmin
from cupy._math.sumprod import sum as add_up
from cupy._ops import arithmetic

if TYPE_CHECKING:
    from cupy._core.options import Number
    from cupy._core.ndarray import ndarray

__all__ = []


def _sizes(x: ndarray) -> ndarray:
    """Absolute values as BLAS has them: those of both parts of a complex number added."""
    return abs(x.real) + abs(x.imag) if x.dtype.kind == "c" else abs(x)


def iamax(x: ndarray, out: ndarray | None = None) -> ndarray:
    """Position of the largest element of a vector, counted from one.

    Parameters
    ----------
    x : ndarray
        The vector.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.iamax(cupy.array([1.0, -3.0, 2.0]))
    array(2, dtype=int32)
    """
    check_types(x, vectors=(x,))
    return result((argmax(_sizes(x)) + 1).astype("i"), out)


def iamin(x: ndarray, out: ndarray | None = None) -> ndarray:
    """Position of the smallest element of a vector, counted from one.

    Parameters
    ----------
    x : ndarray
        The vector.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.iamin(cupy.array([1.0, -3.0, 2.0]))
    array(1, dtype=int32)
    """
    check_types(x, vectors=(x,))
    return result((argmin(_sizes(x)) + 1).astype("i"), out)


def asum(x: ndarray, out: ndarray | None = None) -> ndarray:
    """Sum of the absolute values of a vector's elements.

    Parameters
    ----------
    x : ndarray
        The vector.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.asum(cupy.array([1.0, -3.0]))
    array(4.)
    """
    check_types(x, vectors=(x,))
    return result(add_up(_sizes(x)), out)


def nrm2(x: ndarray, out: ndarray | None = None) -> ndarray:
    """Euclidean length of a vector.

    Parameters
    ----------
    x : ndarray
        The vector.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.nrm2(cupy.array([3.0, 4.0]))
    array(5.)
    """
    from cupy.linalg._norms import norm

    check_types(x, vectors=(x,))
    return result(norm(x), out)


def scal(a: Number, x: ndarray) -> None:
    """Multiply a vector in place.

    Parameters
    ----------
    a : scalar or ndarray
        Factor.
    x : ndarray
        The vector.

    Examples
    --------
    >>> import cupy
    >>> x = cupy.array([1.0, 2.0])
    >>> cupy.cublas.scal(2, x)
    >>> x
    array([2., 4.])
    """
    check_types(x, vectors=(x,))
    arithmetic.multiply(x, a, out=x, casting="unsafe")


def axpy(a: Number, x: ndarray, y: ndarray) -> None:
    """``y += a * x``.

    Parameters
    ----------
    a : scalar or ndarray
        Factor.
    x, y : ndarray
        Vectors.

    Examples
    --------
    >>> import cupy
    >>> y = cupy.ones(2)
    >>> cupy.cublas.axpy(3, cupy.ones(2), y)
    >>> y
    array([4., 4.])
    """
    check_types(x, y, vectors=(x, y))
    check_shape(x, y.shape)
    arithmetic.add(y, a * x, out=y, casting="unsafe")


def dot(x: ndarray, y: ndarray, out: ndarray | None = None) -> ndarray:
    """Dot product of real vectors.

    Parameters
    ----------
    x, y : ndarray
        Vectors.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Raises
    ------
    TypeError
        For complex vectors.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.dot(cupy.ones(3), cupy.ones(3))
    array(3.)
    """
    if x.dtype.kind == "c":
        raise TypeError(f"dot is for real vectors, not {x.dtype}; see dotu and dotc")
    return dotu(x, y, out)


def dotu(x: ndarray, y: ndarray, out: ndarray | None = None) -> ndarray:
    """Dot product.

    Parameters
    ----------
    x, y : ndarray
        Vectors.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.dotu(cupy.array([1j]), cupy.array([1j]))
    array(-1.+0.j)
    """
    check_types(x, y, vectors=(x, y))
    check_shape(x, y.shape)
    return result(multiply(x[None], y[:, None]).reshape(()), out)


def dotc(x: ndarray, y: ndarray, out: ndarray | None = None) -> ndarray:
    """Dot product, the first vector conjugated.

    Parameters
    ----------
    x, y : ndarray
        Vectors.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new 0-d array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.dotc(cupy.array([1j]), cupy.array([1j]))
    array(1.+0.j)
    """
    check_types(x, y, vectors=(x, y))
    check_shape(x, y.shape)
    return result(multiply(x[None], y[:, None], None, x.dtype.kind == "c").reshape(()), out)
