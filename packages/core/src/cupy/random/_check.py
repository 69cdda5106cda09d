"""Parameters of distributions: numbers or arrays, checked, and brought to the shape of a draw.

What the host knows is checked there.  Arrays on the device are checked there too, and the answer is waited
for, because a wrong parameter must not give numbers; while a stream is being captured nothing can be
waited for, and an item with a wrong parameter is NaN (the lowest integer).
"""
from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.from_data import asarray, ascontiguousarray
from cupy._core.broadcast import broadcast_to
from cupy._core.arguments import as_array
from cupy._ops.floating import signbit

__all__ = []

_LARGEST_LAM = 9.223372006484771e18     # NumPy's: beyond it a result may not be an int64


def _is_negative(x: Any) -> Any:
    """Whether numbers are negative; -0.0 is, as in NumPy."""
    if isinstance(x, float):
        return math.copysign(1, x) < 0 and x == x
    if getattr(x, "dtype", numpy.dtype(int)).kind != "f":
        return x < 0
    return (signbit if isinstance(x, ndarray) else numpy.signbit)(x) & (x == x)


#: Constraint → (which values are bad, what NumPy says of them), of numbers and of arrays.
CONSTRAINTS = {
    "non_negative": (_is_negative, "{} < 0"),
    "positive": (lambda x: x <= 0, "{} <= 0"),
    "positive_and_finite": (lambda x: (x <= 0) | (x != x) | (x == math.inf), "{0} <= 0, or {0} is NaN or infinite"),
    "probability": (lambda x: (x < 0) | (x > 1) | (x != x), "{0} < 0, {0} > 1 or {0} is NaN"),
    "positive_probability": (lambda x: (x <= 0) | (x > 1) | (x != x), "{0} <= 0, {0} > 1 or {0} contains NaNs"),
    "probability_below_one": (lambda x: (x < 0) | (x >= 1) | (x != x), "{0} < 0, {0} >= 1 or {0} is NaN"),
    "above_one": (lambda x: (x <= 1) | (x != x), "{0} <= 1 or {0} is NaN"),
}


def refuse(x: Any, bad: Callable[[Any], Any], text: str) -> None:
    """Raise if any item of `x`, a number, or an array of NumPy or of the device, is bad."""
    found = bad(x)
    if isinstance(found, ndarray):
        from cupy.cuda import get_current_stream

        if get_current_stream().is_capturing():
            return
    if found if isinstance(found, bool) else bool(found.any()):
        raise ValueError(text)


def refuse_pair(x: Any, y: Any, bad: Callable[[Any, Any], Any], text: str) -> None:
    """The same for a relation of two parameters."""
    if isinstance(x, ndarray) != isinstance(y, ndarray):
        x, y = (v if isinstance(v, ndarray) else asarray(v) for v in (x, y))
    refuse(x, lambda v: bad(v, y), text)


def check(x: Any, name: str, constraint: str) -> None:
    """Raise a ValueError that names the parameter unless its values fulfil the constraint."""
    if constraint == "-":
        return
    if constraint == "poisson":
        refuse(x, lambda v: v > _LARGEST_LAM, f"{name} value too large")
        refuse(x, lambda v: (v < 0) | (v != v), f"{name} < 0 or {name} is NaN")
        return
    bad, text = CONSTRAINTS[constraint]
    if type(x) is not float or bad(x):
        refuse(x, bad, text.format(name))


