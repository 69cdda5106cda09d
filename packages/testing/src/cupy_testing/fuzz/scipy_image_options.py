"""Every function of images with any of its options together: axes, modes, origins, outputs, one odd argument."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import WEIGHTED_SUMS, family, said, shape
from cupy_testing.fuzz.operands import Operand, shuffle
from cupy_testing.fuzz.scipy_modules import at, images

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike

__all__ = []

#: The common types more often: each combination of types is a kernel to compile.
_TYPES = "?" * 3 + "B" * 5 + "i" * 4 + "l" * 3 + "f" * 6 + "d" * 8 + "D" * 3 + "?bBhHiIlLfdFD"
_MODES = ("reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-wrap", "grid-constant")
#: SciPy's coefficients are wrong at the ends of short lines, unless they are mirrored.
_ENDS = ("constant", "nearest", "mirror", "wrap", "grid-wrap", "grid-constant")


class Drawing:
    """What choices look at: the generator, the image, how many axes are gone along, whether to be odd."""

    def __init__(self, rng: numpy.random.Generator, image: numpy.ndarray) -> None:
        self.rng, self.image, self.axes, self.odd = rng, image, image.ndim, False

    def among(self, values: Any) -> Any:
        return values[int(self.rng.integers(len(values)))]


def one(*values: Any, odd: tuple[Any, ...] = ()) -> Callable[..., Any]:
    """One of these, or an odd one."""
    return lambda d: d.among(odd if d.odd and odd else values)


def each(*values: Any, odd: Any = ()) -> Any:
    """One of these for all axes, or one for each; or an odd one, or one too many."""
    def drawn(d: Any) -> Any:
        if d.odd and odd and d.rng.random() < 0.6:
            return d.among(odd)
        if d.odd or d.rng.random() < 0.4:
            return [d.among(values) for _ in range(d.axes + d.odd)]
        return d.among(values)
    return drawn


def some_axes(d: Any) -> Any:
    """Axes in the order of the image's, or none, too many, or the same twice."""
    n = d.image.ndim
    if d.odd:
        return d.among([(0, 0), (n,), (0, -n), [-n - 1]])
    chosen = sorted(d.rng.permutation(n)[:int(d.rng.integers(1, n + 1))])
    return tuple(int(k) - (n if d.rng.random() < 0.3 else 0) for k in chosen)


def one_axis(d: Any) -> Any:
    n = d.image.ndim
    return n + 1 if d.odd else int(d.rng.integers(-n, n))


def finite(rng: numpy.random.Generator, shape: Any, dtype: Any, layout: Any = None) -> Any:
    found = Operand(rng, shape, dtype, layout)
    found.values = numpy.array(numpy.nan_to_num(found.values, posinf=2, neginf=-2))
    return found


def window(among: str = "?", sizes: tuple[int, ...] = (1, 2, 3), axes: int | None = None) -> Callable[..., Any]:
    """An array over the axes that are gone along, or over one more."""
    def drawn(d: Any) -> Any:
        lengths = [int(n) for n in d.rng.choice(sizes, (d.axes if axes is None else axes) + d.odd)]
        found = finite(d.rng, lengths, d.among(among), "contiguous")
        if found.values.dtype == "?":
            found.values[(0,) * len(lengths)] = True
        return found
    return drawn


def like(among: Any, most: int | None = None) -> Callable[..., Any]:
    """An array of the image's shape, or of another; of whole numbers below `most`."""
    def drawn(d: Drawing) -> Operand:
        found = finite(d.rng, [n + 2 * d.odd for n in d.image.shape], d.among(among))
        if most:
            found.values = numpy.array(found.values % most)
        return found
    return drawn


def output(d: Any) -> Any:
    """A type, or an array of the image's shape."""
    char = d.among("fdiB" + d.image.dtype.char)
    return char if not d.odd and d.rng.random() < 0.5 else like(char)(d)


_LINE = {"mode": one(*_MODES, odd=("nothing", 3)), "cval": one(0, 2.5, -3), "output": output}
_EDGES = {"mode": each(*_MODES, odd=("nothing",)), "cval": one(0, 2.5, -3), "output": output, "axes": some_axes}
_BOX = _EDGES | {"origin": each(0, 0, -1, odd=(7, -7))}
_ROW = _LINE | {"axis": one_axis, "origin": one(0, -1, odd=(7, -7))}
_SIZE = {"size": each(2, 3, 4, odd=(0, -1, 2.5))}
_SHAPED = _SIZE | {"footprint": window()}
_HEIGHTS = _SHAPED | {"structure": window("lfd")}
_SPLINE = {"order": one(0, 1, 2, 3, 4, 5, odd=(-1, 6)), "cval": one(0, 2.5), "output": output,
           "prefilter": one(True, False), "mode": one(*_ENDS, odd=("nothing",))}
