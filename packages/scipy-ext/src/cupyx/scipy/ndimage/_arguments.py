"""Arguments that the functions of `ndimage` share: modes, axes, origins, footprints, outputs."""
from __future__ import annotations

import operator
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Kernel, normalize_axis_index
from cupyx.scipy.ndimage import _kernels

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx._options import Int

_NUMBERS = Kernel("boundary.hpp", _kernels).constants
MODES = {mode: _NUMBERS[f"k{name}"] for mode, name in (
    ("reflect", "Reflect"), ("grid-mirror", "Reflect"), ("constant", "Constant"), ("grid-constant", "Constant"),
    ("nearest", "Nearest"), ("mirror", "Mirror"), ("wrap", "Wrap"), ("grid-wrap", "Wrap"))}


class Unsupported(RuntimeError, ValueError):
    """A boundary mode or an order of splines that there is not: SciPy raises RuntimeError, CuPy ValueError."""


def mode_number(mode: Any) -> int:
    """Number of a boundary mode; `Unsupported` for an unknown one."""
    if not isinstance(mode, str) or mode not in MODES:
        raise Unsupported(f"boundary mode not supported: {mode!r}")
    return MODES[mode]


def per_axis(value: Any, count: int, name: str) -> list[Any]:
    """`value` as a list with one entry for each of `count` axes."""
    if type(value) in (int, float, str):
        return [value] * count
    if isinstance(value, str) or numpy.ndim(value if not isinstance(value, cupy.ndarray) else value.get()) == 0:
        return [value] * count
    value = host(value).tolist() if isinstance(value, cupy.ndarray) else list(value)
    if len(value) != count:
        raise RuntimeError(f"sequence argument must have length equal to input rank, as {name} has not")
    return value


def axes_of(axes: Any, ndim: int) -> tuple[int, ...]:
    """Axes to filter along, checked."""
    if axes is None:
        return tuple(range(ndim))
    if numpy.ndim(axes) == 0:
        return (normalize_axis_index(operator.index(axes), ndim),)
    axes = tuple(operator.index(axis) for axis in axes)
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise ValueError(f"specified axis: {axis} is out of range")
    axes = tuple(axis % ndim for axis in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("axes must be unique")
    return axes


def output_of(output: DTypeLike | cupy.ndarray | None, input: cupy.ndarray,
              shape: Sequence[int] | Sequence[Int] | None = None, complex_output: bool = False) -> cupy.ndarray:
    """The array to write to, made from the `output` argument of a function."""
    shape = input.shape if shape is None else tuple(shape)
    if isinstance(output, cupy.ndarray):
        if output.shape != shape:
            raise RuntimeError(f"output shape not correct: {output.shape}, expected {shape}")
        if complex_output and output.dtype.kind != "c":
            raise RuntimeError("output must have complex dtype")
        return output
    if output is None:
        dtype = numpy.promote_types(input.dtype, "F") if complex_output else input.dtype
    else:
        dtype = numpy.dtype(output)
        if isinstance(output, str) and dtype.kind not in "iufc":
            raise RuntimeError("output must have numeric dtype")
        if complex_output and dtype.kind != "c":
            if isinstance(output, str):
                raise RuntimeError("output must have complex dtype")
            warnings.warn("promoting specified output dtype to complex", stacklevel=3)
            dtype = numpy.promote_types(dtype, "F")
    return cupy.empty(shape, dtype)


def refuse_complex(*arrays: cupy.ndarray) -> None:
    """TypeError where an array is complex."""
    for array in arrays:
        if array is not None and array.dtype.kind == "c":
            raise TypeError("Complex type not supported")


def host(value: Any, dtype: DTypeLike | None = None) -> numpy.ndarray[Any, Any]:
    """A small argument, wherever it lies, as a NumPy array."""
    if isinstance(value, cupy.ndarray):
        value = value.get()
    return numpy.asarray(value, dtype)


def expanded(footprint: Any, ndim: int, axes: tuple[int, ...], name: str = "footprint") -> Any:
    """A footprint over `axes` as one over all axes of the image."""
    if footprint.ndim != len(axes):
        raise RuntimeError(f"{name}.ndim ({footprint.ndim}) must match len(axes) ({len(axes)})")
    if footprint.ndim == ndim:
        return footprint
    return numpy.expand_dims(footprint, tuple(axis for axis in range(ndim) if axis not in axes))


def scattered(values: Sequence[Any], ndim: int, axes: Sequence[int], default: Any) -> list[Any]:
    """Values for `axes` as a list over all axes."""
    found = [default] * ndim
    for axis, value in zip(axes, values, strict=True):
        found[axis] = value
    return found


def check_origins(origins: list[int], shape: Sequence[Int], text: str = "invalid origin") -> None:
    """ValueError for an origin outside of the footprint."""
    for origin, size in zip(origins, shape, strict=True):
        if not 0 <= size // 2 + origin < max(size, 1):
            raise ValueError(text)


def mirrored(origins: list[int], shape: Sequence[int]) -> list[int]:
    """Origins of the footprint turned round, whose even sizes have their centre on the other side."""
    return [-origin - (not size & 1) for origin, size in zip(origins, shape, strict=True)]


def sum_char(*dtypes: numpy.dtype[Any]) -> str:
    """Type that sums are made in: float for single and half precision, else double."""
    for dtype in dtypes:
        if dtype.char not in "efE":
            return "d"
    return "f"


def contiguous(array: cupy.ndarray) -> cupy.ndarray:
    """The array, or a copy of it, with items one after the other."""
    return array if array.flags.c_contiguous else cupy.ascontiguousarray(array)


def writable(output: cupy.ndarray) -> bool:
    """Whether kernels can write to an array: its items lie one after the other, and where the type's items may."""
    flags = output.flags
    return flags.c_contiguous and flags.aligned


def holding(cval: float, input: cupy.ndarray) -> cupy.ndarray:
    """The image, in double precision where its own type does not have the constant beyond its edges: so along lines.

    Other footprints have it in the image's type, as SciPy's do.
    """
    if cval == 0 or input.dtype.kind not in "biu":
        return input
    with numpy.errstate(invalid="ignore"):
        return input if numpy.asarray(cval).astype(input.dtype) == cval else input.astype("d")


def overlapping(a: cupy.ndarray, b: cupy.ndarray) -> bool:
    """Whether two arrays may have memory in common."""
    if a.flags.c_contiguous and b.flags.c_contiguous:
        low, other = a.data.ptr, b.data.ptr
        if low + a.nbytes <= other or other + b.nbytes <= low:
            return False
    return cupy.may_share_memory(a, b)


def apart(input: cupy.ndarray, output: cupy.ndarray | DTypeLike | None) -> cupy.ndarray:
    """The image, or a copy where an `output` that is written while the image is still read lies in its memory."""
    return input.copy() if isinstance(output, cupy.ndarray) and overlapping(input, output) else input
