"""Covariances and correlation coefficients."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy

from cupy._core.constructors import empty
from cupy._core.from_data import array
from cupy._indexing.diagonal import diagonal
from cupy._manipulation.join import concatenate
from cupy._math.limits import clip
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops.explog import sqrt
from cupy._statistics.averages import average

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["corrcoef", "cov"]


@overload
def cov(m: ArrayLike, y: ArrayLike | None = ..., rowvar: bool = ..., bias: bool = ..., ddof: SupportsIndex | None = ...,
        fweights: ArrayLike | None = ..., aweights: ArrayLike | None = ..., *,
        dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
@overload
def cov(m: ArrayLike, y: ArrayLike | None = ..., rowvar: bool = ..., bias: bool = ..., ddof: SupportsIndex | None = ...,
        fweights: ArrayLike | None = ..., aweights: ArrayLike | None = ..., *,
        dtype: DTypeLike | None = ...) -> ndarray: ...
def cov(m: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, bias: bool = False,
        ddof: SupportsIndex | None = None, fweights: ArrayLike | None = None, aweights: ArrayLike | None = None, *,
        dtype: DTypeLike | None = None) -> ndarray:
    """Covariance matrix of variables.

    Parameters
    ----------
    m : array_like
        Observations of one variable, or of each in a row.
    y : array_like, optional
        More variables, in the form of `m`.
    rowvar : bool, optional
        Whether a row is a variable; a column otherwise.
    bias : bool, optional
        Whether to divide by the number of observations; by one less otherwise.
    ddof : int, optional
        Divide by the number of observations less this, whatever `bias` is.
    fweights : array_like of int, optional
        How often each observation counts.
    aweights : array_like, optional
        How much each observation matters.
    dtype : data-type, optional
        Type of the result; at least float64 if not given.

    Returns
    -------
    ndarray
        The matrix, without its axes of length one.

    Raises
    ------
    ValueError
        For more than two axes, negative weights, or a `ddof` that is not an integer.
    TypeError
        If `fweights` are not whole numbers.
    RuntimeError
        If weights have more than one axis or another length.

    Examples
    --------
    >>> import cupy
    >>> cupy.cov(cupy.array([[0, 1, 2], [2, 1, 0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    m = as_array(m, "m")
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    if y is not None:
        y = as_array(y, "y")
        if y.ndim > 2:
            raise ValueError("y has more than 2 dimensions")
    if dtype is None:
        dtype = result_type(m, *([] if y is None else [y]), numpy.float64)
    x = array(m, ndmin=2, dtype=dtype)
    if not rowvar and m.ndim != 1:
        x = x.T
    if x.shape[0] == 0:
        return empty((0, 0), numpy.float64)
    if y is not None:
        y = array(y, ndmin=2, dtype=dtype)
        x = concatenate([x, y.T if not rowvar and y.shape[0] != 1 else y])
    if ddof is None:
        ddof = 0 if bias else 1
    weights, fact = _weights(x.shape[1], ddof, fweights, aweights)
    if fact <= 0:
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
        fact = 0.0
    x = x - average(x, axis=1, weights=weights, keepdims=True)
    from cupy._linalg.dots import dot
    result = dot(x, (x if weights is None else x * weights).T.conj())
    with numpy.errstate(divide="ignore"):
        result *= numpy.true_divide(1, fact)
    return result.squeeze()


def _weights(count: int, ddof: Any, fweights: Any, aweights: Any) -> tuple[Any, Any]:
    """Weight of each observation, and what sums are divided by; waits for the device if there are weights."""
    weights = None
    if fweights is not None:
        weights = _checked(fweights, "fweights", count)
        if weights.dtype.kind not in "biu" and bool((weights != weights.round()).any()):
            raise TypeError("fweights must be integer")
        if bool((weights < 0).any()):
            raise ValueError("fweights cannot be negative")
        weights = weights.astype(float, copy=False)
    if aweights is not None:
        aweights = _checked(aweights, "aweights", count)
        if bool((aweights < 0).any()):
            raise ValueError("aweights cannot be negative")
        aweights = aweights.astype(float, copy=False)
        weights = aweights if weights is None else weights * aweights
    if weights is None:
        return None, count - ddof
    total = float(weights.sum())
    if ddof == 0:
        return weights, total
    if aweights is None:
        return weights, total - ddof
    return weights, total - ddof * float((weights * aweights).sum()) / total


def _checked(weights: ndarray, name: str, count: int) -> ndarray:
    weights = as_array(weights, name)
    if weights.ndim > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if weights.shape != (count,):
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    return weights


@overload
def corrcoef(x: ArrayLike, y: ArrayLike | None = ..., rowvar: bool = ..., *,
             dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
@overload
def corrcoef(x: ArrayLike, y: ArrayLike | None = ..., rowvar: bool = ..., *,
             dtype: DTypeLike | None = ...) -> ndarray: ...
def corrcoef(x: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, *,
             dtype: DTypeLike | None = None) -> ndarray:
    """Matrix of the correlation coefficients of variables.

    Parameters
    ----------
    x : array_like
        Observations of one variable, or of each in a row.
    y : array_like, optional
        More variables, in the form of `x`.
    rowvar : bool, optional
        Whether a row is a variable; a column otherwise.
    dtype : data-type, optional
        Type of the result; at least float64 if not given.

    Returns
    -------
    ndarray
        The coefficients, between -1 and 1.

    Raises
    ------
    ValueError
        For more than two axes.

    Examples
    --------
    >>> import cupy
    >>> cupy.corrcoef(cupy.array([[0, 1, 2], [2, 1, 0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    result = cov(x, y, rowvar, dtype=dtype)
    if result.ndim == 0:
        return result / result
    deviation = sqrt(diagonal(result).real)
    result /= deviation[:, None]
    result /= deviation[None, :]
    for part in ("real", "imag") if result.dtype.kind == "c" else ("real",):
        setattr(result, part, clip(getattr(result, part), -1, 1))
    return result
