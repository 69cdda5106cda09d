"""Datetimes and durations on kernels of int64: their counts of ticks, NaT the least of them."""
from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.broadcast import broadcast_arrays
from cupy._core.constructors import full, zeros
from cupy._core.copyto import merged
from cupy._core.from_data import asarray

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Casting
    from cupy._core.reduction import Reduction
    from cupy._core.ufunc import ufunc

_NAT = numpy.iinfo(numpy.int64).min
_TO_KEYS = numpy.uint64(2**63 - 1)      # brings NaT to the top of uint64 and the earliest time to its bottom


def _ticks_per(source: numpy.dtype, target: numpy.dtype) -> tuple[int, int]:
    """``(multiply, divide)`` that bring counts of unit `source` to unit `target`."""
    one = numpy.timedelta64(1, numpy.datetime_data(source)[0])
    many = numpy.timedelta64(1, numpy.datetime_data(target)[0])
    multiply = int(one / many) if one >= many else 1
    divide = int(many / one) if many > one else 1
    return multiply * numpy.datetime_data(source)[1], divide * numpy.datetime_data(target)[1]


def count(a: ndarray, dtype: numpy.dtype) -> ndarray:
    """The int64 counts of a datetime array in the unit of `dtype`; NaT stays."""
    counts = a.view(numpy.int64)
    if a.dtype == dtype or numpy.datetime_data(a.dtype)[0] == "generic":
        return counts
    if _counts_months(a.dtype) != _counts_months(dtype):
        return asarray(a.get().astype(dtype)).view(numpy.int64)     # months differ in length: a calendar is the host's
    multiply, divide = _ticks_per(a.dtype, dtype)
    if multiply == divide:
        return counts
    scaled = counts * multiply // divide
    return merged(counts == _NAT, _NAT, scaled)


def _counts_months(dtype: numpy.dtype) -> bool:
    return numpy.datetime_data(dtype)[0] in ("Y", "M")


def time_keys(a: ndarray) -> ndarray:
    """Unsigned numbers in the order in which times sort: NaT behind all others."""
    return a.view(numpy.uint64) + _TO_KEYS


def times_of(keys: ndarray, dtype: numpy.dtype) -> ndarray:
    """The times of some keys."""
    return (keys - _TO_KEYS).view(dtype)


def reduce_time(reduction: Reduction, a: ndarray, axis: int | tuple[int, ...] | None, keepdims: bool) -> ndarray:
    """A reduction of times: durations add up, and NaT wins but where it is left out."""
    name = reduction.name
    if name in ("sum", "mean", "nansum", "nanmean") and a.dtype.kind == "m":
        return _total(name, a, axis, keepdims)
    if name == "nanmin":
        return times_of(time_keys(a).min(axis, None, keepdims), a.dtype)
    if name == "nanmax":
        return a.view(numpy.int64).max(axis, None, keepdims).view(a.dtype)
    if name in ("argmin", "count_nonzero", "any", "all"):
        return reduction(a.view(numpy.int64), axis, None, None, keepdims)
    if name == "amin":
        return reduction(a.view(numpy.int64), axis, None, None, keepdims).view(a.dtype)
    if name == "argmax":
        return reduction(time_keys(a), axis, None, None, keepdims)
    if name == "amax":
        return times_of(reduction(time_keys(a), axis, None, None, keepdims), a.dtype)
    raise TypeError(f"cannot perform {name} with items of dtype {a.dtype}")


def _total(name: str, a: ndarray, axis: int | tuple[int, ...] | None, keepdims: bool) -> ndarray:
    """Sum or mean of durations; means are cut to whole ticks, as in NumPy."""
    counts = a.view(numpy.int64)
    missing = counts == _NAT
    total = merged(missing, 0, counts).sum(axis, None, None, keepdims)
    lost = missing.any(axis, None, keepdims)
    if "mean" in name:
        number = a.size // total.size if total.size else 0
        if not number:
            return full(total.shape, _NAT, numpy.int64).view(a.dtype)
        ticks = abs(total) // number
        total = merged(total < 0, -ticks, ticks)
    return merged(lost, _NAT, total).view(a.dtype)


def running_total(a: ndarray, axis: int) -> ndarray:
    """Running sums of durations; NaT stays from where it is met."""
    counts = a.view(numpy.int64)
    missing = counts == _NAT
    met = missing.astype(numpy.int8).cumsum(axis) > 0
    return merged(met, _NAT, merged(missing, 0, counts).cumsum(axis)).view(a.dtype)


def _clip(a: ndarray, low: ndarray, high: ndarray) -> ndarray:
    """Times within bounds; NaT where one of the three is."""
    dtype = numpy.result_type(a.dtype, low.dtype, high.dtype)
    a, low, high = [count(x, dtype) for x in broadcast_arrays(a, low, high)]
    missing = (a == _NAT) | (low == _NAT) | (high == _NAT)
    a = merged(a < low, low, a)
    return merged(missing, _NAT, merged(a > high, high, a)).view(dtype)


