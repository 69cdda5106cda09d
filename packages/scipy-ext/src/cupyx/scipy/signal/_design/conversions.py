"""Conversions between forms of filters, and between kinds of them."""
import scipy.signal as scipy_signal

from cupyx.scipy.signal._through_scipy import through_scipy

__all__ = ["abcd_normalize", "bilinear", "bilinear_zpk", "cont2discrete", "invres", "invresz", "lp2bp", "lp2bp_zpk",
           "lp2bs", "lp2bs_zpk", "lp2hp", "lp2hp_zpk", "lp2lp", "lp2lp_zpk", "normalize", "residue", "residuez",
           "sos2tf", "sos2zpk", "ss2tf", "ss2zpk", "tf2sos", "tf2ss", "tf2zpk", "unique_roots", "zpk2sos", "zpk2ss",
           "zpk2tf"]

abcd_normalize = through_scipy(scipy_signal.abcd_normalize, """\
>>> A, B, C, D = signal.abcd_normalize([[1.0, 2.0], [3.0, 4.0]], [[1.0], [0.0]], [[1.0, 0.0]])
>>> D
array([[0.]])""")
bilinear = through_scipy(scipy_signal.bilinear, """\
>>> b, a = signal.bilinear([1.0], [1.0, 1.0])
>>> b.round(4), a.round(4)
(array([0.3333, 0.3333]), array([ 1.    , -0.3333]))""")
bilinear_zpk = through_scipy(scipy_signal.bilinear_zpk, """\
>>> z, p, k = signal.bilinear_zpk([], [-1.0], 1.0, fs=1)
>>> z, p.round(4)
(array([-1.]), array([0.3333]))""")
cont2discrete = through_scipy(scipy_signal.cont2discrete, """\
>>> num, den, dt = signal.cont2discrete(([1.0], [1.0, 1.0]), 0.1)
>>> den.round(4)
array([ 1.    , -0.9048])""")
invres = through_scipy(scipy_signal.invres, """\
>>> b, a = signal.invres([1.0, 2.0], [-1.0, -2.0], [])
>>> a
array([1., 3., 2.])""")
invresz = through_scipy(scipy_signal.invresz, """\
>>> b, a = signal.invresz([1.0, 2.0], [0.5, 0.25], [])
>>> a
array([ 1.   , -0.75 ,  0.125])""")
lp2bp = through_scipy(scipy_signal.lp2bp, """\
>>> b, a = signal.lp2bp([1.0], [1.0, 1.0], wo=2.0)
>>> a
array([1., 1., 4.])""")
lp2bp_zpk = through_scipy(scipy_signal.lp2bp_zpk, """\
>>> z, p, k = signal.lp2bp_zpk([], [-1.0], 1.0)
>>> p.shape
(2,)""")
lp2bs = through_scipy(scipy_signal.lp2bs, """\
>>> b, a = signal.lp2bs([1.0], [1.0, 1.0])
>>> b
array([1., 0., 1.])""")
lp2bs_zpk = through_scipy(scipy_signal.lp2bs_zpk, """\
>>> z, p, k = signal.lp2bs_zpk([], [-1.0], 1.0)
>>> z.shape
(2,)""")
lp2hp = through_scipy(scipy_signal.lp2hp, """\
>>> b, a = signal.lp2hp([1.0], [1.0, 1.0], wo=2.0)
>>> b, a
(array([1., 0.]), array([1., 2.]))""")
lp2hp_zpk = through_scipy(scipy_signal.lp2hp_zpk, """\
>>> z, p, k = signal.lp2hp_zpk([], [-1.0], 1.0)
>>> z.shape
(1,)""")
lp2lp = through_scipy(scipy_signal.lp2lp, """\
>>> b, a = signal.lp2lp([1.0], [1.0, 1.0], wo=2.0)
>>> b, a
(array([2.]), array([1., 2.]))""")
lp2lp_zpk = through_scipy(scipy_signal.lp2lp_zpk, """\
>>> z, p, k = signal.lp2lp_zpk([], [-1.0], 1.0, wo=2.0)
>>> p
array([-2.])""")
normalize = through_scipy(scipy_signal.normalize, """\
>>> b, a = signal.normalize([2.0, 4.0], [2.0, 6.0])
>>> b, a
(array([1., 2.]), array([1., 3.]))""")
residue = through_scipy(scipy_signal.residue, """\
>>> r, p, k = signal.residue([1.0], [1.0, 3.0, 2.0])
>>> r.round(4)
array([ 1., -1.])""")
residuez = through_scipy(scipy_signal.residuez, """\
>>> r, p, k = signal.residuez([1.0], [1.0, -0.75, 0.125])
>>> p.real
array([0.25, 0.5 ])""")
sos2tf = through_scipy(scipy_signal.sos2tf, """\
>>> b, a = signal.sos2tf([[1.0, 0.0, 0.0, 1.0, -0.5, 0.0]])
>>> a
array([ 1. , -0.5,  0. ])""")
sos2zpk = through_scipy(scipy_signal.sos2zpk, """\
>>> z, p, k = signal.sos2zpk([[1.0, 0.0, 0.0, 1.0, -0.5, 0.0]])
>>> p.real
array([0.5, 0. ])""")
ss2tf = through_scipy(scipy_signal.ss2tf, """\
>>> num, den = signal.ss2tf([[-1.0]], [[1.0]], [[1.0]], [[0.0]])
>>> num, den
(array([[0., 1.]]), array([1., 1.]))""")
ss2zpk = through_scipy(scipy_signal.ss2zpk, """\
>>> z, p, k = signal.ss2zpk([[-1.0]], [[1.0]], [[1.0]], [[0.0]])
>>> p
array([-1.])""")
tf2sos = through_scipy(scipy_signal.tf2sos, """\
>>> signal.tf2sos([1.0, 0.5], [1.0, -0.5])
array([[ 1. ,  0.5,  0. ,  1. , -0.5,  0. ]])""")
tf2ss = through_scipy(scipy_signal.tf2ss, """\
>>> A, B, C, D = signal.tf2ss([1.0], [1.0, 2.0])
>>> A
array([[-2.]])""")
tf2zpk = through_scipy(scipy_signal.tf2zpk, """\
>>> z, p, k = signal.tf2zpk([1.0], [1.0, 2.0])
>>> p
array([-2.])""")
unique_roots = through_scipy(scipy_signal.unique_roots, """\
>>> roots, multiplicity = signal.unique_roots([1.0, 1.0, 2.0])
>>> multiplicity
array([2, 1])""")
zpk2sos = through_scipy(scipy_signal.zpk2sos, """\
>>> signal.zpk2sos([], [0.5], 1.0)
array([[ 1. ,  0. ,  0. ,  1. , -0.5,  0. ]])""")
zpk2ss = through_scipy(scipy_signal.zpk2ss, """\
>>> A, B, C, D = signal.zpk2ss([], [-2.0], 1.0)
>>> A
array([[-2.]])""")
zpk2tf = through_scipy(scipy_signal.zpk2tf, """\
>>> b, a = signal.zpk2tf([], [-2.0], 1.0)
>>> b, a
(array([1.]), array([1., 2.]))""")
