"""Which functions of SciPy take which keywords, in the form of `keyword_tables`."""
from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.keyword_tables import array, axes, like_first, one_axis, type_of
from cupy_testing.fuzz.keywords import drawn, found_in
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import at

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_FLAGS = [False, True]
_IMAGE = array(2, among="Bifd", finite=True)
_WAVE = array(2, among="fdD", finite=True)
_SAMPLE = array(2, among="lfd")
_LONG = array(among="fd", like=(12,), finite=True)
_MODE = {"mode": ["reflect", "constant", "nearest", "mirror", "wrap"], "cval": [0, 2.5]}
_SIDES = {"axis": one_axis, "nan_policy": ["propagate", "omit", "raise"], "keepdims": _FLAGS}
_TWO = {"alternative": ["two-sided", "less", "greater"]}


def shape_of(size: int) -> Callable[..., Any]:
    """A structure of ones and zeros with the axes of the first array."""
    def drawn_structure(rng: numpy.random.Generator, arrays: Any) -> Any:
        found = Operand(rng, (size,) * arrays[0].values.ndim, "?", "contiguous")
        found.values[(size // 2,) * found.values.ndim] = True
        return found
    return drawn_structure


def labels(rng: numpy.random.Generator, arrays: list[Operand]) -> Operand:
    found = Operand(rng, arrays[0].values.shape, "i", "contiguous")
    found.values = abs(found.values) % 3
    return found


_BOX = _MODE | {"size!": [1, 2, 3], "origin": [0, -1], "axes": [None, (0,), (-1,)]}
_REGIONS = {"labels!": labels, "index": [None, 1, [0, 1, 2], [2, 7]]}
_BINARY = {"structure": shape_of(3), "iterations": [1, 2], "border_value": [0, 1], "origin": [0, -1]}

IMAGES = {
    **{f"ndimage.{name}": ([_IMAGE], _BOX, .3) for name in ("uniform_filter", "minimum_filter", "maximum_filter",
                                                            "median_filter")},
    "ndimage.gaussian_filter": ([_IMAGE], _MODE | {"sigma!": [0.7, 1.5], "order": [0, 1], "truncate": [2.0],
                                                   "radius": [1, 2], "output": type_of("fd")}, .3),
    "ndimage.rank_filter": ([_IMAGE], _MODE | {"rank!": [0, 1, -1], "footprint!": shape_of(3)}, .4),
    "ndimage.percentile_filter": ([_IMAGE], _MODE | {"percentile!": [0, 40, -20], "size!": [2, 3]}, .4),
    "ndimage.sobel": ([_IMAGE], _MODE | {"axis": one_axis, "output": type_of("fd")}, .5),
    "ndimage.uniform_filter1d": ([_IMAGE], _MODE | {"size!": [1, 2, 3], "axis": one_axis, "origin": [0, -1]}, .4),
    "ndimage.grey_dilation": ([_IMAGE], _MODE | {"footprint!": shape_of(3), "origin": [0, -1]}, .4),
    "ndimage.grey_erosion": ([_IMAGE], _MODE | {"structure!": shape_of(3)}, .4),
    **{f"ndimage.binary_{name}": ([array(2, among="?")], _BINARY, .4) for name in ("erosion", "dilation", "opening",
                                                                                   "closing")},
    "ndimage.label": ([array(2, among="?", like=(5, 6))], {"structure": [[[1, 1, 1]] * 3, [[0, 1, 0], [1, 1, 1],
                                                                                        [0, 1, 0]]]}, .6),
    **{f"ndimage.{name}": ([array(2, among="ilfd", finite=True)], _REGIONS, .6) for name in (
        "sum_labels", "mean", "variance", "standard_deviation", "minimum", "maximum", "median", "center_of_mass")},
    **{f"ndimage.{name}": ([array(2, among="ilfd", distinct=True)], _REGIONS, .6) for name in (
        "extrema", "minimum_position", "maximum_position")},
    "ndimage.zoom": ([array(2, among="fd", finite=True)], {"zoom!": [1, 2, 0.5], "order!": [0, 1, 3], "mode": [
        "constant", "nearest", "mirror", "grid-wrap"], "prefilter": _FLAGS, "grid_mode": _FLAGS}, .3),
    "ndimage.rotate": ([array(like=(4, 5), among="fd", finite=True)], {
        "angle!": [0, 90, 30], "order!": [0, 1, 3], "reshape": _FLAGS, "axes": [(1, 0), (0, 1)], "cval": [2.0]}, .4),
    "ndimage.distance_transform_edt": ([array(2, among="?", like=(5, 6))], {"sampling": [None, 2.0, [1, 0.5]]}, .6),
}

WAVES = {
    "signal.convolve": ([_WAVE, _WAVE], {"mode": ["full", "same", "valid"], "method": ["auto", "direct", "fft"]}, .6),
    "signal.correlate": ([_WAVE, _WAVE], {"mode": ["full", "same", "valid"], "method": ["auto", "direct"]}, .6),
    "signal.fftconvolve": ([_WAVE, _WAVE], {"mode": ["full", "same", "valid"], "axes": [None, -1, 0]}, .5),
    "signal.detrend": ([_WAVE], {"axis": one_axis, "type": ["linear", "constant"], "bp": [0]}, .5),
    "signal.resample": ([_WAVE], {"num!": [1, 3, 6], "axis": one_axis, "window": [None, "hann"]}, .5),
    "signal.lfilter": ([array(like=(3,), among="d", finite=True), lambda rng: positive(rng, (1,))],
                       {"x!": lambda rng, a: _WAVE(rng), "axis": [-1, 0]}, .5),
    "signal.savgol_filter": ([_LONG], {"window_length!": [3, 5], "polyorder!": [1, 2], "deriv": [0, 1], "delta": [0.5],
                                       "mode": ["interp", "mirror", "constant", "nearest", "wrap"]}, .5),
    "signal.welch": ([_LONG], {"fs": [2.0], "window": ["hann", "boxcar", ("kaiser", 3.0)], "nperseg!": [4, 6],
                               "noverlap": [0, 2], "detrend": ["constant", "linear", False], "scaling": ["spectrum"],
                               "return_onesided": _FLAGS, "average": ["median"]}, .4),
    "signal.find_peaks": ([_LONG], {"height": [0, (0, 3)], "threshold": [0.1], "distance": [1, 3],
                                    "prominence": [0.5, (0.1, None)], "width": [0], "plateau_size": [1]}, .4),
    "signal.medfilt": ([array(2, among="lfd", finite=True)], {"kernel_size": [1, 3]}, .7),
    "signal.wiener": ([array(2, among="d", like=(5, 6), finite=True)], {"mysize": [3, (3, 1)], "noise": [0.5]}, .6),
    "signal.hilbert": ([array(2, among="lfd", finite=True)], {"N": [2, 5], "axis": one_axis}, .5),
    "signal.get_window": ([], {"window!": ["hann", "flattop", ("kaiser", 4.0), ("gaussian", 2.0), ("tukey", 0.5)],
                               "Nx!": [1, 2, 7], "fftbins": _FLAGS}, .6),
    "signal.firwin": ([], {"numtaps!": [3, 6, 7], "cutoff!": [0.3, [0.2, 0.5]], "window": ["hann", ("kaiser", 3.0)],
                           "pass_zero": [True, False, "bandstop"], "scale": _FLAGS, "fs": [2, 4.0]}, .4),
    "fft.dct": ([array(2, among="fd", finite=True)], {"type": [1, 2, 3, 4], "n": [2, 5], "axis": one_axis,
                                                      "norm": ["ortho", "forward"], "orthogonalize": _FLAGS}, .5),
    "fft.dstn": ([array(2, among="fd", finite=True)], {"type": [1, 2, 3], "s": [(3,)], "axes": [(0,), (-1,)],
                                                       "norm": ["ortho"]}, .5),
    "fft.ihfft": ([array(2, among="fd", finite=True)], {"n": [2, 5], "axis": one_axis, "norm": ["ortho"]}, .5),
}

SAMPLES = {
    **{f"stats.{name}": ([_SAMPLE], _SIDES, .5) for name in ("skew", "kurtosis", "sem", "variation", "tmean", "mode",
                                                             "iqr", "tstd", "describe", "median_abs_deviation")},
    "stats.moment": ([_SAMPLE], _SIDES | {"order!": [1, 2, 3], "center": [0.5]}, .4),
    "stats.zscore": ([_SAMPLE], {"axis": one_axis, "ddof": [0, 1], "nan_policy": ["omit", "propagate"]}, .5),
    "stats.rankdata": ([_SAMPLE], {"method": ["average", "min", "max", "dense", "ordinal"], "axis": one_axis,
                                   "nan_policy": ["omit", "propagate"]}, .5),
    "stats.ttest_ind": ([array(like=(5, 4), among="fd"), array(like=(6, 4), among="d")],
                        _SIDES | _TWO | {"axis": [0], "equal_var": _FLAGS}, .5),
    "stats.ttest_rel": ([array(like=(5, 4), among="fd"), array(like=(5, 4), among="d")], _SIDES | _TWO, .5),
    "stats.pearsonr": ([_LONG, _LONG], _TWO, .5), "stats.spearmanr": ([_LONG, _LONG], _TWO, .5),
    "stats.mannwhitneyu": ([_LONG, _LONG], _TWO | {"use_continuity": _FLAGS, "method": ["asymptotic"]}, .5),
    "stats.linregress": ([_LONG, _LONG], _TWO, .5), "stats.f_oneway": ([_LONG, _LONG, _LONG], {}, .5),
    "stats.trim_mean": ([array(2, among="lfd", finite=True)], {"proportiontocut!": [0, 0.1, 0.3],
                                                               "axis": one_axis}, .5),
    "stats.boxcox_llf": ([], {"lmb!": [0.5, 0], "data!": lambda rng, a: positive(rng)}, .5),
    "stats.entropy": ([lambda rng: positive(rng)], {"base": [2, 10], "axis": [0, -1], "qk": like_first("d")}, .3),
    "special.logsumexp": ([array(2, among="fd", finite=True)], {"axis": axes, "keepdims": _FLAGS, "b": like_first("d"),
                                                               "return_sign": [True]}, .5),
    "special.softmax": ([array(2, among="fd", finite=True)], {"axis": axes}, .6),
    "special.comb": ([array(2, among="B"), array(like=(), among="B")], {"repetition": _FLAGS}, .6),
    "linalg.toeplitz": ([array(like=(3,))], {"r": lambda rng, a: array(like=(4,))(rng)}, .6),
    "linalg.lu_factor": ([array(like=(3, 3), among="fdD", finite=True)], {"overwrite_a": [False]}, .5),
}


def positive(rng: numpy.random.Generator, shape: Any = (4, 3)) -> Any:
    found = array(among="d", like=shape, finite=True)(rng)
    found.values = abs(found.values) + 0.5
    return found


def find(xp: ModuleType, path: str) -> Callable[..., Any]:
    module, _, name = path.partition(".")
    return found_in(at(xp, module), name)


def there(table: dict[str, Any]) -> dict[str, Any]:
    """The rows whose functions both libraries have."""
    return {name: row for name, row in table.items()
            if all(hasattr(importlib.import_module(f"{top}.{name.partition('.')[0]}"), name.partition(".")[2])
                   for top in ("scipy", "cupyx.scipy"))}


TABLES = tuple(map(there, (IMAGES, WAVES, SAMPLES)))


@family
def scipy_keywords(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    call = drawn(rng, TABLES, find)
    empty = any(not numpy.size(operand.values) for operand in call[2])
    return None if empty else call
