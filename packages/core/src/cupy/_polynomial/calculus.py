"""Values, derivatives and integrals of polynomials."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.constructors import empty_like, ones, zeros, zeros_like
from cupy._core.subclass import drops_class, keeps_class
from cupy._creation.ranges import arange
from cupy._manipulation.join import concatenate
from cupy._core.arguments import as_array
from cupy._core.from_data import asarray
from cupy._core.dtype_rules import result_type
from cupy._polynomial.coefficients import coefficients, is_polynomial, wrap

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._polynomial.poly1d import poly1d
    from cupy.typing import ArrayLike

__all__ = ["polyder", "polyint", "polyval"]

_horner = ElementwiseKernel("T x, raw T p, int64 count", "T y", """
    T sum = p[0];
    for (long long k = 1; k < count; k++) sum = sum * x + T(p[k]);
    y = sum;
    """, "cupy_polyval")


@keeps_class
def polyval(p: ArrayLike | poly1d, x: ArrayLike | poly1d) -> ndarray | poly1d:
    """Values of a polynomial, by Horner's rule in one kernel.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    x : array_like or poly1d
        Where to evaluate it, or a polynomial to put in the place of the variable.

    Returns
    -------
    ndarray or poly1d
        Values of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> cupy.polyval(cupy.array([3, 0, 1]), cupy.array([5, 1]))
    array([76,  4])
    """
    p = coefficients(asarray(p) if isinstance(p, numpy.ndarray) else p)     # of NumPy's poly1d, which asks for this one
    if is_polynomial(x):
        from cupy._polynomial.poly1d import poly1d
        result: Any = 0
        x = poly1d(x)
        for k in range(p.size):
            result = result * x + p[k]
        return result
    x = as_array(x, "x")
    if p.ndim > 1:
        result = zeros_like(x)
        for k in range(p.shape[0]):
            result = result * x + p[k]
        return result
    if p.size == 0:
        return zeros_like(x)
    dtype = result_type(x.dtype, p.dtype)
    return _horner(x.astype(dtype, copy=False), p.astype(dtype, copy=False), p.size, empty_like(x, dtype))


@drops_class
def polyder(p: ArrayLike | poly1d, m: SupportsIndex = 1) -> ndarray | poly1d:
    """Derivative of a polynomial.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    m : int, optional
        How often to derive.

    Returns
    -------
    ndarray or poly1d
        The derivative.

    Raises
    ------
    ValueError
        If `m` is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.polyder(cupy.array([1, 1, 1, 1]))
    array([3, 2, 1])
    """
    m = int(m)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    result = coefficients(p)
    for _ in range(m):
        result = result[:-1] * arange(result.size - 1, 0, -1)
    return wrap(result, p)


@drops_class
def polyint(p: ArrayLike | poly1d, m: SupportsIndex = 1, k: ArrayLike | None = None) -> ndarray | poly1d:
    """Integral of a polynomial.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    m : int, optional
        How often to integrate.
    k : array_like, optional
        The constants of integration, in the order in which they are needed; zero if not given.

    Returns
    -------
    ndarray or poly1d
        The integral.

    Raises
    ------
    ValueError
        If `m` is negative, or there are fewer constants than `m` but more than one.

    Examples
    --------
    >>> import cupy
    >>> cupy.polyint(cupy.array([3.0, 2.0, 1.0]), k=5)
    array([1., 1., 1., 5.])
    """
    m = int(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    constants = zeros(m, float) if k is None else coefficients(k, "k")
    if constants.size == 1 and m > 1:
        constants = constants * ones(m, float)
    if constants.size < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    result = coefficients(p)
    for step in range(m):
        powers = arange(result.size, 0, -1, dtype=numpy.int64)
        result = concatenate([result / powers, constants[step:step + 1]])
    return wrap(result, p)
