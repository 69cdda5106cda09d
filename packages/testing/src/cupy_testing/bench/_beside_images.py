"""Cases of ndimage for `beside_scipy`: n is the number of pixels, in a square, a cube, or images of 64 x 64."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library


def _shape(n: int, ndim: Any) -> Any:
    return (max(2, round(n ** (1 / ndim))),) * ndim


def _filters(lib: Library, n: int, rng: numpy.random.Generator, ndim: Any, char: Any, **axes: Any) -> Any:
    """Calls of the filters on pixels of a type."""
    i, shape = lib.scipy("ndimage"), (n // 4096, 64, 64) if axes else _shape(n, ndim)
    host = rng.random(shape)
    a = lib.array((host * 255).astype("u1") if char == "B" else host.astype(char))
    w = lib.array(rng.random((3,) * ndim))
    end = f" {'batch' if axes else f'{ndim}-d'} {numpy.dtype(char).name}"
    calls = {
        "correlate": lambda: i.correlate(a, w, **axes), "convolve": lambda: i.convolve(a, w, **axes),
        "gaussian_filter": lambda: i.gaussian_filter(a, 2, **axes),
        "gaussian_laplace": lambda: i.gaussian_laplace(a, 1.5, **axes),
        "gaussian_gradient_magnitude": lambda: i.gaussian_gradient_magnitude(a, 1.5, **axes),
        "laplace": lambda: i.laplace(a, **axes),
        "uniform_filter": lambda: i.uniform_filter(a, 5, **axes),
        "minimum_filter": lambda: i.minimum_filter(a, 5, **axes),
        "maximum_filter": lambda: i.maximum_filter(a, 5, **axes),
        "grey_erosion": lambda: i.grey_erosion(a, 3, **axes), "grey_opening": lambda: i.grey_opening(a, 3, **axes),
        "morphological_gradient": lambda: i.morphological_gradient(a, 3, **axes),
        "white_tophat": lambda: i.white_tophat(a, 3, **axes), "black_tophat": lambda: i.black_tophat(a, 3, **axes),
        "median_filter": lambda: i.median_filter(a, 3, **axes),
        "percentile_filter": lambda: i.percentile_filter(a, 20, 3, **axes),
        "rank_filter": lambda: i.rank_filter(a, 2, 3, **axes)}
    if not axes:
        calls |= {
            "correlate1d": lambda: i.correlate1d(a, w.ravel()[:3]),
            "gaussian_filter1d": lambda: i.gaussian_filter1d(a, 2),
            "uniform_filter1d": lambda: i.uniform_filter1d(a, 5), "minimum_filter1d": lambda: i.minimum_filter1d(a, 5),
            "maximum_filter1d": lambda: i.maximum_filter1d(a, 5), "sobel": lambda: i.sobel(a),
            "prewitt": lambda: i.prewitt(a), "morphological_laplace": lambda: i.morphological_laplace(a, 3)}
    return {name + end: call for name, call in calls.items()}


def _geometry(lib: Library, n: int, rng: numpy.random.Generator, ndim: Any, char: Any) -> Any:
    i, shape = lib.scipy("ndimage"), _shape(n, ndim)
    a = lib.array((rng.random(shape) * 255).astype(char))
    matrix = numpy.eye(ndim) + rng.random((ndim, ndim)) / 10
    where = lib.array(rng.random((ndim, *shape)) * (shape[0] - 1))
    m, calls = lib.array(matrix), {"spline_filter": lambda: i.spline_filter(a),
                                   "spline_filter1d": lambda: i.spline_filter1d(a)}
    for order in (0, 1, 3):
        calls |= {f"affine_transform {order}": lambda order=order: i.affine_transform(a, m, order=order),
                  f"shift {order}": lambda order=order: i.shift(a, 1.5, order=order),
                  f"zoom {order}": lambda order=order: i.zoom(a, 1.25, order=order),
                  f"rotate {order}": lambda order=order: i.rotate(a, 30, order=order, reshape=False),
                  f"map_coordinates {order}": lambda order=order: i.map_coordinates(a, where, order=order)}
    end = f" {ndim}-d {numpy.dtype(char).name}"
    return {name + end: call for name, call in calls.items()}


def _binary(lib: Library, n: int, rng: numpy.random.Generator, ndim: Any) -> Any:
    i, shape = lib.scipy("ndimage"), _shape(n, ndim)
    host = rng.random(shape)
    some, most, few = (lib.array(host > bound) for bound in (0.6, 0.1, 0.99))
    marked = numpy.zeros(shape, "i2")
    marked[(0,) * ndim], marked[(-1,) * ndim] = 1, 2
    markers, costs = lib.array(marked), lib.array((host * 255).astype("u1"))
    calls = {
        "binary_erosion": lambda: i.binary_erosion(most), "binary_dilation": lambda: i.binary_dilation(few),
        "binary_dilation 5": lambda: i.binary_dilation(few, iterations=5),
        "binary_opening": lambda: i.binary_opening(most), "binary_closing": lambda: i.binary_closing(few),
        "binary_hit_or_miss": lambda: i.binary_hit_or_miss(some), "label": lambda: i.label(some),
        "binary_propagation": lambda: i.binary_propagation(few, mask=some),
        "binary_fill_holes": lambda: i.binary_fill_holes(some),
        "distance_transform_edt": lambda: i.distance_transform_edt(most),
        "distance_transform_cdt": lambda: i.distance_transform_cdt(most),
        "watershed_ift": lambda: i.watershed_ift(costs, markers)}
    return {f"{name} {ndim}-d": call for name, call in calls.items()}


@case()
def planes(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    return {name: call for char in "Bfd" for name, call in _filters(lib, n, rng, 2, char).items()}


@case()
def volumes(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    return _filters(lib, n, rng, 3, "f")


@case()
def batches(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    return {name: call for char in "Bf" for name, call in _filters(lib, n, rng, 2, char, axes=(1, 2)).items()
            } if n >= 2 * 4096 else {}


@case()
def geometry(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    return {name: call for ndim, char in ((2, "B"), (2, "f"), (2, "d"), (3, "f"))
            for name, call in _geometry(lib, n, rng, ndim, char).items()}


@case()
def morphology(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    return _binary(lib, n, rng, 2) | _binary(lib, n, rng, 3)


@case()
def measurements(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, shape = lib.scipy("ndimage"), _shape(n, 2)
    a = lib.array(rng.random(shape).astype("f"))
    few = lib.array((numpy.add.outer(*[numpy.arange(shape[0]) * 4 // shape[0]] * 2) + 1).astype("i4"))
    names, numbers = "sum_labels mean variance standard_deviation minimum maximum median extrema minimum_position " \
                     "maximum_position center_of_mass", lib.array(numpy.arange(1, 8))
    out = {}
    for name in names.split():
        f = getattr(i, name)
        out |= {name: lambda f=f: f(a), f"{name} of labels": lambda f=f: f(a, few, numbers)}
    return out | {
        "find_objects": lambda: i.find_objects(few), "value_indices": lambda: i.value_indices(few),
        "histogram": lambda: i.histogram(a, 0, 1, 10),
        "histogram of labels": lambda: i.histogram(a, 0, 1, 10, few, numbers),
        "labeled_comprehension": lambda: i.labeled_comprehension(a, few, numbers, lambda x: x.size, float, 0)}


@case()
def frequencies(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, a = lib.scipy("ndimage"), lib.array(rng.random(_shape(n, 2)) + 0j)
    names = ("fourier_gaussian", "fourier_uniform", "fourier_ellipsoid", "fourier_shift")
    return {name: functools.partial(getattr(i, name), a, 2.0) for name in names}


@case(4096)
def functions(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, a = lib.scipy("ndimage"), lib.array(rng.random(_shape(n, 2)))
    some = lib.array(rng.random(_shape(n, 2)) > 0.1)
    return {"distance_transform_bf": lambda: i.distance_transform_bf(some),
            "vectorized_filter": lambda: i.vectorized_filter(a, lib.xp.max, size=3),
            "generic_gradient_magnitude": lambda: i.generic_gradient_magnitude(a, i.sobel),
            "generic_laplace": lambda: i.generic_laplace(a, lambda x, axis, out, mode, cval: i.correlate1d(
                x, [1, -2, 1], axis, out, mode, cval)),
            "generate_binary_structure": lambda: i.generate_binary_structure(2, 1),
            "iterate_structure": lambda: i.iterate_structure(i.generate_binary_structure(2, 1), 3)}
