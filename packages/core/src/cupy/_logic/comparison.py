"""Arrays compared as a whole, or within a tolerance."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cupy._core.ndarray import ndarray
from cupy._core.binary_reduce import binary_reduce
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops.composite import equal_or_nan
from cupy._ops.composite import isclose as _isclose
from cupy._ops.composite import isclose_nan as _isclose_nan

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["allclose", "array_equal", "array_equiv", "isclose"]

_NUMBERS = (float, int)


def isclose(a: ArrayLike, b: ArrayLike, rtol: ArrayLike = 1e-05, atol: ArrayLike = 1e-08,
            equal_nan: bool = False) -> ndarray:
    """Whether elements are equal within a tolerance, ``|a - b| <= atol + rtol * |b|``.

    Parameters
    ----------
    a, b : array_like
        Inputs, broadcast together.
    rtol, atol : float or array_like, optional
        Relative and absolute tolerance.
    equal_nan : bool, optional
        Whether NaN is close to NaN.

    Returns
    -------
    ndarray of bool
        The answers, from one kernel.

    Examples
    --------
    >>> import cupy
    >>> cupy.isclose(cupy.array([1.0, 2.0]), [1.0 + 1e-9, 2.1])
    array([ True, False])
    """
    # Python numbers are of the other array's type.
    a, b = (x if type(x) in _NUMBERS else as_array(x, name, True) for x, name in ((a, "a"), (b, "b")))
    if isinstance(a, ndarray) and a.dtype.kind == "m":
        return _durations_are_close(a, as_array(b), rtol, atol, equal_nan)
    return (_isclose_nan if equal_nan else _isclose)(a, b, rtol, atol)


def _durations_are_close(a: ndarray, b: ndarray, rtol: Any, atol: Any, equal_nan: bool) -> ndarray:
    """`isclose` of timedeltas; `atol` is one or an integer."""
    result = (abs(a - b) <= atol + rtol * abs(b)) & (b == b) | (a == b)
    return result | (a != a) & (b != b) if equal_nan else result


def allclose(a: ArrayLike, b: ArrayLike, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> ndarray:
    """Whether all elements are equal within a tolerance.

    Parameters
    ----------
    a, b : array_like
        Inputs, broadcast together.
    rtol, atol : float, optional
        Relative and absolute tolerance.
    equal_nan : bool, optional
        Whether NaN is close to NaN.

    Returns
    -------
    ndarray of bool
        A 0-d array.

    Examples
    --------
    >>> import cupy
    >>> bool(cupy.allclose(cupy.array([1.0, 2.0]), [1.0, 2.0 + 1e-9]))
    True
    """
    if type(a) is ndarray and type(b) is ndarray and type(rtol) in _NUMBERS and type(atol) in _NUMBERS:
        result = binary_reduce("close", a, b, rtol, atol, bool(equal_nan))
        if result is not None:
            return result
    return isclose(a, b, rtol, atol, equal_nan).all()


def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> ndarray:
    """Whether two arrays have the same shape and elements.

    Parameters
    ----------
    a1, a2 : array_like
        Inputs.
    equal_nan : bool, optional
        Whether NaN equals NaN.

    Returns
    -------
    ndarray of bool
        A 0-d array.

    Examples
    --------
    >>> import cupy
    >>> bool(cupy.array_equal(cupy.arange(2), [0, 1]))
    True
    """
    a1, a2 = as_array(a1, "a1"), as_array(a2, "a2")
    if a1.shape != a2.shape:
        return as_array(False)
    result = binary_reduce("equal", a1, a2, equal_nan=bool(equal_nan))
    if result is not None:
        return result
    if equal_nan and a1.dtype.kind in "mM":
        return ((a1 == a2) | (a1 != a1) & (a2 != a2)).all()
    if equal_nan and a1.dtype.kind not in "SU" and result_type(a1, a2).kind in "fc":
        return equal_or_nan(a1, a2).all()
    return (a1 == a2).all()


def array_equiv(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """Whether two arrays have the same elements after broadcasting.

    Parameters
    ----------
    a1, a2 : array_like
        Inputs.

    Returns
    -------
    ndarray of bool
        A 0-d array.

    Examples
    --------
    >>> import cupy
    >>> bool(cupy.array_equiv(cupy.zeros((2, 2)), 0))
    True
    """
    a1, a2 = as_array(a1, "a1"), as_array(a2, "a2")
    try:
        return (a1 == a2).all()
    except ValueError:
        return as_array(False)
