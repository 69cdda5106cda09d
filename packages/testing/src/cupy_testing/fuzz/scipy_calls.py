"""Random calls of SciPy's functions: signal and image filters, special functions, transforms, matrices, statistics."""
import importlib

import numpy

from cupy_testing.fuzz.calls import axis, dtype, family, operand, shape
from cupy_testing.fuzz.operands import Operand

__all__ = []

#: Functions of one or more real numbers of ordinary size.
_SPECIAL = {"erf": 1, "erfc": 1, "gammaln": 1, "gamma": 1, "expit": 1, "log1p": 1, "entr": 1, "ndtr": 1, "j0": 1,
            "j1": 1, "i0e": 1, "i1e": 1, "k0e": 1, "logit": 1, "psi": 1, "xlogy": 2, "rel_entr": 2, "beta": 2,
            "betaln": 2, "gammainc": 2, "gammaincc": 2, "exprel": 1, "sinc": 1, "cbrt": 1, "zeta": 1}


def at(xp, module):
    """A module of SciPy, or ours of the same name."""
    return importlib.import_module(f"scipy.{module}" if xp is numpy else f"cupyx.scipy.{module}")


def on(module, function):
    """A call of a module's function: ``function(module, xp, arrays…)``."""
    return lambda xp, *arrays: function(at(xp, module), xp, *arrays)


@family
def special(rng):
    name = str(rng.choice(sorted(set(_SPECIAL) - {"log1p", "sinc"})))
    whole = shape(rng, 2)
    operands = [operand(rng, like=whole, among="fd") for _ in range(_SPECIAL[name])]
    for one in operands:
        one.values = numpy.where(numpy.isfinite(one.values), abs(one.values) % 4 + 0.25, 1).astype(one.values.dtype)
    return name, on("special", lambda m, xp, *a: getattr(m, name)(*a)), operands


@family
def image(rng):
    a = operand(rng, 3, 1, "BhilfdD")
    mode = str(rng.choice(["reflect", "constant", "nearest", "mirror", "wrap"]))
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


@family
def signals(rng):
    a, b = operand(rng, 1, 1, "fdD"), operand(rng, 1, 1, "fdD")
    for one in (a, b):      # of items that are not aligned SciPy's compiled filters make anything
        one.layout = "contiguous" if one.layout in ("unaligned", "field") else one.layout
    mode, method = str(rng.choice(["full", "same", "valid"])), str(rng.choice(["direct", "fft"]))
    n, kind = int(rng.integers(2, 7)), str(rng.choice(["constant", "linear"]))
    calls = {
        "convolve": lambda m, xp, a, b: m.convolve(a, b, mode, method),
        "correlate": lambda m, xp, a, b: m.correlate(a, b, mode, method),
        "fftconvolve": lambda m, xp, a, b: m.fftconvolve(a, b, mode),
        "oaconvolve": lambda m, xp, a, b: m.oaconvolve(a, b, mode),
        "lfilter": lambda m, xp, a, b: m.lfilter(xp.asarray([1.0, 0.5]), xp.asarray([1.0, -0.3, 0.1]), a),
        "filtfilt": lambda m, xp, a, b: m.filtfilt(xp.asarray([1.0, 0.5]), xp.asarray([1.0, -0.3]), a, padlen=0),
        "detrend": lambda m, xp, a, b: m.detrend(a, type=kind),
        "resample": lambda m, xp, a, b: m.resample(a, n), "upfirdn": lambda m, xp, a, b: m.upfirdn(b, a, 2, 3),
        "resample_poly": lambda m, xp, a, b: m.resample_poly(a, n, 3),
        "hilbert": lambda m, xp, a, b: m.hilbert(a.real), "medfilt": lambda m, xp, a, b: m.medfilt(a.real, 3),
        "wiener": lambda m, xp, a, b: m.wiener(a.real, 3), "periodogram": lambda m, xp, a, b: m.periodogram(a),
        "argrelmax": lambda m, xp, a, b: m.argrelmax(a.real), "find_peaks": lambda m, xp, a, b: m.find_peaks(a.real)[0],
    }
    name = str(rng.choice(sorted(calls)))
    if not (numpy.isfinite(a.values).all() and numpy.isfinite(b.values).all()) or not a.values.size * b.values.size:
        return None
    return f"{name}({mode}, {method}, {n}, {kind})", on("signal", calls[name]), [a, b]


@family
def transforms(rng):
    a = operand(rng, 2, 1, "fdFD")
    name = str(rng.choice("fft ifft rfft irfft hfft ihfft fft2 dct idct dst idst fftn".split()))
    options = {"norm": str(rng.choice(["backward", "ortho", "forward"]))}
    if name in ("dct", "idct", "dst", "idst"):
        options["type"] = int(rng.integers(1, 5))
    if name not in ("fft2", "fftn"):
        options |= {"axis": axis(rng, a, False), "n": int(rng.integers(2, 9))}
    if not numpy.isfinite(a.values).all():
        return None
    return f"{name}({options})", on("fft", lambda m, xp, a: getattr(m, name)(a, **options)), [a]


