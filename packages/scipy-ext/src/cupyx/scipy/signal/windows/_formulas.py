"""Windows from one launch: a formula of ``windows.hpp`` and its parameters."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy._host import of_scipy
from cupyx.scipy.signal import _kernels

(_general_cosine, _tukey, _exponential, _gaussian, _general_gaussian, _kaiser, _kaiser_narrow) = (
    Kernel("windows.hpp", _kernels, "Window", packed=("d",), arguments=formula)
    for formula in ("general_cosine", "tukey", "exponential", "gaussian", "general_gaussian", "kaiser",
                    "kaiser_narrow"))


def _make(kernel: Kernel, M: int, sym: bool, weights: Sequence[float] | bytes = (), **fields: Any) -> cupy.ndarray:
    """A window of M samples, of the symmetric one that is a sample longer where `sym` is not true."""
    out = cupy.empty(M)
    kernel.map("d", M, work=20, out=out, size=M + (not sym), weights=weights, **fields)
    return out


def _room() -> int:
    return _kaiser.constants["kWindowTerms"]


def plain(formula: str) -> Callable[..., Any]:
    """A window without parameters, by the name of its formula."""
    kernel = Kernel("windows.hpp", _kernels, "Window", packed=("d",), arguments=formula)
    return lambda M, sym=True: _make(kernel, M, sym)


def general_cosine(M: int, a: Sequence[float], sym: bool = True) -> cupy.ndarray | None:
    """A sum of cosines with the weights `a`."""
    if not 0 < len(a) <= _room():
        return None
    return _make(_general_cosine, M, sym, tuple(map(float, a)), p=-math.pi, q=2 * math.pi / (M - bool(sym)),
                 terms=len(a))


def cosines(*a: float) -> Callable[..., Any]:
    """A window that is always the same sum of cosines."""
    return lambda M, sym=True: general_cosine(M, a, sym)


def boxcar(M: int, sym: bool = True) -> cupy.ndarray:
    return cupy.ones(M)


def general_hamming(M: int, alpha: float, sym: bool = True) -> cupy.ndarray | None:
    return general_cosine(M, (alpha, 1 - alpha), sym)


def tukey(M: int, alpha: float = 0.5, sym: bool = True) -> cupy.ndarray | None:
    if alpha <= 0:
        return cupy.ones(M)
    return general_cosine(M, (0.5, 0.5), sym) if alpha >= 1 else _make(_tukey, M, sym, p=alpha)


def exponential(M: int, center: float | None = None, tau: float = 1.0, sym: bool = True) -> cupy.ndarray | None:
    if sym and center is not None:
        return None
    return _make(_exponential, M, sym, p=(M - bool(sym)) / 2 if center is None else center, q=tau)


def gaussian(M: int, std: float, sym: bool = True) -> cupy.ndarray:
    return _make(_gaussian, M, sym, q=std)


def general_gaussian(M: int, p: float, sig: float, sym: bool = True) -> cupy.ndarray:
    return _make(_general_gaussian, M, sym, p=p, q=sig)


@functools.lru_cache(64)
def _kaiser_series(beta: float) -> tuple[bytes, int]:
    """Weights of the powers of a Kaiser window, as many as count, and their number; none if there are too many."""
    with numpy.errstate(all="ignore"):
        terms = numpy.cumprod([1.0, *(beta / 2 / numpy.arange(1, _room())) ** 2])
        matter = terms > 1e-18 * terms.sum()
        if not numpy.isfinite(terms).all() or matter[-1]:
            return b"", 0
    count = int(matter.nonzero()[0][-1]) + 1
    return (terms / terms.sum())[:count].tobytes(), count


def kaiser(M: int, beta: float, sym: bool = True) -> cupy.ndarray:
    weights, terms = _kaiser_series(float(beta))
    if terms:
        return _make(_kaiser, M, sym, weights, terms=terms)
    return _make(_kaiser_narrow, M, sym, p=beta, q=1 / float(of_scipy("special.i0")(beta)))


@functools.lru_cache(64)
def _taylor_weights(nbar: int, sll: float, norm: bool) -> bytes:
    """Carrara & Goodman's sum of cosines, about the middle of the window."""
    a = math.acosh(10 ** (sll / 20)) / math.pi
    s2 = nbar ** 2 / (a ** 2 + (nbar - 0.5) ** 2)
    m = numpy.arange(1, nbar, dtype=float)
    weights = numpy.empty(nbar)
    weights[0] = 1
    for i in range(nbar - 1):
        over = numpy.prod(1 - m[i] ** 2 / s2 / (a ** 2 + (m - 0.5) ** 2)) * (-1) ** i
        weights[i + 1] = over / (numpy.prod(1 - m[i] ** 2 / m[:i] ** 2) * numpy.prod(1 - m[i] ** 2 / m[i + 1:] ** 2))
    if norm:
        weights /= weights.sum()
    return weights.tobytes()


def taylor(M: int, nbar: int = 4, sll: int = 30, norm: bool = True, sym: bool = True) -> cupy.ndarray | None:
    if nbar > _room():
        return None
    size = M + (not sym)
    return _make(_general_cosine, M, sym, _taylor_weights(nbar, float(sll), bool(norm)),
                 p=-math.pi * (size - 1) / size, q=2 * math.pi / size, terms=nbar)
