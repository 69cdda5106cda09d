"""Formulas of windows: samples of long ones are made where they are used."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy._host import of_scipy
from cupyx.scipy.signal import _kernels

LENGTH = 1 << 14         # samples from which on a launch is quicker than SciPy and a copy

_kernel = Kernel("window.hpp", _kernels, "Window", packed=("d",))


def make(M: int, sym: bool, kind: str, weights: Any = (), **fields: Any) -> cupy.ndarray:
    """A window of M samples, of the symmetric one that is a sample longer where `sym` is not true."""
    out = cupy.empty(M)
    _kernel.map("d", M, work=20, out=out, size=M + (not sym), kind=_kernel.constants[f"k{kind.capitalize()}"],
                weights=weights, **fields)
    return out


def cosines(M: int, a: Sequence[float], sym: bool = True) -> cupy.ndarray | None:
    """A sum of cosines with the weights `a`."""
    a = [float(value) for value in a]
    if len(a) > _kernel.constants["kWindowTerms"]:
        return None
    size = M + (not sym)
    return make(M, sym, "cosines", angle=-math.pi, step=2 * math.pi / (size - 1), terms=len(a), weights=a)


def fixed(*a: float) -> Callable[..., Any]:
    """The formula of a window that is always the same sum of cosines."""
    return lambda M, sym=True: cosines(M, a, sym)


def plain(kind: str) -> Callable[..., Any]:
    """The formula of a window without parameters."""
    return lambda M, sym=True: make(M, sym, kind)


def boxcar(M: int, sym: bool = True) -> cupy.ndarray:
    return cupy.ones(M)


def general_hamming(M: int, alpha: float, sym: bool = True) -> cupy.ndarray | None:
    return cosines(M, (alpha, 1 - alpha), sym)


def tukey(M: int, alpha: float = 0.5, sym: bool = True) -> cupy.ndarray | None:
    if alpha <= 0:
        return cupy.ones(M)
    return cosines(M, (0.5, 0.5), sym) if alpha >= 1 else make(M, sym, "tukey", p=alpha)


def exponential(M: int, center: float | None = None, tau: float = 1.0, sym: bool = True) -> cupy.ndarray | None:
    if sym and center is not None:
        return None
    return make(M, sym, "exponential", p=(M - sym) / 2 if center is None else center, q=tau)


def gaussian(M: int, std: float, sym: bool = True) -> cupy.ndarray:
    return make(M, sym, "gaussian", p=1, q=std)


def general_gaussian(M: int, p: float, sig: float, sym: bool = True) -> cupy.ndarray:
    return make(M, sym, "gaussian", p=p, q=sig)


def kaiser(M: int, beta: float, sym: bool = True) -> cupy.ndarray:
    return make(M, sym, "kaiser", p=beta, q=1 / float(of_scipy("special.i0")(beta)))


def taylor(M: int, nbar: int = 4, sll: int = 30, norm: bool = True, sym: bool = True) -> cupy.ndarray | None:
    """Carrara & Goodman's sum of cosines, about the middle of the window."""
    if nbar > _kernel.constants["kWindowTerms"]:
        return None
    size = M + (not sym)
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
    return make(M, sym, "cosines", angle=-math.pi * (size - 1) / size, step=2 * math.pi / size, terms=nbar,
                weights=weights)
