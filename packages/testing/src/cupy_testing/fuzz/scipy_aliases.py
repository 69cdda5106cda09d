"""Random calls of ``ndimage`` whose images and outputs are views of the same bytes: as if images had been copied."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.aliases import View, beside, memory_of
from cupy_testing.fuzz.calls import dtype, filled_text, weighted_sums
from cupy_testing.fuzz.scipy_modules import at

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_WORDS = {
    "one": (0, 1, -1), "size": (1, 2, 3, (1, 3), (3, 1)), "mode": ("reflect", "constant", "nearest", "mirror", "wrap"),
    "n": (1, 2, 3), "order": (0, 1, 2, 3), "truth": (True, False), "plain": ("constant", "nearest", "mirror"),
}
#: Calls of images ``a`` and ``b`` into ``o``; ``m``, truth values; the results are items of `a`, or fractions.
_ITEMS = [
    "m.minimum_filter(a, {size}, mode={mode}, output=o)", "m.maximum_filter(a, {size}, mode={mode}, output=o)",
    "m.minimum_filter1d(a, {n}, {one}, o, {mode})", "m.maximum_filter1d(a, {n}, {one}, o, {mode})",
    "m.median_filter(a, {size}, mode={mode}, output=o)", "m.percentile_filter(a, 30, {size}, output=o)",
    "m.rank_filter(a, 0, {size}, output=o)", "m.grey_erosion(a, {size}, output=o)",
    "m.grey_dilation(a, {size}, output=o)",
    "m.grey_opening(a, {size}, output=o)", "m.grey_closing(a, {size}, output=o)",
    "m.morphological_gradient(a, {size}, output=o)", "m.morphological_laplace(a, {size}, output=o)",
    "m.white_tophat(a, {size}, output=o)", "m.black_tophat(a, {size}, output=o)",
    "m.grey_erosion(a, structure=b[:2, :2], output=o)", "m.grey_dilation(a, footprint=t[:2, :2], output=o)",
]
_TRUTHS = [
    "m.binary_erosion(t, iterations={n}, output=o)", "m.binary_dilation(t, iterations={n}, output=o)",
    "m.binary_dilation(t, mask=a > 0, iterations={n}, output=o)", "m.binary_opening(t, iterations={n}, output=o)",
    "m.binary_closing(t, iterations={n}, output=o)", "m.binary_propagation(t, mask=a > -2, output=o)",
    "m.binary_hit_or_miss(t, output=o)", "m.binary_fill_holes(t, output=o)", "m.binary_erosion(t, t[:2, :2], output=o)",
    "m.label(t, output=o)",
]
_FRACTIONS = [
    "m.uniform_filter(a, {size}, output=o, mode={mode})", "m.uniform_filter1d(a, {n}, {one}, o, {mode})",
    "m.gaussian_filter(a, 0.8, output=o, mode={mode})", "m.gaussian_filter1d(a, 0.8, {one}, {n}, o, {mode})",
    "m.correlate(a, b[:2, :2], o, {mode})", "m.convolve(a, b[:2, :2], o, {mode})",
    "m.correlate1d(a, b[0, :2], {one}, o, {mode})", "m.convolve1d(a, b[0, :2], {one}, o, {mode})",
    "m.sobel(a, {one}, o, {mode})", "m.prewitt(a, {one}, o, {mode})", "m.laplace(a, o, {mode})",
    "m.gaussian_laplace(a, 0.8, o, {mode})", "m.gaussian_gradient_magnitude(a, 0.8, o, {mode})",
    "m.shift(a, 0.25, o, order={order}, mode={plain}, prefilter={truth})", "m.zoom(a, 1.5, o, {order}, {plain})",
    "m.rotate(a, 30, output=o, order={order}, mode={plain}, reshape={truth})",
    "m.affine_transform(a, xp.eye(2) * 0.75, 0.25, output=o, order={order}, mode={plain})",
    "m.affine_transform(a, xp.asarray([0.75, 0.5]), 0.25, output=o, order={order}, mode={plain})",
    "m.map_coordinates(a, abs(xp.stack([b, b])), o, {order}, {plain})",
    "m.spline_filter(a, {n} + 1, o, 'mirror')", "m.spline_filter1d(a, {n} + 1, {one}, o, 'mirror')",
    "m.fourier_gaussian(a * 1j, 0.8, output=o)",
    "m.fourier_uniform(a, {n}, output=o)", "m.fourier_shift(a, 0.3, output=o)",
    "m.distance_transform_edt(t, distances=o)",
    "m.distance_transform_edt(t, return_distances=False, return_indices=True, indices=o)",
]


_TABLES = {"items": _ITEMS, "truths": _TRUTHS, "fractions": _FRACTIONS}


def _ordinary(views: list[View], memory: numpy.ndarray) -> list[numpy.ndarray] | None:
    """What lies in the views, unless it is beyond the numbers that filters are compared of."""
    copies = [view.made(numpy, memory).copy() for view in views]
    return copies if all(numpy.isfinite(x).all() and abs(x).max() < 99 for x in copies[:2]) else None


@weighted_sums
def alias_images(rng: numpy.random.Generator) -> Any:
    kind = str(rng.choice(["items", "truths", "fractions", "fractions"]))
    text = filled_text(rng, str(rng.choice(_TABLES[kind])), _WORDS)
    call = eval(f"lambda m, xp, a, b, t, o: {text}", {"numpy": numpy})         # noqa: S307 - of the tables above
    whole, char = tuple(int(n) for n in rng.integers(2, 6, 2)), dtype(rng, "Bhilfd" if kind == "items" else "fd")
    views = [View(rng, whole, char, True), View(rng, whole, char, True), View(rng, whole, "?", True)]
    memory = memory_of(rng, char)
    if kind == "truths":
        memory.values %= 2
    numbers = memory.values.view(char)
    numbers[...] = numpy.nan_to_num(numbers, neginf=-3)
    copies = _ordinary(views, memory.values)
    if copies is None:
        return None
    given = numpy.empty((2, *whole), "i4") if "indices" in text else numpy.empty(whole) if "distances" in text else None
    try:
        found: Any = call(at(numpy, "ndimage"), numpy, *copies, given)
    except (TypeError, ValueError, RuntimeError):
        return None
    like = numpy.asarray(found[0] if isinstance(found, tuple) else given if found is None else found)
    others = "" if kind == "items" or given is not None else "li" if "label" in text else (
        "?bi" if kind == "truths" else "fd")
    out = View(rng, like.shape, dtype(rng, others) if others and rng.random() < 0.2 else like.dtype.char)
    for view in views:
        if rng.random() < 0.3:
            beside(view, out)
    for view in (*views, out):      # kernels ask for aligned outputs
        view.start -= view.start % view.dtype.itemsize
    if not all(view.fits for view in (*views, out)) or _ordinary(views, memory.values) is None:
        return None

    def on_bytes(xp: ModuleType, memory: Any) -> Any:
        arrays = [view.made(xp, memory) for view in views]
        o = out.made(xp, memory)
        if xp is numpy:         # SciPy's step wrongly over some layouts
            into = numpy.zeros(o.shape, o.dtype)
            call(at(xp, "ndimage"), xp, *(x.copy() for x in arrays), into)
            o[...] = into
        else:
            call(at(xp, "ndimage"), xp, *arrays, o)
        result = o.copy()
        o[...] = 0
        return result
    told = ", ".join(f"{name} {view}" for name, view in zip("abto", (*views, out)))
    return f"{text} of {told}", on_bytes, [memory]
