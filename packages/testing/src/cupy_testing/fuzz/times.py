"""Random calls on datetimes and durations, of all units, with NaT among them."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, shape
from cupy_testing.fuzz.operands import Operand

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike

_UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "7D", "10s"]
_OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
              "%": operator.mod, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
              ">": operator.gt, ">=": operator.ge, "divmod": divmod}
_NUMBERS = [2, -3, 0, 1.5, True, numpy.int8(2), numpy.float32(0.5), numpy.timedelta64(3, "D"),
            numpy.timedelta64(7, "s"), numpy.datetime64("2001-02-03"),
            numpy.timedelta64("NaT"), numpy.datetime64("1970-01-01T00:00:10")]
_UFUNCS = ["absolute", "negative", "positive", "sign", "isnat", "isfinite", "isinf", "isnan", "maximum", "minimum",
           "fmax", "fmin", "logical_not", "add", "subtract", "equal", "less", "sqrt", "multiply", "divide"]
_REDUCTIONS = ["amin", "amax", "argmin", "argmax", "sum", "mean", "any", "all", "count_nonzero", "ptp", "cumsum",
               "median", "nanmin", "nanmax", "prod", "std"]


def moments(rng: numpy.random.Generator, whole: tuple[int, ...], kind: str | None = None, unit: Any = None) -> Operand:
    kind = kind or str(rng.choice(["m8", "M8"]))
    found = Operand(rng, whole, "l", str(rng.choice(["contiguous", "contiguous", "fortran", "every_other", "backwards",
                                                    "unaligned", "field", "offset"])))
    found.values = rng.integers(-20, 40, whole).astype(f"{kind}[{unit or rng.choice(_UNITS)}]")
    if found.values.size and rng.random() < 0.3:
        found.values.flat[int(rng.integers(found.values.size))] = "NaT"
    return found


def months(x: Any) -> bool:
    """Whether ticks are months or years, which are no number of days."""
    return numpy.datetime_data(x.values.dtype)[0] in ("Y", "M")


@family
def time_operator(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(sorted(_OPERATORS)))
    whole = shape(rng)
    a = moments(rng, whole)
    kind = rng.random()
    if kind < 0.3:
        value, swapped = _NUMBERS[int(rng.integers(len(_NUMBERS)))], bool(rng.random() < 0.5)
        if swapped and name in ("==", "!="):        # NumPy's scalars make arrays of what they do not know
            return None
        return (f"{name} {value!r} {swapped}",
                lambda xp, a: _OPERATORS[name](value, a) if swapped else _OPERATORS[name](a, value), [a])
    b = moments(rng, whole) if kind < 0.8 else Operand(rng, whole, str(rng.choice(list("bilfd?"))), "contiguous")
    return f"a {name} b", lambda xp, a, b: _OPERATORS[name](a, b), [a, b]


@family
def time_ufunc(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    name = str(rng.choice(_UFUNCS))
    whole = shape(rng)
    function = getattr(numpy, name)
    operands = [moments(rng, whole) for _ in range(function.nin)]
    out = rng.random() < 0.25
    masked = out and rng.random() < 0.5
    if out:
        predicate = name.startswith("is") or name in ("equal", "less")
        operands.append(Operand(rng, whole, "?", "contiguous") if predicate else moments(rng, whole))
    if masked:
        operands.append(Operand(rng, whole, "?", "contiguous"))

    def call(xp: ModuleType, *arrays: ArrayLike) -> Any:
        more = {"where": arrays[-1]} if masked else {}
        return getattr(xp, name)(*arrays[:function.nin], **({"out": arrays[function.nin]} if out else {}), **more)
    return f"{name} out {out} where {masked}", call, operands


@family
def time_reduction(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    name = str(rng.choice(_REDUCTIONS))
    a = moments(rng, shape(rng, 3, 0))
    n = a.values.ndim
    keywords = {"axis": int(rng.integers(-n, n)) if n and rng.random() < 0.7 else None}
    if name not in ("cumsum",) and rng.random() < 0.3:
        keywords["keepdims"] = True
    return f"{name}({keywords})", lambda xp, a: getattr(xp, name)(a, **keywords), [a]


@family
def time_routine(rng: numpy.random.Generator) -> Any:
    whole = shape(rng, 2, 1)
    kind, unit = str(rng.choice(["m8", "M8"])), str(rng.choice(_UNITS))
    a, b = moments(rng, whole, kind), moments(rng, whole, kind if rng.random() < 0.8 else None)
    mask, k = Operand(rng, whole, "?", "contiguous"), int(rng.integers(len(whole)))
    duration = numpy.timedelta64(int(rng.integers(1, 5)), "D")
    calls = {
        "sort": lambda xp, a, b, m: xp.sort(a, k), "argsort": lambda xp, a, b, m: xp.argsort(a, k, kind="stable"),
        "unique": lambda xp, a, b, m: xp.unique(a, return_inverse=True, return_counts=True),
        "searchsorted": lambda xp, a, b, m: xp.searchsorted(xp.sort(a.ravel()), b),
        "isin": lambda xp, a, b, m: xp.isin(a, b), "where": lambda xp, a, b, m: xp.where(m, a, b),
        "concatenate": lambda xp, a, b, m: xp.concatenate([a, b], k), "diff": lambda xp, a, b, m: xp.diff(a, axis=k),
        "astype": lambda xp, a, b, m: a.astype(f"{kind}[{unit}]"), "number": lambda xp, a, b, m: a.astype("i8"),
        "from number": lambda xp, a, b, m: xp.arange(5).astype(f"m8[{unit}]"), "mask": lambda xp, a, b, m: a[m],
        "assign": lambda xp, a, b, m: a.__setitem__(..., b), "masked": lambda xp, a, b, m: a.__setitem__(m, b[m]),
        "fill": lambda xp, a, b, m: a.fill(numpy.timedelta64(2, "D") if a.dtype.kind == "m"
                                           else numpy.datetime64("2020-02-29")),
        "arange": lambda xp, a, b, m: xp.arange(numpy.datetime64("2000-01-01"), numpy.datetime64("2000-02"), duration),
        "arange durations": lambda xp, a, b, m: xp.arange(0, 10, duration, dtype=f"m8[{unit}]"),
        "clip": lambda xp, a, b, m: xp.clip(a, b, None), "nonzero": lambda xp, a, b, m: xp.nonzero(a),
        "flip": lambda xp, a, b, m: xp.flip(a, k), "repeat": lambda xp, a, b, m: xp.repeat(a, 2, k),
        "view": lambda xp, a, b, m: xp.ascontiguousarray(a).view("i8"), "take": lambda xp, a, b, m: xp.take(
            a, xp.asarray([0, -1]), k), "array_equal": lambda xp, a, b, m: bool(xp.array_equal(a, b)),
        "full": lambda xp, a, b, m: xp.full_like(
            a, numpy.timedelta64(3, "D")), "roll": lambda xp, a, b, m: xp.roll(a, 1, k),
        "union": lambda xp, a, b, m: xp.union1d(a, b), "stack": lambda xp, a, b, m: xp.stack([a, b]),
        "tolist": lambda xp, a, b, m: str(a.tolist()), "isfinite": lambda xp, a, b, m: xp.isfinite(a),
        "promote": lambda xp, a, b, m: str(xp.result_type(a, b)), "zeros_like": lambda xp, a, b, m: xp.zeros_like(a),
        "partition": lambda xp, a, b, m: xp.sort(xp.partition(a, 0, k), k),
        "cumsum": lambda xp, a, b, m: xp.cumsum(a, k),
    }
    name = str(rng.choice(sorted(calls)))
    if name == "take" and not a.values.shape[k] or name in ("searchsorted", "isin") and (
            months(a) != months(b) or a.values.dtype.kind != b.values.dtype.kind):
        return None
    return f"{name}({k}, {kind}[{unit}], {duration!r})", calls[name], [a, b, mask]
