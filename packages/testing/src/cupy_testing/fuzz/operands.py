"""Arrays of a call: random values in a layout that both libraries share, and the memory around them."""
from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.target import synchronous
from cupy_testing import layouts

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import DTypeLike

DTYPES = "?bBhHiIlLefdFD"

_X86 = platform.machine() == "x86_64"

#: The same, the common ones more often: each combination is a kernel to compile.
OFTEN = "?" * 2 + "b" * 4 + "i" * 4 + "l" * 6 + "f" * 5 + "d" * 8 + "D" * 5 + DTYPES

#: How often each layout is drawn.
LAYOUTS = ("contiguous",) * 4 + ("unaligned",) * 3 + ("field",) * 2 + (
    "fortran", "every_other", "backwards", "repeated", "repeated_columns", "offset", "big_endian", "read_only")

#: Layouts with a stride of 0 -> the part of the values that is repeated.
REPEATED = {"repeated": numpy.s_[:1], "repeated_columns": numpy.s_[..., :1]}

_VIEWS = {f.__name__: f for f in (layouts.unaligned, layouts.field, layouts.fortran, layouts.every_other,
                                  layouts.backwards, layouts.offset)}


def values(rng: numpy.random.Generator, shape: tuple[int, ...] | list[int], dtype: DTypeLike) -> numpy.ndarray:
    """Random items: small and mostly exact, so that results can be compared closely."""
    kind, size = numpy.dtype(dtype).kind, int(numpy.prod(shape))
    if kind == "b":
        flat = rng.integers(0, 2, size)
    elif kind in "iu":
        flat = rng.integers(-6 if kind == "i" else 0, 7, size)
    else:
        flat = rng.integers(-24, 25, size) / 4
        if kind == "c":
            flat = flat + 1j * rng.integers(-8, 9, size) / 4
        if size and rng.random() < 0.1:
            flat[rng.integers(0, size)] = rng.choice([numpy.nan, numpy.inf, -numpy.inf, -0.0])
    return flat.astype(dtype).reshape(shape)


class Operand:
    """Values in a layout; `made(xp)` gives the array and the memory that it lies in."""

    def __init__(self, rng: numpy.random.Generator, shape: tuple[int, ...] | list[int], dtype: DTypeLike,
                 layout: str | None = None) -> None:
        self.values = values(rng, shape, dtype)
        self.layout = layout or str(rng.choice(LAYOUTS))

    def __repr__(self) -> str:
        return f"{self.values.dtype.str}{list(self.values.shape)}:{self.layout}"

    def seen(self) -> Any:
        """The values as they are read, of which some layouts repeat one."""
        part = self.values[REPEATED[self.layout]] if self.layout in REPEATED and self.values.ndim else self.values
        return numpy.broadcast_to(part, self.values.shape)

    def made(self, xp: ModuleType) -> tuple[Any, Any]:
        x, layout = self.values, self.layout
        if layout in ("unaligned", "field") and (x.dtype.itemsize == 1 or not x.size or not x.ndim):
            layout = "offset"
        if not x.ndim:
            layout = "contiguous"
        if layout in _VIEWS:
            view = _VIEWS[layout](xp, x.copy())
            base = view if view.base is None else view.base
            return view, (base[:1], view, base[1 + x.nbytes:]) if layout == "unaligned" else base
        if layout in REPEATED:
            base = xp.asarray(numpy.array(x[REPEATED[layout]]))
            return xp.broadcast_to(base, x.shape), base
        if layout == "big_endian":
            x = x.astype(x.dtype.newbyteorder(">"))
            base = xp.asarray(x) if xp is not numpy else x.astype(x.dtype.newbyteorder("="))
            return base, base
        base = numpy.array(x)
        if layout == "read_only" and xp is not numpy:
            base.flags.writeable = False
        base = xp.array(base)
        return base, base


def finite(x: Operand) -> None:
    """Of infinity and NaN an integer has no value that is the same everywhere."""
    x.values = numpy.nan_to_num(x.values, posinf=3, neginf=-3)


def defined(dtype: DTypeLike) -> bool:
    """Whether all floats are cast to a type one way; x86's are the host's, but NumPy's to uint32 differ."""
    return numpy.dtype(dtype).kind not in "iub" or synchronous() and _X86 and numpy.dtype(dtype).char != "I"


def storable(x: Operand, *dtypes: DTypeLike) -> None:
    """Change the numbers that C++ casts to anything: not finite ones to integers, negative floats to unsigned ones."""
    kinds = {numpy.dtype(dtype).kind for dtype in dtypes if not defined(dtype)}
    if kinds:
        finite(x)
    if "u" in kinds and x.values.dtype.kind in "fc":
        x.values = abs(x.values).astype(x.values.dtype)


def shuffle(rng: numpy.random.Generator, x: Operand) -> None:
    """Give an array items of which no two are equal."""
    x.layout = "contiguous" if x.layout in REPEATED else x.layout
    x.values = rng.permutation(x.values.size).reshape(x.values.shape).astype(x.values.dtype)


def cast_alike(dtype: DTypeLike, values: Any) -> bool:
    """Whether casting the numbers to a type means one thing."""
    return defined(dtype) or holds(dtype, values)


def holds(dtype: DTypeLike, values: Any) -> bool:
    """Whether a type has all the numbers."""
    target = numpy.dtype(dtype)
    numbers: Any = numpy.real(values)
    if target.kind in "fc" or target == numbers.dtype:
        return True
    if numbers.dtype.kind == "b":
        numbers = numbers.astype(numpy.int8)        # with which any integer can be compared
    if target.kind == "b":
        return bool(numpy.all(numbers >= 0))
    least, most = numpy.iinfo(target.char).min, numpy.iinfo(target.char).max
    return bool(numpy.all((numbers >= least) & (numbers <= most) & (numbers < float(most) + 1)))
