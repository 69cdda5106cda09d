"""Dtypes that are no numbers: datetimes run on int64 kernels, records and strings compare as bytes."""
import functools
import operator

import numpy

from cupy._core.broadcast import broadcast_arrays, broadcast_to
from cupy._core.constructors import full, full_like, zeros
from cupy._core.copyto import merged
from cupy._core.from_data import asarray, ascontiguousarray
from cupy._core.ndarray import ndarray
from cupy._core.creation import spaced

_NAT = numpy.iinfo(numpy.int64).min
_TO_KEYS = numpy.uint64(2**63 - 1)      # brings NaT to the top of uint64 and the earliest time to its bottom
_ORDER = {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}


def _ticks_per(source, target):
    """``(multiply, divide)`` that bring counts of unit `source` to unit `target`."""
    one = numpy.timedelta64(1, numpy.datetime_data(source)[0])
    many = numpy.timedelta64(1, numpy.datetime_data(target)[0])
    multiply = int(one / many) if one >= many else 1
    divide = int(many / one) if many > one else 1
    return multiply * numpy.datetime_data(source)[1], divide * numpy.datetime_data(target)[1]


def _counts(a, dtype):
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


def _counts_months(dtype):
    return numpy.datetime_data(dtype)[0] in ("Y", "M")


def _is_time(x):
    return x.dtype.kind in "mM"


def apply(ufunc, inputs, out):
    """A ufunc on arrays of which one has a dtype without loops."""
    name = ufunc.name
    inputs = [x if isinstance(x, ndarray) else asarray(x) for x in inputs]
    if any(_is_time(x) for x in inputs):
        result = _apply_time(ufunc, inputs)
    elif name in ("equal", "not_equal"):
        result = _equal_bytes(inputs, name == "not_equal")
    elif name in _ORDER and {x.dtype.kind for x in inputs} in ({"S"}, {"U"}):
        result = _compare_text(ufunc, *_characters(*inputs))
    else:
        raise TypeError(f"ufunc '{name}' did not contain a loop with signature matching types "
                        f"({', '.join(str(x.dtype) for x in inputs)}) -> None")
    if out is None:
        return result
    out = out[0] if isinstance(out, tuple) else out
    out[...] = result
    return out


def equal_or_never(ufunc, a, b, unequal):
    """``a == b`` or ``a != b``; times and strings equal nothing of a kind that they cannot be compared with."""
    try:
        return ufunc(a, b)
    except TypeError:
        if not all(getattr(x, "dtype", numpy.dtype(bool)).kind in "biufcmMSU" for x in (a, b)):
            raise
        shape = numpy.broadcast_shapes(*(getattr(x, "shape", ()) for x in (a, b)))
        return full(shape, unequal, bool)


def time_keys(a):
    """Unsigned numbers in the order in which times sort: NaT behind all others."""
    return a.view(numpy.uint64) + _TO_KEYS


def times_of(keys, dtype):
    """The times of some keys."""
    return (keys - _TO_KEYS).view(dtype)


def reduce_time(reduction, a, axis, keepdims):
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


def _total(name, a, axis, keepdims):
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


def running_total(a, axis):
    """Running sums of durations; NaT stays from where it is met."""
    counts = a.view(numpy.int64)
    missing = counts == _NAT
    met = missing.astype(numpy.int8).cumsum(axis) > 0
    return merged(met, _NAT, merged(missing, 0, counts).cumsum(axis)).view(a.dtype)


def _clip(a, low, high):
    """Times within bounds; NaT where one of the three is."""
    dtype = numpy.result_type(a.dtype, low.dtype, high.dtype)
    a, low, high = [_counts(x, dtype) for x in broadcast_arrays(a, low, high)]
    missing = (a == _NAT) | (low == _NAT) | (high == _NAT)
    a = merged(a < low, low, a)
    return merged(missing, _NAT, merged(a > high, high, a)).view(dtype)


def _apply_time(ufunc, inputs):
    name = ufunc.name
    if name == "clip":
        return _clip(*inputs)
    numpy_ufunc = getattr(numpy, name, None)
    if numpy_ufunc is None:
        raise TypeError(f"ufunc '{name}' cannot take datetimes")
    # NumPy decides which combinations exist and in which unit they are computed.
    resolved = numpy_ufunc.resolve_dtypes((*(x.dtype for x in inputs), *[None] * ufunc.nout))
    computed, result = resolved[:len(inputs)], resolved[len(inputs)]
    counts, nats = [], []
    for x, dtype in zip(inputs, computed, strict=True):
        if not _is_time(x):
            counts.append(x.astype(numpy.int64 if dtype.kind in "mM" else dtype, copy=False))
            continue
        c = _counts(x, dtype)
        nats.append(c == _NAT)
        counts.append(c)
    missing = functools.reduce(operator.or_, nats)
    if name in ("isnat", "isnan"):
        return missing
    if name == "isfinite":
        return ~missing
    values = ufunc(*counts)
    if name in ("fmax", "fmin"):
        a, b = counts
        return merged(a == _NAT, b, merged(b == _NAT, a, values)).view(result)
    if name in _ORDER:
        return values & ~missing if name != "not_equal" else values | missing
    if result.kind in "mM":
        return merged(missing, _NAT, values.astype(numpy.int64, copy=False)).view(result)
    return merged(missing, numpy.nan, values) if result.kind == "f" else values


