"""Random number generators made from densities, as in ``scipy.stats.sampling``, on the host."""
from __future__ import annotations

import functools
import importlib
from typing import Any

from cupyx.scipy.stats._host_classes import converted

_NAMES = (
    "DiscreteAliasUrn", "DiscreteGuideTable", "FastGeneratorInversion", "NumericalInverseHermite",
    "NumericalInversePolynomial", "RatioUniforms", "SimpleRatioUniforms", "TransformedDensityRejection", "UNURANError",
)
__all__ = sorted(_NAMES)


@functools.cache
def __getattr__(name: str) -> type[Any]:
    if name not in _NAMES:
        raise AttributeError(name)
    found = getattr(importlib.import_module("scipy.stats.sampling"), name)
    return found if name == "UNURANError" else converted(found)
