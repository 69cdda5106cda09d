"""Systems with banded matrices."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import cupy
from cupy import linalg
from cupy._ext import Kernel, host_memory, serial_blocks

from cupyx.scipy.linalg import _band_nodes, _band_tiles, _kernels, _lapack_host
from cupyx.scipy._host import scipy_of_many
from cupyx.scipy.linalg._arguments import (
    as_lapack,
    batched,
    both_finite,
    broadcast,
    expect_zero,
    finite,
    inexact,
    matrices,
)
from cupyx.scipy.linalg._finite import finite_meanwhile

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["cho_solve_banded", "cholesky_banded", "solve_banded", "solveh_banded"]

_TYPES = ("f", "d", "F", "D")
_factor, _forward, _backward = (
    Kernel("banded.hpp", _kernels, "Banded", packed=_TYPES, arguments=stage)
    for stage in ("factor", "forward", "backward"))
_cholesky = Kernel("cholesky_banded.hpp", _kernels, "CholeskyBanded", packed=_TYPES)

#: Rows of a system that is solved as a dense one, and of a run at least; runs that keep a GPU busy.
_DENSE, _RUN, _RUNS = 256, 64, 16384
#: Rows from which a system of few diagonals is cut into runs that are merged.
_MERGED = 256


def _parts(n: int, width: int, batch: int) -> int:
    """Into how many runs of rows each matrix is cut."""
    if serial_blocks():
        return 1
    return max(1, min(n // max(_RUN, 8 * width), -(-_RUNS // batch)))


def solve_banded(l_and_u: tuple[int, int], ab: ArrayLike, b: ArrayLike, overwrite_ab: bool = False,
                 overwrite_b: bool = False, check_finite: bool = True) -> cupy.ndarray:
    """Solve ``a @ x = b`` for banded matrices.

    Parameters
    ----------
    l_and_u : (int, int)
        How many diagonals below and above the main one there are.
    ab : (..., l + u + 1, M) array_like
        The diagonals: element ``(i, j)`` of the matrix is ``ab[u + i - j, j]``. Axes before the last two are a batch.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    overwrite_ab, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of the common batch.

    Raises
    ------
    LinAlgError
        If a matrix is singular: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``.
    ValueError
        If shapes do not fit, or elements are not finite.

    Notes
    -----
    Runs of rows are eliminated side by side, with partial pivoting in each; what they leave is a smaller banded
    system, which is solved the same way. Of at most two diagonals on each side, with one right-hand side, what runs
    leave is merged, by a tree.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_banded
    >>> ab = cupy.array([[0.0, 1.0, 1.0], [4.0, 4.0, 4.0], [1.0, 1.0, 0.0]])
    >>> solve_banded((1, 1), ab, cupy.array([5.0, 6.0, 5.0])).round(9)
    array([1., 1., 1.])
    """
    lower, upper = (int(k) for k in l_and_u)
    ab, b = both_finite(ab, b, False, ("ab", "b"))
    looks = _by_tiles(lower, upper, ab, b)              # for what is not finite, by the way
    with finite_meanwhile(ab, b, check_finite and not looks):
        return _solve_banded(lower, upper, ab, b, bool(check_finite and looks))


def _solve_banded(lower: int, upper: int, ab: cupy.ndarray, b: cupy.ndarray, check_finite: bool) -> cupy.ndarray:
    if lower < 0 or upper < 0:
        raise ValueError("invalid values for the number of lower and/or upper diagonals: l and u must be >= 0")
    if ab.ndim < 2 or b.ndim == 0 or ab.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
        raise ValueError("shapes of ab and b are not compatible.")
    if lower + upper + 1 != ab.shape[-2]:
        raise ValueError(f"invalid values for the number of lower and upper diagonals: l+u+1 ({lower + upper + 1}) "
                         f"does not equal ab.shape[0] ({ab.shape[-2]})")
    ab, b = as_lapack(inexact(ab), inexact(b))
    vector = b.ndim == 1
    ab, b = broadcast(ab, b[:, None] if vector else b)
    x = solve_bands(lower, upper, ab, b, check_finite) if b.size else cupy.empty(b.shape, b.dtype)
    return x[..., 0] if vector else x


def _by_tiles(lower: int, upper: int, ab: cupy.ndarray, b: cupy.ndarray) -> bool | int:
    """Whether right-hand sides are solved for by tiles of rows."""
    return (lower >= 0 <= upper and max(lower, upper) == 1 and b.size and b.shape[0 if b.ndim == 1 else -2] >= _MERGED
            and (b.ndim == 1 or b.shape[-1] == 1) and ab.ndim > 1 and ab.size and not serial_blocks())


def solve_bands(lower: int, upper: int, ab: cupy.ndarray, b: cupy.ndarray, check_finite: bool = False) -> cupy.ndarray:
    """Solutions for arrays of one type and batch ``(…, l + u + 1, n)``, ``(…, n, k)``."""
    batch, (n, columns) = math.prod(b.shape[:-2]), b.shape[-2:]
    bands = batched(ab)
    if not host_memory() and _by_tiles(lower, upper, bands, b):
        return _band_tiles.solve(lower, upper, bands, cupy.ascontiguousarray(b.reshape(batch, n)),
                                 check_finite).reshape(b.shape)
    x = b.reshape(batch, n, columns).copy(order="C")
    if n == 1:          # which SciPy divides by without a look
        return (x / bands[:, upper, :, None]).reshape(b.shape)
    if lower + upper == 0:
        expect_zero((bands == 0).any(), "singular matrix")
        return (x / bands[:, 0, :, None]).reshape(b.shape)
    if host_memory():
        _lapack_host.banded(lower, upper, bands, x)
        return x.reshape(b.shape)
    if not serial_blocks() and columns == 1 and n >= _MERGED and max(lower, upper) == 2:
        _band_nodes.solve(lower, upper, bands, x[..., 0])
        return x.reshape(b.shape)
    return _solve(lower, upper, bands, x).reshape(b.shape)


def _solve(lower: int, upper: int, bands: cupy.ndarray, x: cupy.ndarray) -> cupy.ndarray:
    batch, n, columns = x.shape
    width = lower + upper
    parts = _parts(n, width, batch)
    if n <= max(2 * width, 4) or (not serial_blocks() and n <= _DENSE and batch == 1):
        return cupy.ascontiguousarray(linalg.solve(_dense(lower, upper, bands), x))
    runs = batch * parts
    steps = -(-n // parts) - width
    dtype = x.dtype
    held = width <= _factor.constants["kHeld"]
    fields = {
        "bands": bands, "x": x, "n": n, "parts": parts, "runs": runs, "lower": lower, "upper": upper,
        "columns": columns, "status": cupy.zeros((), "i4"), "pivots": cupy.empty((steps, runs), "i4"),
        "factors": cupy.empty((steps, 3 * width + 1, runs), dtype),
        "reduced": cupy.zeros((batch, 3 * width - 1, parts * width), dtype),
        "rest": cupy.empty((batch, parts * width, columns), dtype),
        "scratch": None if held else cupy.empty((runs, (width + 1) * (2 * width + 1)), dtype),
    }
    char, length = dtype.char, n // parts
    _factor.map(char, runs, work=4 * length * width * width + length, **fields)
    expect_zero(fields["status"], "singular matrix")
    _forward.map(char, runs * columns, work=2 * length * width, **fields)
    fields["rest"] = _solve(lower + width - 1, upper + width - 1, fields["reduced"], fields["rest"])
    _backward.map(char, runs * columns, work=4 * length * width, **fields)
    return x


def _dense(lower: int, upper: int, bands: cupy.ndarray) -> cupy.ndarray:
    """Matrices from their diagonals."""
    n = bands.shape[-1]
    i, j = cupy.arange(n)[:, None], cupy.arange(n)
    row = upper + i - j
    inside = (row >= 0) & (row <= lower + upper)
    items = bands[:, cupy.clip(row, 0, lower + upper), cupy.broadcast_to(j, (n, n))]
    return cupy.where(inside, items, bands.dtype.type(0))


def _full_bands(ab: cupy.ndarray, lower: bool) -> cupy.ndarray:
    """All diagonals of Hermitian matrices from those of one triangle, rows from the uppermost on."""
    rows, n = ab.shape[-2:]
    result = cupy.zeros((*ab.shape[:-2], 2 * rows - 1, n), ab.dtype)
    middle = rows - 1
    for k in range(rows):
        given = ab[..., k if lower else middle - k, :]
        items = given[..., :n - k] if lower else given[..., k:]
        if k == 0 and ab.dtype.kind == "c":
            items = items.real
        result[..., middle + k, :n - k] = items if lower else items.conj()
        result[..., middle - k, k:] = items.conj() if lower else items
    return result


@scipy_of_many
def solveh_banded(ab: ArrayLike, b: ArrayLike, overwrite_ab: bool = False, overwrite_b: bool = False,
                  lower: bool = False, check_finite: bool = True) -> cupy.ndarray:
    """Solve ``a @ x = b`` for Hermitian positive-definite banded matrices.

    Parameters
    ----------
    ab : (..., U + 1, M) array_like
        The diagonals of one triangle: element ``(i, j)`` of the matrix is ``ab[U + i - j, j]``, or ``ab[i - j, j]`` if
        `lower`. Axes before the last two are a batch.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    overwrite_ab, overwrite_b : bool, optional
        Accepted for SciPy's signature; the arrays stay as they are.
    lower : bool, optional
        Which triangle is given.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of the common batch.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite; when, see `solve_banded`.
    ValueError
        If shapes do not fit, or elements are not finite.

    Notes
    -----
    All diagonals are made, and solved with as by `solve_banded`. One matrix of more than 4096 rows is refused on a
    GPU only if it is singular: to know more, elimination would have to go row by row.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solveh_banded
    >>> solveh_banded(cupy.array([[0.0, 1.0, 1.0], [4.0, 4.0, 4.0]]), cupy.array([5.0, 6.0, 5.0])).round(9)
    array([1., 1., 1.])
    """
    ab, b = both_finite(ab, b, False, ("ab", "b"))
    with finite_meanwhile(ab, b, check_finite):
        if ab.ndim < 2 or b.ndim == 0 or ab.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
            raise ValueError("shapes of ab and b are not compatible.")
        ab, b = as_lapack(ab, b)
        vector = b.ndim == 1
        ab, b = broadcast(ab, b[:, None] if vector else b)
        if not b.size:
            x = cupy.empty(b.shape, b.dtype)
        elif host_memory() or serial_blocks() or ab.shape[-1] <= _CHECKED:
            x = _solve_factored(_factor_bands(ab, lower), b, lower)
        else:
            width = ab.shape[-2] - 1
            x = solve_bands(width, width, _full_bands(ab, lower), b)
        return x[..., 0] if vector else x


#: Rows up to which one thread a matrix may factor.
_CHECKED = 4096


def _factor_bands(ab: cupy.ndarray, lower: bool) -> cupy.ndarray:
    if host_memory():
        return _lapack_host.factor_banded(batched(ab), lower).reshape(ab.shape)
    rows, n = ab.shape[-2:]
    batch = math.prod(ab.shape[:-2])
    # The conjugate of an upper triangle, in the places of the lower one.
    bands = ab.reshape(batch, rows, n).copy(order="C") if lower else _other_triangle(ab).reshape(batch, rows, n)
    status = cupy.zeros(batch, "i4")
    _cholesky.map(ab.dtype.char, batch, work=n * rows * rows, bands=bands, status=status, rows=rows, n=n)
    expect_zero(status.max() if batch else status, "leading minor not positive definite")
    result = bands.reshape(ab.shape)
    return result if lower else _other_triangle(result, False)


def _other_triangle(ab: cupy.ndarray, upper: bool = True) -> cupy.ndarray:
    """Diagonals of the adjoint: of an upper triangle those of the lower one, or the other way round."""
    rows, n = ab.shape[-2:]
    result = cupy.zeros(ab.shape, ab.dtype)
    for k in range(min(rows, n)):
        if upper:
            result[..., k, :n - k] = ab[..., rows - 1 - k, k:].conj()
        else:
            result[..., rows - 1 - k, k:] = ab[..., k, :n - k].conj()
    return result


def _solve_factored(cb: cupy.ndarray, b: cupy.ndarray, lower: bool) -> cupy.ndarray:
    if host_memory():
        return _lapack_host.solve_factored_banded(batched(cb), batched(b), lower).reshape(b.shape)
    width = cb.shape[-2] - 1
    below = cb if lower else _other_triangle(cb)
    above = _other_triangle(cb, False) if lower else cb
    return solve_bands(0, width, above, solve_bands(width, 0, below, b))


@scipy_of_many
def cholesky_banded(ab: ArrayLike, overwrite_ab: bool = False, lower: bool = False,
                    check_finite: bool = True) -> cupy.ndarray:
    """Cholesky factors of Hermitian positive-definite banded matrices.

    Parameters
    ----------
    ab : (..., U + 1, M) array_like
        The diagonals of one triangle, as for `solveh_banded`.
    overwrite_ab : bool, optional
        Accepted for SciPy's signature; the array stays as it is.
    lower : bool, optional
        Which triangle is given, and returned.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    (..., U + 1, M) ndarray
        Diagonals of the factor.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite; when, see `solve_banded`.
    ValueError
        If `ab` has fewer than two axes, or is not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cholesky_banded
    >>> cholesky_banded(cupy.array([[4.0, 5.0], [2.0, 0.0]]), lower=True)
    array([[2., 2.],
           [1., 0.]])
    """
    ab = finite(ab, False, "ab")
    with finite_meanwhile(ab, check=check_finite):
        ab = matrices(ab, False, "ab", "expected a 2-D array")
        return _factor_bands(ab, lower) if ab.size else cupy.empty(ab.shape, ab.dtype)


def cho_solve_banded(cb_and_lower: tuple[Any, ...], b: ArrayLike, overwrite_b: bool = False,
                     check_finite: bool = True) -> cupy.ndarray:
    """Solve ``a @ x = b`` with the factor of `cholesky_banded`.

    Parameters
    ----------
    cb_and_lower : tuple
        ``(cb, lower)``: the factor's diagonals, and which triangle they are.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    overwrite_b, check_finite : bool, optional
        As for `solveh_banded`.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of the common batch.

    Raises
    ------
    ValueError
        If shapes do not fit, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cho_solve_banded
    >>> cho_solve_banded((cupy.array([[2.0, 2.0], [0.0, 0.0]]), True), cupy.array([4.0, 8.0]))
    array([1., 2.])
    """
    cb, lower = cb_and_lower
    cb, b = both_finite(cb, b, False, ("cb", "b"))
    if cb.ndim < 2 or b.ndim == 0 or cb.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
        raise ValueError("shapes of cb and b are not compatible.")
    vector = b.ndim == 1
    with finite_meanwhile(cb, b, check_finite):
        cb, b = as_lapack(cb, b)
        cb, b = broadcast(cb, b[:, None] if vector else b)
        x = _solve_factored(cb, b, lower) if b.size else cupy.empty(b.shape, b.dtype)
    return x[..., 0] if vector else x
