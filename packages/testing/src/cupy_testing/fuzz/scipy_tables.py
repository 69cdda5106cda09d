"""Random calls of SciPy's image, signal, special and statistics functions that `scipy_calls` does not draw."""
import numpy

from cupy_testing.fuzz.calls import axis, family, operand, shape
from cupy_testing.fuzz.scipy_calls import on

__all__ = []

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]

#: Functions of numbers -> kinds of arguments: any, positive, in (0, 1), whole.
SPECIAL = {
    "agm": "pp", "bdtr": "wWu", "bdtrc": "wWu", "bei": "a", "ber": "a", "betainc": "ppu", "betaincc": "ppu",
    "betaincinv": "ppu", "binom": "pp", "boxcox": "pa", "boxcox1p": "pa", "chdtr": "pp", "chdtrc": "pp", "chdtri": "pu",
    "cosdg": "a", "cosm1": "a", "dawsn": "a", "digamma": "p", "ellipe": "u", "ellipeinc": "au", "ellipk": "u",
    "ellipkinc": "au", "ellipkm1": "u", "elliprc": "pp", "elliprd": "ppp", "elliprf": "ppp", "elliprg": "ppp",
    "erfcinv": "u", "erfcx": "a", "erfi": "a", "erfinv": "u", "eval_chebyt": "wa", "eval_hermite": "wa",
    "eval_laguerre": "wa", "eval_legendre": "wu", "exp1": "p", "exp10": "a", "exp2": "a", "expi": "p", "expm1": "a",
    "expn": "wp", "fdtr": "ppp", "fdtrc": "ppp", "gammaincinv": "pu", "gammasgn": "a", "gdtr": "ppp", "huber": "pa",
    "hyp0f1": "pa", "hyp1f1": "apa", "hyperu": "ppp", "i0": "a", "i1": "a", "inv_boxcox": "pu", "iv": "pp", "jv": "pp",
    "k0": "p", "k1": "p", "kl_div": "pp", "kn": "wp", "kolmogorov": "p", "kv": "pp", "lambertw": "p", "log1p": "p",
    "log_expit": "a", "log_ndtr": "a", "loggamma": "p", "lpmv": "wwu", "modstruve": "pp", "nbdtr": "wWu", "ndtri": "u",
    "owens_t": "aa", "pdtr": "wp", "pdtrc": "wp", "pdtri": "wu", "poch": "pp", "polygamma": "wp", "pseudo_huber": "pa",
    "radian": "aaa", "rgamma": "a", "round": "a", "sindg": "a", "smirnov": "Wu", "spence": "p", "stdtr": "pa",
    "stdtrit": "pu", "struve": "pp", "tandg": "u", "voigt_profile": "app", "wrightomega": "a", "xlog1py": "pp",
    "y0": "p", "y1": "p", "yn": "wp", "yv": "pp", "zetac": "p", "softplus": "a",
}


@family
def special_table(rng):
    name = str(rng.choice(sorted(SPECIAL)))
    whole, operands = shape(rng, 2), []
    char = str(rng.choice(list("fdd")))
    for kind in SPECIAL[name]:
        one = operand(rng, like=whole, among="l" if kind in "wW" else char)
        x = numpy.nan_to_num(one.values.astype(float), posinf=1, neginf=2)
        x = {"a": x, "p": abs(x) % 4 + 0.25, "u": abs(x) % 1 * 0.75 + 0.125, "w": abs(x) % 5, "W": abs(x) % 5 + 6}[kind]
        one.values = x.astype(one.values.dtype)
        operands.append(one)
    return name, on("special", lambda m, xp, *a: getattr(m, name)(*a)), operands


@family
def image_table(rng):
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
    return f"{name}({mode}, {size}, {order}, {k}, {origin}, {degree})", on("ndimage", calls[name]), [a]


