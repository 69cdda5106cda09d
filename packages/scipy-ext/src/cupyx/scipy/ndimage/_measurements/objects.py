"""Where labels and values lie."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, serial_blocks, type_characters

from cupyx.scipy._host import adopted, few_by_scipy
from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous, refuse_complex
from cupyx.scipy.ndimage._measurements._groups import by_value, few_by_value

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = ["find_objects", "value_indices"]

_few = few_by_scipy("ndimage.value_indices", types="bBhHiIlL")
_bounds = Kernel("bounds.hpp", _kernels, "Bounds", packed=("i", "l"))
_RUN, _CALLS = 8, 1 << 15       # pixels that a thread goes along at least; about how many threads do
_ROOM = 64              # labels whose bounds there is room for before anybody knows how many there are


def find_objects(input: cupy.ndarray, max_label: Int = 0) -> list[Any]:
    """Boxes around the pixels of each label.

    Parameters
    ----------
    input : cupy.ndarray
        Labels; floats with `max_label` alone.
    max_label : int, optional
        Greatest label to look for; the greatest there is if not given.

    Returns
    -------
    list of tuples of slices
        For the labels 1, 2, …; None for those that are missing.

    Raises
    ------
    TypeError
        When the labels are complex, or floats without `max_label`.
    ValueError
        When there are none and no `max_label`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.find_objects(cupy.array([[0, 1, 1], [0, 1, 0], [3, 0, 0]]))
    [(slice(0, 2, None), slice(1, 3, None)), None, (slice(2, 3, None), slice(0, 1, None))]
    """
    input = cupy.asarray(input)
    refuse_complex(input)
    if not input.ndim:
        return [box if box is None else () for box in find_objects(input.reshape(1), max_label)]
    wanted = operator.index(max_label)
    if wanted < 1 and input.dtype.kind not in "iub" and input.size:
        raise TypeError(f"labels of dtype {input.dtype} need max_label")
    if input.size == 0:
        if wanted < 1:
            input.max()                             # which refuses it
        return [None] * wanted
    if input.dtype.kind == "f":
        input = (input - 1).astype("l") + 1         # as SciPy's numbers of the labels
    elif input.dtype.char not in "il":
        input = input.astype("i" if input.itemsize < 4 else "l")
    bounds = _bounds_of(contiguous(input), wanted)
    count = len(bounds)
    found = numpy.flatnonzero(bounds[:, 0, 1])
    if found.size < count:
        bounds = bounds[found]
    slices = map(slice, *(bounds[..., end].ravel().tolist() for end in (0, 1)))
    boxes = zip(*[slices] * input.ndim, strict=True)        # so many slices in turn are one box
    if found.size == count:
        return list(boxes)
    every: list[tuple | None] = [None] * count
    for place, box in zip(found.tolist(), boxes, strict=True):
        every[place] = box
    return every


def _bounds_of(input: cupy.ndarray, wanted: int) -> numpy.ndarray[Any, Any]:
    """``(label, axis, end)`` of so many labels, or of all: first indices and those behind the last, or zeros."""
    line, room = input.shape[-1], wanted if wanted > 0 else _ROOM
    run = line if serial_blocks() else max(_RUN, -(-input.size // _CALLS))
    while True:
        bounds = cupy.zeros(1 + room * input.ndim * 2, numpy.uint64)
        _bounds.map(type_characters(input.dtype), input.size // line * -(-line // run), work=2 * min(run, line),
                    input=input, bounds=bounds, ndim=input.ndim, labels=room, run=run, shape=input.shape)
        found = bounds.get()
        count = wanted if wanted > 0 else int(found[0])
        if count <= room:
            break
        room = count
    found = found[1:1 + count * input.ndim * 2].reshape(count, input.ndim, 2)
    numpy.invert(found[..., 0], out=found[..., 0], where=found[..., 1] > 0)
    return found


def value_indices(arr: cupy.ndarray, *, ignore_value: SupportsIndex | None = None) -> dict[Any, Any]:
    """Where each value of an array lies.

    Parameters
    ----------
    arr : cupy.ndarray of ints
        The array.
    ignore_value : int, optional
        A value that is left out.

    Returns
    -------
    dict
        From each value, a NumPy scalar, to a tuple of arrays of indices, one for each axis.

    Raises
    ------
    ValueError
        When the array is not of whole numbers.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.value_indices(cupy.array([[0, 2], [2, 2]]), ignore_value=0)
    {np.int64(2): (array([0, 1, 1]), array([1, 0, 1]))}
    """
    arr = cupy.asarray(arr)
    if arr.dtype.kind not in "iu":
        raise ValueError("Parameter 'arr' must be an integer array")
    few = few_by_value(arr)
    if few is None:
        found = _few((arr,), {"ignore_value": ignore_value})
        if found is not NotImplemented:
            return found
        order, values, starts = by_value(arr)
        places = cupy.unravel_index(order, arr.shape) if arr.ndim else ()
    else:
        order, values, starts = few
        places = [adopted(place, alone=True) for place in _unravelled(order, arr.shape)]
    starts = starts.tolist()
    shares = [slice(start, stop) for start, stop in zip(starts[:-1], starts[1:], strict=True)]
    # Of each axis all values in turn.
    indices = [[place[share] for share in shares] for place in places]
    found = dict(zip(values, zip(*indices, strict=True) if indices else [()] * len(shares), strict=True))
    if ignore_value is not None:
        found.pop(arr.dtype.type(ignore_value), None)
    return found


def _unravelled(order: numpy.ndarray[Any, Any], shape: tuple[int, ...]) -> list[numpy.ndarray[Any, Any]]:
    """NumPy's `unravel_index`, in a third of its time."""
    places = []
    for length in shape[:0:-1]:
        above = order // length
        places.append(order - above * length)
        order = above
    return [order, *places[::-1]] if shape else []
