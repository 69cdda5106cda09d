"""Random numbers have no value to compare: their shapes, dtypes, ranges and errors do."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.operands import Operand

if TYPE_CHECKING:
    from types import ModuleType

#: Name -> its parameters in order, of both interfaces.
_LAWS = {
    "beta": "pp", "binomial": "nu", "chisquare": "p", "exponential": "p", "f": "pp", "gamma": "pp", "geometric": "u",
    "gumbel": "rp", "hypergeometric": "nnn", "laplace": "rp", "logistic": "rp", "lognormal": "rp", "logseries": "u",
    "negative_binomial": "Pu", "noncentral_chisquare": "pp", "noncentral_f": "ppp", "normal": "rp", "pareto": "p",
    "poisson": "p", "power": "p", "rayleigh": "p", "standard_gamma": "p", "standard_t": "p", "triangular": "abc",
    "uniform": "ab", "vonmises": "rp", "wald": "pp", "weibull": "p", "zipf": "P",
    "standard_cauchy": "", "standard_exponential": "", "standard_normal": "", "random": "",
}
#: What each kind of parameter is drawn from: right ones first, then sometimes wrong ones.
_VALUES = {
    "p": ([0.5, 1, 2, 3.5, numpy.float32(2)], [0, -1.0, float("nan")]), "r": ([0.0, -1, 2.5], [float("nan")]),
    "n": ([1, 3, 10], [-1]), "u": ([0.25, 0.5, 0.75], [1.5, -0.1, float("nan")]),
    "P": ([1.5, 2, 3.0], [0.5, -1, float("nan")]),
    "a": ([-1.0, 0], [5]), "b": ([1.5, 1], [-3]), "c": ([2.0, 3], [-5]),
}
_SIZES = [None, None, 3, (2, 3), (), 0, (2, 0), [2, 2], (4, 1, 2)]
_NO_SIZES = [-1, (2, -1), 2.5]


def said(x: Any) -> str:
    """What is known of random numbers beforehand."""
    x = getattr(x, "get", lambda: x)() if hasattr(x, "dtype") else x
    found = numpy.asarray(x)
    return f"{found.dtype} {found.shape}"


def parameters(rng: numpy.random.Generator, kinds: str, operands: Any, wrong: bool) -> Any:
    values = []
    for kind in kinds:
        right, others = _VALUES[kind]
        among = others if wrong and rng.random() < 0.6 else right
        value = among[int(rng.integers(len(among)))]
        if rng.random() < 0.25:
            whole = [(3,), (2, 1), (1,), (2, 3)][int(rng.integers(4))]
            found = Operand(rng, whole, "l" if kind == "n" else str(rng.choice(["d", "f"])), "contiguous")
            if kind == "n" and value != int(value):
                return None
            found.values = numpy.full(whole, value, found.values.dtype)
            operands.append(found)
            value = ("array", len(operands) - 1)
        values.append(value)
    return values


def filled(values: list[Any], arrays: tuple[Any, ...]) -> list[Any]:
    return [arrays[x[1]] if isinstance(x, tuple) and x[:1] == ("array",) else x for x in values]


def size(rng: numpy.random.Generator, wrong: bool = False) -> int | tuple[int, ...] | list[int] | None:
    among = _NO_SIZES if wrong else _SIZES
    return among[int(rng.integers(len(among)))]


@family
def law(rng: numpy.random.Generator) -> Any:
    """A distribution of a Generator or of the module."""
    name = str(rng.choice(sorted(_LAWS)))
    operands, wrong = [], str(rng.choice(["", "", "", "", "parameter", "size"]))        # one error at a time
    values = parameters(rng, _LAWS[name], operands, wrong == "parameter")
    if values is None:
        return None
    where = str(rng.choice(["Generator", "module", "RandomState"]))
    keywords: dict[str, Any] = {"size": size(rng, wrong == "size")} if rng.random() < 0.8 else {}
    if where == "Generator" and name in ("random", "standard_normal", "standard_exponential", "standard_gamma") \
            and rng.random() < 0.5:
        keywords["dtype"] = [numpy.float32, "f4", "d", numpy.float64, "f2", "i4"][int(rng.integers(6))]

    def call(xp: Any, *arrays: Any) -> str:
        source = {"Generator": lambda: xp.random.default_rng(1), "module": lambda: xp.random,
                  "RandomState": lambda: xp.random.RandomState(1)}[where]()
        result = getattr(source, name)(*filled(values, arrays), **keywords)
        if isinstance(result, float) and "dtype" in keywords:       # of which NumPy makes Python's
            result = numpy.dtype(keywords["dtype"]).type(result)
        return said(result)
    return f"{where}.{name}({values}, {keywords})", call, operands


@family
def draw(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    """Integers, choices, orders and vectors of a Generator or of the module."""
    where = str(rng.choice(["Generator", "module"]))
    name = str(rng.choice(["integers", "choice", "permutation", "shuffle", "multinomial", "dirichlet",
                           "multivariate_normal", "permuted", "bytes", "multivariate_hypergeometric"]))
    generator = where == "Generator"
    if not generator and name in ("permuted", "multivariate_hypergeometric"):
        return None
    a = Operand(rng, tuple(int(n) for n in rng.integers(0, 5, int(rng.integers(1, 4)))), str(rng.choice(list("ilfd"))))
    k, amount = int(rng.integers(-2, 3)), int(rng.integers(0, 6))
    many = size(rng, rng.random() < 0.1 and name in ("multinomial", "choice"))
    low, high = (int(x) for x in rng.integers(-5, 9, 2))
    kind = str(rng.choice(["l", "i", "B", "h", "?", "I", "L", "d", "b"]))
    same, ends, axis = bool(rng.random() < 0.5), bool(rng.random() < 0.3), {"axis": k} if rng.random() < 0.5 else {}
    chances = [[0.5, 0.5], [0.2, 0.3, 0.5], [0.5, 0.6], [-0.5, 1.5], [1.0]][int(rng.integers(5))]
    alpha = [[1.0, 2], [0.5, 0.5, 3], [-1, 2], 5.0, []][int(rng.integers(5))]
    mean, spread = [([0, 0], [[1, 0], [0, 2]]), ([0, 0, 1], [[1, 0], [0, 1]]), ([1.0], [[4.0]]),
                    ([[0, 0]], [[1, 0], [0, 1]]), ([0, 0], [1, 1])][int(rng.integers(5))]
    if name == "dirichlet" and alpha == 5.0 or name == "choice" and not a.values.size:
        return None         # a number is taken, as by CuPy; one error at a time
    probable = [None, None, "p"][int(rng.integers(3))]
    calls = {
        "integers": lambda xp, r, a: r.integers(low, high, many, kind, ends) if generator else r.randint(
            low, high, many, kind),
        "choice": lambda xp, r, a: r.choice(a if amount else 5, many, same, **axis) if generator else r.choice(
            a if amount else 5, many, same, numpy.full(a.shape[0], 1 / a.shape[0]) if probable and xp is numpy
            else xp.full(a.shape[0], 1 / a.shape[0]) if probable else None),
        "permutation": lambda xp, r, a: r.permutation(a if amount else 5, **(axis if generator else {})),
        "permuted": lambda xp, r, a: r.permuted(a, **axis),
        "shuffle": lambda xp, r, a: said(a) + str(r.shuffle(a, **(axis if generator else {}))),
        "multinomial": lambda xp, r, a: r.multinomial(amount, chances, many),
        "dirichlet": lambda xp, r, a: r.dirichlet(alpha, many),
        "multivariate_normal": lambda xp, r, a: r.multivariate_normal(mean, spread, many),
        "bytes": lambda xp, r, a: str(len(r.bytes(amount))),
        "multivariate_hypergeometric": lambda xp, r, a: r.multivariate_hypergeometric([3, 4, 5], amount, many),
    }

    def call(xp: ModuleType, a: Any) -> str:
        source = xp.random.default_rng(1) if generator else xp.random
        if name == "shuffle":
            before = numpy.sort(numpy.asarray(getattr(a, "get", lambda: a)()).ravel())
            text = calls[name](xp, source, a)
            after = numpy.sort(numpy.asarray(getattr(a, "get", lambda: a)()).ravel())
            a[...] = 0
            return text + str(numpy.array_equal(before, after, equal_nan=True))
        return said(calls[name](xp, source, a))
    return (f"{where}.{name} k={k} amount={amount} size={many!r} {low}..{high} {kind} {same} {ends} {axis} {chances} "
            f"{alpha} {mean} {spread} {probable}", call, [a])


@family
def seeded(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Any]]:
    """One seed gives one stream, whatever form it has."""
    seed = [0, 7, 2**40, [1, 2, 3], None, -1, 1.5, "a", numpy.int32(5), (), 2**130][int(rng.integers(11))]

    def call(xp: ModuleType) -> str:
        one, two = (xp.random.default_rng(seed).random(5) for _ in range(2))
        return str(bool((one == two).all()) or seed is None)
    return f"default_rng({seed!r})", call, []
