"""LU factors and triangular solves on a GPU, by the routines of its solver library."""
import cupy
from cupy._ext import solver_call

__all__ = []


def _columns(a):
    """A copy whose memory holds the matrices column by column."""
    return a.swapaxes(-1, -2).copy(order="C")


def lu(a):
    """Factors in one matrix, pivots that count from 0, and where an item of U's diagonal is zero, from 1."""
    batch, m, n = a.shape
    if m < n:       # pivots are those of the square part
        left, pivots, info = lu(cupy.ascontiguousarray(a[..., :m]))
        from cupyx.scipy.linalg._lu import permutation

        rows = cupy.take_along_axis(a[..., m:], permutation(pivots, m)[..., None], axis=1)
        return cupy.concatenate((left, triangular(left, rows, True, True)), axis=-1), pivots, info
    if m > n:       # columns of zeros at the end change nothing before them
        square = cupy.zeros((batch, m, m), a.dtype)
        square[..., :n] = a
        factors, pivots, info = lu(square)
        return cupy.ascontiguousarray(factors[..., :n]), pivots[:, :n], cupy.where(info > n, 0, info)
    call, work, pivots = solver_call(batch), _columns(a), cupy.empty((batch, n), "i4")
    call("getrf", a.dtype.char, n, work, batch, pivots)
    return _columns(work), pivots - 1, call.info


def lu_solve(factors, pivots, b, transposed):
    """Solutions ``(batch, n, count)``, of the transposed systems if so asked."""
    batch, n, count = b.shape
    # The library sees the transposed factors, unless they are copied: they may be the user's.
    work, x, pivots = _columns(factors), _columns(b), cupy.ascontiguousarray(pivots + 1)
    solver_call(batch)("getrs", b.dtype.char, transposed, n, count, work, pivots, x, batch)
    return _columns(x)


def triangular(a, b, lower, unit):
    """Solutions ``(batch, n, count)`` of systems of which one triangle is read."""
    batch, n, count = b.shape
    upper = cupy.tril(a).swapaxes(-1, -2) if lower else cupy.triu(a)
    if unit:
        upper = cupy.triu(upper, 1) + cupy.eye(n, dtype=a.dtype)
    # Factors L U with L = 1, in the order in which they are; lower triangles are transposed upper ones.
    work, x = _columns(upper), _columns(b)
    straight = cupy.broadcast_to(cupy.arange(1, n + 1, dtype="i4"), (batch, n)).copy()
    solver_call(batch)("getrs", a.dtype.char, lower, n, count, work, straight, x, batch)
    return _columns(x)
