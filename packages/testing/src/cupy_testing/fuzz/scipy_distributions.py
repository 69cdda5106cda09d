"""Random calls of the methods of every distribution of ``stats``: arrays among places, shapes, locations and scales."""
from __future__ import annotations

from typing import Any

import numpy

from cupy_testing.distribution_arguments import CONTINUOUS, DISCRETE
from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.scipy_interpolation import given, settled
from cupy_testing.fuzz.scipy_modules import on

__all__ = []

#: Methods, by what they take: places of the distribution, or probabilities.
_OF_PLACES = ("cdf", "sf", "logcdf", "logsf")
_OF_SHARES = ("ppf", "isf")
#: SciPy integrates, inverts or sums these numerically for every item.
_SLOW = {"dpareto_lognorm", "gausshyper", "genhyperbolic", "kappa4", "kstwobign", "landau", "nchypergeom_fisher",
         "nchypergeom_wallenius", "geninvgauss", "recipinvgauss"}


@family
def distributions(rng: numpy.random.Generator) -> Any:
    table, density = (CONTINUOUS, "pdf") if rng.random() < 0.7 else (DISCRETE, "pmf")
    name = str(rng.choice(sorted(set(table) - _SLOW)))
    method = str(rng.choice([density, f"log{density}", *_OF_PLACES, *_OF_SHARES, "stats", "support"]))
    n, whole = int(rng.integers(1, 6)), table is DISCRETE
    if method in _OF_SHARES:
        x = rng.choice([0.125, 0.3, 0.5, 0.9375, 0, 1, -0.5, 1.5, numpy.nan], n,
                       p=[.2, .2, .15, .15, .1, .1, .04, .03, .03])
    else:
        x = rng.choice([-3, -1, -0.5, 0, 0.25, 0.5, 1, 1.5, 2, 3, 5, 8, 20, numpy.inf, -numpy.inf, numpy.nan], n)
    operands = [given(rng, x, str(rng.choice(list("ddf"))))]
    shapes: list[Any] = list(table[name])
    for k in range(len(shapes)):
        if rng.random() < 0.3:      # an array of it, of some of which there is no distribution
            row = numpy.full((2, 1) if rng.random() < 0.5 else (n,), float(shapes[k]))
            row.flat[0] = rng.choice([shapes[k], shapes[k], -1.0, numpy.nan])
            shapes[k] = len(operands)
            operands.append(given(rng, row))
        else:
            shapes[k] = (shapes[k],)
    named = {}
    if rng.random() < 0.4:
        named["loc"] = int(rng.integers(-2, 3)) if whole else float(rng.choice([-1.0, 0.5, 2]))
    if rng.random() < 0.4 and not whole:
        named["scale"] = float(rng.choice([0.5, 2.0, 0, -1], p=[.4, .4, .1, .1]))

    def call(m: Any, xp: Any, *arrays: Any) -> Any:
        values = [x[0] if isinstance(x, tuple) else arrays[x] for x in shapes]
        function = getattr(getattr(m, name), method)
        return settled(xp, function(*([] if method in ("stats", "support") else arrays[:1]), *values, **named))
    text = ", ".join(str(x[0]) if isinstance(x, tuple) else f"array {x}" for x in shapes)
    return f"{name}.{method}({text}; {named})", on("stats", call), operands
