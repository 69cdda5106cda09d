"""Operands and expected results of operations, derived from how the operations are stated."""
from __future__ import annotations

import itertools
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from types import ModuleType
    from cupy._specs.spec import UfuncSpec
    from cupy.typing import DTypeLike

#: Dtype chars in the order of their type codes; E is bfloat16.
CHARS = "?bBhHiIlLeEfdFD"

#: Precise enough to judge a result of the type; float64 is judged by the long double.
_WIDER = {"e": "d", "E": "d", "f": "d", "d": "g", "F": "D", "D": "G"}


def dtype_of(char: str) -> numpy.dtype:
    """The NumPy dtype of a dtype char; bfloat16's comes from ml_dtypes."""
    if char == "E":
        import ml_dtypes

        return numpy.dtype(ml_dtypes.bfloat16)
    return numpy.dtype(char)


def char_of(dtype: numpy.dtype) -> str:
    """The dtype char of a NumPy dtype."""
    dtype = numpy.dtype(dtype)
    return "E" if dtype.name == "bfloat16" else {"q": "l", "Q": "L"}.get(dtype.char, dtype.char)


def limits(char: str) -> Any:
    """`finfo` of a floating point type, or of a complex type's parts."""
    if char == "E":
        import ml_dtypes

        return ml_dtypes.finfo(ml_dtypes.bfloat16)
    return numpy.finfo(char)


def special_values(char: str) -> numpy.ndarray:
    """Values of a type at which implementations tend to differ."""
    dtype = dtype_of(char)
    if char == "?":
        return numpy.array([False, True])
    if dtype.kind in "iu":
        info = numpy.iinfo(dtype)
        some = {info.min, info.min + 1, 0, 1, 2, 3, 7, info.max // 2, info.max - 1, info.max}
        some |= {-1, -2, -3, -7} if info.min else set()
        return numpy.array(sorted(some), dtype)
    if char in "FD":
        part = dtype.type(0).real.dtype
        return numpy.array([complex(a, b) for a, b in itertools.product((0.0, 1.0, -2.5), repeat=2)]
                           ).astype(dtype).reshape(-1) * part.type(1)
    info = limits(char)
    values = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 3.0, numpy.inf, -numpy.inf, numpy.nan,
              float(info.max), float(info.min), float(info.tiny), float(info.smallest_subnormal)]
    return numpy.array(values).astype(dtype)


def random_values(char: str, n: int, source: numpy.random.RandomState,
                  domain: tuple[float, float] = (-100, 100)) -> numpy.ndarray:
    """Random values of a type, inside a domain."""
    dtype = dtype_of(char)
    low, high = domain
    if char == "?":
        return source.randint(0, 2, n).astype(bool)
    if dtype.kind in "iu":
        info = numpy.iinfo(dtype)
        low, high = max(info.min, int(numpy.floor(low))), min(info.max, int(numpy.ceil(high)))
        return source.randint(low, max(high, low) + 1, n).astype(dtype)
    if char in "FD":
        return (source.uniform(low, high, n) + 1j * source.uniform(low, high, n)).astype(dtype)
    return source.uniform(low, high, n).astype(dtype)


def normal_values(shape: tuple[int, ...], char: str, seed: int = 0) -> numpy.ndarray:
    """Standard normal values of a floating-point or complex type."""
    source = numpy.random.default_rng(seed)
    values = source.standard_normal(shape)
    if char in "FD":
        values = values + 1j * source.standard_normal(shape)
    return values.astype(char)


def values_with_ties(xp: ModuleType, dtype: DTypeLike, shape: int | tuple[int, ...], seed: int = 0) -> Any:
    """Values many of which are equal, NaN, infinite or a signed zero among those of inexact types."""
    source = numpy.random.default_rng(seed)
    values = (source.standard_normal(shape) * 20).astype(dtype)
    if values.dtype.kind in "fc":
        for special in (numpy.nan, numpy.inf, -0.0, 0.0):
            values[source.random(shape) < 0.05] = special
    return xp.asarray(values)


def operands(spec: UfuncSpec, chars: str, n: int = 64) -> list[numpy.ndarray]:
    """Arrays for one loop of an operation: random values in its domain, then special ones.

    With several inputs every special value meets every other one.
    """
    source = numpy.random.RandomState(zlib.crc32(f"{spec.name} {chars}".encode()))
    domain = spec.test.get("domain", (-100, 100))
    columns = [random_values(c, n, source, domain) for c in chars]
    if spec.test.get("special", True):
        some = [special_values(c) for c in chars]
        if any(c in "iIlLhHbB" for c in chars) and "domain" in spec.test:
            some = [s if c not in "iIlLhHbB" else s[(s >= domain[0]) & (s <= domain[1])]
                    for s, c in zip(some, chars)]
        crossed = numpy.meshgrid(*some, indexing="ij")
        columns = [numpy.concatenate([c, x.ravel().astype(c.dtype)])
                   for c, x in zip(columns, crossed)]
    return columns


