"""Power transforms of long samples to normal ones: likelihoods are found on the device, and their maximum by SciPy.

Functions have the parameters of SciPy's, and return NotImplemented for what is left to those.
"""
from __future__ import annotations

import math
from typing import Any

import numpy

import cupy
from cupyx.scipy._host import of_scipy
from cupyx.scipy.stats._basic import boxcox_llf
from cupyx.scipy.stats._ranked import are_plain, floating

__all__ = []

_MARGIN = 10_000        # SciPy's, between what it transforms numbers to and the greatest float


def boxcox(x: Any, lmbda: Any = None, alpha: Any = None, optimizer: Any = None) -> Any:
    from cupyx.scipy import special

    x = cupy.asarray(x)
    if isinstance(lmbda, (int, float)) and x.dtype.char in "fdbBhHiIlL":
        return special.boxcox(x.astype(floating(x), copy=False), lmbda)
    if lmbda is not None or alpha is not None or optimizer is not None or not are_plain((x,)):
        return NotImplemented
    x = x.astype(floating(x), copy=False)
    low, high = cupy.stack([x.min(), x.max()]).get()
    if not 0 < low < high < math.inf:
        return NotImplemented
    best = of_scipy("optimize.brent")(lambda power: -float(boxcox_llf(power, x)), brack=(-2.0, 2.0))
    if not (abs(of_scipy("special.boxcox")([low, high], best)) <= numpy.finfo(x.dtype).max / _MARGIN).all():
        return NotImplemented
    return special.boxcox(x, best), best


def _yeojohnson(x: cupy.ndarray, power: float) -> cupy.ndarray:
    from cupyx.scipy import special

    return cupy.copysign(special.boxcox1p(abs(x), cupy.where(x < 0, x.dtype.type(2 - power), x.dtype.type(power))), x)


def yeojohnson(x: Any, lmbda: Any = None) -> Any:
    x = cupy.asarray(x)
    if not are_plain((x,)):
        return NotImplemented
    x = x.astype(floating(x), copy=False)
    if isinstance(lmbda, (int, float)):
        return _yeojohnson(x, lmbda)
    best = yeojohnson_normmax(x) if lmbda is None else NotImplemented
    return best if best is NotImplemented else (_yeojohnson(x.astype(float, copy=False), best), best)


def yeojohnson_normmax(x: Any, brack: Any = None) -> Any:
    x = cupy.asarray(x)
    if brack is not None or not are_plain((x,)):
        return NotImplemented
    x = x.astype(floating(x), copy=False)
    low, high, logarithms = cupy.stack([x.min(), x.max(), cupy.copysign(cupy.log1p(abs(x)), x).sum()]).get().tolist()
    if not -math.inf < low < high < math.inf:
        return NotImplemented

    def less_likely(power: float) -> float:
        variance = float(_yeojohnson(x, power).var())
        return x.size / 2 * math.log(variance) - (power - 1) * logarithms if variance > 0 else math.inf

    # Powers for which numbers of up to twenty times the greatest size stay within half the range of exponents.
    info, largest = numpy.finfo(x.dtype), math.log1p(20 * max(-low, high))
    bounds = ((math.log(info.tiny) - math.log(info.eps)) / 2 / largest,
              (math.log(info.max) + math.log(info.eps)) / 2 / largest)
    mirrored = 2 - bounds[1], 2 - bounds[0]
    if high < 0:
        bounds = mirrored
    elif low < 0:
        bounds = max(bounds[0], mirrored[0]), min(bounds[1], mirrored[1])
    return of_scipy("optimize.fminbound")(less_likely, *bounds, xtol=1.48e-8)
