"""cupyx.signal beside formulas in NumPy."""

import numpy
import pytest
import scipy.signal

import cupy
from cupyx import signal

RNG = numpy.random.default_rng(4)


def _complex(*shape):
    return RNG.standard_normal(shape) + 1j * RNG.standard_normal(shape)


@pytest.mark.parametrize("window", [None, "hann", "array", "function"])
@pytest.mark.parametrize("nfft", [None, 40])
def test_pulses(window, nfft):
    x, template = _complex(5, 32), _complex(9)
    weights = {
        None: numpy.ones,
        "hann": lambda n: scipy.signal.get_window("hann", n, False),
        "array": lambda n: numpy.arange(1.0, n + 1),
        "function": lambda n: 1 + numpy.fft.fftfreq(n) ** 2,
    }[window]
    given = {"array": lambda n: cupy.arange(1.0, n + 1), "function": lambda n: lambda f: 1 + f * f}.get(
        window, lambda n: window
    )
    n = nfft or 32
    wanted = numpy.fft.ifft(numpy.fft.fft(x, n) * numpy.fft.fft(template * weights(9), n).conj())
    numpy.testing.assert_allclose(
        signal.pulse_compression(cupy.asarray(x), cupy.asarray(template), False, given(9), nfft).get(),
        wanted,
        atol=1e-10,
    )
    wanted = numpy.fft.fft(x * weights(5)[:, None], nfft, axis=0)
    numpy.testing.assert_allclose(signal.pulse_doppler(cupy.asarray(x), given(5), nfft).get(), wanted, atol=1e-10)
    norm = signal.pulse_compression(cupy.asarray(x), cupy.asarray(template), True).get()
    numpy.testing.assert_allclose(
        norm * numpy.linalg.norm(template),
        signal.pulse_compression(cupy.asarray(x), cupy.asarray(template)).get(),
        atol=1e-10,
    )


@pytest.mark.parametrize("guard, reference", [(1, 2), (0, 3), (3, 8)])
def test_cfar_of_vectors(guard, reference):
    x = RNG.exponential(size=60)
    mask, found = signal.ca_cfar(cupy.asarray(x), guard, reference, 0.1)
    wanted, far = numpy.zeros(60), guard + reference
    for i in range(far, 60 - far):
        cells = numpy.r_[x[i - far : i - guard], x[i + guard + 1 : i + far + 1]]
        wanted[i] = cells.mean() * signal.cfar_alpha(0.1, 2 * reference)
    assert mask.dtype == "f"
    numpy.testing.assert_allclose(mask.get(), wanted, rtol=1e-5, atol=1e-6)
    numpy.testing.assert_array_equal(found.get(), x > mask.get())


@pytest.mark.parametrize("guard, reference", [((1, 2), (2, 1)), ((0, 0), (1, 3))])
def test_cfar_of_images(guard, reference):
    x = RNG.exponential(size=(20, 24))
    mask, found = signal.ca_cfar(cupy.asarray(x), guard, reference)
    wanted, (f0, f1) = numpy.zeros(x.shape), [g + r for g, r in zip(guard, reference)]
    for i in range(f0, 20 - f0):
        for j in range(f1, 24 - f1):
            outer, inner = (
                x[i - f0 : i + f0 + 1, j - f1 : j + f1 + 1],
                x[i - guard[0] : i + guard[0] + 1, j - guard[1] : j + guard[1] + 1],
            )
            count = outer.size - inner.size
            wanted[i, j] = (outer.sum() - inner.sum()) / count * signal.cfar_alpha(1e-3, count)
    numpy.testing.assert_allclose(mask.get(), wanted, rtol=1e-5, atol=1e-6)
    numpy.testing.assert_array_equal(found.get(), x > mask.get())


def test_mvdr():
    x, sv = _complex(4, 50), _complex(4)
    inverse = numpy.linalg.inv(numpy.cov(x))
    wanted = inverse @ sv / (sv.conj() @ inverse @ sv)
    numpy.testing.assert_allclose(signal.mvdr(cupy.asarray(x), cupy.asarray(sv)).get(), wanted)
    numpy.testing.assert_allclose(signal.mvdr(cupy.asarray(numpy.cov(x)), cupy.asarray(sv), False).get(), wanted)


@pytest.mark.parametrize("n", [31, 32])
def test_cepstra(n):
    x = RNG.standard_normal((2, n))
    x[:, 0] += 9
    wanted = numpy.fft.ifft(numpy.log(abs(numpy.fft.fft(x)))).real
    numpy.testing.assert_allclose(signal.real_cepstrum(cupy.asarray(x)).get(), wanted, atol=1e-12)
    numpy.testing.assert_allclose(signal.real_cepstrum(cupy.asarray(x.T.copy()), axis=0).get(), wanted.T, atol=1e-12)
    delayed = numpy.roll(x, 3, axis=-1)
    ceps, delay = signal.complex_cepstrum(cupy.asarray(delayed))
    spectrum, centre = numpy.fft.fft(delayed), (n + 1) // 2
    phase = numpy.unwrap(numpy.angle(spectrum))
    lag = numpy.round(phase[:, centre] / numpy.pi)
    phase -= numpy.pi * lag[:, None] * numpy.arange(n) / centre
    numpy.testing.assert_array_equal(delay.get(), lag)
    numpy.testing.assert_allclose(ceps.get(), numpy.fft.ifft(numpy.log(abs(spectrum)) + 1j * phase).real, atol=1e-10)
    if n % 2 == 0:
        numpy.testing.assert_allclose(signal.inverse_complex_cepstrum(ceps, delay).get(), delayed, atol=1e-10)
    least = signal.minimum_phase(cupy.asarray(x[0])).get()
    numpy.testing.assert_allclose(abs(numpy.fft.fft(least)), abs(numpy.fft.fft(x[0])), rtol=1e-9)


