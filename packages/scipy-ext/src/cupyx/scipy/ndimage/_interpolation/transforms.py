"""Images moved, turned, scaled and sheared."""
from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy

from cupyx.scipy.ndimage._arguments import host, output_of, per_axis
from cupyx.scipy.ndimage._interpolation._launch import read_parts, settings, transform

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["affine_transform", "rotate", "shift", "zoom"]


@overload
def affine_transform(input: NDArray[_Scalar], matrix: ArrayLike, offset: ArrayLike | Sequence[ArrayLike] = ...,
                     output_shape: Sequence[SupportsIndex] | None = ..., *, order: int | None = ...,
                     mode: str = ..., cval: ArrayLike = ..., prefilter: bool = ...,
                     texture_memory: bool = ...) -> NDArray[_Scalar]: ...
@overload
def affine_transform(input: cupy.ndarray, matrix: ArrayLike, offset: ArrayLike | Sequence[ArrayLike] = ...,
                     output_shape: Sequence[SupportsIndex] | None = ..., output: cupy.ndarray | DTypeLike | None = ...,
                     order: int | None = ..., mode: str = ..., cval: ArrayLike = ..., prefilter: bool = ...,
                     *, texture_memory: bool = ...) -> cupy.ndarray: ...
def affine_transform(input: Any, matrix: Any, offset: Any = 0.0, output_shape: Any = None,
                     output: cupy.ndarray | DTypeLike | None = None, order: Any = 3, mode: str = "constant",
                     cval: ArrayLike = 0.0, prefilter: bool = True, *, texture_memory: bool = False) -> cupy.ndarray:
    """Read an image at ``matrix @ x + offset`` for each pixel x of the output.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    matrix : array_like
        Matrix with a row for each axis of the image and a column for each of the output; one row of a diagonal; or,
        with one column more, a square matrix and the offset (a last row of 0, …, 0, 1 may follow).
    offset : scalar or sequence of scalars, optional
        Where the output's first pixel is read.
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
    texture_memory : bool, optional
        Accepted for CuPy's sake: images of two and three axes are read through the same caches.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of shape `output_shape`.

    Raises
    ------
    RuntimeError
        For an order out of range, an unknown mode, or a matrix that does not fit the axes.
    ValueError
        For a last row other than 0, …, 0, 1.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.arange(9.).reshape(3, 3)
    >>> ndimage.affine_transform(a, [[0, 1], [1, 0]], order=1)
    array([[0., 3., 6.],
           [1., 4., 7.],
           [2., 5., 8.]])
    """
    order, mode = settings(order, mode)
    input = cupy.asarray(input)
    ndim = input.ndim
    if output_shape is None:
        output_shape = output.shape if isinstance(output, cupy.ndarray) else input.shape
    if ndim < 1 or len(output_shape) < 1:
        raise RuntimeError("input and output rank must be > 0")
    output = output_of(output, input, output_shape, complex_output=input.dtype.kind == "c")
    # A plain matrix on the device stays there.
    there = isinstance(matrix, cupy.ndarray) and matrix.shape == (ndim, output.ndim)
    if not there:
        matrix = host(matrix, "d")
    elif matrix.dtype.char != "d" or not matrix.flags.c_contiguous:
        matrix = cupy.ascontiguousarray(matrix, "d")
    if matrix.ndim not in (1, 2) or matrix.shape[0] < 1:
        raise RuntimeError("no proper affine matrix provided")
    if matrix.ndim == 2 and matrix.shape[1] == ndim + 1 and matrix.shape[0] in (ndim, ndim + 1):
        if matrix.shape[0] == ndim + 1 and list(matrix[ndim]) != [0] * ndim + [1]:
            raise ValueError(f"Expected homogeneous transformation matrix with shape {matrix.shape} for image shape "
                             f"{input.shape}, but bottom row was not equal to {[0] * ndim + [1]}")
        matrix, offset = matrix[:ndim, :ndim], matrix[:ndim, ndim]
    if matrix.shape[0] != ndim:
        raise RuntimeError("affine matrix has wrong number of rows")
    if matrix.ndim == 2 and matrix.shape[1] != output.ndim:
        raise RuntimeError("affine matrix has wrong number of columns")
    offset = [float(x) for x in per_axis(offset, ndim, "offset")]
    if output.ndim != ndim:
        if matrix.ndim == 1:
            raise RuntimeError("with a diagonal matrix the output must have as many axes as the image")
        indices: Any = cupy.indices(output.shape, dtype="d")
        grid = indices.reshape(output.ndim, -1)
        places = cupy.asarray(matrix) @ grid + cupy.array(offset)[:, None]
        read_parts(input, places.reshape(ndim, *output.shape), output, order, mode, cval, prefilter)
    elif there:
        _parts(input, output, cval, list(range(ndim)), order, mode, prefilter, before=offset, matrix=matrix)
    elif matrix.ndim == 1:
        with numpy.errstate(all="ignore"):
            before = numpy.divide(offset, host(matrix))
        _axis_by_axis(input, output, before, matrix, [0.0] * ndim, order, mode, cval, prefilter)
    else:
        rows = matrix.tolist()
        active = [a for a in range(ndim) if not (
            (order < 2 or prefilter) and offset[a] == 0 and input.shape[a] == output.shape[a] and rows[a][a] == 1
            and not any(rows[a][b] or rows[b][a] for b in range(ndim) if b != a))]
        _parts(input, output, cval, active, order, mode, prefilter, before=[offset[a] for a in active],
               matrix=[[rows[a][b] for b in active] for a in active])
    return output


