"""Random sketches of matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import as_array

from cupyx import scatter_add
from cupyx.scipy.linalg._arguments import inexact

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["clarkson_woodruff_transform"]


def clarkson_woodruff_transform(input_matrix: ArrayLike, sketch_size: Int,
                                rng: numpy.random.Generator | Int | None = None, *, seed: Any = None) -> cupy.ndarray:
    """A matrix of fewer rows whose columns have about the same lengths: each row is added to a random one, with a sign.

    Parameters
    ----------
    input_matrix : (..., N, D) array_like
        The matrix; those of a batch are sketched alike.
    sketch_size : int
        Rows of the sketch.
    rng : numpy.random.Generator or int, optional
        Random numbers of the host.
    seed : numpy.random.RandomState or int, optional
        The old way to say which numbers.

    Returns
    -------
    (..., sketch_size, D) ndarray
        The new matrix.

    Notes
    -----
    K. L. Clarkson and D. P. Woodruff, "Low rank approximation and regression in input sparsity time", STOC 2013. Rows
    and signs are those that SciPy draws from the same generator.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import clarkson_woodruff_transform
    >>> clarkson_woodruff_transform(cupy.ones((100, 3)), 10, rng=1).shape
    (10, 3)
    """
    a = inexact(as_array(input_matrix, "input_matrix"))
    count = a.shape[-2]
    if seed is None:
        generator = numpy.random.default_rng(rng)
        rows = generator.integers(0, sketch_size, count)
    else:
        generator = seed if isinstance(seed, numpy.random.RandomState) else numpy.random.RandomState(seed)
        rows = generator.randint(0, sketch_size, count)
    signs = cupy.asarray(generator.choice([1, -1], count).astype(a.dtype.char.lower()))
    moved = cupy.moveaxis(a, -2, 0)
    result = cupy.zeros((sketch_size, *moved.shape[1:]), a.dtype)
    scatter_add(result, cupy.asarray(rows), moved * signs.reshape(count, *[1] * (moved.ndim - 1)))
    return cupy.moveaxis(result, 0, -2)
