"""Watersheds."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

import cupy

from cupyx.scipy.ndimage._arguments import host, output_of
from cupyx.scipy.ndimage._morphology.structures import neighbors_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["watershed_ift"]


def watershed_ift(input: cupy.ndarray, markers: cupy.ndarray, structure: ArrayLike | None = None,
                  output: cupy.ndarray | DTypeLike | None = None) -> cupy.ndarray:
    """Grow markers over an image until they meet where it is high.

    Parameters
    ----------
    input : cupy.ndarray of uint8 or uint16
        The image.
    markers : cupy.ndarray of ints
        Labels to start from, of the same shape; those of negative markers grow last.
    structure : array_like of bool, optional
        Which pixels are neighbours: three along each axis; those with a common face if not given.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; that of the markers if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape and dtype of `markers`.

    Raises
    ------
    TypeError
        For images of other types.
    RuntimeError
        When shapes or types do not go together.

    Notes
    -----
    Image foresting transform (Falcão, Stolfi and Lotufo 2004). Pixels are taken in one order from one queue, so SciPy
    does it on the host, whatever the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.array([[1, 1, 9, 1, 1]], dtype='u1')
    >>> ndimage.watershed_ift(a, cupy.array([[1, 0, 0, 0, 2]]))
    array([[1, 1, 2, 2, 2]])
    """
    from scipy.ndimage._measurements import watershed_ift as of_scipy

    input, markers = cupy.asarray(input), cupy.asarray(markers)
    if input.dtype not in (numpy.uint8, numpy.uint16):
        raise TypeError("only 8 and 16 unsigned inputs are supported")
    structure = neighbors_of(input.ndim, 1) if structure is None else host(structure, bool)
    given = isinstance(output, cupy.ndarray)
    if given and output.dtype.kind != "i":
        raise RuntimeError("output should be of integer type")
    found = of_scipy(input.get(), markers.get(), structure)
    output = output_of(output if given else markers.dtype, input)
    output[...] = cupy.asarray(found)
    return output
