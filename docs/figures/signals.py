"""Pictures of `cupyx.scipy.signal`: windows, waves, filters and their responses, spectra."""

MODULE = "cupyx.scipy.signal"

_IMPORTS = """\
import matplotlib.pyplot as plt

import cupy
from cupyx.scipy import signal

"""

_WINDOW = """\
window = {call}
response = cupy.abs(cupy.fft.rfft(window / window.sum(), 2048))

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
left.plot(window.get())
left.set_title("samples")
right.plot((20 * cupy.log10(cupy.maximum(response, 1e-8))).get())
right.set(title="response, dB", ylim=(-140, 5))
plt.show()
"""

_WINDOWS = {
    "barthann": "51", "bartlett": "51", "blackman": "51", "blackmanharris": "51", "bohman": "51", "boxcar": "51",
    "chebwin": "51, at=100", "cosine": "51", "dpss": "51, 3", "exponential": "51, tau=10", "flattop": "51",
    "gaussian": "51, 7", "general_cosine": "51, [0.5, 0.4, 0.1]", "general_gaussian": "51, p=2, sig=10",
    "general_hamming": "51, 0.7", "hamming": "51", "hann": "51", "kaiser": "51, 14",
    "kaiser_bessel_derived": "50, 4", "lanczos": "51", "nuttall": "51", "parzen": "51", "taylor": "51",
    "triang": "51", "tukey": "51, 0.4",
}

_WAVE = """\
t = cupy.linspace({begin}, 1, 1000)
plt.figure(figsize=(8, 3))
plt.plot(t.get(), {call}.get())
plt.show()
"""

_WAVES = {
    "chirp": (0, "t, 3, 1, 30"), "gausspulse": (-1, "t, fc=5"), "sawtooth": (0, "40 * t, 0.9"),
    "square": (0, "40 * t, duty=0.3"), "sweep_poly": (0, "t, cupy.poly1d([60, -50, 20])"),
}

_NOISY = """\
t = cupy.linspace(0, 1, 500)
clean = cupy.sin(2 * cupy.pi * 3 * t) * (1 + t)
x = clean + 0.3 * cupy.random.default_rng(0).standard_normal(t.size)
"""

_FILTERED = """
plt.figure(figsize=(8, 3))
plt.plot(t.get(), x.get(), alpha=0.5, label="x")
plt.plot({places}, y.get(), label="y")
plt.legend()
plt.show()
"""

_BUTTER = "b, a = signal.butter(4, 0.05)\n"
_SOS = 'sos = signal.butter(4, 0.05, output="sos")\n'

#: Name → what stands before the call, the call, where its samples are.
_FILTERS = {
    "lfilter": (_BUTTER, "signal.lfilter(b, a, x)", "t.get()"),
    "filtfilt": (_BUTTER, "signal.filtfilt(b, a, x)", "t.get()"),
    "sosfilt": (_SOS, "signal.sosfilt(sos, x)", "t.get()"),
    "sosfiltfilt": (_SOS, "signal.sosfiltfilt(sos, x)", "t.get()"),
    "savgol_filter": ("", "signal.savgol_filter(x, 51, 3)", "t.get()"),
    "medfilt": ("", "signal.medfilt(x, 21)", "t.get()"),
    "order_filter": ("", "signal.order_filter(x, cupy.ones(21), 18)", "t.get()"),
    "wiener": ("", "signal.wiener(x, 31)", "t.get()"),
    "whittaker_henderson": ("", "signal.whittaker_henderson(x, lamb=1e4).x", "t.get()"),
    "detrend": ("x += 4 * t\n", "signal.detrend(x)", "t.get()"),
    "hilbert": ("x = clean * cupy.sin(300 * t)\n", "cupy.abs(signal.hilbert(x))     # the envelope", "t.get()"),
    "envelope": ("x = clean * cupy.sin(300 * t)\n", "signal.envelope(x)[0]", "t.get()"),
    "decimate": ("", "signal.decimate(x, 10)", "t[::10].get()"),
    "resample": ("x = clean[::25]\nt = t[::25]\n", "signal.resample(x, 200)",
                 "cupy.linspace(0, 1, 200, endpoint=False).get()"),
    "resample_poly": ("x = clean[::25]\nt = t[::25]\n", "signal.resample_poly(x, 10, 1)",
                      "cupy.linspace(0, 1, 200, endpoint=False).get()"),
    "fftconvolve": ("", 'signal.fftconvolve(x, signal.windows.hann(51) / 25, "same")', "t.get()"),
    "oaconvolve": ("", 'signal.oaconvolve(x, signal.windows.hann(51) / 25, "same")', "t.get()"),
    "convolve": ("", 'signal.convolve(x, signal.windows.hann(51) / 25, "same")', "t.get()"),
    "symiirorder1": ("", "signal.symiirorder1(x, 0.04, 0.8)", "t.get()"),
}

