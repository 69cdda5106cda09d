"""Responses of linear systems in time and frequency, and control of them."""
import scipy.signal as scipy_signal

from cupyx.scipy.signal._through_scipy import through_scipy

__all__ = ["bode", "dbode", "dfreqresp", "dimpulse", "dlsim", "dstep", "freqresp", "impulse", "lsim", "place_poles",
           "step"]

bode = through_scipy(scipy_signal.bode, """\
>>> w, magnitude, phase = signal.bode(([1.0], [1.0, 1.0]), w=[1.0])
>>> magnitude.round(2), phase.round(2)
(array([-3.01]), array([-45.]))""")
dbode = through_scipy(scipy_signal.dbode, """\
>>> w, magnitude, phase = signal.dbode(([1.0], [1.0, 0.5], 1.0), w=[0.0])
>>> magnitude.round(2)
array([-3.52])""")
dfreqresp = through_scipy(scipy_signal.dfreqresp, """\
>>> w, h = signal.dfreqresp(([1.0], [1.0, 0.5], 1.0), w=[0.0])
>>> h.real.round(4)
array([0.6667])""")
dimpulse = through_scipy(scipy_signal.dimpulse, """\
>>> t, (y,) = signal.dimpulse(([1.0], [1.0, -0.5], 1.0), n=4)
>>> y.ravel()
array([0.  , 1.  , 0.5 , 0.25])""")
dlsim = through_scipy(scipy_signal.dlsim, """\
>>> t, y = signal.dlsim(([1.0], [1.0, -0.5], 1.0), [1.0, 0.0, 0.0])
>>> y.ravel()
array([0. , 1. , 0.5])""")
dstep = through_scipy(scipy_signal.dstep, """\
>>> t, (y,) = signal.dstep(([1.0], [1.0, -0.5], 1.0), n=4)
>>> y.ravel()
array([0.  , 1.  , 1.5 , 1.75])""")
freqresp = through_scipy(scipy_signal.freqresp, """\
>>> w, h = signal.freqresp(([1.0], [1.0, 1.0]), w=[1.0])
>>> h
array([0.5-0.5j])""")
impulse = through_scipy(scipy_signal.impulse, """\
>>> t, y = signal.impulse(([1.0], [1.0, 1.0]), T=[0.0, 1.0])
>>> y.round(4)
array([1.    , 0.3679])""")
lsim = through_scipy(scipy_signal.lsim, """\
>>> t, y, x = signal.lsim(([1.0], [1.0, 1.0]), [1.0, 1.0], [0.0, 1.0])
>>> y.round(4)
array([0.    , 0.6321])""")
place_poles = through_scipy(scipy_signal.place_poles, """\
>>> import cupy
>>> found = signal.place_poles(cupy.array([[0.0, 1.0], [0.0, 0.0]]), cupy.array([[0.0], [1.0]]), [-1.0, -2.0])
>>> found.gain_matrix.round(4)
array([[2., 3.]])""")
step = through_scipy(scipy_signal.step, """\
>>> t, y = signal.step(([1.0], [1.0, 1.0]), T=[0.0, 1.0])
>>> y.round(4)
array([0.    , 0.6321])""")
