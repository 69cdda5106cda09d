"""Distance transforms."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy._host import adopted, of_scipy, scipy_of_few_pixels, to_host
from cupyx.scipy.ndimage._arguments import host, per_axis
from cupyx.scipy.ndimage._distance._passes import CHESSBOARD, CITY_BLOCK, EUCLID, transform

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["distance_transform_bf", "distance_transform_cdt", "distance_transform_edt"]

_METRICS = {"euclidean": EUCLID, "taxicab": CITY_BLOCK, "cityblock": CITY_BLOCK, "manhattan": CITY_BLOCK,
            "chessboard": CHESSBOARD}


@scipy_of_few_pixels(4)
def distance_transform_edt(input: cupy.ndarray, sampling: ArrayLike | Sequence[ArrayLike] | None = None,
                           return_distances: bool = True, return_indices: bool = False,
                           distances: cupy.ndarray | None = None, indices: cupy.ndarray | None = None, *,
                           block_params: tuple[Any, ...] | None = None,
                           float64_distances: bool = True) -> tuple[cupy.ndarray, ...] | cupy.ndarray | None:
    """Euclid's distance of the pixels of an object to the background.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is 0 is background.
    sampling : scalar or sequence of scalars, optional
        Distance between neighbours, for all axes or along each.
    return_distances, return_indices : bool, optional
        What is wanted.
    distances : cupy.ndarray of float64, optional
        Output array of distances; then they are not returned.
    indices : cupy.ndarray of int32, optional
        Output array of indices, of shape ``(input.ndim, *input.shape)``; then they are not returned.
    block_params : tuple, optional
        Accepted for CuPy's sake.
    float64_distances : bool, optional
        Whether distances are float64; float32 otherwise.

    Returns
    -------
    distances : cupy.ndarray
        0 on the background; with `return_distances`.
    indices : cupy.ndarray of int32
        Along each axis, of the nearest pixel of the background.

    Raises
    ------
    RuntimeError
        When nothing is wanted, or when an output array has another shape or dtype.

    Notes
    -----
    Exact: one pass an axis, with the least sums of squares along it (Felzenszwalb and Huttenlocher 2012). Of pixels
    equally far away the one of the lowest index along the last axis is returned, then along the one before, as SciPy
    does.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.ones((3, 4)); a[0, 0] = 0
    >>> ndimage.distance_transform_edt(a).round(2)
    array([[0.  , 1.  , 2.  , 3.  ],
           [1.  , 1.41, 2.24, 3.16],
           [2.  , 2.24, 2.83, 3.61]])
    """
    _check(distances, indices, return_distances, return_indices)
    input = cupy.atleast_1d(cupy.asarray(input))
    dtype = numpy.dtype("d" if float64_distances else "f")
    return _run(input, EUCLID, _sampling(sampling, input.ndim), return_distances, return_indices, distances, indices,
                dtype, RuntimeError)


@scipy_of_few_pixels(4)
def distance_transform_cdt(input: cupy.ndarray,
        metric: Literal["chessboard", "taxicab", "cityblock", "manhattan"] | ArrayLike = "chessboard",
        return_distances: bool = True, return_indices: bool = False, distances: cupy.ndarray | None = None,
        indices: cupy.ndarray | None = None) -> tuple[cupy.ndarray, ...] | cupy.ndarray | None:
    """Distance in steps between neighbours of the pixels of an object to the background.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is 0 is background.
    metric : {'chessboard', 'taxicab', 'cityblock', 'manhattan'} or array_like, optional
        Which pixels are neighbours: those with common corners, those with common faces, or a structure of three
        pixels an axis.
    return_distances, return_indices : bool, optional
        What is wanted.
    distances, indices : cupy.ndarray of int32, optional
        Output array; then they are not returned.

    Returns
    -------
    distances : cupy.ndarray of int32
        -1 where there is no background.
    indices : cupy.ndarray of int32
        Along each axis, of the nearest pixel of the background.

    Raises
    ------
    ValueError
        For an unknown metric, or arrays to write to of another shape or type.
    RuntimeError
        When nothing is wanted.

    Notes
    -----
    Structures other than the two named are left to SciPy, on the host, as are all on the host's backend.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.ones((3, 4)); a[0, 0] = 0
    >>> ndimage.distance_transform_cdt(a, "taxicab")
    array([[0, 1, 2, 3],
           [1, 2, 3, 4],
           [2, 3, 4, 5]], dtype=int32)
    """
    _check(distances, indices, return_distances, return_indices)
    input = cupy.asarray(input)
    if isinstance(metric, str):
        if metric not in _METRICS or metric == "euclidean":
            raise ValueError("invalid metric provided")
        if host_memory():
            return _of_scipy(input, metric, return_distances, return_indices, distances, indices)
        return _run(input, _METRICS[metric], None, return_distances, return_indices, distances, indices,
                    numpy.dtype("i"), ValueError)
    try:
        metric = host(metric)
    except Exception:
        raise ValueError("invalid metric provided") from None
    if any(size != 3 for size in metric.shape):
        raise ValueError("metric sizes must be equal to 3")
    if metric.ndim == input.ndim and not host_memory():
        for steps, number in ((1, CITY_BLOCK), (input.ndim, CHESSBOARD)):
            if numpy.array_equal(metric != 0, numpy.abs(numpy.indices(metric.shape) - 1).sum(0) <= steps):
                return _run(input, number, None, return_distances, return_indices, distances, indices,
                            numpy.dtype("i"), ValueError)
    if metric.ndim != input.ndim:
        raise ValueError(f"metric must have {input.ndim} axes, as the image, not {metric.ndim}")
    return _of_scipy(input, metric != 0, return_distances, return_indices, distances, indices)


def _of_scipy(input: cupy.ndarray, metric: str, return_distances: bool, return_indices: bool,
              distances: cupy.ndarray | None, indices: cupy.ndarray | None) -> tuple[Any, ...] | None:
    found = of_scipy("ndimage.distance_transform_cdt")(to_host(input), metric, return_distances, return_indices)
    found = list(found) if isinstance(found, tuple) else [found]
    wanted = [out for out, asked in ((distances, return_distances), (indices, return_indices)) if asked]
    returned = []
    for out, value in zip(wanted, found, strict=True):
        if out is None:
            returned.append(adopted(value))
        else:
            _fits(out, value.shape, value.dtype, ValueError)
            out[...] = cupy.asarray(value)
    return tuple(returned) if len(returned) > 1 else returned[0] if returned else None


def distance_transform_bf(input: cupy.ndarray,
                          metric: Literal["euclidean", "taxicab", "cityblock", "manhattan", "chessboard"] = "euclidean",
                          sampling: ArrayLike | Sequence[ArrayLike] | None = None, return_distances: bool = True,
                          return_indices: bool = False, distances: cupy.ndarray | None = None,
                          indices: cupy.ndarray | None = None) -> tuple[cupy.ndarray, ...] | cupy.ndarray | None:
    """Distance of the pixels of an object to the background, in one of three metrics.

    Parameters
    ----------
    input : cupy.ndarray
        The image; what is 0 is background.
    metric : {'euclidean', 'taxicab', 'cityblock', 'manhattan', 'chessboard'}, optional
        The metric.
    sampling : scalar or sequence of scalars, optional
        Distance between neighbours, for all axes or along each; of the metric 'euclidean'.
    return_distances, return_indices : bool, optional
        What is wanted.
    distances : cupy.ndarray, optional
        Output array of distances; then they are not returned.
    indices : cupy.ndarray of int32, optional
        Output array of indices; then they are not returned.

    Returns
    -------
    distances : cupy.ndarray of float64, or of uint32 for metrics of whole steps
        0 on the background; with `return_distances`.
    indices : cupy.ndarray of int32
        Along each axis, of the nearest pixel of the background.

    Raises
    ------
    RuntimeError
        For an unknown metric, when nothing is wanted, or when an output array has another shape or dtype.

    Notes
    -----
    The name is SciPy's; nothing is tried by brute force here. Of pixels equally far away the last one is returned, as
    by SciPy.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.distance_transform_bf(cupy.array([0, 1, 1, 1]), "taxicab")
    array([0, 1, 2, 3], dtype=uint32)
    """
    _check(distances, indices, return_distances, return_indices)
    input = cupy.asarray(input)
    if metric.lower() not in _METRICS:
        raise RuntimeError("distance metric not supported")
    number = _METRICS[metric.lower()]
    sampling = _sampling(sampling, input.ndim)
    return _run(input, number, sampling if number == EUCLID else None, return_distances, return_indices, distances,
                indices, numpy.dtype("d" if number == EUCLID else "I"), RuntimeError, brute=True)


def _sampling(sampling: Any, ndim: int) -> list[float] | None:
    return None if sampling is None else [float(step) for step in per_axis(sampling, ndim, "sampling")]


def _check(distances: cupy.ndarray | None, indices: cupy.ndarray | None, return_distances: bool,
           return_indices: bool) -> None:
    errors = []
    if not return_distances and not return_indices:
        errors.append("at least one of return_distances/return_indices must be True")
    if distances is not None and not return_distances:
        errors.append("return_distances must be True if distances is supplied")
    if indices is not None and not return_indices:
        errors.append("return_indices must be True if indices is supplied")
    if errors:
        raise RuntimeError(", ".join(errors))


def _fits(array: cupy.ndarray, shape: tuple[int, ...], dtype: numpy.dtype[Any], error: type[Any],
          name: str = "distances") -> None:
    if array.dtype != dtype:
        raise error(f"{name} array must be {dtype.name}")
    if array.shape != shape:
        raise error(f"{name} array has wrong shape")


def _run(input: cupy.ndarray, metric: int, sampling: list[float] | None, return_distances: bool, return_indices: bool,
         distances: cupy.ndarray | None, indices: cupy.ndarray | None, dtype: numpy.dtype[Any], error: type[Any],
         brute: bool = False) -> tuple[cupy.ndarray, ...] | cupy.ndarray | None:
    results = places = None
    if return_distances:
        results = cupy.empty(input.shape, dtype) if distances is None else distances
        _fits(results, input.shape, dtype, error)
    if return_indices:
        shape = (input.ndim, *input.shape)
        places = cupy.empty(shape, numpy.int32) if indices is None else indices
        _fits(places, shape, numpy.dtype(numpy.int32), error, "indices")
    transform(input, metric, sampling, results, places, brute=brute)
    returned = [array for array, given in ((results, distances), (places, indices))
                if array is not None and given is None]
    return tuple(returned) if len(returned) > 1 else returned[0] if returned else None