_RESPONSE = """
frequencies, response = signal.{how}
plt.figure(figsize=(8, 3))
plt.plot(frequencies.get(), (20 * cupy.log10(cupy.maximum(cupy.abs(response), 1e-6))).get())
plt.xlabel("frequency, Hz")
plt.ylabel("gain, dB")
plt.grid()
plt.show()
"""

_SECTIONS = "freqz_sos(sos, fs=1000)"
_TAPS = "freqz(taps, fs=1000)"
_RATIO = "freqz(b, a, fs=1000)"

_DESIGNS = {
    "butter": ('sos = signal.butter(6, [80, 160], "bandpass", fs=1000, output="sos")', _SECTIONS),
    "cheby1": ('sos = signal.cheby1(6, 1, [80, 160], "bandpass", fs=1000, output="sos")', _SECTIONS),
    "cheby2": ('sos = signal.cheby2(6, 40, [80, 160], "bandpass", fs=1000, output="sos")', _SECTIONS),
    "ellip": ('sos = signal.ellip(6, 1, 40, [80, 160], "bandpass", fs=1000, output="sos")', _SECTIONS),
    "bessel": ('sos = signal.bessel(6, [80, 160], "bandpass", fs=1000, output="sos")', _SECTIONS),
    "iirfilter": ('sos = signal.iirfilter(6, [80, 160], rs=60, ftype="cheby2", fs=1000, output="sos")', _SECTIONS),
    "iirdesign": ('sos = signal.iirdesign([80, 160], [60, 180], 1, 40, fs=1000, output="sos")', _SECTIONS),
    "freqz_sos": ('sos = signal.butter(4, 100, fs=1000, output="sos")', _SECTIONS),
    "iirnotch": ("b, a = signal.iirnotch(100, 10, fs=1000)", _RATIO),
    "iirpeak": ("b, a = signal.iirpeak(100, 10, fs=1000)", _RATIO),
    "iircomb": ("b, a = signal.iircomb(100, 10, fs=1000)", _RATIO),
    "gammatone": ('b, a = signal.gammatone(100, "iir", fs=1000)', _RATIO),
    "freqz": ("b, a = signal.butter(4, 100, fs=1000)", _RATIO),
    "firwin": ("taps = signal.firwin(101, [80, 160], pass_zero=False, fs=1000)", _TAPS),
    "firwin2": ("taps = signal.firwin2(101, [0, 80, 160, 500], [0, 0, 1, 0.1], fs=1000)", _TAPS),
    "firls": ("taps = signal.firls(101, [0, 70, 80, 160, 170, 500], [0, 0, 1, 1, 0, 0], fs=1000)", _TAPS),
    "remez": ("taps = signal.remez(101, [0, 60, 80, 160, 180, 500], [0, 1, 0], fs=1000)", _TAPS),
}

_TONES = """\
t = cupy.arange(20_000) / 10_000
x = signal.chirp(t, 200, 2, 3_000) + 0.5 * cupy.sin(2 * cupy.pi * 1_000 * t)
x += 0.2 * cupy.random.default_rng(0).standard_normal(t.size)
"""

_SPECTRUM = """
plt.figure(figsize=(8, 3))
plt.semilogy(frequencies.get(), cupy.abs(power).get())
plt.xlabel("frequency, Hz")
plt.show()
"""

