"""Noncentral distributions and Struve functions against SciPy; inverses against the functions."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

RNG = numpy.random.default_rng(3)
N = 80
DF, OTHER = RNG.uniform(0.5, 20, (2, N))
NC, X, F = 10 ** RNG.uniform(-2, 2, N), 10 ** RNG.uniform(-2, 2, N), 10 ** RNG.uniform(-1, 1, N)
T, SHIFT, P = RNG.uniform(-1, 12, N), RNG.uniform(-2, 4, N), RNG.uniform(0.01, 0.99, N)


def _ours(name, *args):
    return getattr(special, name)(*[cupy.asarray(x) for x in args]).get()


@pytest.mark.parametrize("name, args, rtol", [
    ("chndtr", (X, DF, NC), 1e-13), ("chndtrix", (P, DF, NC), 1e-12), ("ncfdtr", (DF, OTHER, NC, F), 1e-12),
    ("ncfdtri", (DF, OTHER, NC, P), 1e-9), ("nctdtr", (DF, SHIFT, T), 1e-8), ("nctdtrit", (DF, SHIFT, P), 1e-12),
    ("struve", (RNG.uniform(-3, 8, N), RNG.uniform(0, 100, N)), 1e-10),
    ("modstruve", (RNG.uniform(-3, 8, N), RNG.uniform(0, 100, N)), 1e-10),
])
def test_values(name, args, rtol):
    wanted = getattr(scipy.special, name)(*args)
    some = abs(wanted) > 1e-10
    numpy.testing.assert_allclose(_ours(name, *args)[some], wanted[some], rtol=rtol)
    single = _ours(name, *[x.astype("f") for x in args])
    assert single.dtype == getattr(scipy.special, name)(*[x[:1].astype("f") for x in args]).dtype
    with numpy.errstate(over="ignore"):
        exact = _ours(name, *[x.astype("f").astype("d") for x in args]).astype("f")
    numpy.testing.assert_allclose(single, exact, rtol=1e-6, atol=1e-37)


@pytest.mark.parametrize("inverse, function, place", [
    ("chndtrix", "chndtr", 0), ("chndtridf", "chndtr", 1), ("chndtrinc", "chndtr", 2), ("ncfdtri", "ncfdtr", 3),
    ("ncfdtridfd", "ncfdtr", 1), ("ncfdtridfn", "ncfdtr", 0), ("ncfdtrinc", "ncfdtr", 2), ("nctdtrit", "nctdtr", 2),
    ("nctdtridf", "nctdtr", 0), ("nctdtrinc", "nctdtr", 1),
])
def test_inverses(inverse, function, place):
    """Of a distribution function that is not monotone in df, another df may have the same value."""
    args = list({"chndtr": (X, DF, NC), "ncfdtr": (DF, OTHER, NC, F), "nctdtr": (DF, SHIFT, T)}[function])
    p = _ours(function, *args)
    where = {"chndtrix": 0, "chndtridf": 1, "chndtrinc": 2, "ncfdtri": 3, "ncfdtridfd": 1, "ncfdtridfn": 0,
             "ncfdtrinc": 2, "nctdtrit": 2, "nctdtridf": 0, "nctdtrinc": 1}[inverse]
    given = [x.copy() for x in args]
    given[where] = p
    some = (p > 1e-3) & (p < 0.999)
    found = [x[some] for x in args]
    found[place] = _ours(inverse, *[x[some] for x in given])
    numpy.testing.assert_allclose(_ours(function, *found), p[some], rtol=1e-10)


@pytest.mark.parametrize("name, args", [
    ("chndtr", (0.0, 2.0, 1.0)), ("chndtr", (numpy.inf, 2.0, 1.0)), ("chndtr", (numpy.nan, 2.0, 1.0)),
    ("chndtr", (1.0, 2.0, 0.0)), ("chndtr", (1.0, 2.0, -1.0)), ("chndtr", (1.0, -2.0, 1.0)),
    ("ncfdtr", (2.0, 3.0, 1.0, 0.0)), ("ncfdtr", (2.0, 3.0, 0.0, 1.0)), ("ncfdtr", (2.0, 3.0, numpy.nan, 1.0)),
    ("nctdtr", (3.0, 0.0, 0.0)), ("nctdtr", (3.0, 1.0, 0.0)), ("nctdtr", (3.0, 1.0, numpy.inf)),
    ("chndtr", (1e6, 2.0, 0.5)), ("chndtr", (1e12, 21.0, 1.5)), ("ncfdtr", (3.0, 4.0, 0.5, 1e12)),
    ("nctdtr", (3.0, 0.5, -1e300)), ("nctdtr", (3.0, 0.5, 1e300)), ("nctdtr", (3.0, 0.0, -2.0)),
    ("struve", (0.0, 0.0)), ("struve", (-1.0, 0.0)), ("struve", (-2.2, 0.0)),
    ("struve", (1.0, -2.0)), ("struve", (2.0, -2.0)), ("struve", (0.5, -1.0)), ("struve", (-1.5, 2.0)),
    ("modstruve", (-2.5, 2.0)), ("modstruve", (2.0, -2.0)), ("modstruve", (2.0, 800.0)), ("struve", (0.0, 1e4)),
])
def test_ends(name, args):
    numpy.testing.assert_allclose(_ours(name, *args), getattr(scipy.special, name)(*args), rtol=1e-12)


@pytest.mark.parametrize("nc", [0.5, 3.0, -3.0])
def test_lower_tail_of_t(nc):
    t = -numpy.array([2.0, 30.0, 1e3, 1e6])
    found = [float(special.nctdtr(3.0, nc, x)) for x in t]
    numpy.testing.assert_allclose(found, scipy.special.nctdtr(3.0, nc, t), rtol=1e-8)


@pytest.mark.parametrize("args, wanted", [       # mpmath's: SciPy's are 1e-18 and more
    ((13.0, 6.5, -10.0), 8.992356623334366e-24), ((20.0, 10.0, -6.0), 9.4992524217854181e-39),
    ((0.5, 8.5, -4.5), 1.0473900506878161e-18),
])
def test_lower_tail_of_t_against_the_shift(args, wanted):
    assert float(special.nctdtr(*args)) == pytest.approx(wanted, rel=1e-8)


def test_far_tails_of_the_noncentral_t_distribution_are_powers():
    """Down to numbers that only just are: of two degrees of freedom, that of -10 t is a hundredth."""
    t = -10.0 ** numpy.arange(9, 155, 5)
    found = special.nctdtr(2.0, 0.5, cupy.asarray(t)).get() * t * t
    numpy.testing.assert_allclose(found, found[0], rtol=2e-14)


@pytest.mark.parametrize("df", [1e13, 1e17, 1e20, 1e30, 1e300])
def test_the_t_distribution_of_many_degrees_is_the_normal_one(df):
    p = 10.0 ** -numpy.arange(1, 300, 20)
    found = special.nctdtrit(df, 0.5, cupy.asarray(p)).get()
    numpy.testing.assert_allclose(found, scipy.special.ndtri(p) + 0.5, rtol=1e-10 if df < 1e15 else 2e-14)