def apply(ufunc: ufunc, inputs: list[ndarray], casting: Casting,
          wanted: tuple[Any, ...] | None = None) -> list[ndarray]:
    """The results of a ufunc on arrays of which one holds times, by the loop of the dtypes asked for."""
    if ufunc.name in _OURS_ALONE:
        return [_OURS_ALONE[ufunc.name](*inputs)]
    numpy_ufunc = getattr(numpy, ufunc.name, None)
    if not isinstance(numpy_ufunc, numpy.ufunc):
        raise TypeError(f"ufunc '{ufunc.name}' cannot take datetimes")
    # NumPy decides which combinations exist and in which unit they are computed.
    asked: Any = {} if wanted is None else {"signature": wanted}
    resolved = numpy_ufunc.resolve_dtypes((*(x.dtype for x in inputs), *[None] * ufunc.nout), casting=casting, **asked)
    computed, results = resolved[:len(inputs)], resolved[len(inputs):]
    counts, nats = [], []
    for x, dtype in zip(inputs, computed, strict=True):
        if x.dtype.kind not in "mM":
            counts.append(x.astype(numpy.int64 if dtype.kind in "mM" else dtype, copy=False))
            continue
        counts.append(count(x, dtype))
        nats.append(counts[-1] == _NAT)
    loop = _LOOPS.get(ufunc.name, _plain)
    missing = functools.reduce(operator.or_, nats)
    found = loop(ufunc, counts, missing, computed)
    return [_of_ticks(values, dtype, missing) for values, dtype in zip(found, results, strict=True)]


def _of_ticks(values: ndarray, dtype: numpy.dtype, missing: ndarray) -> ndarray:
    """A loop's result as NumPy types it: times, or numbers, which the sign of a duration is from NumPy 2.5 on."""
    if dtype.kind in "mM":
        return values.view(dtype)
    if dtype.kind == "f" and values.dtype.kind == "i":
        return merged(missing, numpy.nan, values.astype(dtype))
    return values


def _plain(ufunc: ufunc, counts: list[ndarray], missing: ndarray,
           computed: Sequence[numpy.dtype | None]) -> list[ndarray]:
    """Ticks as they are, NaT where one of them is."""
    return [merged(missing, _NAT, ufunc(*counts))]


def _compare(ufunc: ufunc, counts: list[ndarray], missing: ndarray, computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    return [ufunc(*counts) & ~missing]


def _unequal(ufunc: ufunc, counts: list[ndarray], missing: ndarray, computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    """NaT equals nothing, itself neither."""
    return [ufunc(*counts) | missing]


def _prefer(ufunc: ufunc, counts: list[ndarray], missing: ndarray, computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    """fmax and fmin pass NaT over."""
    a, b = counts
    return [merged(a == _NAT, b, merged(b == _NAT, a, ufunc(a, b)))]


def _multiply(ufunc: ufunc, counts: list[ndarray], missing: ndarray,
              computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    return [_whole(missing, ufunc(*counts))]


def _divide(ufunc: ufunc, counts: list[ndarray], missing: ndarray, computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    """Of durations: a number; by a number: cut to whole ticks, as by floor_divide."""
    a, b = counts
    if computed[1].kind == "m":
        return [merged(missing, numpy.nan, a / b)]
    if computed[1].kind == "f":
        return [_whole(missing, a / b)]
    ticks = abs(a) // abs(b)
    return [merged(missing | (b == 0), _NAT, merged((a < 0) != (b < 0), -ticks, ticks))]


def _floor_divide(ufunc: ufunc, counts: list[ndarray], missing: ndarray,
                  computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    if computed[1].kind != "m":
        return _divide(ufunc, counts, missing, computed)
    return [merged(missing | (counts[1] == 0), 0, counts[0] // counts[1])]


def _remainder(ufunc: ufunc, counts: list[ndarray], missing: ndarray,
               computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    return [merged(missing | (counts[1] == 0), _NAT, counts[0] % counts[1])]


def _divmod(ufunc: ufunc, counts: list[ndarray], missing: ndarray, computed: tuple[numpy.dtype, ...]) -> list[ndarray]:
    return [*_floor_divide(ufunc, counts, missing, computed), *_remainder(ufunc, counts, missing, computed)]


def _whole(missing: ndarray, values: ndarray) -> ndarray:
    """Ticks of numbers of them, without the fraction."""
    if values.dtype.kind != "f":
        return merged(missing, _NAT, values)
    number = values - values == 0       # which NaN and infinities are not
    return merged(missing | ~number, _NAT, merged(number, values, 0.0).astype(numpy.int64))


#: What is no ufunc of NumPy's → its result, of the inputs as they are.
_OURS_ALONE = {"clip": _clip}

#: What gives NaT its own treatment -> the loop: of a ufunc, counts, where NaT is, and NumPy's dtypes of the inputs.
_LOOPS = {
    **dict.fromkeys(("equal", "less", "less_equal", "greater", "greater_equal"), _compare),
    "not_equal": _unequal,
    **dict.fromkeys(("fmax", "fmin"), _prefer), "multiply": _multiply,
    **dict.fromkeys(("divide", "true_divide"), _divide), "floor_divide": _floor_divide,
    **dict.fromkeys(("remainder", "mod"), _remainder), "divmod": _divmod,
    **dict.fromkeys(("isnat", "isnan"), lambda ufunc, counts, missing, computed: [missing]),
    "isfinite": lambda ufunc, counts, missing, computed: [~missing],
    "isinf": lambda ufunc, counts, missing, computed: [zeros(missing.shape, bool)],
    "sign": lambda ufunc, counts, missing, computed: [ufunc(*counts)],      # NumPy's of NaT is that of its ticks
}
