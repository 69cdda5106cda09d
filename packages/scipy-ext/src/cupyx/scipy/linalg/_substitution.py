"""Triangular systems by substitution in blocks, and products of matrices between them."""
from __future__ import annotations

from typing import Any

import cupy
from cupy._ext import Kernel, serial_blocks

from cupyx.scipy.linalg import _kernels

__all__ = []

_kernel = Kernel("substitution.hpp", _kernels, "Substitution", packed=("f", "d", "F", "D"))
_MANY = 256             # right-hand sides from which a warp takes several
_ROWS = 64              # of a matrix whose columns are read where they lie, though it lies row by row
_SHARE = 65536          # products worth a thread of the host


def substitute(a: cupy.ndarray, b: cupy.ndarray, lower: bool, unit: bool, **failures: Any) -> cupy.ndarray:
    """Solutions ``(batch, n, count)`` of systems of which one triangle is read; `failures` are fields of kernels.

    The blocks on the diagonal are solved with one after the other, and halves of what they cover are multiplied as
    matrices: nothing is inverted, so that errors are those of plain substitution.
    """
    batch, n, _ = b.shape
    lanes, most = _kernel.constants["kLanes"], _kernel.constants["kMostRows"]
    slots = 1 if n <= lanes else most // 2 if n <= lanes * most // 2 else most
    size = lanes * slots
    given = {"size": size, "slots": slots, "unit": unit, **failures}
    if n <= (size if a.strides[-2] == a.itemsize else _ROWS):
        x = cupy.empty(b.shape, b.dtype)
        _block(cupy.ascontiguousarray(b), x, 0, n, lower, a, given)
        return x
    a, x, whole = cupy.ascontiguousarray(a), b.copy(order="C"), n // size
    blocks = None
    if whole:
        one = a.strides[-2] + a.strides[-1]
        view = cupy.lib.stride_tricks.as_strided(a, (batch, whole, size, size),
                                                 (a.strides[0], size * one, a.strides[-1], a.strides[-2]))
        blocks = view.copy(order="C")
    rest = None
    if n % size:
        rest = cupy.empty((batch, n % size, size), a.dtype)
        rest[:, :, :n % size] = a[:, whole * size:, whole * size:].swapaxes(-1, -2)
    _halves(a, x, 0, n, lower, blocks, rest, given)
    return x


def _halves(a: cupy.ndarray, x: cupy.ndarray, start: Any, stop: Any, lower: bool, blocks: Any, rest: Any,
            given: dict[str, Any]) -> None:
    """Rows of `x` from `start` on; `blocks` on the diagonal, and what is left of it, hold their matrices by columns."""
    size = given["size"]
    if stop - start <= size:
        block = blocks[:, start // size] if stop - start == size else rest
        return _block(x, x, start, stop, lower, block.swapaxes(-1, -2), given)
    middle = start + size * (-(-(stop - start) // size) // 2)
    first, second = slice(start, middle), slice(middle, stop)
    if not lower:
        first, second = second, first
    _halves(a, x, first.start, first.stop, lower, blocks, rest, given)
    x[:, second] -= a[:, second, first] @ x[:, first]
    return _halves(a, x, second.start, second.stop, lower, blocks, rest, given)


def _block(b: cupy.ndarray, x: cupy.ndarray, start: Any, stop: int, lower: bool, matrices: cupy.ndarray,
           given: dict[str, Any]) -> None:
    batch, n, columns = x.shape
    size, steps = stop - start, [stride // matrices.itemsize for stride in matrices.strides]
    constants = _kernel.constants
    sides = constants["kManySides"] if columns >= _MANY and given["slots"] == constants["kMostRows"] else 1
    work = max(1, batch * columns * size * size // _SHARE)
    _kernel(x.dtype.char, blocks=min(work, 8) if serial_blocks() else batch * -(-columns // sides),
            threads=constants["kLanes"], b=b, x=x, batch=batch, n=n, columns=columns, first=start, sides=sides,
            lower=lower, matrices=matrices, step=steps[0], down=steps[1], across=steps[2], **given | {"size": size})
