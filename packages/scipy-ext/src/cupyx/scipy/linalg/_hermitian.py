"""Eigenvalues of Hermitian matrices: dense, banded, tridiagonal, and of pairs."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

import cupy
from cupy import linalg

from cupyx.scipy._host import on_host, scipy_of_few
from cupyx.scipy.linalg._arguments import adjoint, as_lapack, broadcast, matrices
from cupyx.scipy.linalg._cholesky import hermitian
from cupyx.scipy.linalg._triangular import solve_stack

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["eig_banded", "eigh", "eigh_tridiagonal", "eigvals_banded", "eigvalsh", "eigvalsh_tridiagonal"]

_DRIVERS = (None, "ev", "evd", "evr", "evx", "gv", "gvd", "gvx")
_SELECT = {0: "a", 1: "v", 2: "i", "all": "a", "value": "v", "index": "i", "a": "a", "v": "v", "i": "i"}


@overload
def eigh(a: ArrayLike, b: ArrayLike | None = ..., *, lower: bool = ..., eigvals_only: Literal[True],
         overwrite_a: bool = ..., overwrite_b: bool = ..., type: int = ..., check_finite: bool = ...,
         subset_by_index: Any = ..., subset_by_value: Any = ..., driver: str | None = ...) -> cupy.ndarray: ...
@overload
def eigh(a: ArrayLike, b: ArrayLike | None = ..., *, lower: bool = ..., eigvals_only: Literal[False] = ...,
         overwrite_a: bool = ..., overwrite_b: bool = ..., type: int = ..., check_finite: bool = ...,
         subset_by_index: Any = ..., subset_by_value: Any = ...,
         driver: str | None = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@scipy_of_few
def eigh(a: ArrayLike, b: ArrayLike | None = None, *, lower: bool = True, eigvals_only: bool = False,
         overwrite_a: bool = False, overwrite_b: bool = False, type: int = 1, check_finite: bool = True,
         subset_by_index: Any = None, subset_by_value: Any = None,
         driver: str | None = None) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Eigenvalues and eigenvectors of Hermitian matrices, or of pairs of them.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices, of which one triangle is read; axes before the last two are a batch.
    b : (..., M, M) array_like, optional
        Positive-definite matrices of the generalised problem.
    lower : bool, optional
        Which triangle is read.
    eigvals_only : bool, optional
        Whether vectors are left out.
    overwrite_a, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    type : {1, 2, 3}, optional
        The problem: ``a @ v = w * b @ v``, ``a @ b @ v = w * v`` or ``b @ a @ v = w * v``.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.
    subset_by_index : pair of int, optional
        The first and the last of the values that are wanted.
    subset_by_value : pair of float, optional
        Values in ``(low, high]`` are wanted, for which a GPU is waited for; not of a batch.
    driver : str, optional
        Accepted for SciPy's signature, and checked as there.

    Returns
    -------
    w : (..., N) ndarray
        Ascending.
    v : (..., M, N) ndarray
        Vectors, the columns, unless `eigvals_only`: of length one, or with ``v^H @ b @ v = 1`` (types 1 and 2), or
        ``v^H @ inv(b) @ v = 1``.

    Raises
    ------
    LinAlgError
        If the iteration does not converge or `b` is not positive definite: on a GPU when results are next brought
        to the host, see ``cupyx.errstate(linalg=...)``.
    ValueError
        If shapes or options do not fit, or elements are not finite.

    Notes
    -----
    Pairs are reduced to one matrix by the Cholesky factor of `b`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eigh
    >>> eigh(cupy.array([[2.0, 1.0], [1.0, 2.0]]), 2 * cupy.eye(2), eigvals_only=True)
    array([0.5, 1.5])
    """
    a = _square(a, "a", check_finite)
    if driver not in _DRIVERS:
        raise ValueError('"{}" is unknown. Possible values are "None", "{}".'.format(
            driver, '", "'.join(_DRIVERS[1:])))
    if b is not None:
        b = _square(b, "b", check_finite)
        if a.shape[-2:] != b.shape[-2:]:
            raise ValueError(f"wrong b dimensions {b.shape}, should be {a.shape}")
        if type not in (1, 2, 3):
            raise ValueError('"type" keyword only accepts 1, 2, and 3.')
        own = a.dtype
        a, b = broadcast(*as_lapack(a, b))
        a = a if a.size else a.astype(own)
    _check_driver(driver, b is not None, subset_by_index is not None or subset_by_value is not None)
    chosen = _check_subset(a.shape[-1], subset_by_index, subset_by_value)
    if not a.size:
        w, v = linalg.eigh(a)
    elif b is None:
        triangle = "L" if lower else "U"
        w, v = (linalg.eigvalsh(a, triangle), None) if eigvals_only else linalg.eigh(a, triangle)
    else:
        w, v = _of_pair(hermitian(a, lower), hermitian(b, lower), type, eigvals_only)
    if subset_by_value is not None:
        chosen = _between(w, subset_by_value)
    if isinstance(chosen, slice):
        w, v = w[..., chosen], None if v is None else v[..., chosen]
    else:
        w = cupy.take_along_axis(w, chosen, -1)
        v = None if v is None else cupy.take_along_axis(v, chosen[..., None, :], -1)
    return w if v is None or eigvals_only else (w, v)


