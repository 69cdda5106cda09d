"""Cases of the sweep that are not bound by memory: only another library says how fast they can be."""
from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench.sweep_cases import Case, Operand

if TYPE_CHECKING:
    from types import ModuleType
    import numpy

__all__ = []

FLOPS = 2e11             # of a product or a decomposition, about


def _case(family: str, line: str, operands: tuple[Operand, ...], call: Callable[..., Any]) -> Case:
    return Case(family, line, 0, operands, call)


def _sort(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list("fdiqBe")))
    x, name = Operand(char, shape(char), "C", ()), str(rng.choice(["sort", "argsort", "median", "unique"]))
    if name == "unique":
        return _case("sort", "xp.unique(x)", (x,), lambda xp, a: xp.unique(a))
    axis = int(rng.integers(len(x.shape)))
    return _case("sort", f"xp.{name}(x, axis={axis})", (x,), lambda xp, a: getattr(xp, name)(a, axis=axis))


def _fft(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list("fdFD")))
    x = Operand(char, shape(char), "C", ())
    name = str(rng.choice(["fft", "ifft"] if char in "FD" else ["fft", "rfft"]))
    axis = int(rng.integers(len(x.shape)))
    return _case("fft", f"xp.fft.{name}(x, axis={axis})", (x,), lambda xp, a: getattr(xp.fft, name)(a, axis=axis))


def _length(rng: numpy.random.Generator, low: int, high: float) -> int:
    return max(1, round(2 ** rng.uniform(low, high)))


def _matmul(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char = str(rng.choice(list("fffddeFD")))
    m, k, n = (_length(rng, 0, 13) for _ in range(3))
    most = min(int(FLOPS / (2.0 * m * k * n)), (1 << 25) // max(m * k, k * n, m * n))
    batch = min(_length(rng, 0, 12), most)
    lead = (batch,) if batch > 1 else ()
    x, y = Operand(char, (*lead, m, k), "C", ()), Operand(char, (*lead, k, n), "C", ())
    return _case("matmul", "xp.matmul(x, y)", (x, y), lambda xp, a, b: xp.matmul(a, b))


def _decomposition(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    name, n = str(rng.choice(["cholesky", "inv", "solve", "qr", "svd", "eigh", "det"])), _length(rng, 1, 10.5)
    batch = max(1, min(_length(rng, 0, 14), int(FLOPS / (40.0 * n ** 3)), (1 << 27) // n ** 2))
    char = str(rng.choice(list("fd")))
    x = Operand(char, (*((batch,) if batch > 1 else ()), n, n), "C", ())

    def call(xp: ModuleType, a: Any) -> Any:
        if name in ("cholesky", "eigh"):
            a = a + a.swapaxes(-1, -2) + 200 * n * xp.eye(n, dtype=a.dtype)
        return xp.linalg.solve(a, a[..., :1]) if name == "solve" else getattr(xp.linalg, name)(a)

    return _case("linalg", f"xp.linalg.{name}(x)", (x,), call)


def _random(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char, name = str(rng.choice(list("fd"))), str(rng.choice(["random", "standard_normal", "standard_exponential"]))
    size = shape(char)
    return _case("random", f"xp.random.default_rng(0).{name}({size}, {char!r})", (),
                 lambda xp: getattr(xp.random.default_rng(0), name)(size, dtype=char))


def _histogram(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char, bins = str(rng.choice(list("fdiB"))), _length(rng, 1, 12)
    x = Operand(char, shape(char), "C", ())
    if rng.random() < 0.3:
        return _case("histogram", "xp.bincount(x.ravel())", (Operand("q", x.shape, "C", ()),),
                     lambda xp, a: xp.bincount(a.ravel()))
    return _case("histogram", f"xp.histogram(x, {bins})", (x,), lambda xp, a: xp.histogram(a, bins))


def _search(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    char, name = str(rng.choice(list("fdiqB"))), str(rng.choice(["searchsorted", "digitize", "isin", "intersect1d"]))
    known = Operand(char, (_length(rng, 2, 22),), "sorted", ())
    x = Operand(char, (_length(rng, 10, 22),), str(rng.choice(["C", "sorted"])), ())
    if name == "searchsorted":
        return _case("search", "xp.searchsorted(known, x)", (known, x), lambda xp, a, b: xp.searchsorted(a, b))
    return _case("search", f"xp.{name}(x, known)", (x, known), lambda xp, a, b: getattr(xp, name)(a, b))


#: Of SciPy, by module: the call of an image, a signal or numbers.
SCIPY = {
    "ndimage": [("gaussian_filter(x, 2)", lambda m, a: m.gaussian_filter(a, 2)),
                ("uniform_filter(x, 9)", lambda m, a: m.uniform_filter(a, 9)),
                ("median_filter(x, 3)", lambda m, a: m.median_filter(a, 3)),
                ("sobel(x)", lambda m, a: m.sobel(a)), ("maximum_filter(x, 7)", lambda m, a: m.maximum_filter(a, 7)),
                ("label(x > 70)", lambda m, a: m.label(a > 70)), ("shift(x, 1.5, order=1)",
                                                                   lambda m, a: m.shift(a, 1.5, order=1))],
    "signal": [("fftconvolve(x, x[:500, :1])", lambda m, a: m.fftconvolve(a, a[:500, :1])),
               ("lfilter([1, 2], [1, -0.5], x)", lambda m, a: m.lfilter([1, 2], [1, -0.5], a)),
               ("detrend(x)", lambda m, a: m.detrend(a)), ("resample_poly(x, 2, 3)",
                                                          lambda m, a: m.resample_poly(a, 2, 3))],
    "special": [(f"{name}(x)", lambda m, a, name=name: getattr(m, name)(a))
                for name in ("erf", "gammaln", "j0", "i1e", "expit", "digamma", "ndtr")]}


def _scipy(rng: numpy.random.Generator, shape: Callable[..., Any]) -> Case:
    module = str(rng.choice(list(SCIPY)))
    line, call = SCIPY[module][int(rng.integers(len(SCIPY[module])))]
    x = Operand(str(rng.choice(list("fd"))), (_length(rng, 8, 12.5) | 1, _length(rng, 8, 12.5)), "C", ())

    def of(xp: ModuleType, a: Any) -> Any:
        root = "cupyx.scipy" if xp.__name__ == "cupy" else "scipy"
        return call(importlib.import_module(f"{root}.{module}"), a)

    return _case("scipy", f"{module}.{line}", (x,), of)


FAMILIES = (_sort, _fft, _matmul, _decomposition, _random, _histogram, _search, _scipy)
