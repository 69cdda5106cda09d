"""Calls that once gave something else than NumPy: each is looked at before random ones are drawn."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from types import ModuleType


def changed(a: Any, change: Callable[..., Any]) -> Any:
    """The array after a change in place."""
    change(a)
    return a


def durations(xp: ModuleType) -> Any:
    """Some, NaT among them."""
    return xp.asarray(numpy.array([7, -7, "NaT", 0], "m8[s]"))


CORPUS = {
    "strings without a length": lambda xp: [xp.asarray(["a", "bc"], dtype="S"), xp.asarray([b"a", b"bc"]).astype("S"),
                                            xp.asarray(["x", "yz"], dtype="U"), xp.arange(3).astype("S5")],
    "full of text": lambda xp: xp.full(3, "abc", dtype="U3"),
    "empty strings": lambda xp: str(xp.zeros(3, "S0").dtype.kind),
    "S with U": lambda xp: [xp.asarray(["a", "b"], dtype="S1") == xp.asarray(["a", "c"], dtype="U1"),
                            xp.asarray(["a"]) != b"a", xp.asarray(["b"]) < b"c"],
    "Ellipsis of no axes": lambda xp: xp.zeros((2, 3, 4))[:, xp.asarray([0]), ..., 0],
    "round beyond the dtype": lambda xp: [xp.round(xp.asarray([100, 27], "i1"), -2), xp.round(xp.arange(9), -30),
                                          xp.round(xp.asarray([5, 15, 25]), -1)],
    "insert out of range": lambda xp: xp.insert(xp.zeros(2, "u1"), 0, 300),
    "nan into integers": lambda xp: changed(xp.zeros(2, "i4"), lambda a: a.__setitem__(0, float("nan"))),
    "inf into integers": lambda xp: xp.zeros(2, "i4").fill(float("inf")),
    "a fraction below zero into unsigned": lambda xp: changed(xp.zeros(2, "u2"), lambda a: a.fill(-2.5)),
    "NumPy's nan into unsigned integers": lambda xp: changed(xp.zeros(2, "u2"), lambda a: a.fill(numpy.float64("nan"))),
    "NumPy's fraction below zero into unsigned":
        lambda xp: changed(xp.zeros(2, "u2"), lambda a: a.fill(numpy.float64(-2.5))),
    "NumPy's 300 into signed bytes": lambda xp: changed(xp.zeros(2, "i1"), lambda a: a.fill(numpy.int64(300))),
    "NumPy's nan into integers that are not aligned":
        lambda xp: changed(xp.zeros(5, "u1")[1:].view("i2"), lambda a: a.__setitem__(..., numpy.float64("nan"))),
    "300 into bytes": lambda xp: changed(xp.zeros(2, "u1"), lambda a: a.__setitem__(0, 300)),
    "argmax into float32": lambda xp: xp.argmax(xp.arange(3), out=xp.zeros((), "f4")),
    "take into int8": lambda xp: xp.take(xp.arange(3.0), xp.asarray([1]), out=xp.zeros(1, "i1")),
    "compress into int8": lambda xp: xp.compress([True], xp.arange(3.0), out=xp.zeros(1, "i1")),
    "accumulate into less": lambda xp: xp.add.accumulate(xp.arange(3.0), out=xp.zeros(2)),
    "reduce into less": lambda xp: xp.add.reduce(xp.ones((2, 3)), out=xp.zeros(2)),
    "casting no": lambda xp: xp.add(xp.ones(2, "f4"), xp.ones(2, "f8"), casting="no"),
    "casting equiv": lambda xp: xp.add(xp.ones(2, "i4"), xp.ones(2, "f8"), casting="equiv"),
    "mean of no complex numbers": lambda xp: xp.zeros(0, "D").mean(),
    "ldexp of uint16": lambda xp: xp.ldexp(xp.asarray(256, "f2"), xp.asarray([1], "i2")),
    "variance of complex as real": lambda xp: xp.var(xp.asarray([1 + 2j, 3]), dtype="f8"),
    "einsum of bool": lambda xp: [xp.einsum("ij->i", xp.ones((2, 3), "?")), xp.einsum("ij->ji", xp.ones((2, 3), "?"))],
    "einsum with a dtype": lambda xp: xp.einsum("i,i", xp.arange(3), xp.arange(3), dtype="f8"),
    "einsum of lists": lambda xp: xp.einsum(xp.arange(6).reshape(2, 3), [0, 1], [1, 0]),
    "unravel_index of bool": lambda xp: xp.unravel_index(xp.asarray(True), (2, 3)),
    "unravel_index beyond": lambda xp: xp.unravel_index(7, (2, 3)),
    "ravel_multi_index": lambda xp: xp.ravel_multi_index((xp.asarray([0, 1]), xp.asarray([1, 2])), (2, 3)),
    "copyto where a scalar": lambda xp: changed(xp.zeros(3), lambda a: xp.copyto(a, 2, where=True)),
    "flat[True]": lambda xp: xp.arange(3).flat[True],
    "nan_to_num of a scalar": lambda xp: xp.nan_to_num(xp.asarray(numpy.nan)),
    "compare with an object": lambda xp: xp.arange(3) == None,      # noqa: E711 - the operator is the point
    "truth of no items": lambda xp: bool(xp.zeros(0)),
    "subarray dtype": lambda xp: xp.empty(3, "3i").shape == (3, 3) and xp.ones(1),
    "sizes that wrap": lambda xp: xp.broadcast_to(xp.arange(1.0), (3, 0x5555555555555556)).ravel(),
    "sizes whose product is 0 in 64 bits": lambda xp: xp.broadcast_to(xp.arange(1.0), (2**32, 2**32)).sum(),
    "out in a tuple": lambda xp: [xp.add(xp.arange(3), 1, out=(None,)),
                                  xp.add.reduce(xp.arange(3), out=(xp.zeros((), "l"),))],
    "argmax of no items": lambda xp: xp.argmax(xp.zeros(0)),
    "dates": lambda xp: [xp.sort(xp.asarray(numpy.array([3, "NaT", 1], "m8[s]"))),
                         xp.unique(xp.asarray(numpy.array([3, 3, 1], "m8[s]"))),
                         xp.asarray(numpy.array([3, 1], "m8[s]")).sum(),
                         xp.searchsorted(xp.asarray(numpy.array([1, 3], "m8[s]")),
                                         xp.asarray(numpy.array([2], "m8[s]")))],
    "booleans of a mask": lambda xp: xp.asarray(numpy.array([0, 255, 1], "u1")).view("?").sum(),
    "reduceat of ones": lambda xp: xp.add.reduceat(xp.ones(1 << 17, "f2"), [0, 100, 1 << 16])[1:2],
    "logaddexp of infinities": lambda xp: xp.logaddexp(-xp.inf, xp.asarray([-xp.inf, 0.0])),
    "clip of times": lambda xp: xp.clip(xp.asarray(numpy.array([1, 9], "m8[s]")),
                                        *xp.asarray(numpy.array([2, 5], "m8[s]"))),
    "vectorize of no items": lambda xp: xp.vectorize(lambda x: x + 1, otypes="d")(xp.zeros(0)),
    "repeat by a negative number": lambda xp: xp.repeat(xp.arange(3), -1),
    "place without values": lambda xp: xp.place(xp.arange(3), xp.asarray([True, False, True]), []),
    "median of nothing": lambda xp: xp.median(xp.zeros((0, 3)), axis=1),
    "diff beyond the length": lambda xp: xp.diff(xp.arange(2), 5),
    "a mask that is a number": lambda xp: xp.arange(3)[xp.asarray(True)],
    "scalars beyond int64": lambda xp: xp.arange(3, dtype="u8") + 2**63,
    "comparison beyond the type": lambda xp: xp.arange(3, dtype="u1") < 300,
    "variance of some complex as real":
        lambda xp: [xp.nanstd(xp.asarray([1 + 2j, 3, numpy.nan, 5j]), dtype="f8"),
                    xp.var(xp.asarray([1 + 2j, 3, 4]), dtype="f8", where=xp.asarray([True, True, False]))],
    "clip by nothing": lambda xp: [xp.clip(xp.arange(3), None, None, dtype="f4"),
                                   xp.clip(xp.arange(3), None, None, out=xp.zeros(3))],
    "clip of truth values by nothing": lambda xp: xp.clip(xp.ones(3, "?"), None, None),
    "linspace of complex as integers": lambda xp: xp.linspace(2j, 3, 4, dtype="i4"),
    "nothing selected where nothing is": lambda xp: [xp.zeros((0, 3))[[0], []], xp.zeros((2, 3))[[[5]], []],
                                                     changed(xp.zeros((0, 3)), lambda a: a.__setitem__(([0], []), 1))],
    "a number out of range beside nothing": lambda xp: xp.zeros((2, 3))[7, []],
    "a tuple of indices within a key": lambda xp: [changed(xp.zeros(3), lambda a: xp.maximum.at(a, ((0, 2),), 5)),
                                                   changed(xp.zeros(3, "i1"), lambda a: xp.add.at(a, ((0,),), 5))],
    "take of something of which a result holds nothing":
        lambda xp: [xp.take(xp.zeros((0, 0)), 0, axis=1), xp.take(xp.zeros((0, 0)), [3, 9], 1, mode="wrap"),
                    xp.take(xp.zeros((2, 0, 0)), [[1]], 2, mode="clip")],
    "take of something from nothing": lambda xp: xp.take(xp.zeros((2, 0)), 0, axis=1),
    "take of nothing from nothing": lambda xp: xp.take(xp.zeros((0, 0, 4)), [0], axis=0),
    "sums of zeros with a sign":
        lambda xp: [xp.signbit(xp.sum(-xp.zeros((2, 3)), axis=0, initial=-0.0)), xp.signbit(xp.sum(-xp.zeros(3))),
                    xp.signbit(xp.add.reduceat(-xp.zeros(6), [0, 2])),
                    xp.signbit(xp.add.reduce(-xp.zeros(2), initial=None))],
    "layout of repeated items that are cast":
        lambda xp: str((xp.broadcast_to(xp.arange(3).reshape(3, 1), (2, 3, 4)) + 1.5).flags.c_contiguous),
    "polynomial of truth values": lambda xp: xp.polyval(xp.ones(3, "?"), xp.zeros(2, "?")),
    "order of no words": lambda xp: xp.zeros((2, 0), "S3") < xp.zeros((2, 0), "S1"),
    "a divisor that begins with zeros":
        lambda xp: [p.coeffs for p in xp.poly1d(xp.arange(3.0)) / xp.poly1d(xp.asarray([0, 0, 1.5]))],
    "gradient of truth values": lambda xp: xp.gradient(xp.ones(3, "?")),
    "gradient of too few truth values": lambda xp: xp.gradient(xp.ones((4, 0), "?"), axis=-1),
    "gradient of one truth value": lambda xp: list(xp.gradient(xp.asarray(True))),
    "power of an int and a bool": lambda xp: xp.arange(3) ** xp.asarray([True, False, True]),
    "shapes and types that are both wrong":
        lambda xp: [changed(xp.ones((2, 0, 7), "u8"), lambda a: a.__imod__(xp.ones((7, 4))))],
    "an item of several numbers": lambda xp: changed(xp.zeros(3), lambda a: a.flat.__setitem__(0, xp.zeros(2))),
    "no items of flat": lambda xp: changed(xp.zeros(3), lambda a: a.flat.__setitem__([], 1)),
    "all items of flat": lambda xp: xp.arange(3).flat[()],
    "complex lists into floats": lambda xp: changed(xp.zeros(3), lambda a: a.__setitem__([0, 1], [1j, 2])),
    "one index out of range beside nothing": lambda xp: xp.zeros((7, 4))[False, xp.asarray(8), :],
    "minus one into no unsigned numbers": lambda xp: changed(xp.zeros((9, 0), "u4"), lambda a: a.fill(-1)),
    "fill with a sequence": lambda xp: xp.zeros(3).fill([1, 2]),
    "copy of NumPy's float64 into float32": lambda xp: changed(xp.zeros(2, "f4"), lambda a: xp.copyto(
        a, numpy.float64("nan"))),
    "a choice of numbers beyond the type": lambda xp: xp.where(xp.asarray([True, False]), xp.arange(2, dtype="u4"), -1),
    "NumPy's 2**63 into 32 bits": lambda xp: xp.full_like(xp.zeros(2, "i4"), numpy.uint64(2**63)),
    "text by equivalent types": lambda xp: xp.zeros(3, "?").astype("U", casting="equiv"),
    "greatest divisor of one number": lambda xp: [xp.gcd.reduce(xp.asarray([-6])), xp.hypot.reduce(xp.asarray([-6.0]))],
    "two axes of arctan2": lambda xp: xp.arctan2.reduce(xp.ones((2, 3), "i1"), axis=(0, 1), out=xp.zeros((), "l")),
    "a negative number of choices": lambda xp: xp.random.choice(3, -1),
    "durations divided":
        lambda xp: [xp.floor_divide(durations(xp), x) for x in (3, -2.0, 0, numpy.timedelta64(2, "s"))]
        + [xp.divmod(durations(xp), xp.asarray(numpy.array([2, 0, 1, -3], "m8[s]"))), xp.sign(durations(xp))],
    "median of NaT": lambda xp: xp.median(durations(xp)),
    "dates and durations of other units":
        lambda xp: changed(xp.zeros(4, "M8[7D]"), lambda a: a.__setitem__(..., durations(xp))),
    "dates or durations": lambda xp: xp.where(xp.asarray([True, False] * 2), durations(xp), xp.zeros(4, "M8[D]")),
    "durations where wanted": lambda xp: xp.add(durations(xp), 1, out=xp.zeros(4, "m8[s]"), where=xp.arange(4) > 0),
    "durations into dates": lambda xp: xp.add(durations(xp), 1, out=xp.zeros(4, "M8[s]")),
    "windows of a length that is not whole":
        lambda xp: [f(n) for f in (xp.bartlett, xp.blackman, xp.hamming, xp.hanning) for n in (1.5, 2.5, 3.2)],
    "text and numbers": lambda xp: [xp.asarray(["a", "b"]) == 1, xp.asarray([True, False]) != xp.asarray(["a", "b"])],
    "results of ufuncs into other types":
        lambda xp: [xp.greater.reduce(xp.ones(3, "?"), out=xp.zeros(())), xp.logical_xor.reduceat(
            xp.ones(3, "f4"), [0, 1], out=xp.zeros(2, "l")), xp.subtract.accumulate(xp.ones(3, "?"), out=xp.zeros(3))],
    "conditions of the first axes":
        lambda xp: xp.piecewise(xp.zeros((2, 3)), [xp.asarray([True, False])], [5, 7]),
    "conditions of other axes": lambda xp: xp.piecewise(xp.zeros((2, 7)), xp.ones((2, 7), "?"), [1, 2]),
    "inverse of a tensor of no items": lambda xp: xp.linalg.tensorinv(xp.zeros((0, 0)), 3),
    "masks of nothing beside axes of something":
        lambda xp: [xp.zeros((3, 2))[xp.zeros(0, "?")], xp.zeros((3, 2))[:, xp.zeros(0, "?")],
                    xp.zeros((0, 3, 2))[True, ..., xp.zeros(0, "?")], xp.zeros((3, 2))[xp.zeros((3, 0), "?")]],
    "values for masks of nothing":
        lambda xp: [changed(xp.zeros((3, 2)), lambda a: a.__setitem__(xp.zeros(0, "?"), 1)),
                    changed(xp.zeros(3), lambda a: a.__setitem__(xp.zeros(0, "?"), 1)),
                    changed(xp.zeros((3, 2)), lambda a: a.__setitem__(xp.zeros((0, 2), "?"), 1))],
    "masks of nothing that do not fit": lambda xp: xp.zeros((3, 2))[xp.zeros((0, 5), "?")],
    "values of NumPy's polynomials": lambda xp: [numpy.poly1d([1, 0, -2])(xp.arange(3)), xp.polyval(
        numpy.array([2.0, 1]), xp.arange(3, dtype="f4"))],
    "numbers of arrays with axes": lambda xp: float(xp.ones((1, 1))),
    "sums of small integers into larger ones": lambda xp: [xp.einsum(
        "i,i->", xp.full(3, 100, "b"), xp.full(3, 100, "b"), out=xp.zeros((), char)) for char in "ild"],
    "an area of numbers that are not aligned": lambda xp: xp.trapezoid(
        xp.concatenate([xp.zeros(1, "u1"), xp.ones(5).view("u1")])[1:].view("f8")),
    "a fraction into integers": lambda xp: xp.quantile(xp.arange(4.0), 0.25, out=xp.zeros((), "l")),
    "durations in units without a common one": lambda xp: durations(xp) == numpy.timedelta64(3, "M"),
}
