"""Routines of BLAS and LAPACK by name."""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

from cupyx.scipy import _host

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import DTypeLike

__all__ = ["find_best_blas_type", "get_blas_funcs", "get_lapack_funcs"]


def _names_and_arrays(arrays: Any) -> tuple[numpy.ndarray[Any, Any], ...]:
    return tuple(numpy.empty([min(k, 1) for k in a.shape], a.dtype) if hasattr(a, "dtype") else numpy.asarray(a)
                 for a in arrays)


def _wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """A routine of the host that takes arrays of the device."""
    @functools.wraps(function, assigned=("__name__", "__doc__"), updated=())
    def routine(*args: Any, **kwargs: Any) -> ndarray | tuple[ndarray, ndarray, int]:
        _host.warn(f"the routine {function.typecode}{routine.__name__}", 3)
        result = function(*map(_host.to_host, args), **{key: _host.to_host(x) for key, x in kwargs.items()})
        return _host.to_device(result)

    for name in ("typecode", "dtype", "prefix", "int_dtype", "module_name"):
        if hasattr(function, name):
            setattr(routine, name, getattr(function, name))
    return routine


def _functions(kind: str, names: Any, arrays: Any, dtype: Any,
               ilp64: Any) -> Callable[..., Any] | list[Callable[..., Any]]:
    import scipy.linalg

    found = getattr(scipy.linalg, kind)(names, _names_and_arrays(arrays), dtype, ilp64)
    return _wrapped(found) if isinstance(names, str) else [_wrapped(f) for f in found]


def get_blas_funcs(names: str | Sequence[str], arrays: Sequence[ndarray] = (), dtype: DTypeLike | None = None,
                   ilp64: bool | Literal["preferred"] = False) -> Callable[..., Any] | list[Any]:
    """Routines of the host's BLAS that take and return arrays of the device.

    Parameters
    ----------
    names : str or sequence of str
        Without the prefix of the type, as ``'gemm'``.
    arrays : sequence of ndarray, optional
        Whose types decide on the prefix.
    dtype : dtype, optional
        Decides on it if there are no arrays.
    ilp64 : bool or 'preferred', optional
        Whether the routines' integers have 64 bits.

    Returns
    -------
    callable, or list of callable
        One for a name, a list for a sequence of names.

    Notes
    -----
    For programs that ask for routines by name. They compute on the host: see `cupyx.scipy.HostWarning`;
    `cupy.cublas` has those of the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import get_blas_funcs
    >>> x = cupy.array([3.0, 4.0])
    >>> get_blas_funcs("nrm2", (x,))(x)
    5.0
    """
    return _functions("get_blas_funcs", names, arrays, dtype, ilp64)


def get_lapack_funcs(names: str | Sequence[str], arrays: Sequence[ndarray] = (), dtype: DTypeLike | None = None,
                     ilp64: bool | Literal["preferred"] = False) -> Callable[..., Any] | list[Any]:
    """Routines of the host's LAPACK that take and return arrays of the device.

    Parameters
    ----------
    names : str or sequence of str
        Without the prefix of the type, as ``'getrf'``.
    arrays : sequence of ndarray, optional
        Whose types decide on the prefix.
    dtype : dtype, optional
        Decides on it if there are no arrays.
    ilp64 : bool or 'preferred', optional
        Whether the routines' integers have 64 bits.

    Returns
    -------
    callable, or list of callable
        One for a name, a list for a sequence of names.

    Notes
    -----
    As for `get_blas_funcs`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import get_lapack_funcs
    >>> x = cupy.eye(2)
    >>> getrf, = get_lapack_funcs(("getrf",), (x,))
    >>> getrf(x)[2]
    0
    """
    return _functions("get_lapack_funcs", names, arrays, dtype, ilp64)


def find_best_blas_type(arrays: Sequence[ndarray] = (),
                        dtype: DTypeLike | None = None) -> tuple[str, numpy.dtype[Any], bool]:
    """Which prefix of BLAS and LAPACK is for arrays.

    Parameters
    ----------
    arrays : sequence of ndarray, optional
        The arrays.
    dtype : dtype, optional
        A type, if there are none.

    Returns
    -------
    prefix : str
        One of 's', 'd', 'c' and 'z'.
    dtype : dtype
        The type that `prefix` stands for.
    prefer_fortran : bool
        Whether the array that decided lies column by column.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import find_best_blas_type
    >>> find_best_blas_type((cupy.ones(2, "f"),))[0]
    's'
    """
    from scipy.linalg.blas import find_best_blas_type as of_host

    prefix, found, _ = of_host(_names_and_arrays(arrays), dtype)
    types = [numpy.result_type(a.dtype) for a in arrays]
    decisive = next((a for a, t in zip(arrays, types, strict=True) if of_host((), t)[0] == prefix), None)
    return prefix, found, decisive is not None and bool(decisive.flags.f_contiguous)
