"""What kind of values an array holds."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import full_like, zeros
from cupy._core.arguments import as_array
from cupy._ops.logic import equal, not_equal
from cupy._ops.composite import isneginf as _isneginf
from cupy._ops.composite import isposinf as _isposinf

if TYPE_CHECKING:
    from cupy._core.options import HostLike
    from cupy.typing import ArrayLike
    from cupy._core.ufunc import ufunc

__all__ = [
    "iscomplex", "iscomplexobj", "isfortran", "isnat", "isneginf", "isposinf", "isreal", "isrealobj", "isscalar",
    "iterable",
]

iterable = numpy.iterable


def _infinite(kernel: ufunc, name: str, x: ArrayLike, out: ndarray | None) -> ndarray:
    x = as_array(x, "x")
    if x.dtype.kind == "c":
        raise TypeError(f"This operation is not supported for {x.dtype} values because it would "
                        "be ambiguous.")
    return kernel(x, out=out) if out is not None else kernel(x)


def isneginf(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Whether elements are negative infinity.

    Parameters
    ----------
    x : array_like
        Real input.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray of bool
        The answers.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import cupy
    >>> cupy.isneginf(cupy.array([-cupy.inf, 0.0, cupy.inf]))
    array([ True, False, False])
    """
    return _infinite(_isneginf, "isneginf", x, out)


def isposinf(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Whether elements are positive infinity.

    Parameters
    ----------
    x : array_like
        Real input.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray of bool
        The answers.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import cupy
    >>> cupy.isposinf(cupy.array([-cupy.inf, 0.0, cupy.inf]))
    array([False, False,  True])
    """
    return _infinite(_isposinf, "isposinf", x, out)


def iscomplex(x: ArrayLike) -> ndarray:
    """Whether elements have an imaginary part that is not zero.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray of bool
        The answers.

    Examples
    --------
    >>> import cupy
    >>> cupy.iscomplex(cupy.array([1 + 1j, 2 + 0j]))
    array([ True, False])
    """
    x = as_array(x, "x")
    return not_equal(x.imag, 0) if x.dtype.kind == "c" else zeros(x.shape, bool)


def isreal(x: ArrayLike) -> ndarray:
    """Whether elements have no imaginary part, or a zero one.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray of bool
        The answers.

    Examples
    --------
    >>> import cupy
    >>> cupy.isreal(cupy.array([1 + 1j, 2 + 0j]))
    array([False,  True])
    """
    x = as_array(x, "x")
    return equal(x.imag, 0) if x.dtype.kind == "c" else full_like(x, True, bool)


def iscomplexobj(x: HostLike) -> bool:
    """Whether the type of an array or number is complex.

    Parameters
    ----------
    x : any
        Input.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import cupy
    >>> cupy.iscomplexobj(cupy.zeros(2, "F"))
    True
    """
    return x.dtype.kind == "c" if isinstance(x, ndarray) else numpy.iscomplexobj(x)


def isrealobj(x: HostLike) -> bool:
    """Whether the type of an array or number is not complex.

    Parameters
    ----------
    x : any
        Input.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import cupy
    >>> cupy.isrealobj(cupy.zeros(2, "F"))
    False
    """
    return not iscomplexobj(x)


def isfortran(a: ndarray) -> bool:
    """Whether an array is Fortran-contiguous and not C-contiguous.

    Parameters
    ----------
    a : ndarray
        Input.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import cupy
    >>> cupy.isfortran(cupy.zeros((2, 3), order="F"))
    True
    """
    return a.flags.f_contiguous and not a.flags.c_contiguous


def isscalar(element: object) -> bool:
    """Whether something is a number or another scalar, not an array.

    Parameters
    ----------
    element : any
        Input.

    Returns
    -------
    bool
        The answer; False for 0-d arrays.

    Examples
    --------
    >>> import cupy
    >>> cupy.isscalar(3), cupy.isscalar(cupy.array(3))
    (True, False)
    """
    return numpy.isscalar(element)


def isnat(x: ArrayLike, out: ndarray | None = None, *, where: ndarray | bool = True) -> ndarray:
    """Whether elements are "not a time".

    Parameters
    ----------
    x : array_like
        Of datetimes or timedeltas.
    out : ndarray, optional
        Output array.
    where : array_like of bool, optional
        Elements to look at; the others of `out` stay as they are.

    Returns
    -------
    ndarray
        Of bool.

    Raises
    ------
    TypeError
        If the elements are neither datetimes nor timedeltas.

    Examples
    --------
    >>> import cupy, numpy
    >>> cupy.isnat(cupy.asarray(numpy.array(["2020-01-01", "NaT"], "M8[D]")))
    array([False,  True])
    """
    x = as_array(x, "x")
    if x.dtype.kind not in "mM":
        raise TypeError(f"ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64; x is of {x.dtype}")
    return equal(x.view("i8"), numpy.iinfo("i8").min, out=out, where=where)