_SPECTRA = {
    "periodogram": "x, 10_000",
    "welch": "x, 10_000, nperseg=1024",
    "csd": "x, cupy.roll(x, 5), 10_000, nperseg=1024",
    "coherence": "x, x[::-1], 10_000, nperseg=1024",
}

_PLANE = """
plt.figure(figsize=(8, 3))
plt.pcolormesh(times.get(), frequencies.get(), cupy.log10(cupy.abs(power) + 1e-9).get())
plt.xlabel("time, s")
plt.ylabel("frequency, Hz")
plt.show()
"""

_PEAKS = """
plt.figure(figsize=(8, 3))
plt.plot(x.get())
plt.plot(places.get(), x[places].get(), "o")
plt.show()
"""

_PEAK_CALLS = {
    "find_peaks": "places, properties = signal.find_peaks(x, prominence=1)",
    "argrelmax": "places, = signal.argrelmax(x, order=20)",
    "argrelmin": "places, = signal.argrelmin(x, order=20)",
    "argrelextrema": "places, = signal.argrelextrema(x, cupy.greater, order=20)",
    "peak_prominences": "places = signal.find_peaks(x)[0]\nplaces = places[signal.peak_prominences(x, places)[0] > 1]",
    "peak_widths": "places = signal.find_peaks(x)[0]\nplaces = places[signal.peak_widths(x, places)[0] > 8]",
}

_LAGS = """\
x = cupy.random.default_rng(0).standard_normal(300)
y = cupy.roll(x, 40) + 0.5 * cupy.random.default_rng(1).standard_normal(300)
similar = signal.correlate(x, y)
lags = signal.correlation_lags(300, 300)

plt.figure(figsize=(8, 3))
plt.plot(cupy.asarray(lags).get(), similar.get())
plt.xlabel("lag")
plt.show()
"""

FIGURES = {
    **{f"{MODULE}.windows.{name}": _IMPORTS + _WINDOW.format(call=f"signal.windows.{name}({arguments})")
       for name, arguments in _WINDOWS.items()},
    **{f"cupy.{name}": _IMPORTS.replace("from cupyx.scipy import signal\n", "")
       + _WINDOW.format(call=f"cupy.{name}({arguments})")
       for name, arguments in {"bartlett": "51", "blackman": "51", "hamming": "51", "hanning": "51",
                               "kaiser": "51, 14"}.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _WAVE.format(begin=begin, call=f"signal.{name}({arguments})")
       for name, (begin, arguments) in _WAVES.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _NOISY + before + f"y = {call}\n" + _FILTERED.format(places=places)
       for name, (before, call, places) in _FILTERS.items()},
    **{f"{MODULE}.{name}": _IMPORTS + design + "\n" + _RESPONSE.format(how=how)
       for name, (design, how) in _DESIGNS.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _TONES + f"frequencies, power = signal.{name}({arguments})\n" + _SPECTRUM
       for name, arguments in _SPECTRA.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _TONES + f"frequencies, times, power = signal.{name}(x, 10_000, nperseg=512)\n"
       + _PLANE for name in ("spectrogram", "stft")},
    **{f"{MODULE}.{name}": _IMPORTS + _NOISY.replace("0.3 *", "0.1 *") + f"{call}\n" + _PEAKS
       for name, call in _PEAK_CALLS.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _LAGS for name in ("correlate", "correlation_lags")},
    f"{MODULE}.medfilt2d": _IMPORTS + """\
y, x = cupy.ogrid[-1:1:128j, -1:1:128j]
image = (cupy.hypot(x, y) < 0.8) * 1.0
image[cupy.random.default_rng(0).random(image.shape) < 0.05] = 2        # pixels that are wrong
result = signal.medfilt2d(image, 5)

figure, axes = plt.subplots(1, 2, figsize=(8, 4))
for axis, picture, title in zip(axes, (image, result), ("image", "result"), strict=True):
    axis.imshow(picture.get(), cmap="gray")
    axis.set_title(title)
plt.show()
""",
}
