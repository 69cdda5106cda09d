"""Calls of few items beside NumPy's: every function of its namespace that we have, with the arguments it usually gets.

    python -m cupy_testing.bench.small [--sizes 10,100,1000] [--over 3] [--only WORD,WORD]
"""
from __future__ import annotations

import argparse
import inspect
import time
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy

__all__ = []

#: Neither arrays nor what is done with them: files, texts, states, types, and what calls Python's functions itself.
OTHERWISE = """__dir__ __getattr__ array2string array_repr array_str asarray_chkfinite base_repr binary_repr can_cast
    common_type apply_along_axis apply_over_axes broadcast_shapes einsum_path format_float_positional
    format_float_scientific frombuffer from_dlpack fromfile fromfunction fromiter frompyfunc fromregex
    fromstring genfromtxt get_include get_printoptions getbufsize geterr geterrcall info isdtype isfortran
    isscalar issubdtype iterable load loadtxt mask_indices may_share_memory min_scalar_type mintypecode ndim
    piecewise polyint polyder printoptions promote_types result_type save savetxt savez savez_compressed
    set_printoptions setbufsize seterr seterrcall shape shares_memory show_config show_runtime size test
    typename isnat""".split()
#: Of one array of doubles.
ONE = """array asarray asanyarray ascontiguousarray asfortranarray copy atleast_1d atleast_2d atleast_3d ravel squeeze
    transpose sum prod mean std var max min amax amin any all argmax argmin ptp median cumsum cumprod
    cumulative_sum cumulative_prod nansum nanprod nanmean nanstd nanvar nanmax nanmin nanargmax nanargmin
    nanmedian nancumsum nancumprod average sort argsort unique unique_values unique_counts unique_inverse
    unique_all sort_complex count_nonzero nonzero flatnonzero argwhere diff ediff1d gradient trapezoid unwrap
    flip flipud empty_like zeros_like ones_like diagflat trim_zeros nan_to_num real imag iscomplexobj
    isrealobj real_if_close angle i0 sinc fix histogram histogram_bin_edges poly vander round around iscomplex
    isreal isneginf isposinf concat""".split()
#: Of two.
TWO = """array_equal array_equiv allclose isclose isin union1d intersect1d setdiff1d setxor1d append dot inner outer
    vdot vecdot convolve correlate kron cov corrcoef polyadd polysub polymul tensordot matmul column_stack
    dstack hstack vstack row_stack broadcast_arrays meshgrid histogram2d""".split()
#: Of one square matrix, or nearly so.
SQUARE = """diag diagonal trace tril triu fliplr rot90 matrix_transpose permute_dims tril_indices_from triu_indices_from
    diag_indices_from unstack vsplit""".split()

