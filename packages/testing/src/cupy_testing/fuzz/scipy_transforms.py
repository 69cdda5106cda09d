"""Random calls of transforms of several axes, of fftpack's operators, and of filters of images by users' functions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.scipy_interpolation import given

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "norm": (None, "ortho", "forward", "backward", "odd"), "s": (None, (2, 3), (4, 5)), "axes": (None, (0, 1), (-1, 0)),
    "two": ((0, 1), (-1, 0)), "type": (1, 2, 3, 4), "n": (1, 2, 7, 13, 100), "truth": (True, False),
    "h": (0.5, 1.0, None), "axis": (0, 1, -1), "order": (0, 1, 2, -1), "size": (1, 2, 3),
    "mode": ("reflect", "constant", "nearest", "wrap", "mirror"), "origin": (0, -1), "rank": (1, 2, 3),
    "few": (0, 1, 2), "spline": (0, 1, 3), "index": (None, 1, [0, 1, 2], [2, 7]), "bias": (0.0, 0.25), "mu": (0.0, 0.5),
    "periods": (None, 3.0), "cval": (0, 2.5),
}
_FFT = [
    *(f"m.{name}(a, s={{s}}, axes={{two}}, norm={{norm}})" for name in "fft2 ifft2 irfft2 hfft2".split()),
    *(f"m.{name}(a, s={{s}}, axes={{axes}}, norm={{norm}})" for name in "fftn ifftn irfftn hfftn".split()),
    *(f"m.{name}(x, s={{s}}, axes={{two}}, norm={{norm}})" for name in "rfft2 ihfft2 rfftn ihfftn".split()),
    *(f"m.{name}(x, {{type}}, s={{s}}, axes={{axes}}, norm={{norm}})" for name in "dctn idctn dstn idstn".split()),
    "m.next_fast_len({n}, {truth})", "m.prev_fast_len({n}, {truth})", "m.fht(y, 0.25, {mu}, bias={bias})",
    "m.ifht(y, 0.25, {mu}, bias={bias})", "m.fhtoffset(0.25, {mu}, bias={bias})", "m.fftfreq({n}, {h} or 2)",
    "m.rfftfreq({n}, {h} or 2)", "m.fftshift(a, {axes})", "m.ifftshift(a, {axes})",
]
_FFTPACK = [
    *(f"m.{name}(y, {{h}} or 2.0, {{periods}} or 6.0)" for name in "cs_diff sc_diff ss_diff cc_diff".split()),
    "m.diff(y, {order}, {periods})", "m.tilbert(y, {h} or 2.0)", "m.itilbert(y, {h} or 2.0)", "m.hilbert(y)",
    "m.ihilbert(y)", "m.shift(y, {h} or 2.0, {periods})",
    *(f"m.{name}(x, {{type}}, axis={{axis}})" for name in "dct idct dst idst".split()),
    *(f"m.{name}(x, {{type}}, {{s}}, {{axes}})" for name in "dctn idctn dstn idstn".split()), "m.rfft(x, axis={axis})",
    "m.irfft(x, axis={axis})", "m.fft(a, axis={axis})", "m.fft2(a, {s})", "m.fftn(a, {s}, {axes})", "m.ifftn(a, {s})",
    "m.rfftfreq({n}, {h} or 1)", "m.fftfreq({n})", "m.next_fast_len({n})",
]
_IMAGES = [
    "m.generate_binary_structure({rank}, {few})", "m.iterate_structure(m.generate_binary_structure({rank}, 1), {few})",
    "m.iterate_structure(m.generate_binary_structure({rank}, 1), {few}, {origin})",
    "m.generic_filter(x, lambda v: v.sum(), {size}, mode={mode}, cval={cval}, origin={origin})",
    "m.generic_filter1d(x, line, {size}, {axis}, mode={mode}, cval={cval}, origin={origin})",
    "m.generic_laplace(x, second, mode={mode})",
    "m.generic_gradient_magnitude(x, m.sobel, mode={mode}, cval={cval})",
    "m.geometric_transform(x, lambda c: (c[0] - 0.5, c[1] + 0.25), order={spline}, mode={mode}, cval={cval})",
    "m.labeled_comprehension(x, w, {index}, lambda v: v.max(), float, -1)",
    "m.vectorized_filter(x, xp.max, size={size}, mode={mode}, cval={cval}, origin={origin})",
    "m.vectorized_filter(x, xp.mean, size=({size}, 2), mode={mode})", "m.binary_hit_or_miss(w > 0, w[:3, :3] > 1)",
    "m.sum_labels(x, w, {index})", "m.watershed_ift(abs(x).astype('B'), w)",
    "m.distance_transform_cdt(w, 'taxicab')", "m.distance_transform_bf(w, 'chessboard')",
]


def line(values: numpy.ndarray, out: numpy.ndarray) -> None:
    """Of each line the differences, which `generic_filter1d` asks for."""
    out[...] = values[:out.size] - values[-out.size:]


def second(x: Any, axis: int, output: Any, mode: Any, cval: float) -> Any:
    """Second derivatives, which `generic_laplace` adds."""
    import scipy.ndimage

    import cupyx.scipy.ndimage
    m: Any = scipy.ndimage if isinstance(x, numpy.ndarray) else cupyx.scipy.ndimage
    return m.correlate1d(x, [1, -2, 1], axis, output, mode, cval)


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    """Arrays of any numbers, of real ones, a row, and labels."""
    like = tuple(int(n) for n in rng.integers(3, 6, 2))
    x = rng.integers(-24, 25, like) / 4
    z = x + 1j * rng.integers(-8, 9, like) / 4 if rng.random() < 0.5 else x
    return {"a": given(rng, z, str(rng.choice(list("DF")))), "x": given(rng, x, str(rng.choice(list("ddfl")))),
            "y": given(rng, rng.integers(-24, 25, 8) / 4, str(rng.choice(list("df")))),
            "w": given(rng, rng.integers(0, 3, like), str(rng.choice(list("il"))))}


for _name, _table in {"fft": _FFT, "fftpack": _FFTPACK, "ndimage": _IMAGES}.items():
    expressions(f"more_{_name}", _name, _table, _WORDS, _operands, line=line, second=second)
