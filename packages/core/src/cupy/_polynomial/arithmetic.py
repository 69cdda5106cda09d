"""Sums, differences, products and quotients of polynomials, and the one with given roots."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.by_numpy import numpy_of_few
from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.constructors import empty, zeros
from cupy._manipulation.edit import trim_zeros
from cupy._manipulation.join import concatenate
from cupy._math.convolution import convolve
from cupy._core.dtype_rules import result_type
from cupy._ops.arithmetic import add, subtract
from cupy._polynomial.coefficients import coefficients, wrap

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._polynomial.poly1d import poly1d
    from cupy.typing import ArrayLike

__all__ = ["poly", "polyadd", "polydiv", "polymul", "polysub"]

# Both are chains in which each step needs the one before: one thread does them.
_poly = ElementwiseKernel("raw T roots, int64 count", "raw T a", """
    a[0] = T(1);
    for (long long k = 0; k < count; k++) {
        a[k + 1] = T(0);
        for (long long j = k + 1; j > 0; j--) a[j] = a[j] - roots[k] * a[j - 1];
    }
    """, "cupy_poly")
_polydiv = ElementwiseKernel("raw T v, int64 m, int64 n", "raw T q, raw T r", """
    const T scale = T(1) / v[0];
    for (long long k = 0; k <= m - n; k++) {
        const T d = scale * r[k];
        q[k] = d;
        for (long long j = 0; j <= n; j++) r[k + j] = r[k + j] - d * v[j];
    }
    """, "cupy_polydiv")


def poly(seq_of_zeros: ArrayLike) -> ndarray | float:
    """Coefficients of the polynomial with given roots.

    Parameters
    ----------
    seq_of_zeros : array_like
        The roots, or a square matrix whose eigenvalues they are.

    Returns
    -------
    ndarray
        The coefficients, the first of which is 1; they are real when complex roots come in pairs, which
        waits for the device.

    Raises
    ------
    ValueError
        For another shape.

    Examples
    --------
    >>> import cupy
    >>> cupy.poly(cupy.array([1, 2]))
    array([ 1., -3.,  2.])
    """
    roots = coefficients(seq_of_zeros, "seq_of_zeros")
    if roots.ndim == 2 and roots.shape[0] == roots.shape[1] != 0:
        from cupy.linalg._eigen import eigvals
        roots = eigvals(roots)
    elif roots.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if roots.size == 0:
        return 1.0
    roots = roots.astype(numpy.mintypecode(roots.dtype.char), copy=False)
    result = empty(roots.size + 1, roots.dtype)
    _poly(roots, roots.size, result, size=1)
    if roots.dtype.kind == "c":
        host = roots.get()
        if (numpy.sort(host) == numpy.sort(host.conj())).all():
            return result.real.copy()
    return result


def _aligned(operation: Callable[..., ndarray], a1: Any, a2: Any) -> Any:
    """A sum or difference, the shorter polynomial led by zeros."""
    a, b = coefficients(a1, "a1"), coefficients(a2, "a2")
    missing = b.size - a.size
    if missing > 0:
        a = concatenate([zeros(missing, a.dtype), a])
    elif missing < 0:
        b = concatenate([zeros(-missing, b.dtype), b])
    return wrap(operation(a, b), a1, a2)


@numpy_of_few(casts=True)
def polyadd(a1: ArrayLike | poly1d, a2: ArrayLike | poly1d) -> ndarray | poly1d:
    """Sum of two polynomials.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The sum; an object if one of the inputs is.

    Examples
    --------
    >>> import cupy
    >>> cupy.polyadd(cupy.array([1, 2]), cupy.array([9, 5, 4]))
    array([9, 6, 6])
    """
    return _aligned(add, a1, a2)


@numpy_of_few(casts=True)
def polysub(a1: ArrayLike | poly1d, a2: ArrayLike | poly1d) -> ndarray | poly1d:
    """Difference of two polynomials.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The difference; an object if one of the inputs is.

    Examples
    --------
    >>> import cupy
    >>> cupy.polysub(cupy.array([2, 10, -2]), cupy.array([3, 10, -4]))
    array([-1,  0,  2])
    """
    return _aligned(subtract, a1, a2)


def polymul(a1: ArrayLike | poly1d, a2: ArrayLike | poly1d) -> ndarray | poly1d:
    """Product of two polynomials; leading zeros are dropped, to find which waits for the device.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The product; an object if one of the inputs is.

    Examples
    --------
    >>> import cupy
    >>> cupy.polymul(cupy.array([1, 2, 3]), cupy.array([9, 5, 1]))
    array([ 9, 23, 38, 17,  3])
    """
    from cupy._polynomial.poly1d import poly1d

    return wrap(convolve(poly1d(a1).coeffs, poly1d(a2).coeffs), a1, a2)


def polydiv(u: ArrayLike | poly1d, v: ArrayLike | poly1d) -> tuple[ndarray | poly1d, ndarray | poly1d]:
    """Quotient and remainder of two polynomials.

    Parameters
    ----------
    u, v : array_like or poly1d
        Coefficients of the dividend and the divisor, the highest power first.

    Returns
    -------
    q, r : ndarray or poly1d
        Quotient and remainder, whose leading zeros are dropped.

    Examples
    --------
    >>> import cupy
    >>> cupy.polydiv(cupy.array([3.0, 5.0, 2.0]), cupy.array([2.0, 1.0]))
    (array([1.5 , 1.75]), array([0.25]))
    """
    a, b = coefficients(u, "u") + 0.0, coefficients(v, "v") + 0.0
    if a.ndim != 1 or b.ndim != 1:
        raise ValueError("u and v must have one axis")
    if a.size == 0 or b.size == 0:
        raise IndexError("u and v must have a coefficient")
    dtype = result_type(a, b)
    m, n = a.size - 1, b.size - 1
    quotient, rest = zeros(max(m - n + 1, 1), dtype), a.astype(dtype)
    _polydiv(b.astype(dtype, copy=False), m, n, quotient, rest, size=1)
    small = abs(rest) <= 1e-8           # as `allclose` has it
    leading = rest.size - trim_zeros(~small, "f").size
    return wrap(quotient, u, v), wrap(rest[min(leading, rest.size - 1):], u, v)
