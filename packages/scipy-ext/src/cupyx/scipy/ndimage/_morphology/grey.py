"""Grey morphology: erosion and dilation of images by structures, and what is made of them."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy

from cupyx.scipy.ndimage._arguments import apart, axes_of, host, mirrored, per_axis
from cupyx.scipy.ndimage._filters.extremum import min_or_max

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["black_tophat", "grey_closing", "grey_dilation", "grey_erosion", "grey_opening", "morphological_gradient",
           "morphological_laplace", "white_tophat"]


@overload
def grey_erosion(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                 footprint: ArrayLike | None = ..., structure: ArrayLike | None = ..., *,
                 mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                 origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                 axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def grey_erosion(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                 footprint: ArrayLike | None = ..., structure: ArrayLike | None = ...,
                 output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                 origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                 axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def grey_erosion(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                 output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                 cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                 axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The least difference of an image and a structure around each pixel.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    ValueError
        When nothing says what the structure is, or its origin is outside of it.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5), int); a[1:4, 1:4] = 3
    >>> int(ndimage.grey_erosion(a, size=3).sum())
    3
    """
    if size is None and footprint is None and structure is None:
        raise ValueError("size, footprint, or structure must be specified")
    return min_or_max(input, size, footprint, structure, output, mode, cval, origin, True, axes)


