"""Products of batched matrices and vectors: matmul, vecdot, matvec, vecmat."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cupy._core.matmul import multiply, quick
from cupy._core.ndarray import ndarray
from cupy._linalg.gufunc import GeneralizedUfunc

__all__ = ["matmul", "matvec", "vecdot", "vecmat"]


class _Matmul(GeneralizedUfunc):
    def __call__(self, *operands: Any, **kwargs: Any) -> Any:
        if len(operands) == 2 and not kwargs:
            result = quick(*operands)
            if result is not None:
                return result
        return super().__call__(*operands, **kwargs)


class _OfVectors(GeneralizedUfunc):
    """With ``fits(shape, shape)``: whether operands need neither be broadcast nor refused."""

    def __init__(self, name: str, signature: str, compute: Callable[..., Any], fits: Callable[..., Any],
                 doc: str) -> None:
        super().__init__(name, signature, compute, doc)
        self._fits = fits

    def __call__(self, *operands: Any, **kwargs: Any) -> Any:
        if len(operands) == 2 and not kwargs:
            a, b = operands
            if type(a) is ndarray and type(b) is ndarray and a.dtype == b.dtype and self._fits(a.shape, b.shape):
                return self._compute(a, b, None)
        return super().__call__(*operands, **kwargs)


def _matmul(a: ndarray, b: ndarray, out: ndarray | None) -> ndarray:
    if a.ndim > 1 and b.ndim > 1:
        return multiply(a, b, out)
    if a.ndim > 1:
        return _matvec(a, b, out)
    if b.ndim > 1:
        return _drop(multiply(a[None], b, _wide(out, -2)), -2, out)
    return _inner(a, b, out)


def _wide(out: ndarray | None, axis: int) -> ndarray | None:
    """`out` with an axis of length one, where a vector was made a matrix."""
    if out is None:
        return None
    return out[..., None] if axis == -1 else out[..., None, :]


def _drop(result: ndarray, axis: int, out: ndarray | None) -> ndarray:
    if out is not None:
        return out
    return result[..., 0] if axis == -1 else result[..., 0, :]


def _inner(a: ndarray, b: ndarray, out: ndarray | None, conjugate: bool = False) -> ndarray:
    result = multiply(a[..., None, :], b[..., None], None if out is None else out[..., None, None],
                      conjugate and a.dtype.kind == "c")
    return out if out is not None else result[..., 0, 0]


def _vecdot(a: ndarray, b: ndarray, out: ndarray | None) -> ndarray:
    return _inner(a, b, out, True)


def _matvec(a: ndarray, b: ndarray, out: ndarray | None) -> ndarray:
    return _drop(multiply(a, b[..., None], _wide(out, -1)), -1, out)


def _vecmat(a: ndarray, b: ndarray, out: ndarray | None) -> ndarray:
    a = a.conj() if a.dtype.kind == "c" else a
    return _drop(multiply(a[..., None, :], b, _wide(out, -2)), -2, out)


_COMMON = """
    Parameters
    ----------
    x1, x2 : array_like
        Operands; axes before the core ones are broadcast.
    out : ndarray, optional
        Output array.
    axes : list of tuples of ints, optional
        Which axes of each operand and of the result are the core ones; the last if not given.
    axis : int, optional
        The one core axis of all operands, where they have one each.
    keepdims : bool, optional
        Whether the result has the core axes that are summed over, of length 1.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        Which casts of operands and of the result are allowed.
    order : {'K', 'C', 'F', 'A'}, optional
        Memory order of the result.
    dtype : dtype, optional
        Compute in this type, and return it.
    subok : bool, optional
        Ignored, for compatibility.
    signature : str or tuple of dtypes, optional
        The types of operands and result, as ``"dd->d"``, instead of `dtype`.

    Returns
    -------
    ndarray
        The products.

    Raises
    ------
    ValueError
        If sizes of core axes differ, or operands are scalars or cannot be broadcast.
    TypeError
        If a cast is not allowed.

    Examples
    --------
    >>> import cupy
"""


def _doc(text: str, example: str) -> str:
    return f"{text}\n{_COMMON}{example}"


matmul = _Matmul("matmul", "(n?,k),(k,m?)->(n?,m?)", _matmul, _doc(
    "Product of matrices, or of stacks of them; a vector is a row on the left and a column on the right.",
    "    >>> cupy.matmul(cupy.eye(2), cupy.array([1., 2.]))\n    array([1., 2.])\n    "))
vecdot = _OfVectors("vecdot", "(n),(n)->()", _vecdot, lambda a, b: a and a == b, _doc(
    "Dot product of vectors; the first is conjugated.",
    "    >>> cupy.vecdot(cupy.array([1., 2.]), cupy.array([3., 4.]))\n    array(11.)\n    "))
matvec = _OfVectors("matvec", "(m,n),(n)->(m)", _matvec, lambda a, b: len(a) > 1 and (*a[:-2], a[-1]) == b, _doc(
    "Product of matrices and vectors.",
    "    >>> cupy.matvec(cupy.eye(2), cupy.array([1., 2.]))\n    array([1., 2.])\n    "))
vecmat = _OfVectors("vecmat", "(n),(n,m)->(m)", _vecmat, lambda a, b: len(b) > 1 and a == b[:-1], _doc(
    "Product of vectors and matrices; the vectors are conjugated.",
    "    >>> cupy.vecmat(cupy.array([1., 2.]), cupy.eye(2))\n    array([1., 2.])\n    "))