@overload
def shift(input: NDArray[_Scalar], shift: ArrayLike | Sequence[ArrayLike], *, order: SupportsIndex | None = ...,
          mode: str = ..., cval: ArrayLike = ..., prefilter: bool = ...) -> NDArray[_Scalar]: ...
@overload
def shift(input: cupy.ndarray, shift: ArrayLike | Sequence[ArrayLike], output: cupy.ndarray | DTypeLike | None = ...,
          order: SupportsIndex | None = ..., mode: str = ..., cval: ArrayLike = ...,
          prefilter: bool = ...) -> cupy.ndarray: ...
def shift(input: cupy.ndarray, shift: ArrayLike | Sequence[ArrayLike], output: cupy.ndarray | DTypeLike | None = None,
          order: SupportsIndex | None = 3, mode: str = "constant", cval: ArrayLike = 0.0,
          prefilter: bool = True) -> cupy.ndarray:
    """Move an image, by parts of pixels too.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    shift : scalar or sequence of scalars
        Pixels to move by, for all axes or each.
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
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.shift(cupy.array([1., 2, 3, 4]), 0.5, order=1, cval=-1)
    array([-1. ,  1.5,  2.5,  3.5])
    """
    order, mode = settings(order, mode)
    input = cupy.asarray(input)
    if input.ndim < 1:
        raise RuntimeError("input and output rank must be > 0")
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    before = [-float(s) for s in per_axis(shift, input.ndim, "shift")]
    _axis_by_axis(input, output, before, [1.0] * input.ndim, [0.0] * input.ndim, order, mode, cval, prefilter)
    return output


@overload
def zoom(input: NDArray[_Scalar], zoom: ArrayLike | Sequence[ArrayLike], *, order: SupportsIndex | None = ...,
         mode: str = ..., cval: ArrayLike = ..., prefilter: bool = ..., grid_mode: bool = ...) -> NDArray[_Scalar]: ...
@overload
def zoom(input: cupy.ndarray, zoom: ArrayLike | Sequence[ArrayLike], output: cupy.ndarray | DTypeLike | None = ...,
         order: SupportsIndex | None = ..., mode: str = ..., cval: ArrayLike = ..., prefilter: bool = ..., *,
         grid_mode: bool = ...) -> cupy.ndarray: ...
def zoom(input: cupy.ndarray, zoom: ArrayLike | Sequence[ArrayLike], output: cupy.ndarray | DTypeLike | None = None,
         order: SupportsIndex | None = 3, mode: str = "constant", cval: ArrayLike = 0.0, prefilter: bool = True, *,
         grid_mode: bool = False) -> cupy.ndarray:
    """Scale an image.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    zoom : scalar or sequence of scalars
        How many times longer, for all axes or each.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    order : int or None, optional
        Order of the splines, 0 (nearest pixel) to 5; None is 1, with a warning.
    mode : str, optional
        What lies beyond the edges: 'constant', 'grid-constant', 'nearest', 'reflect', 'grid-mirror', 'mirror', 'wrap',
        'grid-wrap' or 'opencv': 'nearest' with `grid_mode`, as OpenCV resizes.
    cval : scalar, optional
        Value there with the constant modes.
    prefilter : bool, optional
        Whether the image still is to be made coefficients, as orders above 1 need them.
    grid_mode : bool, optional
        Whether pixels are areas, so that the edges of the first and last keep their places; otherwise their centres
        do.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the new size.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.zoom(cupy.array([0., 3]), 2, order=1)
    array([0., 1., 2., 3.])
    """
    if mode == "opencv":
        mode, grid_mode = "nearest", True
    order, mode = settings(order, mode)
    input = cupy.asarray(input)
    if input.ndim < 1:
        raise RuntimeError("input and output rank must be > 0")
    zooms = [float(z) for z in per_axis(zoom, input.ndim, "zoom")]
    shape = tuple(int(round(n * z)) for n, z in zip(input.shape, zooms, strict=True))
    output = output_of(output, input, shape, complex_output=input.dtype.kind == "c")
    if all(z == 1 for z in zooms) and prefilter:
        output[...] = input
        return output
    if grid_mode and mode in ("constant", "wrap"):
        warnings.warn(f"It is recommended to use mode = grid-{mode} instead of {mode} when grid_mode is True.",
                      stacklevel=2)
    ends = 0 if grid_mode else 1
    scale = [(n - ends) / (m - ends) if m != ends else 1.0 for n, m in zip(input.shape, shape, strict=True)]
    centre = 0.5 if grid_mode else 0.0
    _axis_by_axis(input, output, [centre] * input.ndim, scale, [-centre] * input.ndim, order, mode, cval, prefilter)
    return output


