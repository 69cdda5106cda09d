"""Connected regions and where they lie."""
import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import host, refuse_complex
from cupyx.scipy.ndimage._filters._window import filter_window
from cupyx.scipy.ndimage._morphology.structures import neighbors_of

__all__ = ["label"]

_join = Kernel("label.hpp", _kernels, "neighborhood_params.hpp:Neighborhood", packed=("?I",))
_start, _roots, _number = (
    Kernel(f"label_{step}.hpp", _kernels, "label_step_params.hpp:LabelStep", packed=packed)
    for step, packed in (("start", ("I",)), ("roots", ("I",)), ("number", ("Ii", "Il"))))
_CONSTANT = 1                       # number of the boundary mode


def label(input, structure=None, output=None):
    """Number the connected regions of an image.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Which pixels are neighbours: three along each axis, alike in both directions. Those with a common face if not
        given.
    output : cupy.ndarray or dtype, optional
        Where to write, or the type of the labels; int32 if not given.

    Returns
    -------
    labels : cupy.ndarray
        Numbers from 1 in the order of the regions' first pixels, 0 for the background. Not returned where `output`
        is an array.
    count : int
        How many regions there are.

    Raises
    ------
    RuntimeError
        When the structure has another number of axes, or the type of `output` is too small for the numbers.
    ValueError
        When the structure is not three pixels along an axis, or `output` has another shape.
    TypeError
        For complex images.

    Notes
    -----
    Union-find with parents that threads join by compare and swap (Komura 2015).

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.array([[1, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 1]])
    >>> labels, count = ndimage.label(a)
    >>> labels
    array([[1, 1, 0, 0],
           [0, 0, 0, 2],
           [3, 0, 2, 2]], dtype=int32)
    >>> count
    3
    """
    input = cupy.asarray(input)
    refuse_complex(input)
    structure = neighbors_of(input.ndim, 1) if structure is None else host(structure, bool)
    if structure.ndim != input.ndim:
        raise RuntimeError("structure and input must have equal rank")
    if any(size != 3 for size in structure.shape):
        raise ValueError("structure dimensions must be equal to 3")
    if not numpy.array_equal(structure, structure[(slice(None, None, -1),) * structure.ndim]):
        raise ValueError("structuring element is not symmetric")
    given = isinstance(output, cupy.ndarray)
    if given and output.shape != input.shape:
        raise ValueError(f"output shape not correct: {output.shape}, expected {input.shape}")
    dtype = output.dtype if given else numpy.dtype(_width(input.size) if output is None else output)
    if given and output.flags.c_contiguous and not cupy.may_share_memory(input, output):
        labels, count = label_regions(input, structure, dtype, output)
    else:
        labels, count = label_regions(input, structure, dtype)
    count = int(count)
    if dtype.kind in "biu" and count > (1 if dtype.kind == "b" else numpy.iinfo(dtype).max):
        raise RuntimeError("insufficient bit-depth in requested output type")
    if not given:
        return labels, count
    if labels is not output:
        output[...] = labels
    return count


def _width(size):
    return numpy.int64 if size >= 2 ** 31 - 2 else numpy.int32


def label_regions(input, structure, dtype=None, output=None):
    """Labels and, still on the device, their number; `structure` is a symmetric NumPy array."""
    size = input.size
    dtype = numpy.dtype(_width(size) if dtype is None else dtype)
    labels = cupy.empty(input.shape, dtype) if output is None else output
    if size == 0:
        return labels, 0
    objects = cupy.ascontiguousarray(input if input.dtype == bool else input != 0).reshape(input.shape)
    word = numpy.dtype("I" if size < 2 ** 31 else "L")
    parents, roots = cupy.empty(input.shape, word), cupy.empty(input.shape, bool)
    before = structure.copy().ravel()
    before[structure.size // 2:] = False
    before = before.reshape(structure.shape)
    joined = structure.ndim > 0 and bool(before[(1,) * (structure.ndim - 1) + (0,)])
    fields = {"object": objects, "parents": parents, "roots": roots, "labels": labels, "numbers": None,
              "length": input.shape[-1] if input.ndim else 1, "joined": joined}
    _start.map(type_characters(word), size, work=8, **fields)
    filter_window(_join, objects, parents, before, [0] * input.ndim, [_CONSTANT] * input.ndim, work=8,
                  centre=joined)
    _roots.map(type_characters(word), size, work=8, **fields)
    numbers = cupy.cumsum(roots.ravel(), dtype=word)
    _number.map(type_characters(word, dtype), size, work=4, **{**fields, "numbers": numbers})
    return labels, numbers[-1]
