"""Triangular systems by substitution in blocks, and products of matrices between them."""
from __future__ import annotations

from typing import Any

import cupy
from cupy._ext import Kernel, serial_blocks

from cupyx.scipy.linalg import _kernels

__all__ = []

_kernel = Kernel("substitution.hpp", _kernels, "Substitution", packed=("f", "d", "F", "D"))
_MANY = 256             # right-hand sides from which a warp takes several
_SHARE = 65536          # products worth a thread of the host


def substitute(a: cupy.ndarray, b: cupy.ndarray, lower: bool, unit: bool) -> cupy.ndarray:
    """Solutions ``(batch, n, count)`` of systems of which one triangle is read.

    The blocks on the diagonal are solved with one after the other, and halves of what they cover are multiplied as
    matrices: nothing is inverted, so that errors are those of plain substitution.
    """
    batch, n, _ = b.shape
    lanes, most = _kernel.constants["kLanes"], _kernel.constants["kMostRows"]
    slots = 1 if n <= lanes else most // 2 if n <= lanes * most // 2 else most
    size = lanes * slots
    x, whole = b.copy(order="C"), n // size
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
    _halves(a, x, 0, n, lower, {"size": size, "slots": slots, "unit": unit, "blocks": blocks, "rest": rest})
    return x


def _halves(a: cupy.ndarray, x: cupy.ndarray, start: Any, stop: Any, lower: bool,
            given: dict[str, cupy.ndarray | bool | int | None]) -> None:
    size = given["size"]
    if stop - start <= size:
        return _block(x, start, stop, lower, given)
    middle = start + size * (-(-(stop - start) // size) // 2)
    first, second = slice(start, middle), slice(middle, stop)
    if not lower:
        first, second = second, first
    _halves(a, x, first.start, first.stop, lower, given)
    x[:, second] -= a[:, second, first] @ x[:, first]
    return _halves(a, x, second.start, second.stop, lower, given)


def _block(x: cupy.ndarray, start: Any, stop: int, lower: bool, given: Any) -> None:
    batch, n, columns = x.shape
    size, number = stop - start, start // given["size"]
    blocks = given["blocks"][:, number] if size == given["size"] else given["rest"]
    constants = _kernel.constants
    sides = constants["kManySides"] if columns >= _MANY and given["slots"] == constants["kMostRows"] else 1
    work = max(1, batch * columns * size * size // _SHARE)
    _kernel(x.dtype.char, blocks=min(work, 8) if serial_blocks() else batch * -(-columns // sides),
            threads=constants["kLanes"], x=x, batch=batch, n=n, columns=columns, first=start, size=size,
            slots=given["slots"], sides=sides, step=blocks.strides[0] // blocks.itemsize, lower=lower,
            unit=given["unit"], matrices=blocks)
