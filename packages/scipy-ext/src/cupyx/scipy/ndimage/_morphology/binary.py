"""Binary erosion and dilation."""
from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, serial_blocks

from cupyx.scipy._host import PIXELS, few_by_scipy, of_scipy
from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import (
    MODES, axes_of, contiguous, expanded, host, mirrored, output_of, overlapping, per_axis, refuse_complex,
    scattered, writable)
from cupyx.scipy.ndimage._filters._window import filter_window
from cupyx.scipy.ndimage._filters.extremum import over_box
from cupyx.scipy.ndimage._morphology._packed import can_pack, packed_erosion
from cupyx.scipy.ndimage._morphology._reach import can_reach, reach
from cupyx.scipy.ndimage._morphology._shifts import shifted_erosion, shifts
from cupyx.scipy.ndimage._morphology.structures import neighbors_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["binary_closing", "binary_dilation", "binary_erosion", "binary_fill_holes", "binary_hit_or_miss",
           "binary_opening", "binary_propagation"]

_few = few_by_scipy(types=PIXELS, most=8192)        # of an image and a mask
_kernel = Kernel("binary.hpp", _kernels, "Neighborhood", packed=("??",))
_BYTES = "?Bb"                      # types whose bytes the packing kernel takes as they are
_STEPS = 8                          # iterations between looks at whether anything changes


def binary_erosion(input: cupy.ndarray, structure: ArrayLike | None = None, iterations: SupportsIndex = 1,
                   mask: cupy.ndarray | None = None, output: cupy.ndarray | DTypeLike | None = None,
                   border_value: SupportsIndex = 0, origin: SupportsIndex | Sequence[SupportsIndex] = 0,
                   brute_force: bool = False, *, axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Keep the pixels around which the whole structure lies on the object.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Structuring element, with an axis for each to work along; the nearest neighbours if not given.
    iterations : int, optional
        How many times; below 1, until nothing changes.
    mask : cupy.ndarray, optional
        Pixels that may change; all if not given.
    output : cupy.ndarray or dtype, optional
        Output array.
    border_value : int, optional
        What lies beyond the edges, 0 or 1.
    origin : int or sequence of ints, optional
        Shift of the structure.
    brute_force : bool, optional
        Accepted for SciPy's sake.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`.

    Raises
    ------
    RuntimeError
        When the structure does not have an axis for each to work along, or the mask another shape.
    TypeError
        When `iterations` is no integer, or the image complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5), int); a[1:4, 1:4] = 1
    >>> cupy.argwhere(ndimage.binary_erosion(a))
    array([[2, 2]])
    """
    found = _often_by_scipy("binary_erosion", input, structure, iterations, mask, output, border_value, origin, axes)
    if found is not NotImplemented:
        return found
    return _erode(input, structure, iterations, mask, output, border_value, origin, False, axes)


def binary_dilation(input: cupy.ndarray, structure: ArrayLike | None = None, iterations: SupportsIndex = 1,
                    mask: cupy.ndarray | None = None, output: cupy.ndarray | DTypeLike | None = None,
                    border_value: SupportsIndex = 0, origin: SupportsIndex | Sequence[SupportsIndex] = 0,
                    brute_force: bool = False, *, axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Add the pixels that the structure covers when it lies on a pixel of the object.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Structuring element, with an axis for each to work along; the nearest neighbours if not given.
    iterations : int, optional
        How many times; below 1, until nothing changes.
    mask : cupy.ndarray, optional
        Pixels that may change; all if not given.
    output : cupy.ndarray or dtype, optional
        Output array.
    border_value : int, optional
        What lies beyond the edges, 0 or 1.
    origin : int or sequence of ints, optional
        Shift of the structure.
    brute_force : bool, optional
        Accepted for SciPy's sake.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((3, 3), bool); a[1, 1] = True
    >>> ndimage.binary_dilation(a).astype(int)
    array([[0, 1, 0],
           [1, 1, 1],
           [0, 1, 0]])
    """
    found = _often_by_scipy("binary_dilation", input, structure, iterations, mask, output, border_value, origin, axes)
    if found is not NotImplemented:
        return found
    input = cupy.asarray(input)
    axes = axes_of(axes, input.ndim)
    structure = _structure(structure, len(axes))
    origin = per_axis(origin, len(axes), "origin")
    if structure.ndim != len(axes):
        raise RuntimeError("structure and input must have same dimensionality")
    origin = mirrored(origin, structure.shape)
    structure = structure[(slice(None, None, -1),) * structure.ndim]
    return _erode(input, structure, iterations, mask, output, border_value, origin, True, axes)


