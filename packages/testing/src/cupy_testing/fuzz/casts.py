"""Random casts: every pair of dtypes, rule and road, the warnings and refusals with them."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family, operand
from cupy_testing.fuzz.operands import DTYPES, REPEATED, defined, storable

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.fuzz.operands import Operand

_RULES = ["no", "equiv", "safe", "same_kind", "unsafe"]
_FAR = [300, -1, 2.5, -2.5, float("nan"), float("inf"), 1j, True, 2**31, 2**63, 2**70, -2**63 - 1, numpy.float32(1.5),
        numpy.int8(-3), numpy.uint64(2**63), numpy.float64("nan"), numpy.complex64(1 + 1j), numpy.bool_(True), 300.5,
        "12", "x", b"3", None, [1, 2], (), [[1.5]], numpy.array(4), numpy.array([5]), numpy.array([[1j]])]


def told(call: Callable[..., Any]) -> tuple[Any, str]:
    """What a call returns, and which warnings of NumPy's own it gives."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        result = call()
    names = {w.category.__name__ for w in seen}
    return result, str(sorted(names & {"ComplexWarning", "DeprecationWarning", "VisibleDeprecationWarning"}))


@family
def cast(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    a = operand(rng, among=DTYPES)
    target, rule = str(rng.choice(list(DTYPES) + ["S", "U", "S3", "m8[s]", ">i4", "<f8"])), str(rng.choice(_RULES))
    storable(a, target)
    order, copied = str(rng.choice(list("KCFA"))), bool(rng.random() < 0.7)
    roads = {
        "astype": lambda xp, a, b: a.astype(target, order, rule, copy=copied),
        "assign": lambda xp, a, b: b.__setitem__(..., a), "copyto": lambda xp, a, b: xp.copyto(b, a, rule),
        "mask": lambda xp, a, b: b.__setitem__(b == b, a.ravel()), "array": lambda xp, a, b: xp.array(a, target),
        "flat": lambda xp, a, b: b.flat.__setitem__(slice(None), a.ravel()),
        "asarray": lambda xp, a, b: xp.asarray(a, target), "full_like": lambda xp, a, b: xp.full_like(b, a),
        "add": lambda xp, a, b: xp.add(a, a, out=b, casting=rule), "sum": lambda xp, a, b: xp.sum(a, dtype=target),
        "place": lambda xp, a, b: xp.place(b, b == b, a), "putmask": lambda xp, a, b: xp.putmask(b, b == b, a),
        "put": lambda xp, a, b: xp.put(b, xp.arange(a.size), a), "in place": lambda xp, a, b: b.__iadd__(a),
        "concatenate": lambda xp, a, b: xp.concatenate([a.ravel(), b.ravel()], dtype=target, casting=rule),
        "positive": lambda xp, a, b: xp.positive(a, dtype=target, casting=rule),
        "take": lambda xp, a, b: xp.take(a.ravel(), xp.arange(a.size), out=b.ravel()),
        "cumsum": lambda xp, a, b: xp.cumsum(a, dtype=target), "mean": lambda xp, a, b: xp.mean(a, dtype=target),
        "zeros_like": lambda xp, a, b: xp.zeros_like(a, target),
        "can_cast": lambda xp, a, b: str(xp.can_cast(a.dtype, target, rule)),
        "result_type": lambda xp, a, b: str(xp.result_type(a, b, 1.5)),
    }
    road = str(rng.choice(sorted(roads)))
    if numpy.dtype(target).kind not in "biufc" and road not in ("astype", "array", "asarray", "can_cast", "zeros_like"):
        return None
    if numpy.dtype(target).kind in "SU" and a.values.dtype.kind in "fc":
        return None         # how numbers are written
    whole = a.values.shape
    b = operand(rng, like=whole, among=DTYPES)
    if b.layout in REPEATED or a.layout in REPEATED:
        return None
    storable(a, b.values.dtype)
    storable(b, target, b.values.dtype)
    if not a.values.size or road == "mean" and numpy.dtype(target).kind in "iub":
        return None         # NumPy does not look at rules where nothing moves; sums of small integers wrap
    if target == ">i4" and (rule == "no" or road not in ("astype", "array", "asarray", "can_cast", "zeros_like")):
        return None         # arrays are in the machine's byte order

    def call(xp: ModuleType, a: Any, b: Any) -> tuple[None, str]:
        return told(lambda: roads[road](xp, a, b))
    return f"{road} {target} {rule} {order} {copied}", call, [a, b]


@family
def number_into(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    """A Python or NumPy scalar, or a small sequence, stored into an array."""
    value = _FAR[int(rng.integers(len(_FAR)))]
    a = operand(rng, 2, 1, DTYPES)
    if a.layout in REPEATED or not a.values.size:
        return None

    def given(xp: ModuleType) -> Any:
        return xp.asarray(value) if isinstance(value, numpy.ndarray) else value
    roads = {
        "item": lambda xp, a: a.__setitem__(tuple([0] * a.ndim), given(xp)), "row": lambda xp, a: a.__setitem__(
            0, given(xp)), "all": lambda xp, a: a.__setitem__(..., given(xp)), "fill": lambda xp, a: a.fill(given(xp)),
        "mask": lambda xp, a: a.__setitem__(a == a, given(xp)), "index": lambda xp, a: a.__setitem__([0], given(xp)),
        "flat": lambda xp, a: a.flat.__setitem__(0, given(xp)), "full_like": lambda xp, a: xp.full_like(a, given(xp)),
        "put": lambda xp, a: xp.put(a, [0], given(xp)), "putmask": lambda xp, a: xp.putmask(a, a == a, given(xp)),
        "copyto": lambda xp, a: xp.copyto(a, given(xp)), "insert": lambda xp, a: xp.insert(a, 0, given(xp)),
        "fill_diagonal": lambda xp, a: xp.fill_diagonal(a, given(xp)), "place": lambda xp, a: xp.place(
            a, a == a, given(xp)), "full": lambda xp, a: xp.full(3, given(xp), a.dtype),
        "array": lambda xp, a: xp.array(given(xp), a.dtype), "append": lambda xp, a: xp.append(a, given(xp)),
        "where": lambda xp, a: xp.where(a == a, a, given(xp)), "clip": lambda xp, a: xp.clip(a, 0, given(xp)),
        "add": lambda xp, a: a + given(xp), "equal": lambda xp, a: a == given(xp), "less": lambda xp, a: a < given(xp),
    }
    road = str(rng.choice(sorted(roads)))
    listed = isinstance(value, (list, tuple)) or getattr(value, "ndim", 0)
    huge = isinstance(value, int) and not -2**63 <= value < 2**63
    missing = isinstance(value, float) and value != value
    if value is None and road in ("copyto", "where", "append", "add", "less", "fill_diagonal") or huge and (
            road in ("where", "append") or a.values.dtype.kind == "b"):
        return None         # arrays of Python's objects
    if road in ("mask", "row", "item", "all", "fill", "index", "flat", "fill_diagonal") and listed:
        return None         # how deep such a sequence may be
    if missing and not defined(a.values.dtype) or road == "fill_diagonal" and isinstance(value, numpy.generic):
        return None         # numbers that the type does not have
    return f"{road} {value!r}", lambda xp, a: told(lambda: roads[road](xp, a)), [a]
