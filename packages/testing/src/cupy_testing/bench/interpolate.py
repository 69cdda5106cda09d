"""Splines, grids and scattered data."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def _sizes(lib: Library, n: int, least: float = 1 << 12) -> Any:
    return max(least, int(n * min(1.0, lib.scale)))


def _inside(lib: Library, *shape: Any) -> Any:
    """Points of the unit cube."""
    return lib.array(lib.source.rand(*shape))


@suite.case("regular_grid_linear_1M")
def regular_grid(lib: Library) -> Callable[..., Any]:
    import numpy

    interpolate, n = lib.scipy("interpolate"), _sizes(lib, 1 << 20)
    axes = [lib.array(numpy.linspace(0, 1, m)) for m in (64, 64, 64)]
    f = interpolate.RegularGridInterpolator(axes, lib.random((64, 64, 64), "d"))
    q = _inside(lib, n, 3)
    return lambda: f(q)


@suite.case("cubic_spline_2048x8192")
def cubic_spline(lib: Library) -> Callable[..., Any]:
    import numpy

    interpolate, columns = lib.scipy("interpolate"), _sizes(lib, 8192, 64)
    x, y = lib.array(numpy.linspace(0, 1, 2048)), lib.random((2048, columns), "d")
    return lambda: interpolate.CubicSpline(x, y)


@suite.case("bspline_16M")
def bspline(lib: Library) -> Callable[..., Any]:
    import numpy

    interpolate, q = lib.scipy("interpolate"), _inside(lib, _sizes(lib, 1 << 24))
    x = numpy.linspace(0, 1, 1000)
    f = interpolate.make_interp_spline(lib.array(x), lib.array(numpy.sin(20 * x)))
    return lambda: f(q)


@suite.case("rbf_4096_100k")
def rbf(lib: Library) -> Callable[..., Any]:
    interpolate = lib.scipy("interpolate")
    n = _sizes(lib, 4096, 256)
    f = interpolate.RBFInterpolator(_inside(lib, n, 2), lib.random(n, "d"))
    q = _inside(lib, _sizes(lib, 100_000), 2)
    return lambda: f(q)


@suite.case("linear_nd_100k")
def linear_nd(lib: Library) -> Callable[..., Any]:
    interpolate = lib.scipy("interpolate")
    n = _sizes(lib, 100_000, 1024)
    f = interpolate.LinearNDInterpolator(_inside(lib, n, 2), lib.random(n, "d"))
    q = _inside(lib, n, 2)
    return lambda: f(q)


@suite.case("clough_tocher_build_100k")
def clough_tocher(lib: Library) -> Callable[..., Any]:
    interpolate = lib.scipy("interpolate")
    n = _sizes(lib, 100_000, 1024)
    x, y = _inside(lib, n, 2), lib.random(n, "d")
    return lambda: interpolate.CloughTocher2DInterpolator(x, y)