def _between(w: cupy.ndarray, bounds: Sequence[float]) -> cupy.ndarray | slice:
    """Which of ascending values lie between bounds; of a batch equally many."""
    low, high = cupy.stack([(w <= x).sum(axis=-1) for x in cupy.asarray(bounds, w.dtype)]).get()
    counts = set((high - low).ravel().tolist())
    if len(counts) > 1:
        raise ValueError("subset_by_value is for matrices that have the same number of values in it")
    if w.ndim == 1:
        return slice(int(low), int(high))
    return cupy.asarray(low[..., None] + numpy.arange(counts.pop() if counts else 0))


def _square(x: ArrayLike, name: str, check_finite: bool) -> cupy.ndarray:
    x = matrices(x, check_finite, name, f'expected square "{name}" matrix')
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(f'expected square "{name}" matrix')
    return x


def _check_driver(driver: str | None, pair: bool, subset: bool) -> None:
    if driver in ("gv", "gvd", "gvx") and not pair:
        raise ValueError(f"{driver} requires input b array to be supplied for generalized eigenvalue problems.")
    if driver in ("ev", "evd", "evr", "evx") and pair:
        raise ValueError(f'"{driver}" does not accept input b array for standard eigenvalue problems.')
    if driver in ("ev", "evd", "gv", "gvd") and subset:
        raise ValueError(f'"{driver}" cannot compute subsets of eigenvalues')


def _check_subset(n: int, by_index: tuple[int, ...] | None, by_value: list[float] | None) -> slice:
    """Which values are wanted, if that is known before they are."""
    if by_index is not None and by_value is not None:
        raise ValueError("Either index or value subset can be requested.")
    if by_index is not None:
        low, high = (int(x) for x in by_index)
        if not 0 <= low <= high < n:
            raise ValueError(f"Requested eigenvalue indices are not valid. Valid range is [0, {n - 1}] and start <= "
                             f"end, but start={low}, end={high} is given")
        return slice(low, high + 1)
    if by_value is not None:
        low, high = by_value
        if not -math.inf <= low < high <= math.inf:
            raise ValueError("Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) and low < high, "
                             f"but low={low}, high={high} is given")
    return slice(None)


def _of_pair(a: cupy.ndarray, b: cupy.ndarray, type: int,
             eigvals_only: bool) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    factor = linalg.cholesky(b)
    if type == 1:       # inv(L) a inv(L)^H
        half = solve_stack(factor, a, 0, True, check=False)
        reduced = adjoint(solve_stack(factor, adjoint(half), 0, True, check=False))
    else:               # L^H a L
        reduced = cupy.matmul(adjoint(factor), cupy.matmul(a, factor))
    if eigvals_only:
        return linalg.eigvalsh(reduced), None
    w, v = linalg.eigh(reduced)
    return w, cupy.matmul(factor, v) if type == 3 else solve_stack(factor, v, 2, True, check=False)


def eigvalsh(a: ArrayLike, b: ArrayLike | None = None, *, lower: bool = True, overwrite_a: bool = False,
             overwrite_b: bool = False, type: Literal[1, 2, 3] = 1, check_finite: bool = True,
             subset_by_index: Sequence[SupportsIndex] | None = None, subset_by_value: Sequence[float] | None = None,
             driver: str | None = None) -> cupy.ndarray:
    """Eigenvalues of Hermitian matrices, or of pairs of them, ascending.

    Parameters
    ----------
    a, b : array_like
        As for `eigh`.
    lower, overwrite_a, overwrite_b, type, check_finite, subset_by_index, subset_by_value, driver : optional
        As for `eigh`.

    Returns
    -------
    (..., N) ndarray
        The eigenvalues.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eigvalsh
    >>> eigvalsh(cupy.array([[2.0, 1.0], [1.0, 2.0]]), subset_by_index=(1, 1))
    array([3.])
    """
    return eigh(a, b, lower=lower, eigvals_only=True, type=type, check_finite=check_finite,
                subset_by_index=subset_by_index, subset_by_value=subset_by_value, driver=driver)


