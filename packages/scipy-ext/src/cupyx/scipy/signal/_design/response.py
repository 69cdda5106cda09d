"""Frequency responses of filters."""
import scipy.signal as scipy_signal

from cupyx.scipy.signal._through_scipy import through_scipy

__all__ = ["findfreqs", "freqs", "freqs_zpk", "freqz", "freqz_sos", "freqz_zpk", "group_delay", "sosfreqz"]

findfreqs = through_scipy(scipy_signal.findfreqs, """\
>>> signal.findfreqs([1, 0], [1, 8, 25], 3)
array([1.e-02, 1.e+00, 1.e+02])""")
freqs = through_scipy(scipy_signal.freqs, """\
>>> w, h = signal.freqs([1.0], [1.0, 1.0], worN=[0.0, 1.0])
>>> abs(h).round(4)
array([1.    , 0.7071])""")
freqs_zpk = through_scipy(scipy_signal.freqs_zpk, """\
>>> w, h = signal.freqs_zpk([], [-1.0], 1.0, worN=[0.0, 1.0])
>>> abs(h).round(4)
array([1.    , 0.7071])""")
freqz = through_scipy(scipy_signal.freqz, """\
>>> w, h = signal.freqz([0.5, 0.5], worN=4)
>>> abs(h).round(4)
array([1.    , 0.9239, 0.7071, 0.3827])""")
freqz_sos = through_scipy(scipy_signal.freqz_sos, """\
>>> w, h = signal.freqz_sos(signal.butter(4, 0.5, output="sos"), worN=4)
>>> abs(h).round(4)
array([1.    , 0.9996, 0.7071, 0.0294])""")
freqz_zpk = through_scipy(scipy_signal.freqz_zpk, """\
>>> w, h = signal.freqz_zpk([-1.0], [0.0], 0.5, worN=4)
>>> abs(h).round(4)
array([1.    , 0.9239, 0.7071, 0.3827])""")
group_delay = through_scipy(scipy_signal.group_delay, """\
>>> w, delay = signal.group_delay(([1.0, 1.0, 1.0], [1.0]), w=2)
>>> delay
array([1., 1.])""")
sosfreqz = through_scipy(scipy_signal.freqz_sos, """\
>>> w, h = signal.sosfreqz(signal.butter(4, 0.5, output="sos"), worN=4)
>>> h.shape
(4,)""")
sosfreqz.__name__ = sosfreqz.__qualname__ = "sosfreqz"
