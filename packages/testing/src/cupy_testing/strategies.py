"""Hypothesis strategies for arrays: shapes, dtypes, values, and views that arrange memory.

A view is drawn as a function, so that one draw is applied to arrays of both libraries.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import hypothesis.extra.numpy as arrays_of
import numpy
from hypothesis import strategies as st

from cupy_testing._dtypes import all_dtypes

if TYPE_CHECKING:
    from types import EllipsisType, ModuleType

#: Sizes that small kernels and their edges go through, 0 and 1 included.
sizes = st.sampled_from([0, 1, 2, 3, 4, 5, 8, 17])


def shapes(min_dims: int = 0, max_dims: int = 4, min_side: int = 0, max_side: int = 6) -> Any:
    """Shapes of up to a few dimensions, empty ones and 0-d included."""
    return arrays_of.array_shapes(min_dims=min_dims, max_dims=max_dims, min_side=min_side,
                                  max_side=max_side)


def dtypes(**exclusions: Any) -> Any:
    """One of the dtypes of `for_all_dtypes`, as a dtype."""
    return st.sampled_from([numpy.dtype(t) for t in all_dtypes(**exclusions)])


def swapped_byte_order(dtype: numpy.dtype) -> numpy.dtype:
    """The dtype with the other byte order."""
    return numpy.dtype(dtype).newbyteorder("S")


@st.composite
def host_arrays(draw: Any, dtype: Any = None, shape: Any = None,
                finite: bool = False) -> Any:
    """A NumPy array; floats include NaN and infinities unless `finite`."""
    dtype = draw(dtypes()) if dtype is None else numpy.dtype(dtype)
    shape = draw(shapes()) if shape is None else shape
    options: dict[str, Any] = {}
    if dtype.kind == "f":
        options = {"allow_nan": not finite, "allow_infinity": not finite}
        if finite:
            options |= {"min_value": -1000, "max_value": 1000}
    elif dtype.kind == "c":
        options = {"allow_nan": not finite, "allow_infinity": not finite}
        if finite:
            options["max_magnitude"] = 1000
    elements = arrays_of.from_dtype(dtype, **options)
    return draw(arrays_of.arrays(dtype, shape, elements=elements, fill=st.nothing()
                                 if numpy.prod(shape) < 30 else None))


@st.composite
def slices(draw: Callable[..., Any], size: int) -> slice:
    """A slice of an axis: any start and stop, steps of either sign."""
    bound = st.one_of(st.none(), st.integers(-size - 2, size + 2))
    step = draw(st.one_of(st.none(), st.integers(1, 3), st.integers(-3, -1)))
    return slice(draw(bound), draw(bound), step)


@st.composite
def basic_indices(draw: Callable[..., Any], shape: tuple[int, ...]) -> tuple[Any, ...] | EllipsisType | slice:
    """Integers, slices, newaxis and an ellipsis that fit a shape."""
    items = []
    for size in shape:
        choice = draw(st.integers(0, 9))
        if choice == 0 and size:
            items.append(draw(st.integers(-size, size - 1)))
        elif choice <= 5:
            items.append(draw(slices(size)))
        elif choice == 6:
            items += [None, draw(slices(size))]
        else:
            items.append(slice(None))
    if draw(st.booleans()) and items:
        keep = draw(st.integers(0, len(items)))
        items = [*items[:keep], Ellipsis]
    if len(items) == 1 and draw(st.booleans()):
        return items[0]
    return tuple(items)


@st.composite
def index_arrays(draw: Any, size: Any, shape: Any = None) -> Any:
    """An integer array of valid indices of an axis, negative ones included."""
    shape = draw(shapes(max_dims=2, max_side=4)) if shape is None else shape
    dtype = numpy.dtype(draw(st.sampled_from(["i8", "i4", "i2", "u1"])))
    if not size:
        shape = (0,) if 0 not in shape else shape
        return numpy.zeros(shape, dtype)
    held = numpy.iinfo(dtype)
    return draw(arrays_of.arrays(dtype, shape, elements=st.integers(max(-size, held.min), min(size - 1, held.max))))


@st.composite
def advanced_indices(draw: Callable[..., Any], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Integer arrays, masks, and basic items between them, that fit a shape."""
    common = draw(shapes(max_dims=2, max_side=3))
    items, axis, masked = [], 0, False
    while axis < len(shape):
        size, choice = shape[axis], draw(st.integers(0, 6))
        if choice <= 2:
            items.append(draw(index_arrays(size, common if size else (0,))))
        elif choice == 3 and size and not masked:
            items.append(draw(st.integers(-size, size - 1)))
        elif choice == 4 and not items and not masked:
            masked = True
            span = draw(st.integers(1, len(shape) - axis))
            mask = draw(arrays_of.arrays(bool, shape[axis:axis + span]))
            items.append(mask)
            axis += span - 1
            items += [slice(None)] * (len(shape) - axis - 1)
            break
        else:
            items.append(draw(slices(size)))
        axis += 1
    return tuple(items)


@st.composite
def views(draw: Callable[..., Any], shape: tuple[int, ...]) -> Callable[..., Any]:
    """A function that makes a view of an array of this shape: slices, transposes, broadcasts."""
    steps = []
    if draw(st.booleans()):
        index = draw(basic_indices(shape))
        steps.append(lambda xp, a: a[index] if isinstance(index, tuple) else a[(index,)])
        shape = numpy.empty(shape, bool)[index].shape
    if draw(st.booleans()):
        order = draw(st.permutations(range(len(shape))))
        steps.append(lambda xp, a: a.transpose(order))
        shape = tuple(shape[i] for i in order)
    if draw(st.integers(0, 3)) == 0:
        lead = draw(st.integers(1, 3))
        target = (lead, *shape)
        steps.append(lambda xp, a: xp.broadcast_to(a, target))

    def view(xp: ModuleType, a: Any) -> Any:
        for step in steps:
            a = step(xp, a)
        return a

    return view