def expected(spec: UfuncSpec, arrays: list[numpy.ndarray], outs: str) -> list[numpy.ndarray]:
    """What NumPy says, computed in a wider type where the operation states a tolerance."""
    function = getattr(numpy, spec.name)
    with numpy.errstate(all="ignore"):
        if "ulp" not in spec.test:
            try:
                return _cast(function(*arrays), outs)
            except TypeError:  # ml_dtypes has no such loop for bfloat16
                pass
        return _cast(function(*(a.astype(_WIDER.get(char_of(a.dtype), a.dtype))
                                for a in arrays)), outs)


def _cast(results: Any, outs: str) -> Any:
    results = results if isinstance(results, tuple) else (results,)
    return [numpy.asarray(r).astype(dtype_of(o)) for r, o in zip(results, outs)]


def tolerance(spec: UfuncSpec, chars: str) -> float:
    """Units in the last place that a result may be off.

    Functions of complex numbers round several times on the way; one of bfloat16 rounds
    twice.
    """
    ulp = spec.test.get("ulp", 0)
    if set("FD") & set(chars):
        return 4 * max(ulp, 1)
    return max(ulp, 1) if "E" in chars else ulp


def ulp_distance(actual: Any, wanted: Any) -> Any:
    """How many units in the last place two arrays of one type differ, element by element.

    Equal values, both infinite with one sign, or both NaN are 0; one NaN is infinitely far.
    Complex numbers are measured in units of the magnitude.
    """
    char = char_of(wanted.dtype)
    if char in "FD":
        real = wanted.real.dtype
        size = numpy.maximum(abs(wanted), limits(real.char).tiny)
        with numpy.errstate(invalid="ignore"):
            difference = abs(actual.astype("D") - wanted.astype("D"))
        distance = difference / numpy.spacing(size.astype(real)).astype("d")
    else:
        kind = {"e": "i2", "E": "i2", "f": "i4", "d": "i8"}[char]
        bits = [a.view(kind).astype("i8") for a in (actual, wanted)]
        x, y = (numpy.where(b < 0, -(b & numpy.iinfo(kind).max), b) for b in bits)
        apart = (x < 0) != (y < 0)  # then the difference may not fit an integer
        distance = numpy.where(apart, abs(x.astype("d")) + abs(y.astype("d")), abs(x - y))
    with numpy.errstate(invalid="ignore"):
        same = (actual == wanted) | (numpy.isnan(actual.astype("D")) & numpy.isnan(wanted.astype("D")))
        lost = ~same & ~(numpy.isfinite(actual.astype("D")) & numpy.isfinite(wanted.astype("D")))
    return numpy.where(same, 0, numpy.where(lost, numpy.inf, distance))


def _within_operands(actual: numpy.ndarray, wanted: numpy.ndarray, arrays: Sequence[numpy.ndarray],
                     ulp: int) -> numpy.ndarray:
    """Whether results are off by no more than `ulp` units of the largest operand."""
    size = numpy.max([abs(a) for a in (*arrays, wanted)], axis=0)
    with numpy.errstate(invalid="ignore"):
        return abs(actual - wanted) <= ulp * numpy.spacing(size)


def assert_close(actual: numpy.ndarray, wanted: numpy.ndarray, ulp: int, arrays: Sequence[numpy.ndarray] = (),
                 name: str = "", relative_to: str = "result") -> None:
    """Raise an AssertionError that shows operands where results differ by more than `ulp`.

    Units are of the result, or with ``relative_to="operands"`` of the largest operand, where
    an operation cancels.
    """
    assert actual.dtype == wanted.dtype, f"{name}: dtype {actual.dtype}, NumPy's is {wanted.dtype}"
    assert actual.shape == wanted.shape, f"{name}: shape {actual.shape}, NumPy's is {wanted.shape}"
    if wanted.dtype.kind in "biu":
        bad = actual != wanted
    else:
        bad = ulp_distance(actual, wanted) > ulp
    if bad.any() and relative_to == "operands":
        bad &= ~_within_operands(actual, wanted, arrays, ulp)
    if bad.any():
        at = tuple(numpy.argwhere(bad)[0])
        values = ", ".join(repr(a[at]) for a in arrays)
        raise AssertionError(
            f"{name}: {int(bad.sum())} of {bad.size} elements differ by more than {ulp} ulp; "
            f"{name}({values}) gave {actual[at]!r}, expected {wanted[at]!r}")
