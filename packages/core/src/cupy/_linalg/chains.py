"""Products of several matrices, and powers of one."""
from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex

from numpy.linalg import LinAlgError

from cupy._core.constructors import eye
from cupy._linalg.dots import dot
from cupy._linalg.products import matmul
from cupy._core.broadcast import broadcast_to
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = []


def multi_dot(arrays: Sequence[ArrayLike], *, out: ndarray | None = None) -> ndarray:
    """Dot product of two or more arrays, in the order that takes the fewest multiplications.

    Parameters
    ----------
    arrays : sequence of array_like
        Matrices; the first and the last may be vectors.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        The product.

    Raises
    ------
    ValueError
        If there are fewer than two arrays, or sizes do not fit.
    LinAlgError
        If an array in between is not a matrix.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.ones((2, 3))
    >>> cupy.linalg.multi_dot([a, a.T, a]).shape
    (2, 3)
    """
    arrays = [as_array(x, "arrays") for x in arrays]
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    if len(arrays) == 2:
        return dot(*arrays, out=out)
    first, last = arrays[0].ndim, arrays[-1].ndim
    if first == 1:
        arrays[0] = arrays[0][None]
    if last == 1:
        arrays[-1] = arrays[-1][:, None]
    for x in arrays:
        if x.ndim != 2:
            raise LinAlgError(f"{x.ndim}-dimensional array given. Array must be two-dimensional")
    splits = _best_splits((*[x.shape[0] for x in arrays], arrays[-1].shape[1]))

    def product(i: int, j: int, out: ndarray | None = None) -> ndarray:
        if i == j:
            return arrays[i]
        return dot(product(i, splits[i, j]), product(splits[i, j] + 1, j), out=out)

    result = product(0, len(arrays) - 1, out if first == last == 2 else None)
    if first == 1:
        result = result[0]
    if last == 1:
        result = result[..., 0]
    if out is not None and result is not out:
        out[...] = result
        return out
    return result


@functools.lru_cache(maxsize=128)
def _best_splits(sizes: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """After which matrix to split each product ``i … j``, by dynamic programming."""
    count = len(sizes) - 1
    costs, splits = {(i, i): 0 for i in range(count)}, {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            costs[i, j], splits[i, j] = min(
                (costs[i, k] + costs[k + 1, j] + math.prod((sizes[i], sizes[k + 1], sizes[j + 1])), k)
                for k in range(i, j))
    return splits


def matrix_power(a: ArrayLike, n: SupportsIndex) -> ndarray:
    """Power of square matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.
    n : int
        The exponent; negative ones take the inverse.

    Returns
    -------
    (..., M, M) ndarray
        The powers.

    Raises
    ------
    TypeError
        If `n` is not an integer.
    LinAlgError
        If matrices are not square, or not invertible.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.matrix_power(cupy.array([[0, 1], [1, 0]]), 3)
    array([[0, 1],
           [1, 0]])
    """
    from cupy.linalg._arguments import as_squares
    from cupy.linalg._solve import inv

    a = as_squares(a)
    try:
        n = operator.index(n)
    except TypeError as error:
        raise TypeError("exponent must be an integer") from error
    if n == 0:
        return broadcast_to(eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    if n < 0:
        a, n = inv(a), -n
    result, square = None, a
    while True:
        n, odd = divmod(n, 2)
        if odd:
            result = square if result is None else matmul(result, square)
            if n == 0:
                return result.copy() if result is a else result
        square = matmul(square, square)
