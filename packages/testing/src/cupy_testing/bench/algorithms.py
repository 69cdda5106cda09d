"""Sorting, searching, scans, scatter, histograms and random numbers on 32 Mi elements."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("algorithms")


def size(lib: Library) -> Any:
    return lib.n // 2


def row(name: str, make: Callable[..., Any], torch: Callable[..., Any] | str | None = None, nbytes: Any = None,
        numpy: bool = True) -> None:
    suite.row(name, make, torch=torch, numpy=numpy,
              nbytes=nbytes and (lambda lib: nbytes * size(lib)))


def wide(lib: Any, char: Any, n: Any = None) -> Any:
    """Values over the whole range of a type, all different as far as it goes."""
    n = n or size(lib)
    if char in "il":
        return lib.array(lib.source.randint(0, 1 << 30, n).astype(char))
    return lib.array(lib.source.rand(n).astype(char))


def small_ints(lib: Library, limit: Any) -> Any:
    return lib.array(lib.source.randint(0, limit, size(lib)).astype("i"))


def on(char: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """A body that calls something with one array of a type."""
    def make(lib: Library) -> Callable[..., Any]:
        a = wide(lib, char)
        return lambda: call(lib.xp, a)

    return make


def shaped(call: Callable[..., Any], shape: tuple[int, ...]) -> Callable[..., Any]:
    def make(lib: Library) -> Callable[..., Any]:
        a = wide(lib, "f").reshape(shape)
        return lambda: call(lib.xp, a)

    return make


for _char, _name in (("f", "float32"), ("i", "int32"), ("l", "int64"), ("d", "float64")):
    row(f"sort_{_name}", on(_char, lambda xp, a: xp.sort(a)), SAME)
row("argsort_f32", on("f", lambda xp, a: xp.argsort(a)), SAME)
row("sort_rows_f32", shaped(lambda xp, a: xp.sort(a, axis=1), (-1, 1024)),
    shaped(lambda xp, a: xp.sort(a, dim=1), (-1, 1024)))
row("sort_axis0_f32", shaped(lambda xp, a: xp.sort(a, axis=0), (1024, -1)),
    shaped(lambda xp, a: xp.sort(a, dim=0), (1024, -1)))


@suite.case(torch=SAME)
def unique_i32(lib: Library) -> Callable[..., Any]:
    a = small_ints(lib, 100_000)
    return lambda: lib.xp.unique(a)


row("cumsum_f32", on("f", lambda xp, a: xp.cumsum(a, 0)), SAME, nbytes=8)
row("cumsum_axis1_f32", shaped(lambda xp, a: xp.cumsum(a, 1), (8192, -1)), SAME, nbytes=8)


def masked(call: Callable[..., Any]) -> Callable[..., Any]:
    def make(lib: Library) -> Callable[..., Any]:
        a = wide(lib, "f")
        m = a > 0.5
        return lambda: call(lib.xp, a, m)

    return make


row("nonzero_f32", masked(lambda xp, a, m: xp.nonzero(m)), SAME)
row("mask_select_f32", masked(lambda xp, a, m: a[m]), SAME)


@suite.case(torch=SAME, nbytes=lambda lib: 16 * size(lib))
def take_random_f32(lib: Library) -> Callable[..., Any]:
    a, i = wide(lib, "f"), lib.array(lib.source.permutation(size(lib)))
    return lambda: a[i]


@suite.case()
def scatter_add_f32(lib: Any) -> Any:
    a, i, v = lib.array(lib.values(100_000) * 0), small_ints(lib, 100_000), wide(lib, "f")
    return lambda: lib.xp.add.at(a, i, v)


def _index_add(lib: Any) -> Any:
    a, i, v = lib.array(lib.values(100_000) * 0), small_ints(lib, 100_000), wide(lib, "f")
    return lambda: a.index_add_(0, i, v)


suite.cases[-1].make["torch"] = _index_add


@suite.case(torch=SAME)
def bincount(lib: Library) -> Callable[..., Any]:
    i = small_ints(lib, 1000)
    return lambda: lib.xp.bincount(i)


row("histogram_f32", on("f", lambda xp, a: xp.histogram(a, bins=256)),
    on("f", lambda xp, a: xp.histc(a, bins=256)))
row("histogram_range_f32", on("f", lambda xp, a: xp.histogram(a, bins=256, range=(0, 1))),
    on("f", lambda xp, a: xp.histc(a, bins=256, min=0, max=1)))


def weighted(call: Callable[..., Any]) -> Callable[..., Any]:
    """A body that calls something with small integers and weights."""
    def make(lib: Library) -> Callable[..., Any]:
        i, w = small_ints(lib, 1000), wide(lib, "d")
        return lambda: call(lib.xp, i, w)

    return make


row("bincount_weighted", weighted(lambda xp, i, w: xp.bincount(i, w)), SAME)


@suite.case()
def histogram_edges_f32(lib: Library) -> Callable[..., Any]:
    a, edges = wide(lib, "f"), lib.array(lib.source.rand(257).cumsum().astype("f") / 128)
    return lambda: lib.xp.histogram(a, edges)


@suite.case()
def histogram2d_f32(lib: Library) -> Callable[..., Any]:
    a, b = wide(lib, "f"), wide(lib, "f")
    return lambda: lib.xp.histogram2d(a, b, 32, [[0, 1], [0, 1]])


@suite.case(torch=SAME)
def searchsorted_f32(lib: Library) -> Callable[..., Any]:
    a, b = wide(lib, "f"), lib.source.rand(min(1 << 20, size(lib))).astype("f")
    b.sort()
    b = lib.array(b)
    return lambda: lib.xp.searchsorted(b, a)


row("median_f32", on("f", lambda xp, a: xp.median(a)), SAME)
row("percentile_f32", on("f", lambda xp, a: xp.percentile(a, [5, 50, 95])))
row("partition_f32", on("f", lambda xp, a: xp.partition(a, 1000)),
    on("f", lambda xp, a: xp.kthvalue(a, 1001)))


@suite.case(torch=SAME)
def isin_i32(lib: Library) -> Callable[..., Any]:
    a, b = wide(lib, "i"), wide(lib, "i", 10_000)
    return lambda: lib.xp.isin(a, b)


@suite.case()
def interp_f32(lib: Library) -> Callable[..., Any]:
    import numpy

    grid = numpy.linspace(0, 1, 10_001)
    a, x, y = wide(lib, "f"), lib.array(grid), lib.array(grid ** 2)
    return lambda: lib.xp.interp(a, x, y)


def drawn(call: Callable[..., Any]) -> Callable[..., Any]:
    """A body that draws from a generator."""
    def make(lib: Library) -> Callable[..., Any]:
        g = lib.xp.random.default_rng(0)
        return lambda: call(g, size(lib))

    return make


row("random_uniform_f32", drawn(lambda g, n: g.random(n, dtype="f4")),
    lambda lib: lambda: lib.xp.rand(size(lib)), 4)
row("random_normal_f32", drawn(lambda g, n: g.standard_normal(n, dtype="f4")),
    lambda lib: lambda: lib.xp.randn(size(lib)), 4)
row("random_legacy_rand", lambda lib: lambda: lib.xp.random.rand(size(lib)), None, 8)
row("random_integers", drawn(lambda g, n: g.integers(0, 1000, n)),
    lambda lib: lambda: lib.xp.randint(0, 1000, (size(lib),)), 8)
row("random_gamma", drawn(lambda g, n: g.gamma(2.5, 1.0, n // 8)), None, 8)
row("random_poisson", drawn(lambda g, n: g.poisson(50.0, n // 8)), None, 8)
row("random_binomial", drawn(lambda g, n: g.binomial(100, 0.3, n // 8)), None, 8)
row("random_permutation", lambda lib: lambda: lib.xp.random.permutation(size(lib) // 8),
    lambda lib: lambda: lib.xp.randperm(size(lib) // 8))
