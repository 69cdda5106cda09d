"""Systems of at most `ROWS` equations on a GPU: a batch is factored and solved in one launch of core's own kernel."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from cupy._codegen.decompose import small_lu, tiny_lu
from cupy._core.kernel import Kernel
from cupy._core.constructors import empty
from cupy._linalg.decompose import failures

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_tiny, _small = Kernel(tiny_lu), Kernel(small_lu)

#: Lanes that share a matrix, a row each.
ROWS = _small.constants["kSmallRows"]

#: Rows of a matrix that one thread holds, and threads of a block then.
_TINY, _THREADS = _tiny.constants["kTinyRows"], _tiny.constants["kTinyThreads"]

_SOLVE, _DET, _SLOGDET = range(3)


def _launch(work: int, a: ndarray, b: ndarray | None, x: ndarray, logarithms: ndarray | None = None,
            info: ndarray | None = None) -> None:
    """Launch for a batch; `info` is set if one of its matrices is singular."""
    batch, n, _ = a.shape
    count = x.shape[2] if work == _SOLVE else 1
    lanes = 1 << (n - 1).bit_length()
    slices = -(-count // _small.constants["kSmallSlice"])
    fields = {"a": a, "b": b, "x": x, "logarithms": logarithms, "info": info, "unusual": failures.unusual(),
              "batch": batch, "count": count, "slices": slices, "n": n, "lanes": lanes, "work": work}
    if n <= _TINY:
        _tiny(a.dtype.char, blocks=-(-batch // _THREADS), threads=_THREADS, **fields)
    else:
        _small(a.dtype.char, blocks=-(-batch * lanes // ROWS) * slices, threads=ROWS, **fields)


def _solve(a: ndarray, b: ndarray | None, x: ndarray) -> ndarray:
    _launch(_SOLVE, a, b, x, info=failures.word("Singular matrix"))
    failures.launched()
    return x


def solve(a: ndarray, b: ndarray) -> ndarray:
    """Solutions ``(batch, n, count)``."""
    return _solve(a, b, empty(b.shape, b.dtype))


def inv(a: ndarray) -> ndarray:
    """Inverses."""
    return _solve(a, None, empty(a.shape, a.dtype))


def det(a: ndarray) -> ndarray:
    """Determinants."""
    x = empty(a.shape[0], a.dtype)
    _launch(_DET, a, None, x)
    return x


def slogdet(a: ndarray) -> tuple[ndarray, ndarray]:
    """Signs and logarithms of the absolute values of determinants."""
    x, logarithms = empty(a.shape[0], a.dtype), empty(a.shape[0], numpy.dtype(a.dtype.char.lower()))
    _launch(_SLOGDET, a, None, x, logarithms)
    return x, logarithms
