"""Logarithms of sums of exponentials, and what is normalized by them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy
from cupy._ext import log_sum, log_sum_parts, loop, ufunc

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["log_softmax", "logsumexp", "softmax"]

_PARTS = ("fF->f", "dD->d")
_softmax = ufunc("special_softmax", 2, 1, [
    loop(types, "out0 = isinf(in1.re) ? limits<out0_type>::nan() : exp((in0 - in1.re) - in1.im)") for types in _PARTS])
_log_softmax = ufunc("special_log_softmax", 2, 1, [
    loop(types, "out0 = (in0 - in1.re) - (isinf(in1.re) ? 0 : in1.im)") for types in _PARTS])


def logsumexp(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, b: ArrayLike | None = None,
              keepdims: bool = False, return_sign: bool = False) -> Any:
    """Logarithm of the sum of exponentials, in one pass and without overflow.

    Parameters
    ----------
    a : array_like
        Exponents, real or complex.
    axis : int or tuple of ints, optional
        Axes that are summed; all by default.
    b : array_like, optional
        Factors of the exponentials, broadcast against `a`; they may be negative.
    keepdims : bool, default False
        Keep the summed axes with length one.
    return_sign : bool, default False
        Return the logarithm of the sum's magnitude, and its sign (for complex numbers its phase). Otherwise the
        logarithm of a negative sum is NaN.

    Returns
    -------
    cupy.ndarray or tuple of cupy.ndarray
        The logarithm, and with `return_sign` the sign of the sum.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import special
    >>> float(special.logsumexp(cupy.array([1000.0, 1000.0])).round(6))
    1000.693147
    """
    a = cupy.asarray(a)
    if a.dtype.kind == "c" or b is not None:
        return _weighted(a, axis, b, keepdims, return_sign)
    result = log_sum(_floating(a), axis=axis, keepdims=keepdims)
    if a.dtype.char in "eE":
        result = result.astype(a.dtype)
    if a.size == 0:
        result.fill(-cupy.inf)
    if not return_sign:
        return result
    sign = cupy.where(result == -cupy.inf, 0, cupy.where(cupy.isnan(result), result, 1)).astype(result.dtype)
    return result, sign


def _weighted(a: cupy.ndarray, axis: Any, b: Any, keepdims: bool, return_sign: bool) -> Any:
    """`logsumexp` of complex numbers or with factors."""
    b = cupy.ones((), a.dtype) if b is None else cupy.asarray(b)
    dtype = cupy.result_type(a, b)
    if dtype.kind not in "fc":
        dtype = cupy.dtype("d")
    a, b = cupy.broadcast_arrays(a.astype(dtype), b.astype(dtype))
    if a.ndim == 0:
        a, b = a.reshape(1), b.reshape(1)
    if a.size == 0:
        most = cupy.zeros((), a.real.dtype)
    else:
        most = cupy.where(b == 0, -cupy.inf, a.real).max(axis=axis, keepdims=True)
        most = cupy.where(cupy.isfinite(most), most, 0).astype(a.real.dtype)
    total = (b * cupy.exp(a - most)).sum(axis=axis, keepdims=True)
    # Factors of zero count as nothing, whatever their exponents are.
    if dtype.kind == "f":
        total = cupy.where(b == 0, 0, b * cupy.exp(a - most)).sum(axis=axis, keepdims=True)
    sign = None
    if return_sign:
        size = abs(total)
        phase = total / cupy.where(size == 0, 1, size)
        sign = cupy.where(size == 0, 0, phase) if dtype.kind == "c" else cupy.sign(total)
        total = size
    result = cupy.log(total) + most
    if not keepdims:
        squeezed = tuple(range(a.ndim)) if axis is None else axis
        result = result.squeeze(squeezed)
        sign = sign if sign is None else sign.squeeze(squeezed)
    return (result, sign) if return_sign else result


def _floating(x: cupy.ndarray) -> cupy.ndarray:
    """Real numbers that the kernels take."""
    x = cupy.asarray(x)
    if x.dtype.char in "fd":
        return x
    return x.astype("f" if x.dtype.char in "eE" else "d")


def _of_exponentials(x: cupy.ndarray) -> Any:
    """The type that exponentials of real numbers have, as SciPy's are made of them."""
    return cupy.exp(x[:0] if x.ndim else x).dtype


def softmax(x: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Exponentials divided by their sum, without overflow.

    Parameters
    ----------
    x : array_like
        Real numbers.
    axis : int or tuple of ints, optional
        Axes along which the results sum to one; all by default.

    Returns
    -------
    cupy.ndarray
        As large as `x`. It is read twice: once for the sum, once for the results.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import special
    >>> special.softmax(cupy.array([0.0, 1.0])).round(4)
    array([0.2689, 0.7311])
    """
    x = cupy.asarray(x)
    if x.dtype.kind == "c":
        shifted = cupy.exp(x - x.real.max(axis=axis, keepdims=True))
        return shifted / shifted.sum(axis=axis, keepdims=True)
    values = _floating(x)
    return _softmax(values, log_sum_parts(values, axis=axis, keepdims=True)).astype(_of_exponentials(x), copy=False)


def log_softmax(x: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Logarithm of `softmax`, exact where that underflows.

    Parameters
    ----------
    x : array_like
        Real numbers.
    axis : int or tuple of ints, optional
        As for `softmax`.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import special
    >>> special.log_softmax(cupy.array([0.0, 1000.0]))
    array([-1000.,     0.])
    """
    x = cupy.asarray(x)
    if x.dtype.kind == "c":
        return x - logsumexp(x, axis=axis, keepdims=True)
    values = _floating(x)
    return _log_softmax(values, log_sum_parts(values, axis=axis, keepdims=True)).astype(_of_exponentials(x), copy=False)