@pytest.mark.parametrize("channels, taps", [(4, 1), (8, 5), (3, 40)])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_channelizer(channels, taps, dtype):
    x = (_complex(channels * 20 + 1) if dtype in "FD" else RNG.standard_normal(channels * 20 + 1)).astype(dtype)
    h = RNG.standard_normal(channels * taps).astype(dtype)
    bank, register = h.reshape(taps, channels).T, numpy.zeros((channels, taps), "D")
    wanted = numpy.empty((channels, 20), "D")
    for n in range(20):
        register[:, 1:] = register[:, :-1].copy()
        register[:, 0] = x[n * channels : (n + 1) * channels][::-1].conj()
        wanted[:, n] = numpy.fft.fft((register * bank).sum(axis=1)).conj()
    found = signal.channelize_poly(cupy.asarray(x), cupy.asarray(h), channels)
    assert found.dtype == ("F" if dtype in "fF" else "D")
    numpy.testing.assert_allclose(found.get(), wanted, atol=1e-3 if dtype in "fF" else 1e-9)


def test_finite_filters():
    b, x = RNG.standard_normal(6), RNG.standard_normal((3, 50))
    numpy.testing.assert_allclose(signal.firfilter(b, cupy.asarray(x)).get(), scipy.signal.lfilter(b, 1, x), atol=1e-12)
    zi = numpy.ones((3, 5))
    for ours, theirs in zip(
        signal.firfilter(b, cupy.asarray(x), zi=cupy.asarray(zi)), scipy.signal.lfilter(b, 1, x, zi=zi)
    ):
        numpy.testing.assert_allclose(ours.get(), theirs, atol=1e-12)
    numpy.testing.assert_allclose(signal.firfilter_zi(cupy.asarray(b)).get(), scipy.signal.lfilter_zi(b, [1.0]))
    numpy.testing.assert_allclose(
        signal.firfilter2(b, cupy.asarray(x), 0, padlen=1).get(),
        scipy.signal.filtfilt(b, 1, x, 0, padlen=1),
        atol=1e-12,
    )
    numpy.testing.assert_allclose(
        signal.freq_shift(cupy.asarray(x[0]), 3.0, 20.0).get(),
        x[0] * numpy.exp(-2j * numpy.pi * 3 / 20 * numpy.arange(50)),
    )


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
def test_volterra(mode):
    x = RNG.standard_normal(20)
    for h, name in ((RNG.standard_normal((4, 4)), "convolve1d2o"), (RNG.standard_normal((3, 3, 3)), "convolve1d3o")):
        k = len(h)
        padded = numpy.pad(x, {"valid": (0, 0), "same": (k // 2, k - 1 - k // 2), "full": (k - 1, k - 1)}[mode])
        wanted = []
        for n in range(padded.size - k + 1):
            part = padded[n : n + k][::-1]
            wanted.append(numpy.einsum("ij,i,j" if h.ndim == 2 else "ijk,i,j,k", h, *[part] * h.ndim))
        numpy.testing.assert_allclose(getattr(signal, name)(cupy.asarray(x), cupy.asarray(h), mode).get(), wanted)


@pytest.mark.parametrize(
    "error, call",
    [
        (ValueError, lambda x: signal.pulse_compression(x[None], x, window=x[:3])),
        (ValueError, lambda x: signal.ca_cfar(x, 10, 10)),
        (TypeError, lambda x: signal.ca_cfar(x[None, None], 1, 1)),
        (TypeError, lambda x: signal.ca_cfar(x[None], (1,), (1, 1))),
        (ValueError, lambda x: signal.ca_cfar(x[None], (1, 1), (1, 1))),
        (ValueError, lambda x: signal.mvdr(x[:, None], x)),
        (ValueError, lambda x: signal.mvdr(x[None], x)),
        (ValueError, lambda x: signal.channelize_poly(x, x[:3], 4)),
        (ValueError, lambda x: signal.convolve1d2o(x, x)),
        (ValueError, lambda x: signal.convolve1d2o(x, x[None], "other")),
        (ValueError, lambda x: signal.convolve1d3o(x, x[None, None], method="fft")),
        (ValueError, lambda x: signal.firfilter_zi(x[None])),
    ],
)
def test_bad_input(error, call):
    with pytest.raises(error):
        call(cupy.ones(20))