def binary_opening(input: cupy.ndarray, structure: ArrayLike | None = None, iterations: SupportsIndex = 1,
                   output: cupy.ndarray | DTypeLike | None = None, origin: SupportsIndex | Sequence[SupportsIndex] = 0,
                   mask: cupy.ndarray | None = None, border_value: SupportsIndex = 0, brute_force: bool = False, *,
                   axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Erosion and then dilation: what is smaller than the structure goes.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Structuring element, with an axis for each to work along; the nearest neighbours if not given.
    iterations : int, optional
        How many times; below 1, until nothing changes.
    output : cupy.ndarray or dtype, optional
        Output array.
    origin : int or sequence of ints, optional
        Shift of the structure.
    mask : cupy.ndarray, optional
        Pixels that may change; all if not given.
    border_value : int, optional
        What lies beyond the edges, 0 or 1.
    brute_force : bool, optional
        Accepted for SciPy's sake.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 6), bool); a[1:4, 1:4] = a[2, 4] = True
    >>> int(ndimage.binary_opening(a, cupy.ones((3, 3))).sum())
    9
    """
    inner = binary_erosion(input, structure, iterations, mask, None, border_value, origin, brute_force, axes=axes)
    return binary_dilation(inner, structure, iterations, mask, output, border_value, origin, brute_force, axes=axes)


def binary_closing(input: cupy.ndarray, structure: ArrayLike | None = None, iterations: SupportsIndex = 1,
                   output: cupy.ndarray | DTypeLike | None = None, origin: SupportsIndex | Sequence[SupportsIndex] = 0,
                   mask: cupy.ndarray | None = None, border_value: SupportsIndex = 0, brute_force: bool = False, *,
                   axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Dilation and then erosion: gaps smaller than the structure are filled.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Structuring element, with an axis for each to work along; the nearest neighbours if not given.
    iterations : int, optional
        How many times; below 1, until nothing changes.
    output : cupy.ndarray or dtype, optional
        Output array.
    origin : int or sequence of ints, optional
        Shift of the structure.
    mask : cupy.ndarray, optional
        Pixels that may change; all if not given.
    border_value : int, optional
        What lies beyond the edges, 0 or 1.
    brute_force : bool, optional
        Accepted for SciPy's sake.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5), bool); a[1:4, 1:4] = True; a[2, 2] = False
    >>> int(ndimage.binary_closing(a).sum())
    9
    """
    outer = binary_dilation(input, structure, iterations, mask, None, border_value, origin, brute_force, axes=axes)
    return binary_erosion(outer, structure, iterations, mask, output, border_value, origin, brute_force, axes=axes)


def binary_hit_or_miss(input: cupy.ndarray, structure1: ArrayLike | None = None, structure2: ArrayLike | None = None,
                       output: cupy.ndarray | None = None, origin1: SupportsIndex | Sequence[SupportsIndex] = 0,
                       origin2: SupportsIndex | Sequence[SupportsIndex] | None = None, *,
                       axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray | None:
    """Find pixels around which one structure lies on the object and another beside it.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure1 : array_like of bool, optional
        What lies on the object; the nearest neighbours if not given.
    structure2 : array_like of bool, optional
        What lies beside it; the complement of `structure1` if not given.
    output : cupy.ndarray, optional
        Output array; then nothing is returned.
    origin1, origin2 : int or sequence of ints, optional
        Shifts of the structures; the second is the first if not given.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`: where both fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.array([1, 0, 1, 1, 0, 1, 1, 1])
    >>> ndimage.binary_hit_or_miss(a, [0, 1, 1], [1, 0, 0]).astype(int)
    array([0, 0, 1, 0, 0, 1, 0, 0])
    """
    input = cupy.asarray(input)
    axes = axes_of(axes, input.ndim)
    structure1 = _structure(structure1, len(axes))
    structure2 = ~structure1.astype(bool) if structure2 is None else host(structure2)
    origin2 = origin1 if origin2 is None else origin2
    hit = _erode(input, structure1, 1, None, None, 0, origin1, False, axes)
    miss = _erode(input, structure2, 1, None, output, 0, origin2, True, axes)
    if isinstance(output, cupy.ndarray):
        output[...] = hit & ~miss.astype(bool)
        return None
    return hit & ~miss.astype(bool)


def binary_propagation(input: cupy.ndarray, structure: ArrayLike | None = None, mask: cupy.ndarray | None = None,
                       output: cupy.ndarray | DTypeLike | None = None, border_value: SupportsIndex = 0,
                       origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                       axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Dilation within a mask until nothing changes.

    Parameters
    ----------
    input : cupy.ndarray
        The pixels to start from.
    structure : array_like of bool, optional
        Structuring element; the nearest neighbours if not given.
    mask : cupy.ndarray, optional
        Pixels that may be added.
    output : cupy.ndarray or dtype, optional
        Output array.
    border_value : int, optional
        What lies beyond the edges, 0 or 1.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`.

    Notes
    -----
    Symmetric structures of three pixels an axis need no iterations: regions of the mask that hold a start are added.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> start = cupy.array([0, 0, 1, 0, 0, 0, 0, 0])
    >>> ndimage.binary_propagation(start, mask=cupy.array([0, 1, 1, 1, 1, 0, 1, 1])).astype(int)
    array([0, 1, 1, 1, 1, 0, 0, 0])
    """
    found = _by_scipy("binary_propagation", (input, None, mask, None, border_value), structure, output, origin, axes)
    if found is not NotImplemented:
        return found
    return binary_dilation(input, structure, -1, mask, output, border_value, origin, axes=axes)


def binary_fill_holes(input: cupy.ndarray, structure: ArrayLike | None = None, output: cupy.ndarray | None = None,
                      origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                      axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray | None:
    """Fill what is inside of objects and not reached from the edges.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Which pixels of the background are neighbours; the nearest if not given.
    output : cupy.ndarray, optional
        Output array; then nothing is returned.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray of bool
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5), int); a[1:4, 1:4] = 1; a[2, 2] = 0
    >>> int(ndimage.binary_fill_holes(a).sum())
    9
    """
    found = _by_scipy("binary_fill_holes", (input,), structure, output, origin, axes)
    if found is not NotImplemented:
        return found
    if isinstance(output, cupy.ndarray):
        refuse_complex_output(output)
    mask = cupy.logical_not(cupy.asarray(input))
    outside = binary_dilation(cupy.zeros(mask.shape, bool), structure, -1, mask, None, 1, origin, axes=axes)
    if isinstance(output, cupy.ndarray):
        output_of(output, mask)[...] = ~outside
        return None
    return cupy.logical_not(outside, out=outside)


def _by_scipy(name: str, args: tuple[Any, ...], structure: Any, output: Any, origin: Any, axes: Any) -> Any:
    """SciPy's result of few pixels, or NotImplemented: with a structure beside its centre its steps may never end."""
    if structure is not None or output is not None or axes is not None or type(origin) is not int or origin:
        return NotImplemented
    return _few(args, by=of_scipy(f"ndimage.{name}"))


def _often_by_scipy(name: str, input: Any, structure: Any, iterations: Any, mask: Any, output: Any, border_value: Any,
                    origin: Any, axes: Any) -> Any:
    """SciPy's result of several steps, of which all but the first look only at pixels beside those that changed."""
    if type(iterations) is not int or iterations < 2:
        return NotImplemented
    return _by_scipy(name, (input, None, iterations, mask, None, border_value), structure, output, origin, axes)


def refuse_complex_output(output: cupy.ndarray) -> None:
    """Raise a TypeError for an output array of complex numbers."""
    if output.dtype.kind == "c":
        raise TypeError("Complex output type not supported")


def _structure(structure: ArrayLike | None, rank: int) -> numpy.ndarray[Any, Any]:
    return neighbors_of(rank, 1) if structure is None else host(structure)


def _erode(input: cupy.ndarray, structure: Any, iterations: Any, mask: cupy.ndarray | None,
           output: cupy.ndarray | DTypeLike | None, border_value: Any, origin: Any, invert: bool,
           axes: Any) -> cupy.ndarray:
    try:
        iterations = operator.index(iterations)
    except TypeError:
        raise TypeError("iterations parameter should be an integer") from None
    input = cupy.asarray(input)
    refuse_complex(input)
    axes = axes_of(axes, input.ndim)
    structure = neighbors_of(len(axes), 1) if structure is None else host(structure, bool)
    structure, origins, inside = _placed(structure.tobytes(), structure.shape, input.ndim, axes,
                                         origin if type(origin) is int or numpy.ndim(origin) == 0 else
                                         tuple(host(origin).tolist()))
    if mask is not None:
        mask = cupy.asarray(mask)
        if mask.shape != input.shape:
            raise RuntimeError("mask and input must have equal sizes")
        mask = contiguous(mask if mask.dtype == bool else mask != 0)
    if isinstance(output, cupy.ndarray):
        refuse_complex_output(output)
        output = output_of(output, input)
    given = isinstance(output, cupy.ndarray)
    there = (output if given and output.dtype == bool and writable(output)
             and not any(a is not None and overlapping(a, output) for a in (input, mask)) else None)
    start = input if input.dtype.char in _BYTES else input != 0
    result = _iterate(start, structure, iterations, mask, bool(border_value), origins, invert, inside, there)
    if not given:
        return result
    if result is not output:
        output[...] = result
    return output


@functools.lru_cache(maxsize=128)
def _placed(structure: Any, shape: tuple[int, ...], ndim: int, axes: tuple[int, ...],
            origin: int | tuple[int, ...]) -> tuple[numpy.ndarray[Any, Any], list[int], bool]:
    """A structure over `axes` as one over all axes, its origins, and whether it holds its own pixel."""
    structure = numpy.frombuffer(structure, bool).reshape(shape)
    if structure.ndim != len(axes):
        raise RuntimeError("structure and input must have same dimensionality" if len(axes) == ndim else
                           f"structure.ndim ({structure.ndim}) must match len(axes) ({len(axes)})")
    structure = expanded(structure, ndim, axes, "structure")
    if structure.size < 1:
        raise RuntimeError("structure must not be empty")
    origins = scattered(per_axis(origin, len(axes), "origin"), ndim, axes, 0)
    centre = [origin + size // 2 for origin, size in zip(origins, structure.shape, strict=True)]
    for place, size in zip(centre, structure.shape, strict=True):
        if not -size <= place < size:
            raise IndexError(f"origin moves the structure's centre to {place}, beyond its size {size}")
    return structure, origins, all(place >= 0 for place in centre) and bool(structure[tuple(centre)])


def _iterate(start: cupy.ndarray, structure: numpy.ndarray[Any, Any], iterations: int, mask: cupy.ndarray | None,
             border: bool, origins: list[int], invert: bool, centre: bool, output: Any) -> cupy.ndarray:
    packs = can_pack(start, structure)
    if packs and iterations > 0:
        result = packed_erosion(start, structure, iterations, mask, border, origins, invert, output=output)
        if result is not None:
            return result
    start = start if start.dtype == bool else start != 0
    if iterations > 0 and mask is None and structure.all() and not any(origins) and all(
            size % 2 for size in structure.shape):
        # A box as often as you like is a larger box.
        sizes = [1 + iterations * (size - 1) for size in structure.shape]
        return over_box(start, sizes, cupy.empty(start.shape, bool), "constant", float(border), 0, not invert,
                        tuple(range(start.ndim)))
    if iterations < 1 and invert and can_reach(structure, origins):
        first = _step(start, structure, mask, border, origins, invert, centre)
        return reach(start, first, mask, structure)
    if packs and iterations < 1:
        result = _until_stable(start, structure, mask, border, origins, invert)
        if result is not None:
            return result
    # On the host a look is nothing beside steps that change nothing.
    looks = iterations < 1 or iterations > _STEPS and serial_blocks()
    changed = cupy.zeros(1, numpy.int32) if looks else None
    current, spare, left = start, None, iterations if iterations > 0 else math.inf
    while left > 0:
        steps = min(left, _STEPS) if looks else left
        left -= steps
        for step in reversed(range(int(steps))):
            target = cupy.empty(start.shape, bool) if spare is None else spare
            _step(current, structure, mask, border, origins, invert, centre, target, None if step else changed)
            spare = None if current is start else current
            current = target
        if changed is not None:
            if not changed.get()[0]:
                break
            changed.fill(0)
    return current


def _until_stable(current: Any, structure: Any, mask: cupy.ndarray | None, border: Any, origins: list[int],
                  invert: bool) -> Any:
    changed = cupy.ones(1, numpy.int32)
    while changed.get()[0]:
        changed.fill(0)
        current = packed_erosion(current, structure, _STEPS, mask, border, origins, invert, changed)
        if current is None:
            return None
    return current


def _step(input: cupy.ndarray, structure: numpy.ndarray[Any, Any], mask: cupy.ndarray | None, border: bool,
          origins: list[int], invert: bool, centre: bool, output: cupy.ndarray | None = None,
          changed: cupy.ndarray | None = None) -> cupy.ndarray:
    output = cupy.empty(input.shape, bool) if output is None else output
    moves = shifts(input, structure, origins)
    if moves is not None:
        return shifted_erosion(input, moves, mask, border, invert, output, changed)
    return filter_window(_kernel, input, output, structure, origins, [MODES["constant"]] * input.ndim, float(border),
                         work=1, mask=mask, invert=invert, centre=centre, changed=changed)
