"""Images at coordinates that an array or a function gives."""
from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy

from cupyx.scipy.ndimage._arguments import output_of, refuse_complex
from cupyx.scipy.ndimage._filters._translated import coordinates_of
from cupyx.scipy.ndimage._interpolation._launch import read_parts, settings

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["geometric_transform", "map_coordinates"]

_SAMPLES = 8            # pixels at which a function of arrays is compared with itself


@overload
def map_coordinates(input: NDArray[_Scalar], coordinates: ArrayLike, *, order: SupportsIndex | None = ...,
                    mode: str = ..., cval: ArrayLike = ..., prefilter: bool = ...) -> NDArray[_Scalar]: ...
@overload
def map_coordinates(input: cupy.ndarray, coordinates: ArrayLike, output: cupy.ndarray | DTypeLike | None = ...,
                    order: SupportsIndex | None = ..., mode: str = ..., cval: ArrayLike = ...,
                    prefilter: bool = ...) -> cupy.ndarray: ...
def map_coordinates(input: cupy.ndarray, coordinates: ArrayLike, output: cupy.ndarray | DTypeLike | None = None,
                    order: SupportsIndex | None = 3, mode: str = "constant", cval: ArrayLike = 0.0,
                    prefilter: bool = True) -> cupy.ndarray:
    """Read an image at coordinates.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    coordinates : array_like
        Coordinates; the first axis goes through the image's axes, the others are the output's.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    order : int or None, optional
        Order of the splines, 0 (nearest pixel) to 5; None is 1, with a warning.
    mode : str, optional
        What lies beyond the edges: 'constant', 'grid-constant', 'nearest', 'reflect', 'grid-mirror', 'mirror', 'wrap',
        'grid-wrap' or 'opencv', which is 'grid-constant'.
    cval : scalar, optional
        Value there with the constant modes.
    prefilter : bool, optional
        Whether the image still is to be made coefficients, as orders above 1 need them.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `coordinates` without its first axis.

    Raises
    ------
    RuntimeError
        For an order out of range, an unknown mode, or coordinates of another number of axes.
    TypeError
        For complex coordinates.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.arange(12.).reshape(4, 3)
    >>> ndimage.map_coordinates(a, cupy.array([[0.5, 2], [0.5, 1]]), order=1)
    array([2., 7.])
    """
    order, mode = settings(order, mode)
    input, coordinates = cupy.asarray(input), cupy.asarray(coordinates)
    refuse_complex(coordinates)
    if input.ndim < 1 or coordinates.ndim < 2:
        raise RuntimeError("input and output rank must be > 0")
    if coordinates.shape[0] != input.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    given = isinstance(output, cupy.ndarray)
    output = output_of(output, input, coordinates.shape[1:], complex_output=input.dtype.kind == "c")
    read_parts(input, coordinates, output, order, mode, cval, prefilter, not given)
    return output


def geometric_transform(input: cupy.ndarray, mapping: Callable[..., Any],
                        output_shape: Sequence[SupportsIndex] | None = None,
                        output: cupy.ndarray | DTypeLike | None = None, order: SupportsIndex | None = 3,
                        mode: str = "constant", cval: ArrayLike = 0.0, prefilter: bool = True,
                        extra_arguments: tuple[Any, ...] = (),
                        extra_keywords: dict[Any, Any] | None = None) -> cupy.ndarray:
    """Read an image where a function says.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    mapping : callable
        ``mapping(x, *extra_arguments, **extra_keywords)`` returns the coordinates in the image, a sequence, for the
        coordinates of a pixel of the output, a tuple.
    output_shape : tuple of int, optional
        Shape of the output; the image's if not given.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    order : int or None, optional
        Order of the splines, 0 (nearest pixel) to 5; None is 1, with a warning.
    mode : str, optional
        What lies beyond the edges: 'constant', 'grid-constant', 'nearest', 'reflect', 'grid-mirror', 'mirror', 'wrap',
        'grid-wrap' or 'opencv', which is 'grid-constant'.
    cval : scalar, optional
        Value there with the constant modes.
    prefilter : bool, optional
        Whether the image still is to be made coefficients, as orders above 1 need them.
    extra_arguments : tuple, optional
        Further arguments of `mapping`.
    extra_keywords : dict, optional
        Keywords of `mapping`.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of shape `output_shape`.

    Notes
    -----
    `mapping` is called once with arrays of coordinates; where that fails, or differs from its results for single
    pixels, it becomes a kernel if it can be translated; else it is called for each pixel.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.arange(12.).reshape(4, 3)
    >>> ndimage.geometric_transform(a, lambda x: (x[0] - 0.5, x[1] - 0.5), order=1)[1:]
    array([[0., 2., 3.],
           [0., 5., 6.],
           [0., 8., 9.]])
    """
    order, mode = settings(order, mode)
    input = cupy.asarray(input)
    shape = input.shape if output_shape is None else tuple(map(operator.index, output_shape))
    if input.ndim < 1 or len(shape) < 1:
        raise RuntimeError("input and output rank must be > 0")
    output = output_of(output, input, shape, complex_output=input.dtype.kind == "c")

    def call(x: tuple[cupy.ndarray, ...]) -> tuple[cupy.ndarray | float, cupy.ndarray | float]:
        return mapping(x, *extra_arguments, **(extra_keywords or {}))

    coordinates = _of_arrays(call, shape, input.ndim)
    if coordinates is None and math.prod(shape):
        coordinates = coordinates_of(mapping, shape, input.ndim, extra_arguments, extra_keywords or {})
    if coordinates is None:
        table = numpy.empty((input.ndim, math.prod(shape)))
        for place, x in enumerate(numpy.ndindex(*shape)):
            table[:, place] = _numbers(call(x), input.ndim)
        coordinates = cupy.asarray(table.reshape(input.ndim, *shape))
    read_parts(input, coordinates, output, order, mode, cval, prefilter)
    return output


def _numbers(found: Any, ndim: int) -> list[float]:
    found = [float(x) for x in found]
    if len(found) != ndim:
        raise RuntimeError(f"mapping returned {len(found)} coordinates for an image of {ndim} axes")
    return found


def _of_arrays(call: Callable[..., Any], shape: Sequence[int], ndim: int) -> cupy.ndarray | None:
    """Coordinates of all pixels from one call; None where the function is not one of arrays."""
    try:
        grid = cupy.ogrid[tuple(slice(0, n) for n in shape)] if len(shape) > 1 else (cupy.arange(shape[0]),)
        found = call(tuple(grid))
        table = cupy.stack([cupy.broadcast_to(cupy.asarray(x, "d"), shape) for x in found])
    except Exception:                       # whatever a function of numbers does with arrays
        return None
    if table.shape[0] != ndim:
        return None
    size = math.prod(shape)
    places = numpy.unique(numpy.linspace(0, size - 1, _SAMPLES).astype(int)) if size else []
    sampled = table.reshape(ndim, -1)[:, places].get()
    for place, there in zip(places, sampled.T, strict=True):
        alone = _numbers(call(tuple(int(x) for x in numpy.unravel_index(place, shape))), ndim)
        if not numpy.allclose(alone, there, rtol=1e-12, atol=1e-12, equal_nan=True):
            return None
    return table