@family
def signal_table(rng):
    a = operand(rng, 2, 1, "ilfdD")
    a.layout = "contiguous" if a.layout in ("unaligned", "field") else a.layout
    k, n, mode = axis(rng, a, False), int(rng.integers(2, 6)), str(rng.choice(["full", "same", "valid"]))
    sos = [[1.0, 0.5, 0.25, 1.0, -0.3, 0.1], [0.5, 0.2, 0.0, 1.0, 0.2, 0.0]]
    pad = str(rng.choice(["odd", "even", "constant"]))
    calls = {
        "sosfilt": lambda m, xp, a: m.sosfilt(xp.asarray(sos), a * 1.0, k),
        "lfilter_zi": lambda m, xp, a: m.lfilter_zi(xp.asarray([1.0, 0.5]), xp.asarray([1.0, -0.3, 0.1])),
        "lfilter": lambda m, xp, a: m.lfilter(xp.asarray([1.0, 0.5, n]), xp.asarray([1.0, -0.3]), a * 1.0, k),
        "filtfilt": lambda m, xp, a: m.filtfilt(xp.asarray([1.0, 0.5]), xp.asarray([1.0, -0.3]), a.real * 1.0, k,
                                                padtype=pad, padlen=0),
        "savgol_filter": lambda m, xp, a: m.savgol_filter(a.real * 1.0, 3, 1, axis=k, mode="constant"),
        "decimate": lambda m, xp, a: m.decimate(a.real * 1.0, n, ftype="fir", axis=k),
        "hilbert": lambda m, xp, a: m.hilbert(a.real, axis=k),
        "resample": lambda m, xp, a: m.resample(a * 1.0, n, axis=k),
        "resample_poly": lambda m, xp, a: m.resample_poly(a * 1.0, n, 3, axis=k),
        "upfirdn": lambda m, xp, a: m.upfirdn(xp.asarray([1.0, 2, n]), a * 1.0, 2, n, axis=k),
        "order_filter": lambda m, xp, a: m.order_filter(xp.array(a.real), xp.ones((3,) * a.ndim), 1),
        "convolve2d": lambda m, xp, a: m.convolve2d(xp.atleast_2d(a), xp.ones((n, 2)), mode),
        "correlate2d": lambda m, xp, a: m.correlate2d(xp.atleast_2d(a), xp.ones((2, 2)), mode, "symm"),
        "deconvolve": lambda m, xp, a: m.deconvolve(a.ravel().repeat(2)[:9] * 1.0, xp.asarray([1.0, 0.5])),
        "argrelextrema": lambda m, xp, a: m.argrelextrema(a.real, xp.greater_equal, k),
        "peak_widths": lambda m, xp, a: m.peak_prominences(a.real.ravel() * 1.0, m.find_peaks(a.real.ravel())[0]),
        "welch": lambda m, xp, a: m.welch(a * 1.0, nperseg=min(n, a.shape[k]), axis=k),
        "spectrogram": lambda m, xp, a: m.spectrogram(a * 1.0, nperseg=min(n, a.shape[k]), noverlap=0, axis=k),
        "stft": lambda m, xp, a: m.stft(a * 1.0, nperseg=min(n, a.shape[k]), axis=k)[2],
        "czt": lambda m, xp, a: m.czt(a, n, axis=k), "zoom_fft": lambda m, xp, a: m.zoom_fft(a, [0.1, 0.6], n, axis=k),
        "sawtooth": lambda m, xp, a: m.sawtooth(a.real * 1.0, 0.25), "square": lambda m, xp, a: m.square(a.real * 1.0),
        "chirp": lambda m, xp, a: m.chirp(a.real * 1.0, 1, 2, 3), "gausspulse": lambda m, xp, a: m.gausspulse(
            a.real * 1.0, 2), "medfilt2d": lambda m, xp, a: m.medfilt2d(xp.atleast_2d(a.real * 1.0), 3),
        "get_window": lambda m, xp, a: m.get_window("hann", n),
        "freqz": lambda m, xp, a: m.freqz(a.ravel()[:5] + 1.0, worN=n),
        "symiirorder1": lambda m, xp, a: m.symiirorder1(a.ravel() * 1.0, 0.5, 0.5),
        "cspline1d": lambda m, xp, a: m.cspline1d(a.real.ravel() * 1.0),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or not numpy.isfinite(a.values).all():
        return None
    return f"{name}({k}, {n}, {mode}, {pad})", on("signal", calls[name]), [a]


@family
def statistics_table(rng):
    a = operand(rng, 2, 1, "lfd")
    k, policy = axis(rng, a), str(rng.choice(["propagate", "omit"]))
    kept = {"axis": k, "nan_policy": policy, "keepdims": bool(rng.integers(2))}
    scored = {"axis": k, "nan_policy": policy}
    calls = {
        **{name: (lambda m, xp, a, name=name: getattr(m, name)(a, **kept)) for name in (
            "skew", "kurtosis", "sem", "variation", "tmean", "iqr", "differential_entropy", "jarque_bera", "mode",
            "tstd", "tvar", "kstat")},
        **{name: (lambda m, xp, a, name=name: getattr(m, name)(abs(a) + 1, **kept)) for name in (
            "gmean", "hmean", "entropy", "gstd")},
        "zscore": lambda m, xp, a: m.zscore(a, **scored), "rankdata": lambda m, xp, a: m.rankdata(a, **scored),
        "moment": lambda m, xp, a: m.moment(a, [2, 3][policy == "omit"], **kept),
        "trim_mean": lambda m, xp, a: m.trim_mean(a, 0.2, **kept), "pmean": lambda m, xp, a: m.pmean(
            abs(a) + 1, 1.5, **kept), "ttest_1samp": lambda m, xp, a: tuple(m.ttest_1samp(a, 0.5, **kept)),
        "circmean": lambda m, xp, a: m.circmean(a, **kept), "zmap": lambda m, xp, a: m.zmap(a + 1, a, **scored),
        "wasserstein_distance": lambda m, xp, a: m.wasserstein_distance(a.ravel(), abs(a).ravel()),
        "energy_distance": lambda m, xp, a: m.energy_distance(a.ravel(), abs(a).ravel()),
        "sigmaclip": lambda m, xp, a: m.sigmaclip(a, 1.5, 1.5)[0], "norm": lambda m, xp, a: m.norm.logsf(a, 0.5, 2),
        "gamma": lambda m, xp, a: m.gamma.pdf(abs(a) + 0.5, 1.5), "poisson": lambda m, xp, a: m.poisson.cdf(a, 2.5),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or (numpy.isinf(a.values).any() or name in ("norm", "gamma", "poisson") and
                             not numpy.isfinite(a.values).all()):
        return None
    return f"{name}({k}, {policy}, {kept['keepdims']})", on("stats", calls[name]), [a]