def _characters(a, b):
    """Two arrays of strings, or of other items, padded to one length and seen as their characters or bytes."""
    dtype = numpy.promote_types(a.dtype, b.dtype)
    unit = numpy.uint32 if dtype.kind == "U" else numpy.uint8
    return [ascontiguousarray(x.astype(dtype)).reshape((*x.shape, 1)).view(unit) for x in (a, b)]


def ordered_words(a):
    """Unsigned numbers, in one more axis, that compare one after the other as the strings of `a` do."""
    unit, count = (numpy.uint32, 2) if a.dtype.kind == "U" else (numpy.uint8, 8)
    length = a.itemsize // numpy.dtype(unit).itemsize
    size = -(-length // count)
    words = zeros((*a.shape, size, count), numpy.uint64)
    if length:
        characters = ascontiguousarray(a).reshape((*a.shape, 1)).view(unit)
        words.reshape((*a.shape, size * count))[..., :length] = characters
    shifts = asarray(64 // count * numpy.arange(count, dtype=numpy.uint64)[::-1])
    return (words << shifts).sum(axis=-1)


def _compare_text(ufunc, a, b):
    """Strings in the order of their first characters that differ."""
    a, b = broadcast_arrays(a, b)
    first = (a != b).argmax(axis=-1).ravel()
    rows = spaced(first.size, 0, 1)
    return ufunc(*(x.reshape(first.size, a.shape[-1])[rows, first] for x in (a, b))).reshape(a.shape[:-1])


def _equal_bytes(inputs, negate):
    """Items equal byte by byte, after strings have been padded to one length."""
    a, b = inputs
    if a.dtype.names != b.dtype.names or a.dtype.kind != b.dtype.kind:      # bytes equal no characters
        raise TypeError(f"Cannot compare items of dtype {a.dtype} with {b.dtype}")
    if a.dtype.names is not None:
        equal = True
        for name in a.dtype.names:
            x, y = a[name], b[name]
            if x.shape[a.ndim:] != y.shape[b.ndim:]:
                raise TypeError(f"Cannot compare items of dtype {a.dtype} with {b.dtype}")
            inner = tuple(range(a.ndim - x.ndim, 0))
            # Axes of the fields stay behind those along which the arrays broadcast.
            equal = (x == y).all(axis=inner) & equal if inner else (x == y) & equal
    else:
        a, b = _characters(a, b)
        equal = (a == b).all(axis=-1)
    return ~equal if negate else equal


def cast_into(target, source):
    """``target[...] = source`` when one of the dtypes is no number."""
    if target.dtype.kind in "mM" and source.dtype.kind in "mM":
        target.view(numpy.int64)[...] = _counts(source, target.dtype)
    elif target.dtype.kind in "mM" and source.dtype.kind in "iub":
        target.view(numpy.int64)[...] = source
    elif source.dtype.kind in "mM" and target.dtype.kind in "iuf":
        target[...] = source.view(numpy.int64)
    elif target.dtype.names is not None and source.dtype.names is None:
        for name in target.dtype.names:
            target[name][...] = source.reshape(source.shape + (1,) * (target[name].ndim - target.ndim))
    elif target.dtype.names is not None and source.dtype.names is not None:
        if len(target.dtype.names) != len(source.dtype.names):
            raise TypeError(f"Cannot cast from {source.dtype} to {target.dtype}")
        for mine, theirs in zip(target.dtype.names, source.dtype.names, strict=True):
            target[mine][...] = source[theirs]
    elif source.dtype.kind == target.dtype.kind and target.dtype.kind in "SU":
        _copy_text(target, source)
    else:
        # Text from numbers and numbers from text are the host's work.
        host = source.get().astype(target.dtype)
        target[...] = asarray(numpy.broadcast_to(host, target.shape))


def _copy_text(target, source):
    """Characters of strings, cut or padded with zeros to the target's length."""
    unit = numpy.uint8 if target.dtype.kind == "S" else numpy.uint32
    source = ascontiguousarray(broadcast_to(source, target.shape))
    characters = source.reshape(source.shape + (1,)).view(unit)
    fresh = zeros(target.shape + (target.dtype.itemsize // numpy.dtype(unit).itemsize,), unit)
    n = min(fresh.shape[-1], characters.shape[-1])
    fresh[..., :n] = characters[..., :n]
    packed = fresh.view(target.dtype).reshape(target.shape)
    target[...] = packed


def differs(a, other, unequal):
    """``a != other`` or ``a == other`` for None or text: no number equals it."""
    if a.dtype.kind in "SUV" and other is not None:
        return _equal_bytes([a, asarray(other)], unequal)
    return full_like(a, unequal, bool)
