"""Random calls of filters, interpolation, morphology and measurements of images."""
from __future__ import annotations

from typing import Any

import numpy

from cupy_testing.fuzz.calls import axis, operand, weighted_sums
from cupy_testing.fuzz.scipy_modules import on


__all__ = []

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]


@weighted_sums
def image(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 3, 1, "BhilfdD")
    mode = str(rng.choice(MODES))
    size, origin, order = int(rng.integers(1, 5)), int(rng.integers(-1, 2)), int(rng.integers(0, 6))
    k = axis(rng, a, False)
    calls = {
        "gaussian_filter": lambda m, xp, a: m.gaussian_filter(a, 1.2, mode=mode),
        "gaussian_filter1d": lambda m, xp, a: m.gaussian_filter1d(a, 0.8, k, order % 2, mode=mode),
        "uniform_filter": lambda m, xp, a: m.uniform_filter(a, size, mode=mode),
        "uniform_filter1d": lambda m, xp, a: m.uniform_filter1d(a, size, k, mode=mode),
        "median_filter": lambda m, xp, a: m.median_filter(a, size, mode=mode),
        "minimum_filter": lambda m, xp, a: m.minimum_filter(a, size, mode=mode),
        "maximum_filter1d": lambda m, xp, a: m.maximum_filter1d(a, size, k, mode=mode),
        "percentile_filter": lambda m, xp, a: m.percentile_filter(a, 30, size, mode=mode),
        "correlate1d": lambda m, xp, a: m.correlate1d(a, xp.asarray([1.0, 2, 0.5]), k, mode=mode, origin=origin),
        "convolve": lambda m, xp, a: m.convolve(a, xp.ones((2,) * a.ndim), mode=mode),
        "sobel": lambda m, xp, a: m.sobel(a, k, mode=mode), "laplace": lambda m, xp, a: m.laplace(a, mode=mode),
        "shift": lambda m, xp, a: m.shift(a, 0.5, order=order, mode=mode),
        "zoom": lambda m, xp, a: m.zoom(a, 1.5, order=order, mode=mode),
        "spline_filter": lambda m, xp, a: m.spline_filter(a, max(order, 2)),
        "label": lambda m, xp, a: m.label(a.real > 1),
        "binary_erosion": lambda m, xp, a: m.binary_erosion(a.real > -3, iterations=size),
        "binary_dilation": lambda m, xp, a: m.binary_dilation(a.real > 1),
        "grey_opening": lambda m, xp, a: m.grey_opening(a, size=size, mode=mode),
        "distance_transform_edt": lambda m, xp, a: m.distance_transform_edt(a.real > -2),
        "sum_labels": lambda m, xp, a: m.sum_labels(a, a.real > 0), "maximum": lambda m, xp, a: m.maximum(a.real),
        "center_of_mass": lambda m, xp, a: xp.asarray(m.center_of_mass(abs(a) + 1)),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or not numpy.isfinite(a.values).all():
        return None
    if mode == "reflect" and name in ("shift", "zoom"):
        mode = "mirror"         # the ends of SciPy's reflected splines are wrong in the third digit for few items
    return f"{name}({mode}, {size}, {order}, {k}, {origin})", on("ndimage", calls[name]), [a]


@weighted_sums
def image_table(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 3, 1, "BhilfdD")
    mode, size = str(rng.choice(MODES)), int(rng.integers(1, 5))
    order, degree = int(rng.integers(0, 6)), float(rng.choice([10, 45, 90, -30]))
    if mode == "reflect" and order > 1:      # SciPy's coefficients are wrong at the ends of short lines
        mode = "mirror"
    k, origin = axis(rng, a, False), int(rng.integers(-(size // 2), (size - 1) // 2 + 1))
    labels = (numpy.arange(a.values.size) % min(4, max(a.values.size, 1))).reshape(a.values.shape)
    calls = {
        "rank_filter": lambda m, xp, a: m.rank_filter(a, size - 1, size, mode=mode, origin=origin),
        "maximum_filter": lambda m, xp, a: m.maximum_filter(a, size, mode=mode, origin=origin, cval=2),
        "minimum_filter1d": lambda m, xp, a: m.minimum_filter1d(a, size, k, mode=mode, origin=origin),
        "convolve1d": lambda m, xp, a: m.convolve1d(a, xp.arange(1.0, size + 1), k, mode=mode, origin=origin),
        "correlate": lambda m, xp, a: m.correlate(a, xp.arange(1.0, size ** a.ndim + 1).reshape((size,) * a.ndim),
                                                  mode=mode, origin=origin),
        "prewitt": lambda m, xp, a: m.prewitt(a, k, mode=mode), "gaussian_laplace": lambda m, xp, a: (
            m.gaussian_laplace(a, 0.9, mode=mode)),
        "gaussian_gradient_magnitude": lambda m, xp, a: m.gaussian_gradient_magnitude(a, 0.9, mode=mode),
        "grey_erosion": lambda m, xp, a: m.grey_erosion(a, size, mode=mode, origin=origin),
        "grey_dilation": lambda m, xp, a: m.grey_dilation(a, size, mode=mode, origin=origin),
        "grey_closing": lambda m, xp, a: m.grey_closing(a, size, mode=mode),
        "morphological_gradient": lambda m, xp, a: m.morphological_gradient(a, size, mode=mode),
        "morphological_laplace": lambda m, xp, a: m.morphological_laplace(a, size, mode=mode),
        "white_tophat": lambda m, xp, a: m.white_tophat(a, size, mode=mode),
        "black_tophat": lambda m, xp, a: m.black_tophat(a, size, mode=mode),
        "binary_opening": lambda m, xp, a: m.binary_opening(a.real > 0, iterations=size),
        "binary_closing": lambda m, xp, a: m.binary_closing(a.real > 0, iterations=size),
        "binary_fill_holes": lambda m, xp, a: m.binary_fill_holes(a.real > 0),
        "binary_hit_or_miss": lambda m, xp, a: m.binary_hit_or_miss(a.real > 0),
        "binary_propagation": lambda m, xp, a: m.binary_propagation(a.real > 1, mask=a.real > -1),
        "distance_transform_cdt": lambda m, xp, a: m.distance_transform_cdt(a.real > -2),
        "distance_transform_bf": lambda m, xp, a: m.distance_transform_bf(a.real > -2, "taxicab"),
        "rotate": lambda m, xp, a: m.rotate(a, degree, order=order, mode=mode, reshape=False),
        "affine_transform": lambda m, xp, a: m.affine_transform(a, xp.eye(a.ndim) * 0.75, 0.25, order=order, mode=mode),
        "map_coordinates": lambda m, xp, a: m.map_coordinates(a, xp.indices(a.shape) * 0.75 - 0.5, order=order,
                                                              mode=mode),
        "spline_filter1d": lambda m, xp, a: m.spline_filter1d(a, max(order, 2), k, mode="mirror"),
        "fourier_gaussian": lambda m, xp, a: m.fourier_gaussian(a, 1.5), "fourier_shift": lambda m, xp, a: (
            m.fourier_shift(a, 0.75)), "fourier_uniform": lambda m, xp, a: m.fourier_uniform(a, size),
        "mean": lambda m, xp, a: m.mean(a.real, xp.asarray(labels), xp.arange(labels.max() + 1)),
        "variance": lambda m, xp, a: m.variance(a.real, xp.asarray(labels), xp.arange(labels.max() + 1)),
        "median": lambda m, xp, a: m.median(a.real, xp.asarray(labels), xp.arange(labels.max() + 1)),
        "extrema": lambda m, xp, a: m.extrema(a.real, xp.asarray(labels), 1)[:2],
        "histogram": lambda m, xp, a: m.histogram(a.real, -4, 4, 5), "find_objects": lambda m, xp, a: str(
            m.find_objects(xp.asarray(labels))),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or not numpy.isfinite(a.values).all():
        return None
    if name == "rotate" and order == 0:
        degree = 10.0           # by right angles and their thirds two items are as near, and the last bit decides
    return f"{name}({mode}, {size}, {order}, {k}, {origin}, {degree})", on("ndimage", calls[name]), [a]