_BINARY = {"structure": window("?l", (3,)), "output": output, "axes": some_axes, "origin": each(0, 0, -1, 1)}
_STEPS = _BINARY | {"iterations": one(1, 2, 3), "mask": like("?l"), "border_value": one(0, 1),
                    "brute_force!": one(True)}      # otherwise SciPy writes beside its arrays where there is an origin
_WHOLE = _BINARY | {"origin": one(0)}               # the same, of functions without that option
_LABELS = {"labels": like("?Bil", 4), "index": one(None, 1, 0, 7, [0, 1, 2], [3, 9, 1], odd=([[1], [2]], []))}
_FOURIER = {"n": one(-1, 5), "axis": one_axis, "output": lambda d: like("fdFD")(d)}
_FOUND = {"return_distances": one(True), "return_indices": one(False, True)}

#: Function -> its options; those with ! are always given.
TABLE = {
    **{name: {"weights!": window("ldfD")} | _BOX for name in ("correlate", "convolve")},
    **{name: {"weights!": window("ldfD", (2, 3, 4, 5), 1)} | _ROW for name in ("correlate1d", "convolve1d")},
    "gaussian_filter": {"sigma!": each(0.7, 1.5, 0, odd=(-1,)), "order": each(0, 1, 2, odd=(-1,)),
                        "truncate": one(2.0, 4.0), "radius": each(1, 2, 3, odd=(-1, 1.5))} | _EDGES,
    "gaussian_filter1d": {"sigma!": one(0.7, 1.5), "order": one(0, 1, 3, odd=(-1,)), "axis": one_axis,
                          "radius": one(1, 2, odd=(-1,))} | _LINE,
    **{name: {"sigma!": each(0.7, 1.5), "truncate": one(2.0)} | _EDGES for name in (
        "gaussian_laplace", "gaussian_gradient_magnitude")},
    "laplace": _EDGES, "uniform_filter": _SIZE | _BOX,
    **{name: {"axis": one_axis} | {key: value for key, value in _EDGES.items() if key != "axes"}
       for name in ("sobel", "prewitt")},
    **{name: {"size!": one(2, 3, 5, odd=(0, -1))} | _ROW for name in (
        "uniform_filter1d", "minimum_filter1d", "maximum_filter1d")},
    **dict.fromkeys(("minimum_filter", "maximum_filter", "median_filter"), _SHAPED | _BOX),
    "rank_filter": {"rank!": one(0, 1, -1, odd=(400,))} | _SHAPED | _BOX,
    "percentile_filter": {"percentile!": one(0, 40, -20, 100, 50.0, odd=(101, -101))} | _SHAPED | _BOX,
    **dict.fromkeys(("grey_erosion", "grey_dilation", "grey_opening", "grey_closing", "white_tophat", "black_tophat",
                     "morphological_gradient", "morphological_laplace"), _HEIGHTS | _BOX),
    **{f"binary_{name}": _STEPS for name in ("erosion", "dilation", "opening", "closing")},
    "binary_hit_or_miss": {"structure1": window("?", (3,)), "structure2": window("?", (3,)), "output": output,
                           "axes": some_axes, "origin1": each(0, -1), "origin2": each(0, 1)},
    "binary_propagation": _WHOLE | {"mask": like("?"), "border_value": one(0, 1)}, "binary_fill_holes": _WHOLE,
    "shift": {"shift!": each(0.5, 1, -0.75, 0)} | _SPLINE,
    "zoom": {"zoom!": each(1, 1.5, 0.5, 2), "grid_mode": one(True, False)} | _SPLINE,
    "rotate": {"angle!": one(0, 90, 30.0, -10), "reshape": one(True, False),
               "axes": one((1, 0), (0, 1), (-1, 0), odd=((0, 0), (0, 5)))} | _SPLINE,
    "spline_filter": {"order": one(2, 3, 4, 5, odd=(1, 6)), "output": output, "mode": one("mirror", "grid-wrap")},
    "spline_filter1d": {"order": one(0, 1, 2, 3, 4, 5, odd=(-1, 6)), "output": output, "axis": one_axis,
                        "mode": one("mirror", "grid-wrap", odd=("nothing",))},
    "label": {"structure": window("?l", (3,)), "output": one("i", "l", "H", "f", "d")},
    "find_objects": {"max_label": one(0, 2, 5)}, "value_indices": {"ignore_value": one(None, 0, 1)},
    "histogram": {"min!": one(0, -3.5), "max!": one(4, 2), "bins!": one(3, 5), "labels": _LABELS["labels"]},
    **dict.fromkeys(("sum", "sum_labels", "mean", "variance", "standard_deviation", "minimum", "maximum", "median",
                     "extrema", "minimum_position", "maximum_position"), _LABELS),
    "center_of_mass": _LABELS | {"index": one(None, 1, 0, 7, [0, 1, 2])},
    "distance_transform_edt": {"sampling": each(1, 0.5, 2.0)} | _FOUND,
    "distance_transform_cdt": {"metric": one("chessboard", "taxicab", "cityblock", odd=("nothing",))} | _FOUND,
    "distance_transform_bf": {"metric": one("euclidean", "taxicab", "chessboard", odd=("nothing",)),
                              "sampling": each(1, 0.5, 2.0)} | _FOUND,
    "fourier_gaussian": {"sigma!": each(0.7, 2)} | _FOURIER, "fourier_uniform": {"size!": each(1, 2.5)} | _FOURIER,
    "fourier_shift": {"shift!": each(0.5, -2)} | _FOURIER, "fourier_ellipsoid": {"size!": each(1.0, 2.5)} | _FOURIER,
    "watershed_ift": {"markers!": like("bil", 3), "structure": window("?l", (3,)), "output": output},
}
#: Options of which one is enough: others are ignored with a warning, or all raise.
_SHAPES = ("size", "footprint", "structure")
#: Of equal items SciPy's sort decides.
_PLACES = {"extrema", "minimum_position", "maximum_position"}
#: Those of a line have a way of their own.
_RANKS = {"rank_filter", "median_filter", "percentile_filter"}
#: Functions whose results may be negative.
_SIGNED = {name for name in TABLE if name.startswith(("corr", "conv", "gauss", "lap", "sobel", "prew", "grey", "white",
                                                      "black", "morph", "shift", "zoom", "rotate", "spline"))}
