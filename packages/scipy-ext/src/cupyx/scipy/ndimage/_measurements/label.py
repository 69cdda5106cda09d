"""Connected regions and where they lie."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy

from cupyx.scipy._host import scipy_of_few_pixels
from cupyx.scipy.ndimage._arguments import host, overlapping, refuse_complex, writable
from cupyx.scipy.ndimage._measurements._regions import label_regions, label_width
from cupyx.scipy.ndimage._morphology.structures import neighbors_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    pass

__all__ = ["label"]


class Asymmetric(AssertionError, ValueError):
    """A structure that is not the same turned round: SciPy raises AssertionError."""


@scipy_of_few_pixels(2)
def label(input: cupy.ndarray, structure: ArrayLike | None = None,
          output: Any = None) -> int | tuple[cupy.ndarray, int]:
    """Number the connected regions of an image.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is not 0 is object.
    structure : array_like of bool, optional
        Which pixels are neighbours: three along each axis, alike in both directions. Those with a common face if not
        given.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the labels; int32 if not given.

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
    AssertionError
        When the structure is not symmetric.
    TypeError
        For complex images.

    Notes
    -----
    Union-find of runs of pixels: on devices of runs within words of 32, whose trees threads join by compare and swap
    (Komura 2015); on the host of runs along rows.

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
    if input.size and not numpy.array_equal(structure, structure[(slice(None, None, -1),) * structure.ndim]):
        raise Asymmetric("Structuring element is not symmetric")
    given = isinstance(output, cupy.ndarray)
    if given and output.shape != input.shape:
        raise ValueError(f"output shape not correct: {output.shape}, expected {input.shape}")
    dtype = output.dtype if given else numpy.dtype(label_width(input.size) if output is None else output)
    if given and writable(output) and not overlapping(input, output):
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
