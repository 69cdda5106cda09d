"""Where labels and values lie."""
import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous, refuse_complex
from cupyx.scipy.ndimage._measurements._groups import by_value

__all__ = ["find_objects", "value_indices"]

_bounds = Kernel("bounds.hpp", _kernels, "Bounds", packed=("i", "l"))


def find_objects(input, max_label=0):
    """Boxes around the pixels of each label.

    Parameters
    ----------
    input : cupy.ndarray of ints
        Labels.
    max_label : int, optional
        Greatest label to look for; the greatest there is if not given.

    Returns
    -------
    list of tuples of slices
        For the labels 1, 2, …; None for those that are missing.

    Raises
    ------
    RuntimeError
        When the labels are no integers.
    TypeError
        When they are complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.find_objects(cupy.array([[0, 1, 1], [0, 1, 0], [3, 0, 0]]))
    [(slice(0, 2, None), slice(1, 3, None)), None, (slice(2, 3, None), slice(0, 1, None))]
    """
    input = cupy.asarray(input)
    refuse_complex(input)
    if input.dtype.kind not in "iub":
        raise RuntimeError("data type not supported")
    if input.dtype.char not in "il":
        input = input.astype("i" if input.itemsize < 4 else "l")
    count = int(max_label) if max_label >= 1 else max(int(input.max()), 0)
    if count == 0 or input.size == 0:
        return [None] * count
    input = contiguous(input)
    bounds = cupy.zeros((count, max(input.ndim, 1), 2), numpy.uint64)
    bounds[..., 0] = numpy.uint64(2 ** 64 - 1)
    line = input.shape[-1] if input.ndim else 1
    _bounds.map(type_characters(input.dtype), input.size // line, work=2 * line, input=input, bounds=bounds,
                ndim=input.ndim, labels=count, shape=input.shape)
    if not input.ndim:
        return [()] * count
    bounds = bounds.get()
    slices = map(slice, *(bounds[..., end].ravel().tolist() for end in (0, 1)))
    boxes: list[tuple | None] = list(zip(*[slices] * input.ndim, strict=True))      # so many slices in turn are one box
    for missing in numpy.flatnonzero(bounds[:, 0, 1] == 0):
        boxes[missing] = None
    return boxes


def value_indices(arr, *, ignore_value=None):
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
        From each value to a tuple of arrays of indices, one for each axis.

    Raises
    ------
    ValueError
        When the array is not of whole numbers.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.value_indices(cupy.array([[0, 2], [2, 2]]), ignore_value=0)
    {2: (array([0, 1, 1]), array([1, 0, 1]))}
    """
    arr = cupy.asarray(arr)
    if arr.dtype.kind not in "iu":
        raise ValueError("Parameter 'arr' must be an integer array")
    order, values, starts = by_value(arr)
    values, starts = values.tolist(), starts.tolist()
    places = cupy.unravel_index(order, arr.shape) if arr.ndim else ()
    ignored = None if ignore_value is None else int(arr.dtype.type(ignore_value))
    return {value: tuple(place[start:stop] for place in places)
            for value, start, stop in zip(values, starts[:-1], starts[1:], strict=True) if value != ignored}