_LEAST = {"distance_transform_bf": 1, "distance_transform_edt": 1, "distance_transform_cdt": 1, "rotate": 2}


@family
def image_options(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    name = sorted(TABLE)[int(rng.integers(len(TABLE)))]
    least = max(_LEAST.get(name, 0), int(rng.random() < 0.93))
    image = Operand(rng, shape(rng, 4 if rng.random() < 0.1 else 3, least), str(rng.choice(list(_TYPES))))
    image.values = numpy.array(numpy.nan_to_num(image.values, posinf=3, neginf=-3))
    if name == "rotate" and not image.values.size:      # of which SciPy leaves the memory as it was
        return None
    if name in _PLACES:
        if image.values.dtype == "?":
            return None
        shuffle(rng, image)
    drawing, options = Drawing(rng, image.values), TABLE[name]
    share = rng.choice([0.15, 0.4, 0.8])
    keys = [key.rstrip("!") for key in options if (key.endswith("!") or rng.random() < share)
            and (image.values.ndim or not key.startswith("ax"))]
    given = [key for key in _SHAPES if key in keys]
    if "size" in options and "size!" not in options:
        keys = [key for key in keys if key not in given[1:]] + ([] if given else ["size"])
    may_be_odd = keys and image.values.dtype.kind != "c" and rng.random() < 0.12
    odd = keys[int(rng.integers(len(keys)))] if may_be_odd else None
    more = {}
    for key in sorted(keys, key="axes".__ne__):         # of the axes windows know
        drawing.odd = key == odd
        more[key] = options.get(key, options.get(key + "!"))(drawing)
        if key == "cval" and image.values.dtype == "?":
            more[key] = 0               # SciPy's bools hold what else there is
        if key == "axes" and key in _EDGES and name not in ("rotate",):
            drawing.axes = len(more[key])
    if name in _SIGNED and "u8" in str((image, more)):
        return None         # what is below 0 there is anything
    into = more.get("output")
    if name in _RANKS and image.values.ndim == 1 and image.values.dtype.char in "lfd" and into is not None and (
            into.values.dtype if isinstance(into, Operand) else into) != image.values.dtype:
        return None         # SciPy writes items of the image's type over an output of another, and beyond it
    places = [key for key, value in more.items() if isinstance(value, Operand)]
    into_itself = "output" in options and rng.random() < 0.05

    def call(xp: ModuleType, a: Any, *values: ArrayLike) -> Any:
        named = more | dict(zip(places, values, strict=True)) | ({"output": a} if into_itself else {})
        if not into_itself or "prefilter" in options:       # others are steps, and overwrite what they read, as SciPy's
            a, = images(xp, a)
        with numpy.errstate(all="ignore"):
            return getattr(at(xp, "ndimage"), name)(a, **named)
    text = said(name, more | ({"output": "the input"} if into_itself else {}))
    return text, call, [image, *(more[key] for key in places)]


WEIGHTED_SUMS.add("image_options")
