"""Whether two results of a call are the same."""
from __future__ import annotations

import warnings
from typing import Any

import numpy


_TOLERANCE = {"e": 4e-3, "f": 2e-5, "d": 1e-12, "F": 4e-5, "D": 1e-11}


class Raised:
    """An exception, as a result."""

    def __init__(self, error: Any) -> None:
        self.error = error

    def __repr__(self) -> str:
        return f"{type(self.error).__name__}: {str(self.error)[:120]}"


def host(x: Any) -> numpy.generic | tuple[Any, ...] | numpy.ndarray | str | None:
    """A result with its arrays on the host."""
    if isinstance(x, (tuple, list)):
        return tuple(host(item) for item in x)
    if isinstance(x, dict):
        return tuple((name, host(item)) for name, item in sorted(x.items()))
    return x.get() if hasattr(x, "get") and hasattr(x, "dtype") else x


def outcome(call: Any, xp: Any,
            operands: Any) -> Any:
    """What a call returns, or raises, and the memory of its operands afterwards."""
    made = [operand.made(xp) for operand in operands]
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = host(call(xp, *(array for array, _ in made)))
            memory = [host(base) for _, base in made]       # with which a device tells what went wrong
        except Exception as error:
            result, memory = Raised(error), []
        return result, memory


def kind_of(error: Any) -> type[Any]:
    """The class by which programs catch an exception: the nearest that is Python's or public."""
    return next(c for c in type(error).__mro__ if c.__module__ in ("builtins", "numpy.exceptions", "numpy.linalg"))


def largest(x: numpy.ndarray) -> float:
    """The magnitude of the largest finite item of numbers."""
    if x.dtype.kind not in "biufc":
        return 0.0
    return float(numpy.abs(x[numpy.isfinite(x)].astype("D" if x.dtype.kind == "c" else "d")).max(initial=0))


def difference(got: Any, wanted: Any, coarse: str = "", least: float = 1e-3) -> Any:
    """In which way two results differ, or None: floats relative to the largest of the result, or to ``least``."""
    if isinstance(wanted, Raised) or isinstance(got, Raised):
        if isinstance(wanted, Raised) and isinstance(got, Raised):
            return None if isinstance(got.error, kind_of(wanted.error)) else f"{got!r} instead of {wanted!r}"
        return f"{got!r} instead of {wanted!r}" if isinstance(got, Raised) else f"no error; NumPy: {wanted!r}"
    if isinstance(wanted, tuple):
        if not isinstance(got, tuple) or len(got) != len(wanted):
            return f"{got!r} instead of {wanted!r}"
        return next((d for pair in zip(got, wanted) if (d := difference(*pair, coarse, least))), None)
    if wanted is None or isinstance(wanted, str):
        return None if type(got) is type(wanted) and got == wanted else f"{got!r} instead of {wanted!r}"
    got, wanted = numpy.asarray(got), numpy.asarray(wanted)
    if got.shape != wanted.shape:
        return f"shape {got.shape} instead of {wanted.shape}"
    if got.dtype != wanted.dtype.newbyteorder("="):
        return f"dtype {got.dtype} instead of {wanted.dtype}"
    if same(got, wanted, coarse, least):
        return None
    if wanted.dtype.names:      # the first member that differs
        return next(f"{n}: {d}" for n in wanted.dtype.names if (d := difference(got[n], wanted[n], coarse, least)))
    where = ~equal_items(got, wanted, coarse, least)    # those alone, of many
    more = f" ({where.sum()} of {where.size})" if wanted.ndim else ""
    return f"{short(got[where])} instead of {short(wanted[where])}{more}"


def same(got: numpy.ndarray, wanted: numpy.ndarray, coarse: str = "", least: float = 1e-3) -> bool:
    """Equal items, nearly so for floats."""
    if wanted.dtype.names:
        members = wanted.dtype.names
        return got.tobytes() == wanted.tobytes() or all(same(got[n], wanted[n], coarse, least) for n in members)
    return bool(equal_items(got, wanted, coarse, least).all())


def equal_items(got: numpy.ndarray, wanted: numpy.ndarray, coarse: str = "",
                least: float = 1e-3) -> Any:
    """Which items are."""
    bound = _TOLERANCE.get(wanted.dtype.char)
    if bound is not None:       # an operand of fewer digits may decide in which type the other side computed
        bound = max([bound] + [_TOLERANCE[c] for c in coarse if c in _TOLERANCE])
    if wanted.dtype.kind in "mM":
        got, wanted = got.view("i8"), wanted.view("i8")     # NaT is as NaT here
    if bound is None:
        return got == wanted
    finite = numpy.isfinite(wanted)
    with numpy.errstate(all="ignore"):
        near = numpy.abs(got.astype("D") - wanted.astype("D")) <= bound * max(largest(wanted), least)
        both_bad = ~finite & ~numpy.isfinite(got) & (
            (got == wanted) | (numpy.isnan(got) & numpy.isnan(wanted)) | (wanted.dtype.kind == "c"))
    return numpy.where(finite, near, both_bad)


def short(x: numpy.ndarray) -> str:
    text = repr(x).replace("\n", " ")
    return text if len(text) < 160 else text[:160] + " …"
