"""Systems with a triangular matrix."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import cupy
from cupy._ext import host_memory, linalg_check

from cupyx.scipy._host import scipy_of_many
from cupyx.scipy.linalg._arguments import as_lapack, batched, both_finite, expect_zero, right_sides
from cupyx.scipy.linalg._finite import finite_meanwhile
from cupyx.scipy.linalg._lapack import implementation

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["solve_triangular"]

_TRANS = {0: 0, 1: 1, 2: 2, "N": 0, "T": 1, "C": 2}


@scipy_of_many
def solve_triangular(a: ArrayLike, b: ArrayLike, trans: Literal[0, 1, 2, "N", "T", "C"] = 0, lower: bool = False,
                     unit_diagonal: bool = False, overwrite_b: bool = False, check_finite: bool = True) -> cupy.ndarray:
    """Solve ``a @ x = b`` for a triangular matrix.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrix, of which one triangle is read; axes before the last two are a batch.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.
    trans : {0, 1, 2, 'N', 'T', 'C'}, optional
        Whether ``a``, its transpose, or its conjugate transpose is solved with.
    lower : bool, optional
        Whether the lower triangle is read, rather than the upper.
    unit_diagonal : bool, optional
        Whether the diagonal is taken for ones, and not read.
    overwrite_b : bool, optional
        Accepted for SciPy's signature; `b` stays as it is.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    ndarray
        x, of the shape of `b` or of the common batch.

    Raises
    ------
    LinAlgError
        If an element of the diagonal is zero: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``.
    ValueError
        If shapes do not fit, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_triangular
    >>> solve_triangular(cupy.array([[2.0, 0.0], [1.0, 4.0]]), cupy.array([2.0, 5.0]), lower=True)
    array([1., 1.])
    """
    a, b = both_finite(a, b, False)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError("expected square matrix")
    if b.ndim == 0 or a.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
        raise ValueError(f"shapes of a {a.shape} and b {b.shape} are incompatible")
    if trans not in _TRANS:
        raise ValueError(f"trans must be one of 0, 1, 2, 'N', 'T' and 'C', not {trans!r}")
    with finite_meanwhile(a, b, check_finite):
        a, b, vector = right_sides(*as_lapack(a, b))
        x = solve_stack(a, b, _TRANS[trans], lower, unit_diagonal) if b.size else cupy.empty(b.shape, b.dtype)
    return x[..., 0] if vector else x


def solve_stack(a: cupy.ndarray, b: cupy.ndarray, trans: int, lower: bool, unit: bool = False,
                check: bool = True) -> cupy.ndarray:
    """Solutions for arrays of one type and batch ``(…, n, n)``, ``(…, n, k)``; zeros on diagonals may be failures."""
    failures: dict[str, Any] = {}
    if check and not unit:
        if host_memory():
            expect_zero((a.diagonal(axis1=-2, axis2=-1) == 0).any(), "singular matrix")
        else:
            failures = {"status": linalg_check.word("singular matrix"), "unusual": linalg_check.unusual()}
    trans = 1 if trans == 2 and a.dtype.kind != "c" else trans
    if trans != 2 and a.ndim == 2 and a.flags.f_contiguous:        # spares a copy
        a, lower, trans = a.T, not lower, 1 - trans
    x = implementation().triangular(batched(a), batched(b), lower, unit, trans, **failures).reshape(b.shape)
    if failures:
        linalg_check.launched()
    return x
