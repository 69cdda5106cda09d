"""Functions of matrices: by iterations on devices, through the Schur form on the host."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, overload

import cupy
from cupy._ext import host_memory

from cupyx.scipy import _host
from cupyx.scipy._host import on_host
from cupyx.scipy.linalg import _iterations
from cupyx.scipy.linalg._arguments import as_lapack

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    import numpy

__all__ = ["fractional_matrix_power", "funm", "logm", "signm", "sqrtm"]


def _without_disp(name: str, A: ArrayLike, disp: object, given: object, iterate: Any = None, types: str = "") -> Any:
    """SciPy's function, whose deprecated `disp` is passed on only if it is given, or `iterate` where that converges."""
    if types and disp is given and not host_memory():
        a = as_lapack(cupy.asarray(A))
        if a.ndim >= 2 and a.shape[-1] == a.shape[-2] and a.dtype.char in types:
            found = iterate(a)
            if found is not None:
                return found
    _host.warn(f"scipy.linalg.{name}", 4)
    return _host.call("scipy.linalg", name, A, **({} if disp is given else {"disp": disp}))


_NOT_GIVEN = object()


def sqrtm(A: ArrayLike, disp: object = _NOT_GIVEN, blocksize: object = _NOT_GIVEN) -> cupy.ndarray:
    """Square roots of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    disp : bool, optional
        Deprecated by SciPy: whether problems are printed, rather than an error estimate returned.
    blocksize : int, optional
        Deprecated by SciPy, without effect.

    Returns
    -------
    (..., N, N) ndarray
        The principal roots, complex where no real ones exist.

    Raises
    ------
    LinAlgError
        If `A` is not square.

    Notes
    -----
    Inverses and products converge to it, scaled as the product form of the iteration of Denman and Beavers. Where they
    do not, next to negative eigenvalues or zero, SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import sqrtm
    >>> sqrtm(cupy.array([[4.0, 0.0], [0.0, 9.0]]))
    array([[2., 0.],
           [0., 3.]])
    """
    return _without_disp("sqrtm", A, disp, _NOT_GIVEN, _iterations.root, "fdFD")


def logm(A: ArrayLike, disp: object = _NOT_GIVEN) -> cupy.ndarray:
    """Logarithms of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    disp : bool, optional
        Deprecated by SciPy: whether problems are printed, rather than an error estimate returned.

    Returns
    -------
    (..., N, N) ndarray
        The principal logarithms.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Square roots, as of `sqrtm`, until they are close to one, whose logarithms a rational function gives. Where the
    iterations do not converge, next to negative eigenvalues or zero, SciPy computes it on the host: see
    `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import logm
    >>> logm(cupy.eye(2))
    array([[0., 0.],
           [0., 0.]])
    """
    # Of single precision SciPy's are double, and complex where imaginary parts are not all zero after rounding.
    return _without_disp("logm", A, disp, _NOT_GIVEN, _iterations.logarithm, "dD")


def signm(A: ArrayLike, disp: object = _NOT_GIVEN) -> cupy.ndarray:
    """Signs of matrices: the function that is the sign of the real part on eigenvalues.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    disp : bool, optional
        Deprecated by SciPy: whether problems are printed, rather than an error estimate returned.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import signm
    >>> signm(cupy.array([[2.0, 1.0], [0.0, -3.0]])).round(6)
    array([[ 1. ,  0.4],
           [ 0. , -1. ]])
    """
    return _without_disp("signm", A, disp, _NOT_GIVEN)


@on_host
def fractional_matrix_power(A: ArrayLike, t: float) -> cupy.ndarray:
    """Fractional powers of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    t : float
        The power.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Notes
    -----
    SciPy computes it on the host, by the Schur form: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import fractional_matrix_power
    >>> fractional_matrix_power(cupy.array([[4.0, 0.0], [0.0, 9.0]]), 0.5)
    array([[2., 0.],
           [0., 3.]])
    """
    ...


@overload
def funm(A: ArrayLike, func: Callable[..., Any], disp: Literal[True] = ...) -> cupy.ndarray: ...
@overload
def funm(A: ArrayLike, func: Callable[..., Any], disp: Literal[False]) -> tuple[cupy.ndarray, float]: ...
@overload
def funm(A: ArrayLike, func: Callable[..., Any], disp: bool = ...) -> cupy.ndarray | tuple[cupy.ndarray, float]: ...
def funm(A: ArrayLike, func: Callable[..., Any], disp: bool = True) -> cupy.ndarray | tuple[cupy.ndarray, float]:
    """A function of numbers, of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.
    func : callable
        Takes an array of the device, and returns one with the function of each element.
    disp : bool, optional
        Whether a large error is printed, rather than an estimate of it returned.

    Returns
    -------
    F : (..., N, N) ndarray
        The function's values.
    errest : float
        Estimate of the error in the 1-norm, unless `disp`.

    Notes
    -----
    SciPy computes it on the host, by the Schur form: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import funm
    >>> funm(cupy.array([[1.0, 3.0], [1.0, 4.0]]), lambda x: x * x)
    array([[ 4., 15.],
           [ 5., 19.]])
    """
    _host.warn("scipy.linalg.funm")

    @functools.wraps(func)
    def of_numbers(x: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
        return _host.to_host(func(cupy.asarray(x)))

    return _host.call("scipy.linalg", "funm", A, of_numbers, disp)
