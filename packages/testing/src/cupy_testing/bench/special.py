"""Special functions, interpolation and distances."""
import numpy

from cupy_testing.bench._case import Suite

suite = Suite("scipy")


def row(name, char, nbytes):
    """A function of `scipy.special` on 16 Mi values."""
    function = name.split("_")[0]

    def make(lib):
        call, a = getattr(lib.scipy("special"), function), lib.random(lib.n >> 2, char) / 10
        return lambda: call(a)

    suite.row(name, make, nbytes=lambda lib: nbytes * (lib.n >> 2))


row("gammaln_16M_f64", "d", 16)
row("ndtr_16M_f32", "f", 8)
row("erf_16M_f32", "f", 8)


@suite.case("regular_grid_1M")
def regular_grid(lib):
    grid = numpy.linspace(0, 1, 64)
    f = lib.scipy("interpolate").RegularGridInterpolator(
        (lib.array(grid),) * 3, lib.array(lib.source.rand(64, 64, 64)))
    x = lib.array(lib.source.rand(max(1 << 10, lib.n >> 6), 3))
    return lambda: f(x)


@suite.case("cdist_4096x32")
def cdist(lib):
    a = lib.array(lib.source.rand(4096 if lib.scale >= 1 else 1024, 32))
    distance = lib.scipy("spatial.distance")
    return lambda: distance.cdist(a, a)
