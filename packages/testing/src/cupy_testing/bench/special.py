"""Special functions, interpolation and distances."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._case import Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def row(name: str, char: str, nbytes: Any) -> None:
    """A function of `scipy.special` on 16 Mi values."""
    function = name.rsplit("_", 2)[0]

    def make(lib: Any) -> Any:
        call, a = getattr(lib.scipy("special"), function), lib.random(lib.n >> 2, char) / 10
        return lambda: call(a)

    suite.row(name, make, nbytes=lambda lib: nbytes * (lib.n >> 2))


row("gammaln_16M_f64", "d", 16)
for _name in ("erf", "erfc", "erfinv", "gamma", "gammaln", "digamma", "ndtr", "ndtri", "log_ndtr", "expit", "logit",
              "log_expit", "i0", "i1", "j0", "j1", "k0", "k1", "y0", "entr", "exprel"):
    row(f"{_name}_16M_f32", "f", 8)


def pair(name: str) -> None:
    """A function of two arguments on 16 Mi float32 values each."""

    def make(lib: Any) -> Any:
        call, a, b = getattr(lib.scipy("special"), name), lib.random(lib.n >> 2, "f"), lib.random(lib.n >> 2, "f")
        return lambda: call(a, b)

    suite.row(f"{name}_16M_f32", make, nbytes=lambda lib: 12 * (lib.n >> 2))


pair("xlogy")
pair("rel_entr")
pair("gammainc")


@suite.case("softmax_4096_f32", nbytes=lambda lib: 12 * (lib.n >> 2))
def softmax(lib: Any) -> Any:
    a, call = lib.random(lib.n >> 2, "f").reshape(-1, 4096), lib.scipy("special").softmax
    return lambda: call(a, axis=1)


@suite.case("logsumexp_4096_f32", nbytes=lambda lib: 4 * (lib.n >> 2))
def logsumexp(lib: Any) -> Any:
    a, call = lib.random(lib.n >> 2, "f").reshape(-1, 4096), lib.scipy("special").logsumexp
    return lambda: call(a, axis=1)


@suite.case("regular_grid_1M")
def regular_grid(lib: Library) -> Callable[..., Any]:
    grid = numpy.linspace(0, 1, 64)
    f = lib.scipy("interpolate").RegularGridInterpolator(
        (lib.array(grid),) * 3, lib.array(lib.source.rand(64, 64, 64)))
    x = lib.array(lib.source.rand(max(1 << 10, lib.n >> 6), 3))
    return lambda: f(x)


@suite.case("cdist_4096x32")
def cdist(lib: Library) -> Callable[..., Any]:
    a = lib.array(lib.source.rand(4096 if lib.scale >= 1 else 1024, 32))
    distance = lib.scipy("spatial.distance")
    return lambda: distance.cdist(a, a)
