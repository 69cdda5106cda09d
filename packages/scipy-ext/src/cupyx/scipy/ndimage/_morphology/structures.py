"""Structuring elements."""
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy.ndimage._arguments import host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["generate_binary_structure", "iterate_structure"]


def generate_binary_structure(rank: SupportsIndex, connectivity: SupportsIndex) -> cupy.ndarray:
    """A structuring element of three pixels along each axis.

    Parameters
    ----------
    rank : int
        Number of axes.
    connectivity : int
        Along how many axes at once a neighbour may lie beside the centre: 1 for faces, `rank` for corners too.

    Returns
    -------
    cupy.ndarray of bool
        Of `rank` axes of length 3.

    Examples
    --------
    >>> from cupyx.scipy import ndimage
    >>> ndimage.generate_binary_structure(2, 1).astype(int)
    array([[0, 1, 0],
           [1, 1, 1],
           [0, 1, 0]])
    """
    return cupy.asarray(neighbors_of(rank, connectivity))


@functools.lru_cache(maxsize=32)
def neighbors_of(rank: int, connectivity: int) -> numpy.ndarray[Any, Any]:
    """`generate_binary_structure` as a NumPy array."""
    if rank < 1:
        return numpy.array(True)
    return numpy.abs(numpy.indices([3] * rank) - 1).sum(0) <= max(connectivity, 1)


def iterate_structure(structure: ArrayLike, iterations: SupportsIndex,
        origin: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray | tuple[cupy.ndarray, list[int]]:
    """A structuring element dilated by itself.

    Parameters
    ----------
    structure : array_like of bool
        The element.
    iterations : int
        How many times it is applied.
    origin : int or sequence of ints, optional
        Shift of the element.

    Returns
    -------
    cupy.ndarray of bool
        The element that has the effect of all iterations; with `origin`, a tuple with the shift that it needs.

    Examples
    --------
    >>> from cupyx.scipy import ndimage
    >>> cross = ndimage.generate_binary_structure(2, 1)
    >>> ndimage.iterate_structure(cross, 2).astype(int)
    array([[0, 0, 1, 0, 0],
           [0, 1, 1, 1, 0],
           [1, 1, 1, 1, 1],
           [0, 1, 1, 1, 0],
           [0, 0, 1, 0, 0]])
    """
    import scipy.ndimage

    found = scipy.ndimage.iterate_structure(host(structure), iterations, origin)
    return (cupy.asarray(found[0]), found[1]) if isinstance(found, tuple) else cupy.asarray(found)