@overload
def grey_dilation(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                  footprint: ArrayLike | None = ..., structure: ArrayLike | None = ..., *,
                  mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                  origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                  axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def grey_dilation(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                  footprint: ArrayLike | None = ..., structure: ArrayLike | None = ...,
                  output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                  origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                  axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def grey_dilation(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                  footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                  output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                  cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                  axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The greatest sum of an image and a structure around each pixel.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5), int); a[2, 2] = 3
    >>> int(ndimage.grey_dilation(a, size=3).sum())
    27
    """
    if size is None and footprint is None and structure is None:
        raise ValueError("size, footprint, or structure must be specified")
    structure, footprint = (None if part is None else _turned(host(part)) for part in (structure, footprint))
    input = cupy.asarray(input)
    axes = axes_of(axes, input.ndim)
    origin = per_axis(origin, len(axes), "origin")
    if footprint is not None:
        sizes = footprint.shape
    elif structure is not None:
        sizes = structure.shape
    else:
        sizes = per_axis(size, len(axes), "size")
    if len(sizes) != len(axes):
        raise RuntimeError(f"footprint.ndim ({len(sizes)}) must match len(axes) ({len(axes)})")
    return min_or_max(input, size, footprint, structure, output, mode, cval, mirrored(origin, sizes), False, axes)


def _turned(structure: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    return structure[(slice(None, None, -1),) * structure.ndim]


@overload
def grey_opening(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                 footprint: ArrayLike | None = ..., structure: ArrayLike | None = ..., *,
                 mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                 origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                 axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def grey_opening(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                 footprint: ArrayLike | None = ..., structure: ArrayLike | None = ...,
                 output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                 origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                 axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def grey_opening(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                 output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                 cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                 axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Erosion and then dilation: peaks narrower than the structure go.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.grey_opening(cupy.array([1, 1, 7, 1, 4, 4, 4, 1]), size=3)
    array([1, 1, 1, 1, 4, 4, 4, 1])
    """
    size = _one(size, footprint)
    return _both(grey_erosion, grey_dilation, input, output, structure, size=size, footprint=footprint, mode=mode,
                 cval=cval, origin=origin, axes=axes)


@overload
def grey_closing(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                 footprint: ArrayLike | None = ..., structure: ArrayLike | None = ..., *,
                 mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                 origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                 axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def grey_closing(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                 footprint: ArrayLike | None = ..., structure: ArrayLike | None = ...,
                 output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                 origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                 axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def grey_closing(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                 output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                 cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                 axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Dilation and then erosion: valleys narrower than the structure are filled.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.grey_closing(cupy.array([5, 5, 2, 5, 3, 3, 3, 5]), size=3)
    array([5, 5, 5, 5, 3, 3, 3, 5])
    """
    size = _one(size, footprint)
    return _both(grey_dilation, grey_erosion, input, output, structure, size=size, footprint=footprint, mode=mode,
                 cval=cval, origin=origin, axes=axes)


def _both(first: Callable[..., Any], second: Callable[..., Any], input: cupy.ndarray,
          output: cupy.ndarray | DTypeLike | None, structure: Any, **more: Any) -> cupy.ndarray:
    """One filter after the other; between them truths are bytes, which wrap where heights leave their range."""
    input = cupy.asarray(input)
    if structure is None or input.dtype != bool:
        return second(first(input, structure=structure, **more), structure=structure, output=output, **more)
    outer = second(first(input.view("B"), structure=structure, **more), structure=structure, output=output, **more)
    return outer != 0 if output is None else outer


def _one(size: Any, footprint: Any) -> int | tuple[int, ...] | None:
    if size is None or footprint is None:
        return size
    warnings.warn("ignoring size because footprint is set", UserWarning, stacklevel=3)
    return None


def morphological_gradient(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                           footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                           output: cupy.ndarray | None = None, mode: str | Sequence[str] = "reflect",
                           cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                           axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Dilation minus erosion: how steep an image is.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray, optional
        Output array; a dtype is ignored, as by SciPy.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.morphological_gradient(cupy.array([1, 1, 1, 5, 5, 5]), size=3)
    array([0, 0, 4, 4, 0, 0])
    """
    outer = grey_dilation(input, size, footprint, structure, None, mode, cval, origin, axes=axes)
    target = output if isinstance(output, cupy.ndarray) else None
    inner = grey_erosion(input, size, footprint, structure, target, mode, cval, origin, axes=axes)
    return cupy.subtract(outer, inner, out=inner)


def morphological_laplace(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                          footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                          output: cupy.ndarray | None = None, mode: str | Sequence[str] = "reflect",
                          cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                          axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Dilation plus erosion minus twice the image: how an image curves.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray, optional
        Output array; a dtype is ignored, as by SciPy.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.morphological_laplace(cupy.array([1, 1, 1, 5, 5, 5]), size=3)
    array([ 0,  0,  4, -4,  0,  0])
    """
    input = apart(cupy.asarray(input), output)
    outer = grey_dilation(input, size, footprint, structure, None, mode, cval, origin, axes=axes)
    target = output if isinstance(output, cupy.ndarray) else None
    inner = grey_erosion(input, size, footprint, structure, target, mode, cval, origin, axes=axes)
    cupy.add(outer, inner, out=inner)
    cupy.subtract(inner, input, out=inner)
    return cupy.subtract(inner, input, out=inner)


def white_tophat(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                 output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                 cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                 axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The image minus its opening: peaks narrower than the structure.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.white_tophat(cupy.array([1, 1, 7, 1, 4, 4, 4, 1]), size=3)
    array([0, 0, 6, 0, 0, 0, 0, 0])
    """
    size = _one(size, footprint)
    input = apart(cupy.asarray(input), output)
    opened = _both(grey_erosion, grey_dilation, input, output, structure, size=size, footprint=footprint, mode=mode,
                   cval=cval, origin=origin, axes=axes)
    return _difference(input, opened, opened)


def black_tophat(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 footprint: ArrayLike | None = None, structure: ArrayLike | None = None,
                 output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                 cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                 axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The closing of an image minus the image: valleys narrower than the structure.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of a flat structure, for all axes or each; this, `footprint` or `structure` is needed.
    footprint : array_like of bool, optional
        Which pixels of the structure count.
    structure : array_like, optional
        Heights of the structure.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        structure is a flat box.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the structure.
    axes : tuple of int, optional
        Axes to work along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.black_tophat(cupy.array([5, 5, 2, 5, 3, 3, 3, 5]), size=3)
    array([0, 0, 3, 0, 0, 0, 0, 0])
    """
    size = _one(size, footprint)
    input = apart(cupy.asarray(input), output)
    closed = _both(grey_dilation, grey_erosion, input, output, structure, size=size, footprint=footprint, mode=mode,
                   cval=cval, origin=origin, axes=axes)
    return _difference(closed, input, closed)


def _difference(a: cupy.ndarray, b: cupy.ndarray, out: cupy.ndarray) -> cupy.ndarray:
    if a.dtype == numpy.bool_ and b.dtype == numpy.bool_:
        return cupy.bitwise_xor(a, b, out=out)
    return cupy.subtract(a, b, out=out)