def read(x: Any, name: str, integer: bool = False) -> tuple[numpy.float64 | ndarray, numpy.ndarray | None]:
    """A parameter as a NumPy float64 scalar, or as an array on the device with the host's copy, if it has one."""
    if isinstance(x, numpy.generic) and x.dtype.kind in "biuf":
        x = x.item()
    if isinstance(x, (float, int)):
        return numpy.float64(_integer(x, name) if integer else x), None
    host = None
    if not isinstance(x, ndarray):
        host = numpy.asarray(x)
        if host.dtype.kind not in "biuf":
            raise TypeError(f"{name} must be real, not {host.dtype}" if host.dtype.kind != "O" else
                            f"{name} must be a number or an array, not {type(x)}")
    kind = (x if host is None else host).dtype.kind
    if kind not in "biuf":
        raise TypeError(f"{name} must be real, not {x.dtype}")
    if integer and kind == "f" and (host is None or host.size):
        raise TypeError(f"Cannot cast {name} from {(x if host is None else host).dtype!r} to dtype('int64') "
                        "according to the rule 'safe'")
    if host is not None:
        host = host.astype(numpy.float64)
        if host.ndim == 0:
            return numpy.float64(host), None
        return as_array(x, name, taken=True).astype(numpy.float64), host
    return x.astype(numpy.float64), None


def _integer(x: Any, name: str) -> int:
    """A number as NumPy makes an int64 of it; NaN and infinity cannot be one."""
    x = int(x)
    if not -2**63 <= x < 2**63:
        raise OverflowError(f"{name} is {x}, too large for an int64")
    return x


def shape_of(size: Any) -> tuple[int, ...] | None:
    """`size` as a tuple; None stays."""
    if size is None:
        return None
    if isinstance(size, bool):
        raise TypeError(f"expected a sequence of integers or a single integer, got '{size}'")
    sizes: Any = size if isinstance(size, (tuple, list)) or getattr(size, "ndim", 0) else (size,)
    shape = tuple([operator.index(n) for n in sizes])
    if shape and min(shape) < 0:
        raise ValueError("negative dimensions are not allowed")
    return shape


def output_shape(size: Any, shapes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape of a draw whose parameters have these shapes."""
    joint = numpy.broadcast_shapes(*shapes)
    size = shape_of(size)
    if size is None:
        return joint
    fits = len(joint) <= len(size) and all(n in (1, m) for n, m in zip(joint[::-1], size[::-1], strict=False))
    if not fits:
        raise ValueError(f"Output size {size} is not compatible with broadcast dimensions of inputs {joint}.")
    return size


def spread(x: ndarray, shape: tuple[int, ...]) -> ndarray:
    """An array of one contiguous item for each of the draw."""
    return ascontiguousarray(broadcast_to(x, shape))


def parameters(values: Sequence[Any], names: Sequence[str], constraints: Sequence[str], size: Any,
               integers: Sequence[str] = ()) -> tuple[list[Any], tuple[int, ...]]:
    """The checked parameters of a draw, as numbers and arrays, and its shape."""
    if not integers and all([type(x) is float or type(x) is int for x in values]):  # noqa: C419
        for x, name, constraint in zip(values, names, constraints, strict=True):
            check(float(x), name, constraint)
        return list(values), shape_of(size) or ()
    read_values = []
    for x, name, constraint in zip(values, names, constraints, strict=True):
        value, host = read(x, name, name in integers)
        check(value if host is None else host, name, constraint)
        read_values.append(value)
    shape = output_shape(size, [x.shape for x in read_values])
    return [spread(x, shape) if isinstance(x, ndarray) else float(x) for x in read_values], shape


def together(found: Any) -> list[Any]:
    """Values of parameters that were read: those on the host, unless one of them is on the device alone."""
    if any(isinstance(value, ndarray) and host is None for value, host in found):
        return [value for value, _ in found]
    return [value if host is None else host for value, host in found]


def finite_range(low: Any, high: Any, text: str) -> Any:
    """``high - low``, which numbers on the host must keep finite."""
    if isinstance(low, ndarray) or isinstance(high, ndarray):
        return high - low
    with numpy.errstate(over="ignore"):
        size = numpy.subtract(high, low, dtype=numpy.float64)
    if not numpy.all(numpy.isfinite(size)):
        raise OverflowError(text)
    return float(size) if math.prod(size.shape) == 1 and not size.shape else size
