"""Design of recursive filters."""
import scipy.signal as scipy_signal

from cupyx.scipy.signal._through_scipy import through_scipy

__all__ = ["band_stop_obj", "bessel", "besselap", "buttap", "butter", "buttord", "cheb1ap", "cheb1ord", "cheb2ap",
           "cheb2ord", "cheby1", "cheby2", "ellip", "ellipap", "ellipord", "gammatone", "iircomb", "iirdesign",
           "iirfilter", "iirnotch", "iirpeak"]

band_stop_obj = through_scipy(scipy_signal.band_stop_obj, """\
>>> import numpy
>>> edges = [numpy.array(pair) for pair in ([0.1, 0.6], [0.2, 0.5])]
>>> round(float(signal.band_stop_obj(0.1, 0, edges[0], edges[1], 3, 60, "butter")), 2)
25.18""")
bessel = through_scipy(scipy_signal.bessel, """\
>>> b, a = signal.bessel(4, 0.2)
>>> b.shape, a.shape
((5,), (5,))""")
besselap = through_scipy(scipy_signal.besselap, """\
>>> z, p, k = signal.besselap(1)
>>> p
array([-1.-0.j])""")
buttap = through_scipy(scipy_signal.buttap, """\
>>> z, p, k = signal.buttap(1)
>>> z.size, p, k
(0, array([-1.-0.j]), 1.0)""")
butter = through_scipy(scipy_signal.butter, """\
>>> b, a = signal.butter(2, 0.5)
>>> b.round(4)
array([0.2929, 0.5858, 0.2929])""")
buttord = through_scipy(scipy_signal.buttord, """\
>>> order, frequency = signal.buttord(0.2, 0.3, 3, 40)
>>> int(order)
11""")
cheb1ap = through_scipy(scipy_signal.cheb1ap, """\
>>> z, p, k = signal.cheb1ap(2, 1)
>>> p.shape
(2,)""")
cheb1ord = through_scipy(scipy_signal.cheb1ord, """\
>>> order, frequency = signal.cheb1ord(0.2, 0.3, 3, 40)
>>> int(order)
6""")
cheb2ap = through_scipy(scipy_signal.cheb2ap, """\
>>> z, p, k = signal.cheb2ap(2, 20)
>>> z.shape
(2,)""")
cheb2ord = through_scipy(scipy_signal.cheb2ord, """\
>>> order, frequency = signal.cheb2ord(0.2, 0.3, 3, 40)
>>> int(order)
6""")
cheby1 = through_scipy(scipy_signal.cheby1, """\
>>> sos = signal.cheby1(4, 1, 0.2, output="sos")
>>> sos.shape
(2, 6)""")
cheby2 = through_scipy(scipy_signal.cheby2, """\
>>> sos = signal.cheby2(4, 40, 0.2, output="sos")
>>> sos.shape
(2, 6)""")
ellip = through_scipy(scipy_signal.ellip, """\
>>> z, p, k = signal.ellip(4, 1, 60, 0.2, output="zpk")
>>> bool(abs(p).max() < 1)
True""")
ellipap = through_scipy(scipy_signal.ellipap, """\
>>> z, p, k = signal.ellipap(3, 1, 60)
>>> z.shape, p.shape
((2,), (3,))""")
ellipord = through_scipy(scipy_signal.ellipord, """\
>>> order, frequency = signal.ellipord(0.2, 0.3, 3, 40)
>>> int(order)
4""")
gammatone = through_scipy(scipy_signal.gammatone, """\
>>> b, a = signal.gammatone(440, "iir", fs=16000)
>>> a.shape
(9,)""")
iircomb = through_scipy(scipy_signal.iircomb, """\
>>> b, a = signal.iircomb(20, 30, fs=200)
>>> b.shape
(11,)""")
iirdesign = through_scipy(scipy_signal.iirdesign, """\
>>> sos = signal.iirdesign(0.2, 0.3, 1, 40, output="sos")
>>> sos.shape
(2, 6)""")
iirfilter = through_scipy(scipy_signal.iirfilter, """\
>>> b, a = signal.iirfilter(2, [0.2, 0.4], btype="band")
>>> b.shape
(5,)""")
iirnotch = through_scipy(scipy_signal.iirnotch, """\
>>> b, a = signal.iirnotch(60, 30, fs=200)
>>> b.shape
(3,)""")
iirpeak = through_scipy(scipy_signal.iirpeak, """\
>>> b, a = signal.iirpeak(60, 30, fs=200)
>>> b.shape
(3,)""")
