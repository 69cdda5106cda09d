"""Levels 2 and 3 of BLAS: matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from cupy._core.matmul import multiply
from cupy._core.ndarray import ndarray
from cupy._linalg.blas_arguments import check_shape, check_types, operation, result, transposed
from cupy._ops import arithmetic

if TYPE_CHECKING:
    from cupy._core.options import Int, Number

__all__ = []


def gemv(transa: Literal["N", "T", "H"], alpha: Number, a: ndarray, x: ndarray, beta: Number, y: ndarray) -> None:
    """``y = alpha * op(a) @ x + beta * y``.

    Parameters
    ----------
    transa : {'N', 'T', 'H'}
        What `op` does.
    alpha, beta : scalar or ndarray
        Factors.
    a : ndarray
        Matrix.
    x, y : ndarray
        Vectors.

    Examples
    --------
    >>> import cupy
    >>> y = cupy.zeros(2)
    >>> cupy.cublas.gemv("N", 1, cupy.eye(2), cupy.ones(2), 0, y)
    >>> y
    array([1., 1.])
    """
    check_types(a, x, y, vectors=(x, y), matrices=(a,))
    op = transposed(a, transa)
    check_shape(x, (op.shape[1],))
    check_shape(y, (op.shape[0],))
    product = alpha * multiply(op, x[:, None])[:, 0]
    y[...] = product if _is_zero(beta) else product + beta * y


def _is_zero(beta: Any) -> bool:
    return not isinstance(beta, ndarray) and beta == 0


def ger(alpha: Number, x: ndarray, y: ndarray, a: ndarray) -> None:
    """``a += alpha * outer(x, y)``, of real numbers.

    Parameters
    ----------
    alpha : scalar or ndarray
        Factor.
    x, y : ndarray
        Vectors.
    a : ndarray
        Matrix.

    Raises
    ------
    TypeError
        For complex arrays.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.zeros((1, 2))
    >>> cupy.cublas.ger(2, cupy.ones(1), cupy.ones(2), a)
    >>> a
    array([[2., 2.]])
    """
    if a.dtype.kind == "c":
        raise TypeError(f"ger is for real arrays, not {a.dtype}; see geru and gerc")
    geru(alpha, x, y, a)


def geru(alpha: Number, x: ndarray, y: ndarray, a: ndarray) -> None:
    """``a += alpha * outer(x, y)``.

    Parameters
    ----------
    alpha : scalar or ndarray
        Factor.
    x, y : ndarray
        Vectors.
    a : ndarray
        Matrix.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.zeros((1, 1), "D")
    >>> cupy.cublas.geru(1, cupy.array([1j]), cupy.array([1j]), a)
    >>> a
    array([[-1.+0.j]])
    """
    check_types(x, y, a, vectors=(x, y), matrices=(a,))
    check_shape(a, (x.size, y.size))
    arithmetic.add(a, (alpha * x)[:, None] * y, out=a, casting="unsafe")


def gerc(alpha: Number, x: ndarray, y: ndarray, a: ndarray) -> None:
    """``a += alpha * outer(x, conj(y))``.

    Parameters
    ----------
    alpha : scalar or ndarray
        Factor.
    x, y : ndarray
        Vectors.
    a : ndarray
        Matrix.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.zeros((1, 1), "D")
    >>> cupy.cublas.gerc(1, cupy.array([1j]), cupy.array([1j]), a)
    >>> a
    array([[1.+0.j]])
    """
    geru(alpha, x, y.conj(), a)


def sbmv(k: Int, alpha: Number, a: ndarray, x: ndarray, beta: Number, y: ndarray,
         lower: bool = False) -> ndarray:
    """``y = alpha * A @ x + beta * y`` for a symmetric matrix of which `k` diagonals are kept.

    Parameters
    ----------
    k : int
        Diagonals beside the main one.
    alpha, beta : scalar or ndarray
        Factors.
    a : ndarray
        Its diagonals: row ``k - d`` (row ``d`` if `lower`) holds diagonal `d`, in the column of its element of `A`.
    x, y : ndarray
        Vectors.
    lower : bool, optional
        Whether `a` holds the lower triangle.

    Returns
    -------
    ndarray
        `y`.

    Examples
    --------
    >>> import cupy
    >>> y = cupy.zeros(2)
    >>> cupy.cublas.sbmv(0, 1, cupy.array([[2.0, 3.0]]), cupy.ones(2), 0, y)
    array([2., 3.])
    """
    check_types(a, x, y, vectors=(x, y), matrices=(a,))
    check_shape(y, x.shape)
    n = x.size
    if a.shape[0] < k + 1 or a.shape[1] < n:
        raise ValueError(f"a of shape {a.shape} cannot hold {k + 1} diagonals of length {n}")
    product = a[0 if lower else k, :n] * x
    for d in range(1, min(k, n - 1) + 1):
        band = a[d, :n - d] if lower else a[k - d, d:n]
        product[:n - d] += band * x[d:]
        product[d:] += band * x[:n - d]
    product = alpha * product
    y[...] = product if _is_zero(beta) else product + beta * y
    return y


def gemm(transa: Literal["N", "T", "H"], transb: Literal["N", "T", "H"], a: ndarray, b: ndarray,
         out: ndarray | None = None, alpha: Number = 1.0, beta: Number = 0.0) -> ndarray:
    """``alpha * op(a) @ op(b) + beta * out``.

    Parameters
    ----------
    transa, transb : {'N', 'T', 'H'}
        What `op` does.
    a, b : ndarray
        Matrices.
    out : ndarray, optional
        Output array.
    alpha, beta : scalar or ndarray, optional
        Factors.

    Returns
    -------
    ndarray
        `out`, or a new array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.gemm("N", "T", cupy.ones((1, 2)), cupy.ones((1, 2)))
    array([[2.]])
    """
    check_types(a, b, matrices=(a, b))
    left, right = transposed(a, transa), transposed(b, transb)
    if left.shape[1] != right.shape[0]:
        raise ValueError(f"shapes {left.shape} and {right.shape} do not fit")
    product = multiply(left, right)
    if isinstance(alpha, ndarray) or alpha != 1:
        product = (alpha * product).astype(a.dtype, copy=False)
    if out is None:
        return product.copy("F")
    check_types(a, out, matrices=(out,))
    check_shape(out, product.shape)
    out[...] = product if _is_zero(beta) else product + beta * out
    return out


def geam(transa: Literal["N", "T", "H"], transb: Literal["N", "T", "H"], alpha: Number, a: ndarray, beta: Number,
         b: ndarray, out: ndarray | None = None) -> ndarray:
    """``alpha * op(a) + beta * op(b)``.

    Parameters
    ----------
    transa, transb : {'N', 'T', 'H'}
        What `op` does.
    alpha, beta : scalar or ndarray
        Factors.
    a, b : ndarray
        Matrices.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        `out`, or a new array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.geam("N", "T", 1, cupy.eye(2), 2, cupy.eye(2))
    array([[3., 0.],
           [0., 3.]])
    """
    check_types(a, b, matrices=(a, b))
    left, right = transposed(a, transa), transposed(b, transb)
    check_shape(right, left.shape)
    return result((alpha * left + beta * right).astype(a.dtype, copy=False), out, "F")


def dgmm(side: Literal["L", "R"], a: ndarray, x: ndarray, out: ndarray | None = None,
         incx: SupportsIndex = 1) -> ndarray:
    """Multiply the rows ('L') or the columns ('R') of a matrix by the elements of a vector.

    Parameters
    ----------
    side : {'L', 'R'}
        Where the diagonal matrix of the vector stands.
    a : ndarray
        Matrix.
    x : ndarray
        Vector, or any array of which every `incx`-th element is taken.
    out : ndarray, optional
        Output array.
    incx : int, optional
        Step in `x`; a negative one starts at its end.

    Returns
    -------
    ndarray
        `out`, or a new array.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.dgmm("L", cupy.ones((2, 2)), cupy.array([1.0, 2.0]))
    array([[1., 1.],
           [2., 2.]])
    """
    check_types(a, x, matrices=(a,))
    if side not in ("L", "R", 0, 1):
        raise ValueError(f"side must be 'L' or 'R', not {side!r}")
    left = side in ("L", 0)
    count = a.shape[0 if left else 1]
    x = x.ravel()
    if incx != 1:
        x = x[:1].repeat(count) if incx == 0 else x[::incx]
    if x.size < count:
        raise ValueError(f"x has {x.size} items for {count}")
    x = x[:count]
    return result(a * (x[:, None] if left else x), out, "F" if a.flags.f_contiguous else "C")


def syrk(trans: Literal["N", "T"], a: ndarray, out: ndarray | None = None, alpha: Number = 1.0,
         beta: Number = 0.0, lower: bool = False) -> ndarray:
    """One triangle of ``alpha * op(a) @ op(a).T + beta * out``.

    Parameters
    ----------
    trans : {'N', 'T'}
        What `op` does.
    a : ndarray
        Matrix.
    out : ndarray, optional
        Symmetric matrix, of which one triangle is changed.
    alpha, beta : scalar or ndarray, optional
        Factors.
    lower : bool, optional
        Which triangle.

    Returns
    -------
    ndarray
        The other triangle is zero, or that of `out`.

    Examples
    --------
    >>> import cupy
    >>> cupy.cublas.syrk("N", cupy.ones((2, 1)), lower=True)
    array([[1., 0.],
           [1., 1.]])
    """
    from cupy._creation.matrix import tril, triu

    check_types(a, matrices=(a,))
    if operation(trans) == "H":
        raise ValueError("syrk: trans must be 'N' or 'T'")
    op = transposed(a, trans)
    product = (alpha * multiply(op, op.T)).astype(a.dtype, copy=False)
    mine, other = (tril, triu) if lower else (triu, tril)
    if out is None:
        return mine(product).copy("F")
    check_types(a, out, matrices=(out,))
    check_shape(out, product.shape)
    if not _is_zero(beta):
        product = product + beta * out
    out[...] = mine(product) + other(out, 1 if lower else -1)
    return out