@family
def matrices(rng):
    n = int(rng.integers(1, 6))
    a, b = operand(rng, like=(n, n), among="fdFD"), operand(rng, like=(n, 2), among="fdFD")
    lower, trans = bool(rng.integers(2)), int(rng.integers(3))
    calls = {
        "solve_triangular": lambda m, xp, a, b: m.solve_triangular(a + 9 * xp.eye(n), b, trans, lower),
        "lu_solve": lambda m, xp, a, b: m.lu_solve(m.lu_factor(a + 9 * xp.eye(n)), b),
        "expm": lambda m, xp, a, b: m.expm(a / 9), "toeplitz": lambda m, xp, a, b: m.toeplitz(a[0], b[:, 0]),
        "hankel": lambda m, xp, a, b: m.hankel(a[0]), "block_diag": lambda m, xp, a, b: m.block_diag(a, b),
        "circulant": lambda m, xp, a, b: m.circulant(a[0]), "khatri_rao": lambda m, xp, a, b: m.khatri_rao(a, a),
        "kron": lambda m, xp, a, b: xp.kron(a, b), "det": lambda m, xp, a, b: m.det(a + 9 * xp.eye(n)),
        "inv": lambda m, xp, a, b: m.inv(a + 9 * xp.eye(n)), "norm": lambda m, xp, a, b: m.norm(a),
        "companion": lambda m, xp, a, b: m.companion(xp.concatenate([xp.ones(1, a.dtype), a[0] + 1])),
    }
    name = str(rng.choice(sorted(calls)))
    if not (numpy.isfinite(a.values).all() and numpy.isfinite(b.values).all()):
        return None
    return f"{name}({lower}, {trans})", on("linalg", calls[name]), [a, b]


@family
def statistics(rng):
    a = operand(rng, 2, 1, "ilfd")
    k = axis(rng, a, False)
    ranks = str(rng.choice(["average", "min", "max", "dense", "ordinal"]))
    calls = {
        "zscore": lambda m, xp, a: m.zscore(a, k), "rankdata": lambda m, xp, a: m.rankdata(a, ranks, axis=k),
        "skew": lambda m, xp, a: m.skew(a, k), "kurtosis": lambda m, xp, a: m.kurtosis(a, k),
        "moment": lambda m, xp, a: m.moment(a, 3, k), "iqr": lambda m, xp, a: m.iqr(a, k),
        "gmean": lambda m, xp, a: m.gmean(abs(a) + 1, k), "hmean": lambda m, xp, a: m.hmean(abs(a) + 1, k),
        "entropy": lambda m, xp, a: m.entropy(abs(a) + 1, axis=k), "sem": lambda m, xp, a: m.sem(a, k),
        "trim_mean": lambda m, xp, a: m.trim_mean(a, 0.1, k),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or not numpy.isfinite(a.values).all():
        return None
    return f"{name}({k}, {ranks})", on("stats", calls[name]), [a]


@family
def sparse(rng):
    n, m = (int(x) for x in rng.integers(1, 6, 2))
    a, b = (Operand(rng, (n, m), dtype(rng, "fdFD"), "contiguous") for _ in range(2))
    for one in (a, b):
        one.values = numpy.where(rng.random((n, m)) < 0.5, numpy.nan_to_num(one.values, posinf=1, neginf=2), 0).astype(
            one.values.dtype)
    form, other = str(rng.choice(["csr", "csc", "coo"])), str(rng.choice(["csr", "csc", "coo"]))

    def made(s, x):
        return getattr(s, f"{form}_matrix")(x)
    calls = {
        "to": lambda s, xp, a, b: made(s, a).asformat(other).toarray(), "sum": lambda s, xp, a, b: xp.asarray(
            made(s, a).sum(axis=0)), "add": lambda s, xp, a, b: (made(s, a) + made(s, b)).toarray(),
        "multiply": lambda s, xp, a, b: made(s, a).multiply(made(s, b)).toarray(),
        "matmul": lambda s, xp, a, b: (made(s, a) @ made(s, b).T).toarray(),
        "dense": lambda s, xp, a, b: made(s, a) @ b.T,
        "vector": lambda s, xp, a, b: made(s, a) @ b[0], "T": lambda s, xp, a, b: made(s, a).T.toarray(),
        "diagonal": lambda s, xp, a, b: made(s, a).diagonal(), "nnz": lambda s, xp, a, b: str(made(s, a).nnz),
        "kron": lambda s, xp, a, b: s.kron(made(s, a), made(s, b)).toarray(), "slice": lambda s, xp, a, b: made(
            s, a).tocsr()[::-1, : m // 2 + 1].toarray(), "max": lambda s, xp, a, b: made(s, a.real.copy()).max(
                axis=1).toarray(), "stack": lambda s, xp, a, b: s.vstack([made(s, a), made(s, b)]).toarray(),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({form}, {other})", on("sparse", calls[name]), [a, b]