def from_bands(bands: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """Hermitian matrices from the diagonals of one triangle, as rows of LAPACK's banded form."""
    rows, n = bands.shape[-2:]
    if lower:
        i, j = cupy.arange(n)[:, None], cupy.arange(n)
        below = i - j
        items = bands[..., cupy.clip(below, 0, rows - 1), cupy.broadcast_to(j, (n, n))]
        return hermitian(cupy.where((below >= 0) & (below < rows), items, bands.dtype.type(0)), True)
    i, j = cupy.arange(n)[:, None], cupy.arange(n)
    above = j - i
    items = bands[..., cupy.clip(rows - 1 - above, 0, rows - 1), cupy.broadcast_to(j, (n, n))]
    return hermitian(cupy.where((above >= 0) & (above < rows), items, bands.dtype.type(0)), False)


@overload
def eig_banded(a_band: ArrayLike, lower: bool = ..., eigvals_only: Literal[False] = ..., overwrite_a_band: bool = ...,
               select: Literal["a", "v", "i"] = ..., select_range: Sequence[Any] | None = ...,
               max_ev: SupportsIndex = ..., check_finite: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def eig_banded(a_band: ArrayLike, lower: bool = ..., *, eigvals_only: Literal[True], overwrite_a_band: bool = ...,
               select: Literal["a", "v", "i"] = ..., select_range: Sequence[Any] | None = ...,
               max_ev: SupportsIndex = ..., check_finite: bool = ...) -> cupy.ndarray: ...
@overload
def eig_banded(a_band: ArrayLike, lower: bool, eigvals_only: Literal[True], overwrite_a_band: bool = ...,
               select: Literal["a", "v", "i"] = ..., select_range: Sequence[Any] | None = ...,
               max_ev: SupportsIndex = ..., check_finite: bool = ...) -> cupy.ndarray: ...
@overload
def eig_banded(a_band: ArrayLike, lower: bool = ..., eigvals_only: bool = ..., overwrite_a_band: bool = ...,
               select: Literal["a", "v", "i"] = ..., select_range: Sequence[Any] | None = ...,
               max_ev: SupportsIndex = ...,
               check_finite: bool = ...) -> tuple[cupy.ndarray, cupy.ndarray] | cupy.ndarray: ...
@scipy_of_few
def eig_banded(a_band: ArrayLike, lower: bool = False, eigvals_only: bool = False, overwrite_a_band: bool = False,
               select: Any = "a", select_range: Sequence[Any] | None = None, max_ev: SupportsIndex = 0,
               check_finite: bool = True) -> tuple[cupy.ndarray, cupy.ndarray] | cupy.ndarray:
    """Eigenvalues and eigenvectors of Hermitian banded matrices.

    Parameters
    ----------
    a_band : (..., U + 1, M) array_like
        The diagonals of one triangle: element ``(i, j)`` of the matrix is ``a_band[U + i - j, j]``, or
        ``a_band[i - j, j]`` if `lower`.
    lower : bool, optional
        Which triangle that is.
    eigvals_only : bool, optional
        Whether vectors are left out.
    overwrite_a_band : bool, optional
        Accepted for SciPy's signature; the array stays as it is.
    select : {'a', 'v', 'i'}, optional
        Which values are wanted: all, those in ``(low, high]``, or those from one index to another.
    select_range : pair, optional
        The range.
    max_ev : int, optional
        Accepted for SciPy's signature.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    w : (..., N) ndarray
        Ascending.
    v : (..., M, N) ndarray
        Unless `eigvals_only`.

    Raises
    ------
    ValueError
        If shapes or options do not fit, or elements are not finite.

    Notes
    -----
    The matrix is made dense first, since that is what GPUs decompose fast.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eig_banded
    >>> eig_banded(cupy.array([[2.0, 2.0], [1.0, 0.0]]), lower=True, eigvals_only=True)
    array([1., 3.])
    """
    bands = matrices(a_band, check_finite, "a_band", "expected a 2-D array")
    by_index = by_value = None
    select = select.lower() if isinstance(select, str) else select
    if select not in _SELECT:
        raise ValueError("invalid argument for select")
    if _SELECT[select] != "a":
        span = numpy.asarray(select_range)
        if span.ndim != 1 or span.size != 2 or span[1] < span[0]:
            raise ValueError("select_range must be a 2-element array-like in nondecreasing order")
        if _SELECT[select] == "v":
            by_value = tuple(map(float, span))
        else:
            if span.dtype.kind not in "iu":
                raise ValueError(f'when using select="i", select_range must contain integers, got dtype {span.dtype} '
                                 f"({span.dtype.char})")
            by_index = tuple(map(int, span))
            if by_index[0] < 0 or by_index[1] >= bands.shape[-1]:
                raise ValueError("select_range out of bounds")
    return eigh(from_bands(bands, lower), lower=lower, eigvals_only=eigvals_only, check_finite=False,
                subset_by_index=by_index, subset_by_value=by_value)


def eigvals_banded(a_band: ArrayLike, lower: bool = False, overwrite_a_band: bool = False,
                   select: Literal["a", "v", "i"] = "a", select_range: Sequence[Any] | None = None,
                   check_finite: bool = True) -> cupy.ndarray:
    """Eigenvalues of Hermitian banded matrices, ascending.

    Parameters
    ----------
    a_band : (..., U + 1, M) array_like
        As for `eig_banded`.
    lower, overwrite_a_band, select, select_range, check_finite : optional
        As for `eig_banded`.

    Returns
    -------
    (..., N) ndarray
        The eigenvalues.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eigvals_banded
    >>> eigvals_banded(cupy.array([[0.0, 1.0], [2.0, 2.0]]))
    array([1., 3.])
    """
    return eig_banded(a_band, lower, True, select=select, select_range=select_range, check_finite=check_finite)


@overload
def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: Literal[False] = ...,
        select: Literal["a", "v", "i"] = ..., select_range: Sequence[Any] | None = ..., check_finite: bool = ...,
        tol: float = ...,
        lapack_driver: Literal["auto", "stemr", "stebz", "sterf", "stev", "stevd"] = ...) -> tuple[cupy.ndarray,
            cupy.ndarray]: ...
@overload
def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: Literal[True], select: Literal["a", "v", "i"] = ...,
        select_range: Sequence[Any] | None = ..., check_finite: bool = ..., tol: float = ...,
        lapack_driver: Literal["auto", "stemr", "stebz", "sterf", "stev", "stevd"] = ...) -> cupy.ndarray: ...