@overload
def rotate(input: NDArray[_Scalar], angle: ArrayLike, axes: tuple[Any, ...] = ..., reshape: bool = ..., *,
           order: SupportsIndex | None = ..., mode: str = ..., cval: ArrayLike = ...,
           prefilter: bool = ...) -> NDArray[_Scalar]: ...
@overload
def rotate(input: cupy.ndarray, angle: ArrayLike, axes: tuple[Any, ...] = ..., reshape: bool = ...,
           output: cupy.ndarray | DTypeLike | None = ..., order: SupportsIndex | None = ..., mode: str = ...,
           cval: ArrayLike = ..., prefilter: bool = ...) -> cupy.ndarray: ...
def rotate(input: cupy.ndarray, angle: Any, axes: Any = (1, 0), reshape: bool = True,
           output: cupy.ndarray | DTypeLike | None = None, order: SupportsIndex | None = 3, mode: str = "constant",
           cval: ArrayLike = 0.0, prefilter: bool = True) -> cupy.ndarray:
    """Turn an image in the plane of two axes.

    Parameters
    ----------
    input : cupy.ndarray
        The image; planes along other axes are turned alike.
    angle : scalar
        In degrees.
    axes : tuple of two ints, optional
        Axes of the plane.
    reshape : bool, optional
        Whether the output is as large as the turned image.
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
        `output`, or an array of the new size.

    Raises
    ------
    ValueError
        For an image of less than two axes, or axes that it does not have.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.rotate(cupy.arange(6).reshape(2, 3), 90)
    array([[2, 5],
           [1, 4],
           [0, 3]])
    """
    input = cupy.asarray(input)
    ndim = input.ndim
    if ndim < 2:
        raise ValueError("input array should be at least 2D")
    axes = list(axes)
    if len(axes) != 2:
        raise ValueError("axes should contain exactly two values")
    if not all(float(axis).is_integer() for axis in axes):
        raise ValueError("axes should contain only integer values")
    axes = sorted(int(axis) + (ndim if axis < 0 else 0) for axis in axes)
    if not all(0 <= axis < ndim for axis in axes):
        raise ValueError("invalid rotation plane specified")
    if axes[0] == axes[1] and ndim > 2:         # of two axes SciPy turns nothing in some way of its own
        raise RuntimeError(f"output shape not correct: axes are {axes[0]} both")
    order, mode = settings(order, mode)
    c, s = _cosine_and_sine(float(angle))
    matrix = numpy.array([[c, s], [-s, c]])
    inner = numpy.array([input.shape[axis] for axis in axes])
    outer = inner
    if reshape:
        corners = matrix @ [[0, 0, inner[0], inner[0]], [0, inner[1], 0, inner[1]]]
        outer = (numpy.ptp(corners, axis=1) + 0.5).astype(int)
    offset = (inner - 1) / 2 - matrix @ ((outer - 1) / 2)
    shape = list(input.shape)
    for axis, length in zip(axes, outer, strict=True):
        shape[axis] = int(length)
    output = output_of(output, input, shape, complex_output=input.dtype.kind == "c")
    _parts(input, output, cval, axes, order, mode, prefilter, before=offset.tolist(), matrix=matrix.tolist())
    return output


def _cosine_and_sine(degrees: float) -> tuple[float, float]:
    """SciPy's to the last bit, which decides whether pixels that turn onto an edge are inside."""
    from scipy.special import cosdg, sindg

    return float(cosdg(degrees)), float(sindg(degrees))


def _axis_by_axis(input: cupy.ndarray, output: cupy.ndarray, before: Any, scale: Any, behind: Any, order: int,
                  mode: str, cval: Any, prefilter: bool) -> None:
    active = [a for a in range(input.ndim) if not (
        (order < 2 or prefilter) and input.shape[a] == output.shape[a]
        and scale[a] == 1 and before[a] + behind[a] == 0)]
    before, scale, behind = ([float(values[a]) for a in active] for values in (before, scale, behind))
    _parts(input, output, cval, active, order, mode, prefilter, before=before, scale=scale, behind=behind)


def _parts(input: cupy.ndarray, output: cupy.ndarray, cval: Any, active: list[int] | tuple[Any, ...], order: int,
           mode: str, prefilter: bool, **fields: Any) -> None:
    """Real and imaginary parts one after the other."""
    if input.dtype.kind != "c":
        transform(input, output, active, order, mode, complex(cval).real, prefilter, **fields)
        return
    for part in ("real", "imag"):
        transform(getattr(input, part), getattr(output, part), active, order, mode, float(getattr(complex(cval), part)),
                  prefilter, **fields)