#: With arguments of their own; `o` has the operands.
CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "arange": lambda xp, o: xp.arange(o.n),
    "linspace": lambda xp, o: xp.linspace(0, 1, o.n),
    "logspace": lambda xp, o: xp.logspace(0, 1, o.n),
    "geomspace": lambda xp, o: xp.geomspace(1, 10, o.n),
    "zeros": lambda xp, o: xp.zeros(o.n),
    "ones": lambda xp, o: xp.ones(o.n),
    "empty": lambda xp, o: xp.empty(o.n),
    "full": lambda xp, o: xp.full(o.n, 2.0),
    "full_like": lambda xp, o: xp.full_like(o.x, 2.0),
    "eye": lambda xp, o: xp.eye(o.side),
    "identity": lambda xp, o: xp.identity(o.side),
    "tri": lambda xp, o: xp.tri(o.side),
    "bartlett": lambda xp, o: xp.bartlett(o.n),
    "blackman": lambda xp, o: xp.blackman(o.n),
    "hamming": lambda xp, o: xp.hamming(o.n),
    "hanning": lambda xp, o: xp.hanning(o.n),
    "kaiser": lambda xp, o: xp.kaiser(o.n, 3.0),
    "indices": lambda xp, o: xp.indices((o.side, o.side)),
    "diag_indices": lambda xp, o: xp.diag_indices(o.n),
    "tril_indices": lambda xp, o: xp.tril_indices(o.side),
    "triu_indices": lambda xp, o: xp.triu_indices(o.side),
    "ix_": lambda xp, o: xp.ix_(o.i, o.i),
    "astype": lambda xp, o: xp.astype(o.x, "f4"),
    "require": lambda xp, o: xp.require(o.x, requirements="C"),
    "copyto": lambda xp, o: xp.copyto(o.out, o.x),
    "reshape": lambda xp, o: xp.reshape(o.m, (-1,)),
    "resize": lambda xp, o: xp.resize(o.x, (2, o.n)),
    "moveaxis": lambda xp, o: xp.moveaxis(o.m, 0, 1),
    "rollaxis": lambda xp, o: xp.rollaxis(o.m, 1),
    "permute_dims": lambda xp, o: xp.permute_dims(o.m, (1, 0)),
    "swapaxes": lambda xp, o: xp.swapaxes(o.m, 0, 1),
    "expand_dims": lambda xp, o: xp.expand_dims(o.x, 0),
    "broadcast_to": lambda xp, o: xp.broadcast_to(o.x, (3, o.n)),
    "concatenate": lambda xp, o: xp.concatenate([o.x, o.y]),
    "concat": lambda xp, o: xp.concat([o.x, o.y]),
    "stack": lambda xp, o: xp.stack([o.x, o.y]),
    "hstack": lambda xp, o: xp.hstack([o.x, o.y]),
    "vstack": lambda xp, o: xp.vstack([o.x, o.y]),
    "row_stack": lambda xp, o: xp.vstack([o.x, o.y]),
    "dstack": lambda xp, o: xp.dstack([o.x, o.y]),
    "column_stack": lambda xp, o: xp.column_stack([o.x, o.y]),
    "block": lambda xp, o: xp.block([o.x, o.y]),
    "tile": lambda xp, o: xp.tile(o.x, 3),
    "repeat": lambda xp, o: xp.repeat(o.x, 3),
    "roll": lambda xp, o: xp.roll(o.x, 3),
    "pad": lambda xp, o: xp.pad(o.x, 2),
    "pad edge": lambda xp, o: xp.pad(o.m, 1, mode="edge"),
    "split": lambda xp, o: xp.split(o.x, 2),
    "array_split": lambda xp, o: xp.array_split(o.x, 3),
    "hsplit": lambda xp, o: xp.hsplit(o.x, 2),
    "dsplit": lambda xp, o: xp.dsplit(o.m[:, :, None], 1),
    "vsplit": lambda xp, o: xp.vsplit(o.m, [1]),
    "delete": lambda xp, o: xp.delete(o.x, 2),
    "insert": lambda xp, o: xp.insert(o.x, 2, 1.0),
    "take": lambda xp, o: xp.take(o.x, o.i),
    "take a number": lambda xp, o: xp.take(o.x, 3),
    "take rows": lambda xp, o: xp.take(o.m, o.few, 0),
    "take_along_axis": lambda xp, o: xp.take_along_axis(o.x, o.i, 0),
    "put_along_axis": lambda xp, o: xp.put_along_axis(o.out, o.i, 1.0, 0),
    "put": lambda xp, o: xp.put(o.out, o.i, o.x),
    "putmask": lambda xp, o: xp.putmask(o.out, o.mask, o.x),
    "place": lambda xp, o: xp.place(o.out, o.mask, o.x),
    "compress": lambda xp, o: xp.compress(o.mask, o.x),
    "extract": lambda xp, o: xp.extract(o.mask, o.x),
    "choose": lambda xp, o: xp.choose(o.zero_or_one, (o.x, o.y)),
    "select": lambda xp, o: xp.select([o.mask], [o.x], 0.0),
    "where": lambda xp, o: xp.where(o.mask, o.x, o.y),
    "where alone": lambda xp, o: xp.where(o.mask),
    "fill_diagonal": lambda xp, o: xp.fill_diagonal(o.m, 1.0),
    "nonzero of bools": lambda xp, o: xp.nonzero(o.mask),
    "count_nonzero of bools": lambda xp, o: xp.count_nonzero(o.mask),
    "argwhere of a matrix": lambda xp, o: xp.argwhere(o.m),
    "unravel_index": lambda xp, o: xp.unravel_index(o.i, (2, o.n)),
    "ravel_multi_index": lambda xp, o: xp.ravel_multi_index((o.zero_or_one, o.i), (2, o.n)),
    "clip": lambda xp, o: xp.clip(o.x, 0.2, 0.8),
    "interp": lambda xp, o: xp.interp(o.x, o.sorted, o.y),
    "searchsorted": lambda xp, o: xp.searchsorted(o.sorted, o.x),
    "digitize": lambda xp, o: xp.digitize(o.x, o.sorted),
    "bincount": lambda xp, o: xp.bincount(o.i),
    "bincount with weights": lambda xp, o: xp.bincount(o.i, o.x),
    "histogramdd": lambda xp, o: xp.histogramdd((o.x, o.y)),
    "percentile": lambda xp, o: xp.percentile(o.x, 30),
    "quantile": lambda xp, o: xp.quantile(o.x, 0.3),
    "nanpercentile": lambda xp, o: xp.nanpercentile(o.x, 30),
    "nanquantile": lambda xp, o: xp.nanquantile(o.x, 0.3),
    "partition": lambda xp, o: xp.partition(o.x, o.n // 2),
    "argpartition": lambda xp, o: xp.argpartition(o.x, o.n // 2),
    "lexsort": lambda xp, o: xp.lexsort((o.x, o.y)),
    "average with weights": lambda xp, o: xp.average(o.x, weights=o.y),
    "cross": lambda xp, o: xp.cross(o.threes, o.threes),
    "einsum": lambda xp, o: xp.einsum("i,i->", o.x, o.y),
    "einsum ij,jk": lambda xp, o: xp.einsum("ij,jk", o.m, o.m),
    "matvec": lambda xp, o: xp.matvec(o.m, o.m[0]),
    "vecmat": lambda xp, o: xp.vecmat(o.m[0], o.m),
    "matmul of matrices": lambda xp, o: xp.matmul(o.m, o.m),
    "dot of matrices": lambda xp, o: xp.dot(o.m, o.m),
    "tensordot": lambda xp, o: xp.tensordot(o.m, o.m, 1),
    "packbits": lambda xp, o: xp.packbits(o.mask),
    "kron": lambda xp, o: xp.kron(o.few, o.few),
    "outer": lambda xp, o: xp.outer(o.m[0], o.m[0]),
    "unpackbits": lambda xp, o: xp.unpackbits(o.bytes),
    "polyval": lambda xp, o: xp.polyval(o.few, o.x),
    "polyfit": lambda xp, o: xp.polyfit(o.x, o.y, 2),
    "polydiv": lambda xp, o: xp.polydiv(o.x, o.few),
    "roots": lambda xp, o: xp.roots(o.few),
    "poly": lambda xp, o: xp.poly(o.few),
    "vander": lambda xp, o: xp.vander(o.x, 3),
    "modf": lambda xp, o: xp.modf(o.x),
    "ldexp": lambda xp, o: xp.ldexp(o.x, o.i),
    "meshgrid": lambda xp, o: xp.meshgrid( o.m[0], o.m[0]),
    "diag of a vector": lambda xp, o: xp.diag(o.m[0]),
    "diagflat": lambda xp, o: xp.diagflat(o.m[0]),
    "isin of integers": lambda xp, o: xp.isin(o.i, o.few),
    "unique of integers": lambda xp, o: xp.unique(o.i),
    "unique with counts": lambda xp, o: xp.unique(o.i, return_counts=True),
    "intersect1d of integers": lambda xp, o: xp.intersect1d(o.i, o.few),
    "sum of rows": lambda xp, o: xp.sum(o.m, 1),
    "max down": lambda xp, o: xp.max(o.m, 0),
    "argmax of rows": lambda xp, o: xp.argmax(o.m, 1),
    "cumsum of rows": lambda xp, o: xp.cumsum(o.m, 1),
    "sort of rows": lambda xp, o: xp.sort(o.m, 1),
    "median of rows": lambda xp, o: xp.median(o.m, 1),
    "mean of rows": lambda xp, o: xp.mean(o.m, 1),
    "any of bools": lambda xp, o: xp.any(o.mask),
    "flip of an axis": lambda xp, o: xp.flip(o.m, 1),
    "trim_zeros": lambda xp, o: xp.trim_zeros(o.zero_or_one),
    "x[i]": lambda xp, o: o.x[o.i],
    "x[mask]": lambda xp, o: o.x[o.mask],
    "m[few]": lambda xp, o: o.m[o.few],
    "m[:, few]": lambda xp, o: o.m[:, o.few],
    "x[i] = y": lambda xp, o: o.out.__setitem__(o.i, o.y),
    "x[mask] = 0": lambda xp, o: o.out.__setitem__(o.mask, 0.0),
    "x[1:] = y[1:]": lambda xp, o: o.out.__setitem__( slice(1, None), o.y[1:]),
    "x + 1": lambda xp, o: o.x + 1,
    "x < y": lambda xp, o: o.x < o.y,
    "x[::2] + x[::2]": lambda xp, o: o.x[::2] + o.x[::2],
    "m + m[0]": lambda xp, o: o.m + o.m[0],
    "m @ m": lambda xp, o: o.m @ o.m,
    "x += y": lambda xp, o: o.out.__iadd__(o.y),
    "x.copy()": lambda xp, o: o.x.copy(),
    "m.T.copy()": lambda xp, o: o.m.T.copy(),
    "x.fill(2)": lambda xp, o: o.out.fill(2.0),
    "x.astype(f4)": lambda xp, o: o.x.astype("f4"),
    "i.astype(f8)": lambda xp, o: o.i.astype("f8"),
    "float(x[0])": lambda xp, o: float(o.x[0]),
    "add.reduce": lambda xp, o: xp.add.reduce(o.x),
    "add.accumulate": lambda xp, o: xp.add.accumulate(o.x),
    "add.outer": lambda xp, o: xp.add.outer(o.m[0], o.m[0]),
    "add.at": lambda xp, o: xp.add.at(o.out, o.i, 1.0),
    "maximum.reduceat": lambda xp, o: xp.maximum.reduceat(o.x, o.few),
    "linalg.norm": lambda xp, o: xp.linalg.norm(o.x),
    "linalg.det": lambda xp, o: xp.linalg.det(o.m),
    "linalg.inv": lambda xp, o: xp.linalg.inv(o.m),
    "linalg.solve": lambda xp, o: xp.linalg.solve(o.m, o.m[0]),
    "linalg.eigh": lambda xp, o: xp.linalg.eigh(o.m),
    "linalg.svd": lambda xp, o: xp.linalg.svd(o.m),
    "linalg.qr": lambda xp, o: xp.linalg.qr(o.m),
    "fft.fft": lambda xp, o: xp.fft.fft(o.x),
    "fft.rfft": lambda xp, o: xp.fft.rfft(o.x),
    "fft.fftfreq": lambda xp, o: xp.fft.fftfreq(o.n),
    "fft.fftshift": lambda xp, o: xp.fft.fftshift(o.x),
}


def _numbered(names: Sequence[str], *operands: str) -> Iterator[tuple[str, Callable[[Any, Any], Any]]]:
    for name in names:
        yield name, lambda xp, o, name=name: getattr(xp, name)(*(getattr(o, word) for word in operands))


def functions() -> list[str]:
    """Names of NumPy's namespace that are functions, and ours too."""
    import cupy

    return [name for name in dir(cupy) if name not in OTHERWISE and hasattr(numpy, name)
            and callable(getattr(numpy, name)) and not inspect.isclass(getattr(numpy, name))]


def calls() -> dict[str, Callable[[Any, Any], Any]]:
    """Every call by its name: the function's, with words behind it where there are several."""
    found = dict(_numbered(ONE, "x")) | dict(_numbered(TWO, "x", "y")) | dict(_numbered(SQUARE, "m")) | CALLS
    for name in functions():
        function = getattr(numpy, name)
        if isinstance(function, numpy.ufunc) and name not in found:
            words = ("x", "y") if any("d" in types for types in function.types) else ("i", "i")
            found |= dict(_numbered([name], *words[:function.nin]))
    return found


def operands(xp: Any, n: int, char: str = "d") -> SimpleNamespace:
    """Arrays of `n` items of a type, and square matrices of nearly as many."""
    rng, side = numpy.random.default_rng(n), max(2, round(n ** 0.5))
    scale = 1 if char in "efdFD" else 100
    x, y = (scale * rng.random((2, n))).astype(char)
    matrix = (scale * (rng.random((side, side)) + numpy.eye(side))).astype(char)
    of = {"x": x, "y": y, "out": x.copy(), "sorted": numpy.sort(y), "i": rng.integers(0, n, n), "m": matrix,
          "mask": rng.random(n) > 0.5, "zero_or_one": rng.integers(0, 2, n), "few": numpy.array([0, 1, side - 1]),
          "bytes": rng.integers(0, 255, n // 8 + 1, dtype="u1"), "threes": rng.random((max(1, n // 3), 3))}
    return SimpleNamespace(n=n, side=side, **{name: xp.asarray(value) for name, value in of.items()})


def beside(call: Callable[[Any, Any], Any], modules: tuple[Any, Any], both: Any, seconds: float) -> list[float]:
    """Seconds of a call with each module, in turns, the best of them."""
    best, number = [float("inf")] * 2, 1
    for xp, o in zip(modules, both, strict=True):
        call(xp, o)
    start = time.perf_counter()
    for xp, o in zip(modules, both, strict=True):
        call(xp, o)
    number = max(1, min(200, int(1e-3 / (time.perf_counter() - start))))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for k, (xp, o) in enumerate(zip(modules, both, strict=True)):
            start = time.perf_counter()
            for _ in range(number):
                call(xp, o)
            best[k] = min(best[k], (time.perf_counter() - start) / number)
    return best


def main(arguments: list[str] | None = None) -> int:
    import cupy

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", default="10,100,1000")
    parser.add_argument("--over", type=float, default=3.0, help="times NumPy's time from which on a call is listed")
    parser.add_argument("--only", default="", help="words, of which a call's name has one")
    parser.add_argument("--dtype", default="d", help="of most operands")
    parser.add_argument("--seconds", type=float, default=0.02, help="for each call and size")
    options = parser.parse_args(arguments)
    sizes, words = [int(n) for n in options.sizes.split(",")], options.only.split(",")
    modules = cupy, numpy
    made = {n: [operands(xp, n, options.dtype) for xp in modules] for n in sizes}
    rows, failed = [], []
    with numpy.errstate(all="ignore"):
        for name, call in calls().items():
            if any(word in name for word in words):
                try:
                    rows.append((name, [beside(call, modules, made[n], options.seconds) for n in sizes]))
                except Exception as error:
                    failed.append(f"{name}: {type(error).__name__}: {error}")
    over = [row for row in rows if max(ours / theirs for ours, theirs in row[1]) > options.over]
    for name, times in sorted(over, key=lambda row: -max(ours / theirs for ours, theirs in row[1])):
        print(f"{name:26}" + "".join(f"  {ours / theirs:5.1f} {ours * 1e6:8.2f} {theirs * 1e6:8.2f}"
                                     for ours, theirs in times))
    print(f"{len(over)} of {len(rows)} calls take more than {options.over} times NumPy's time at "
          f"{options.sizes} items", *failed, sep="\n")
    return len(failed)


if __name__ == "__main__":
    raise SystemExit(main())