@overload
def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: bool = ..., select: Literal["a", "v", "i"] = ...,
        select_range: Sequence[Any] | None = ..., check_finite: bool = ..., tol: float = ...,
        lapack_driver: Literal["auto", "stemr", "stebz", "sterf", "stev", "stevd"] = ...) -> tuple[cupy.ndarray,
            cupy.ndarray] | cupy.ndarray: ...
@on_host
@scipy_of_few
def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: bool = False, select: Literal["a", "v", "i"] = "a",
        select_range: Sequence[Any] | None = None, check_finite: bool = True, tol: float = 0.0,
        lapack_driver: Literal["auto", "stemr", "stebz", "sterf", "stev", "stevd"] = "auto") -> tuple[cupy.ndarray,
            cupy.ndarray] | cupy.ndarray:
    """Eigenvalues and eigenvectors of real symmetric tridiagonal matrices.

    Parameters
    ----------
    d : (..., M) array_like
        The diagonal.
    e : (..., M - 1) array_like
        The diagonal beside it.
    eigvals_only : bool, optional
        Whether vectors are left out.
    select : {'a', 'v', 'i'}, optional
        Which values are wanted: all, those in ``(low, high]``, or those from one index to another.
    select_range : pair, optional
        The range.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.
    tol : float, optional
        Tolerance of the driver 'stebz'.
    lapack_driver : {'auto', 'stemr', 'stebz', 'sterf', 'stev', 'stevd'}, optional
        LAPACK's routine.

    Returns
    -------
    w : (..., N) ndarray
        Ascending.
    v : (..., M, N) ndarray
        Unless `eigvals_only`.

    Raises
    ------
    ValueError
        If shapes or options do not fit.
    TypeError
        For complex diagonals.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`. Only the two diagonals go there.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eigh_tridiagonal
    >>> eigh_tridiagonal(cupy.array([2.0, 2.0]), cupy.array([1.0]), eigvals_only=True)
    array([1., 3.])
    """
    ...


@on_host
def eigvalsh_tridiagonal(d: ArrayLike, e: ArrayLike, select: Literal["a", "v", "i"] = "a",
        select_range: Sequence[Any] | None = None, check_finite: bool = True, tol: float = 0.0,
        lapack_driver: Literal["auto", "stemr", "stebz", "sterf", "stev", "stevd"] | Literal["gelsd", "gelss",
            "gelsy"] | Literal["gesdd", "gesvd"] = "auto") -> cupy.ndarray:
    """Eigenvalues of real symmetric tridiagonal matrices, ascending.

    Parameters
    ----------
    d, e : array_like
        As for `eigh_tridiagonal`.
    select, select_range, check_finite, tol, lapack_driver : optional
        As for `eigh_tridiagonal`.

    Returns
    -------
    (..., N) ndarray
        The eigenvalues.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import eigvalsh_tridiagonal
    >>> eigvalsh_tridiagonal(cupy.array([2.0, 2.0]), cupy.array([1.0]))
    array([1., 3.])
    """
    ...
