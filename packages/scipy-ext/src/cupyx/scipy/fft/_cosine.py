"""Cosine and sine transforms of all four types, by way of the Fourier transform; their scale is chosen elsewhere.

Sine transforms are cosine transforms of the reversed or alternating input.  Types II and III are Makhoul's: a Fourier
transform of the same length, of the even items followed by the odd ones backwards.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import cupy
from cupy._ext import fourier

if TYPE_CHECKING:
    import numpy

__all__ = []


def _rfft(x: cupy.ndarray) -> cupy.ndarray:
    return fourier().one(x, None, -1, "R2C", True, None, None, "rfft")


def _alternating(n: int, dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """``[1, -1, 1, …]``."""
    signs = cupy.ones(n, dtype)
    signs[1::2] = -1
    return signs


def _phases(start: float, step: float, count: int, dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """``exp(1j * (start + step * k))`` for the first `count` k."""
    angles = cupy.arange(count, dtype="d") * step + start
    return cupy.exp(1j * angles).astype(dtype.char.upper())


def dct1(x: cupy.ndarray, scale: float) -> cupy.ndarray:
    """Type I: the real transform of ``x[0], …, x[n-1], x[n-2], …, x[1]``."""
    return _rfft(cupy.concatenate((x, x[..., -2:0:-1]), axis=-1)).real * scale


def dst1(x: cupy.ndarray, scale: float) -> cupy.ndarray:
    """Type I: the real transform of ``0, x[0], …, x[n-1], 0, -x[n-1], …, -x[0]``."""
    zero = cupy.zeros((*x.shape[:-1], 1), x.dtype)
    odd = cupy.concatenate((zero, x, zero, -x[..., ::-1]), axis=-1)
    return _rfft(odd).imag[..., 1:-1] * -scale


def dct2(x: cupy.ndarray, scale: float, sine: bool = False) -> cupy.ndarray:
    """Type II; the sine transform has odd items of the other sign, and its result backwards."""
    n = x.shape[-1]
    low, high = n // 2 + 1, (n + 1) // 2
    folded = cupy.empty_like(x, order="C")
    folded[..., :high] = x[..., ::2]
    (cupy.negative if sine else cupy.positive)(x[..., 1::2][..., ::-1], out=folded[..., high:])
    turned = _rfft(folded) * _phases(0, -math.pi / (2 * n), low, x.dtype)
    y = folded      # its memory is free again
    into = y[..., ::-1] if sine else y
    cupy.multiply(turned.real, 2 * scale, out=into[..., :low])
    cupy.multiply(turned.imag[..., n - low:0:-1], -2 * scale, out=into[..., low:])
    return y


def dct3(x: cupy.ndarray, scale: float, sine: bool = False) -> cupy.ndarray:
    """Type III; the sine transform is that of the items backwards, with odd items of the other sign."""
    n = x.shape[-1]
    low, high = n // 2 + 1, (n + 1) // 2
    x = x[..., ::-1] if sine else x
    turned = cupy.empty((*x.shape[:-1], low), x.dtype.char.upper())
    turned.real = x[..., :low]
    turned.imag[..., 0] = 0
    cupy.negative(x[..., :n - low:-1] if n > 1 else x[..., :0], out=turned.imag[..., 1:])
    turned *= _phases(0, math.pi / (2 * n), low, x.dtype)
    folded = fourier().one(turned, n, -1, "C2R", False, "forward", None, "irfft", True)
    y = cupy.empty_like(folded)
    cupy.multiply(folded[..., :high], scale, out=y[..., ::2])
    cupy.multiply(folded[..., high:][..., ::-1], -scale if sine else scale, out=y[..., 1::2])
    return y


def dct4(x: cupy.ndarray, scale: float) -> cupy.ndarray:
    """Type IV, by a transform of twice the length."""
    n = x.shape[-1]
    turned = x * _phases(0, -math.pi / (2 * n), n, x.dtype)
    z = fourier().one(turned, 2 * n, -1, "C2C", True, None, None, "fft")[..., :n]
    return (z * _phases(-math.pi / (4 * n), -math.pi / (2 * n), n, x.dtype)).real * (2 * scale)


def dst2(x: cupy.ndarray, scale: float) -> cupy.ndarray:
    """Type II."""
    return dct2(x, scale, sine=True)


def dst3(x: cupy.ndarray, scale: float) -> cupy.ndarray:
    """Type III."""
    return dct3(x, scale, sine=True)


def dst4(x: cupy.ndarray, scale: float) -> cupy.ndarray:
    """Type IV."""
    return dct4(x[..., ::-1], scale) * _alternating(x.shape[-1], x.dtype)


#: Type → transform along the last axis, times a number.
COSINE = {1: dct1, 2: dct2, 3: dct3, 4: dct4}
SINE = {1: dst1, 2: dst2, 3: dst3, 4: dst4}

#: Type → the type of the inverse.
INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def period(sine: bool, kind: int, n: int) -> int:
    """What a transform and its inverse multiply by, together."""
    if kind != 1:
        return 2 * n
    return 2 * (n + 1) if sine else 2 * (n - 1)
