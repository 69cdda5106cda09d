"""Which functions take which keywords: ``name -> (arrays, keywords, share)``, by the kind of result.

An array is a function of the generator; a keyword's choices are a list, or a function of the generator and the arrays.
One that ends in ``!`` is always given, the others each with the probability `share`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from cupy_testing.fuzz.operands import OFTEN, Operand, shuffle

#: Layouts do not matter here; other families are about them.
_PLAIN = "contiguous"
_FLAGS = [False, True]
_REALS = "bilfd"


def array(most: int = 3, least: int = 1, among: str = OFTEN, like: tuple[int, ...] | None = None,
          finite: bool = False, distinct: bool = False) -> Callable[..., Any]:
    """What draws an operand; `distinct` of which no two items are equal."""
    def drawn(rng: numpy.random.Generator) -> Operand:
        shape = like if like is not None else tuple(
            int(n) for n in rng.choice([0, 1, 2, 3, 4, 5], rng.integers(least, most + 1),
                                       p=[.05, .15, .2, .3, .2, .1]))
        found = Operand(rng, shape, str(rng.choice(list(among))), _PLAIN)
        if finite:
            found.values = numpy.nan_to_num(found.values, posinf=3, neginf=-3)
        if distinct:
            shuffle(rng, found)
        return found
    return drawn


def several(*arrays: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """The first argument is a sequence of these."""
    arrays[0].listed = True
    return arrays


def one_axis(rng: numpy.random.Generator, arrays: Any) -> Any:
    n = arrays[0].values.ndim
    return int(rng.integers(-n, n)) if n else None


def axes(rng: numpy.random.Generator, arrays: Any) -> Any:
    """None, an axis, or some."""
    n, kind = arrays[0].values.ndim, rng.random()
    if kind < 0.2 or not n:
        return None
    if kind < 0.6:
        return int(rng.integers(-n, n))
    return tuple(int(k) for k in rng.permutation(n)[:rng.integers(1, n + 1)])


def rising(rng: numpy.random.Generator, n: int) -> Any:
    found = Operand(rng, (n,), str(rng.choice(list(_REALS))), _PLAIN)
    found.values = numpy.sort(numpy.nan_to_num(found.values, posinf=3, neginf=-3))
    return found


def mask(rng: numpy.random.Generator, arrays: Any) -> Any:
    return Operand(rng, arrays[0].values.shape, "?", _PLAIN)


def like_first(among: str = OFTEN) -> Callable[..., Any]:
    return lambda rng, arrays: array(like=arrays[0].values.shape, among=among, finite=True)(rng)


def ints(low: int, high: int, many: Any = None) -> Callable[..., Any]:
    """An int, or several in a list."""
    return lambda rng, arrays: (int(rng.integers(low, high)) if many is None
                                else [int(k) for k in rng.integers(low, high, many)])


def type_of(among: str = "ilfdD") -> Callable[..., Any]:
    return lambda rng, arrays: str(rng.choice(list(among)))


_A, _REAL = array(), array(among=_REALS)
_WHOLE, _FINITE = array(finite=True), array(among=_REALS, finite=True)
_LINE, _SQUARE = array(1, finite=True), array(like=(3, 3), among="fdD", finite=True)
_FOLD = {"axis": axes, "keepdims": _FLAGS}
_SPREAD = _FOLD | {"dtype": type_of("fdD"), "ddof": [0, 1, 2], "where": mask}
_TOTAL = _FOLD | {"dtype": type_of(), "initial": [0, 2, -1.5], "where": mask}
_EXTREME = _FOLD | {"initial!": [0, -3, 7], "where": mask}
_RANKS = {"axis": axes, "keepdims": _FLAGS, "method": ["linear", "lower", "higher", "midpoint", "nearest", "hazen",
                                                      "weibull", "median_unbiased", "inverted_cdf"]}

REDUCTIONS = {
    "sum": ([_A], _TOTAL, .4), "prod": ([_A], _TOTAL, .4), "nansum": ([_A], _TOTAL, .4), "nanprod": ([_A], _TOTAL, .4),
    "mean": ([_A], _FOLD | {"dtype": type_of("fdD"), "where": mask}, .5),
    "nanmean": ([_A], _FOLD | {"dtype": type_of("fdD"), "where": mask}, .5),
    "var": ([_A], _SPREAD, .4), "std": ([_A], _SPREAD, .4), "nanvar": ([_A], _SPREAD, .4),
    "nanstd": ([_A], _SPREAD, .4),
    "amax": ([_A], _EXTREME, .5), "amin": ([_A], _EXTREME, .5), "nanmax": ([_A], _EXTREME, .5),
    "nanmin": ([_A], _EXTREME, .5), "any": ([_A], _FOLD | {"where": mask}, .5),
    "all": ([_A], _FOLD | {"where": mask}, .5),
    "ptp": ([_REAL], _FOLD, .5), "argmax": ([_A], {"axis": one_axis, "keepdims": _FLAGS}, .5),
    "argmin": ([_A], {"axis": one_axis, "keepdims": _FLAGS}, .5),
    "nanargmax": ([_REAL], {"axis": one_axis, "keepdims": _FLAGS}, .5),
    "count_nonzero": ([_A], _FOLD, .5), "median": ([_REAL], _FOLD, .5),
    "nanmedian": ([_REAL], _FOLD, .5), "percentile": ([_FINITE], _RANKS | {"q!": [0, 50.5, [10, 90]]}, .5),
    "quantile": ([_FINITE], _RANKS | {"q!": [0.5, [0.1, 1]]}, .5),
    "nanquantile": ([_REAL], _RANKS | {"q!": [0.5, [0.1, 1]]}, .5),
    "average": ([_FINITE], _FOLD | {"weights": like_first("fd"), "returned": _FLAGS}, .5),
    "trace": ([array(3, 2)], {"offset": ints(-3, 4), "dtype": type_of(), "axis1": [0], "axis2": [1, -1]}, .5),
    "cumsum": ([_A], {"axis": one_axis, "dtype": type_of()}, .5), "nancumprod": ([_A], {"axis": one_axis}, .5),
    "cumulative_sum": ([_A], {"axis": one_axis, "dtype": type_of(), "include_initial": _FLAGS}, .6),
    "cumulative_prod": ([_A], {"axis": one_axis, "dtype": type_of(), "include_initial": _FLAGS}, .6),
    "linalg.norm": ([array(2, finite=True)], {"ord": [None, 0, 1, 2, -1, 3, numpy.inf, "fro", "nuc"], "axis": axes,
                                              "keepdims": _FLAGS}, .5),
    "trapezoid": ([_FINITE], {"dx": [0.5, 2], "axis": one_axis, "x": like_first("d")}, .4),
}

ORDERS = {
    "sort": ([_REAL], {"axis": one_axis, "kind": [None, "stable", "quicksort", "mergesort", "heapsort"]}, .6),
    "argsort": ([_REAL], {"axis": one_axis, "kind!": ["stable", "mergesort"]}, .6),
    "unique": ([_FINITE], {"return_index": _FLAGS, "return_inverse": _FLAGS, "return_counts": _FLAGS, "axis": one_axis,
                           "equal_nan": _FLAGS, "sorted": [True]}, .4),
    "searchsorted": ([lambda rng: rising(rng, 5), _REAL], {"side": ["left", "right"]}, .6),
    "digitize": ([_FINITE], {"bins!": [[-2, 0, 2.5], [3, 1, -1]], "right": _FLAGS}, .5),
    "isin": ([_FINITE, _LINE], {"invert": _FLAGS, "assume_unique": [False], "kind": [None, "sort"]}, .5),
    "intersect1d": ([_LINE, _LINE], {"return_indices": _FLAGS}, .5),
    "setxor1d": ([_LINE, _LINE], {}, .5), "union1d": ([_LINE, _LINE], {}, .5),
    "histogram": ([_FINITE], {"bins": [3, [-3, 0, 1, 5], "sturges"], "range": [(-2, 3), (0, 1)], "density": _FLAGS,
                              "weights": like_first("fd")}, .5),
    "histogram_bin_edges": ([_FINITE], {"bins": [3, "auto", "sqrt", "scott", "fd"], "range": [(-2, 3)]}, .6),
    "bincount": ([array(1, like=(5,), among="B")], {"minlength": [0, 3, 12], "weights": like_first("fd")}, .5),
    "interp": ([_FINITE], {"xp!": [[-3.0, 0, 2]], "fp!": [[1.0, 5, 2]], "left": [-9], "right": [9],
                           "period": [4, 2.5]}, .4),
    "nonzero": ([_A], {}, .5), "flatnonzero": ([_A], {}, .5), "lexsort": ([array(2, 2, _REALS, finite=True)],
                                                                          {"axis": [-1, 0]}, .5),
}

SHAPES = {
    "roll": ([_A], {"shift!": [1, -3, (1, 2)], "axis": axes}, .6), "flip": ([_A], {"axis": axes}, .7),
    "rot90": ([array(3, 2)], {"k": ints(-5, 6), "axes": [(0, 1), (1, 0), (-1, 0)]}, .5),
    "moveaxis": ([array(3, 2)], {"source!": [0, (0, 1), -1], "destination!": [1, (1, 0), 0]}, .5),
    "transpose": ([array(3, 3)], {"axes": [None, (2, 0, 1), (0, -1, 1), (0, 0, 1)]}, .8),
    "squeeze": ([_A], {"axis": axes}, .5), "expand_dims": ([_A], {"axis!": [0, -1, (0, 2), (1, 1), 7]}, .5),
    "concatenate": (several(array(like=(2, 3)), array(like=(2, 3))),
                    {"axis": [0, 1, -1, None, 2], "dtype": type_of(), "casting": ["same_kind", "unsafe", "no"]}, .5),
    "stack": (several(array(like=(2, 3)), array(like=(2, 3))), {"axis": [0, 2, -1, 3], "dtype": type_of(),
                                                               "casting": ["same_kind", "unsafe"]}, .5),
    "hstack": (several(array(like=(2, 3)), array(like=(2, 1))), {"dtype": type_of(), "casting": ["unsafe"]}, .5),
    "vstack": (several(array(like=(2, 3)), array(like=(3,))), {"dtype": type_of(), "casting": ["unsafe"]}, .5),
    "dstack": (several(array(like=(2, 3)), array(like=(2, 3))), {}, .5),
    "column_stack": (several(array(like=(2,)), array(like=(2, 3))), {}, .5),
    "array_split": ([_A], {"indices_or_sections!": [1, 2, 3, [1, 3], [], [-1], 0], "axis": one_axis}, .5),
    "split": ([_A], {"indices_or_sections!": [1, 2, [1, 3], [0, 9]], "axis": one_axis}, .5),
    "tile": ([_A], {"reps!": [2, (2, 1), (1, 0), (2, 1, 1, 2)]}, .5),
    "repeat": ([_A], {"repeats!": [0, 2, [1, 2, 0]], "axis": one_axis}, .5),
    "diff": ([_A], {"n": [0, 1, 2, 5, -1], "axis": one_axis, "prepend": [0], "append": [1.5]}, .4),
    "gradient": ([array(among="fdD")], {"axis": axes, "edge_order": [1, 2]}, .5),
    "ediff1d": ([_FINITE], {"to_end": [1, [2, 3]], "to_begin": [0, [1]]}, .5),
    "delete": ([_A], {"obj!": [0, -1, [0, 0], slice(0, 2), [], [True, False], 9], "axis": one_axis}, .6),
    "insert": ([_A], {"obj!": [0, -1, [0, 1], slice(0, 1), 9], "values!": [5, [7]], "axis": one_axis}, .6),
    "append": ([_LINE, array(2)], {"axis": [None, 0]}, .5), "trim_zeros": ([_LINE], {"trim": ["f", "b", "fb"]}, .7),
    "resize": ([_A], {"new_shape!": [(2, 3), 0, 7, (-1, 2)]}, .5),
    "diagonal": ([array(3, 2)], {"offset": ints(-3, 4), "axis1": [0, 1], "axis2": [1, -1]}, .5),
    "packbits": ([array(among="?bBil")], {"axis": one_axis, "bitorder": ["big", "little", "no"]}, .5),
    "unpackbits": ([array(among="B", like=(2, 3))], {"axis": one_axis, "count": [None, 3, -2, 20],
                                                     "bitorder": ["big", "little"]}, .5),
    "broadcast_to": ([_A], {"shape!": [(2, 3), (4, 1, 3), (3,), ()]}, .5),
    "take": ([_A], {"indices!": [[0, 1], 0, [[-1, 0]], []], "axis": one_axis}, .6),
    "choose": ([array(2, among="l", like=(2, 3))], {"choices!": [[1, 2, 3], [[5], 2]], "mode!": ["clip", "wrap"]}, .6),
    "compress": ([array(1, like=(3,), among="?"), _A], {"axis": [None, 0, -1]}, .6),
    "nan_to_num": ([_A], {"nan": [1.5], "posinf": [9], "neginf": [-9], "copy": [True]}, .5),
    "clip": ([_A], {"a_min": [None, 0, -1.5], "a_max": [None, 2, 0.5], "dtype": type_of("fd")}, .6),
    "round": ([_REAL], {"decimals": [0, 1, -1, 3]}, .8), "angle": ([_A], {"deg": _FLAGS}, .6),
    "unwrap": ([array(among="fd", finite=True)], {"discont": [1, None], "axis": one_axis, "period": [2, 6.28]}, .5),
    "real_if_close": ([_A], {"tol": [100, 0.5, 1]}, .5),
    "pad": ([array(2, among="ild", finite=True)],
            {"pad_width!": [0, 1, (2, 1), ((0, 2),)],
             "mode!": ["constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect",
                       "symmetric", "wrap", "empty_"]}, .5),
}

PRODUCTS = {
    "convolve": ([_LINE, _LINE], {"mode": ["full", "same", "valid", "bad"]}, .7),
    "correlate": ([_LINE, _LINE], {"mode": ["full", "same", "valid"]}, .7),
    "cov": ([array(2, among="ifd", finite=True)], {"rowvar": _FLAGS, "bias": _FLAGS, "ddof": [0, 1],
                                                   "dtype": type_of("fd")}, .5),
    "corrcoef": ([array(like=(3, 5), among="fd", finite=True)], {"rowvar": _FLAGS, "dtype": type_of("fd")}, .5),
    "cross": ([array(like=(2, 3)), array(like=(2, 3))], {"axis": [-1, 1], "axisa": [1], "axisb": [-1],
                                                         "axisc": [0]}, .3),
    "tensordot": ([array(like=(3, 3)), array(like=(3, 3))], {"axes": [0, 1, 2, (0, 1), ([0, 1], [1, 0]),
                                                                      ([0], [0])]}, .8),
    "vander": ([_LINE], {"N": [None, 0, 2, 5], "increasing": _FLAGS}, .6),
    "polyder": ([_LINE], {"m": [0, 1, 3, -1]}, .6), "polyint": ([_LINE], {"m": [0, 1, 2], "k": [None, 2]}, .5),
    "polyfit": ([array(like=(6,), among="d", finite=True), array(like=(6,), among="fd", finite=True)],
                                                                          {"deg!": [0, 1]}, .5),
    "linalg.matrix_power": ([_SQUARE], {"n!": [0, 1, 3]}, .5), "linalg.det": ([_SQUARE], {}, .5),
    "linalg.matrix_rank": ([_SQUARE], {"tol": [1e-3, None], "hermitian": [False]}, .5),
    "linalg.qr": ([_SQUARE], {"mode!": ["r", "bad"]}, .5),
    "linalg.svdvals": ([array(2, 2, "fdD", finite=True)], {}, .5),
    "fft.fft": ([_WHOLE], {"n": [None, 1, 4, 0], "axis": one_axis, "norm": [None, "ortho", "forward", "bad"]}, .5),
    "fft.irfft": ([_WHOLE], {"n": [None, 1, 4, 5], "axis": one_axis, "norm": [None, "ortho", "backward"]}, .5),
    "fft.fftn": ([_WHOLE], {"s": [None, (2,), (3, 2)], "axes": [None, (0,), (-1, 0), (0, 0)], "norm": ["ortho"]}, .5),
    "fft.rfft2": ([array(3, 2, "ifd")], {"s": [(2, 3)], "axes": [(0, 1), (-1, 0)], "norm": ["forward"]}, .5),
    "fft.hfft": ([_WHOLE], {"n": [None, 3, 6], "axis": one_axis, "norm": ["ortho"]}, .5),
    "fft.fftshift": ([_A], {"axes": axes}, .6), "fft.fftfreq": ([], {"n!": [1, 4, 7, 0], "d": [0.5, 2]}, .5),
}

MAKERS = {
    "arange": ([], {"start!": [0, 3, -2.5], "stop!": [7, 1, 4.5], "step": [1, 2, -1, 0.5], "dtype": type_of()}, .5),
    "linspace": ([], {"start!": [0, -1.5, 2j], "stop!": [3, 7.5], "num": [0, 1, 2, 5, -1], "endpoint": _FLAGS,
                      "retstep": _FLAGS, "dtype": type_of()}, .5),
    "logspace": ([], {"start!": [0, 1], "stop!": [2, 0.5], "num": [1, 4], "endpoint": _FLAGS, "base": [2, 10],
                      "dtype": type_of("fd")}, .5),
    "geomspace": ([], {"start!": [1, -4], "stop!": [16, -1], "num!": [1, 4], "endpoint": _FLAGS}, .5),
    "eye": ([], {"N!": [0, 3, -1], "M": [None, 2, 5], "k": [0, 1, -2, 9], "dtype": type_of(), "order": ["C", "F"]}, .5),
    "tri": ([], {"N!": [0, 3], "M": [None, 2, 5], "k": [0, 1, -2], "dtype": type_of()}, .5),
    "full_like": ([_A], {"fill_value!": [0, 1.5, True], "dtype": type_of(), "order": list("CFAK"),
                         "shape": [None, (2, 2), 3]}, .5),
    "zeros_like": ([_A], {"dtype": type_of(), "order": list("CFAK"), "shape": [None, (2, 2), 3, ()]}, .5),
    "indices": ([], {"dimensions!": [(2, 3), (0,), ()], "dtype": type_of("ild"), "sparse": _FLAGS}, .5),
    "diag": ([array(2)], {"k": ints(-3, 4)}, .6), "tril": ([array(3, 1)], {"k": ints(-3, 4)}, .6),
    "triu_indices": ([], {"n!": [0, 3], "k": [0, 1, -1], "m": [None, 2, 5]}, .5),
    "diag_indices": ([], {"n!": [0, 3], "ndim": [1, 2, 3]}, .5),
    "unravel_index": ([array(1, like=(3,), among="B")], {"shape!": [(7, 4), (30,)], "order": ["C", "F"]}, .5),
    "array": ([_A], {"dtype": type_of(), "order": list("CFAK"), "ndmin": [0, 2, 5], "copy": _FLAGS[1:]}, .5),
    "asarray": ([_A], {"dtype": type_of(), "order": list("CFAK")}, .5),
    "kaiser": ([], {"M!": [0, 1, 5], "beta!": [0, 8.5]}, .5), "hanning": ([], {"M!": [0, 1, 6, -2]}, .5),
}

TABLES = (REDUCTIONS, ORDERS, SHAPES, PRODUCTS, MAKERS)
