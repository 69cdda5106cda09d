"""Functions of single precision: within twice the errors of SciPy's, which round doubles."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

_rng = numpy.random.default_rng(17)
_SIZES = numpy.concatenate([10 ** _rng.uniform(-6, 2.3, 60000), _rng.uniform(0, 40, 60000), _rng.uniform(0, 4, 60000)])
_REAL, _NEAR = numpy.concatenate([_SIZES, -_SIZES]), _SIZES * _rng.uniform(0.4, 2.2, len(_SIZES))
_PROBABILITIES = numpy.concatenate([_rng.random(60000), 10 ** _rng.uniform(-37, 0, 60000), 2 * _rng.random(60000),
                                    1 - 10 ** _rng.uniform(-7, 0, 60000)])
_TAIL = numpy.linspace(-14.3, -3, 400000).astype("f")
#: Names -> arguments.
_ARGUMENTS = {
    **dict.fromkeys(("digamma", "erfc", "erfcx", "exp2", "expit", "exprel", "gamma", "gammaln", "log_ndtr", "ndtr"),
                    (_REAL,)),
    "entr": (_SIZES,), "rel_entr": (_SIZES, _NEAR), "pseudo_huber": (_NEAR, _SIZES),
    **dict.fromkeys(("erfinv", "erfcinv", "ndtri"), (_PROBABILITIES,)),
    **dict.fromkeys(("i0", "i0e", "i1", "i1e", "j0", "j1"), (_REAL,)),
    **dict.fromkeys(("k0", "k0e", "k1", "k1e", "y0", "y1"), (_SIZES,)),
}


@pytest.mark.parametrize("name", _ARGUMENTS)
def test_errors_of_one_rounding_and_little_more(name):
    args = [x.astype("f") for x in _ARGUMENTS[name]]
    with numpy.errstate(all="ignore"):
        exact = getattr(scipy.special, name)(*[x.astype("d") for x in args])
    if name[0] in "jy":                                 # beside zeros SciPy's double has lost digits
        exact = getattr(special, name)(cupy.asarray(args[0].astype("d"))).get()
    found = getattr(special, name)(*[cupy.asarray(x) for x in args]).get()
    assert found.dtype == "f"
    kept = (abs(exact) > 1e-36) & (abs(exact) < 3e38)
    if name in ("gamma", "gammaln", "digamma"):         # beside poles and zeros below 0 SciPy's double has lost digits
        kept &= (args[0] > 0) | (abs(args[0] - numpy.rint(args[0])) > 1e-2) & (args[0] > -20)
        kept &= abs(exact) > (0 if name == "gamma" else 1e-3)
    slow = name[:-1] in ("i", "j", "k", "y") and _doubles_are_slow()
    numpy.testing.assert_allclose(found[kept], exact[kept], rtol=8e-7 if slow else 2.1 * 2.0 ** -24)


def _doubles_are_slow():
    """Whether Bessel functions of floats have formulas without doubles."""
    return cupy.cuda.Device().attributes.get("SingleToDoublePrecisionPerfRatio", 1) > 2


@pytest.mark.parametrize("name", ["j0", "j1", "y0", "y1"])
def test_bessel_functions_of_large_numbers_and_beside_zeros(name):
    """Of doubles, that is, whose phase is reduced by more digits; each with the floats about it."""
    zeros = getattr(scipy.special, name[0] + "n_zeros")(int(name[1]), 4000)
    x = numpy.concatenate([zeros, 10 ** _rng.uniform(3, 12, 4000)]).astype("f")
    x = numpy.concatenate([x, numpy.nextafter(x, numpy.float32(0)), numpy.nextafter(x, numpy.float32(numpy.inf))])
    exact = getattr(special, name)(cupy.asarray(x.astype("d"))).get()
    found = getattr(special, name)(cupy.asarray(x)).get()
    numpy.testing.assert_allclose(found, exact, rtol=8e-7 if _doubles_are_slow() else 2.1 * 2.0 ** -24)


@pytest.mark.parametrize("name", ["gammainc", "gammaincc"])
def test_incomplete_gamma_functions(name):
    """Beside the peak, in both tails, of small numbers and of the ends of single precision."""
    a = numpy.concatenate([_rng.uniform(0, 1, 20000), _rng.uniform(0, 40, 20000), 10 ** _rng.uniform(-6, 3, 20000)])
    beside = a[40000:] * _rng.uniform(0.3, 3, 20000)
    x = numpy.concatenate([_rng.uniform(0, 1, 20000), _rng.uniform(0, 60, 20000), beside])
    ends = numpy.array([0, 1e-45, 1e-38, 1e-20, 0.5, 1, 29, 31, 1e5, 3e38, numpy.inf, numpy.nan, -1])
    a, x = (numpy.concatenate([y, z]).astype("f") for y, z in ((a, ends.repeat(13)), (x, numpy.tile(ends, 13))))
    exact = getattr(special, name)(cupy.asarray(a.astype("d")), cupy.asarray(x.astype("d"))).get()
    found = getattr(special, name)(cupy.asarray(a), cupy.asarray(x)).get()
    small = exact < 1.2e-38
    numpy.testing.assert_allclose(found[small], exact[small], atol=2e-45)
    rtol = 1e-6 if _doubles_are_slow() else 2.1 * 2.0 ** -24
    numpy.testing.assert_allclose(found[~small], exact[~small], rtol=rtol)


def test_zeta_of_hurwitz():
    """Of few and of many terms, beside the pole, and of the negative numbers where it has terms of both signs."""
    x = numpy.concatenate([1 + 10 ** _rng.uniform(-3, 1.5, 20000), _rng.integers(2, 9, 2000)]).astype("f")
    q = numpy.concatenate([10 ** _rng.uniform(-2, 4.5, 20000), _rng.uniform(-9, 0, 2000)]).astype("f")
    exact = special.zeta(cupy.asarray(x.astype("d")), cupy.asarray(q.astype("d"))).get()
    found = special.zeta(cupy.asarray(x), cupy.asarray(q)).get()
    kept = (abs(exact) > 1.2e-38) & (abs(exact) < 3.3e38)
    rtol = 2e-6 if _doubles_are_slow() else 2.0 ** -23
    numpy.testing.assert_allclose(found[kept], exact[kept], rtol=rtol)


def test_gamma_of_numbers_below_the_normal_ones():
    x = numpy.array([3e-39, 1e-38, -5e-39, 1e-45], "f")
    with numpy.errstate(over="ignore"):
        wanted = (1 / x.astype("d")).astype("f")
    numpy.testing.assert_allclose(special.gamma(cupy.asarray(x)).get(), wanted, rtol=2e-7)


def test_tails_of_the_normal_distribution():
    """Of each size that a float has there, to the last that are not 0."""
    for name, x in (("ndtr", _TAIL), ("log_ndtr", _TAIL), ("erfc", -_TAIL * numpy.float32(0.7))):
        exact = getattr(scipy.special, name)(x.astype("d"))
        kept = abs(exact) > 1.2e-38
        found = getattr(special, name)(cupy.asarray(x)).get()
        numpy.testing.assert_allclose(found[kept], exact[kept], rtol=2.1 * 2.0 ** -24)
        numpy.testing.assert_allclose(found[~kept], exact[~kept], atol=2e-45)


@pytest.mark.parametrize("name", ["erfc", "ndtr"])
def test_zeros_of_both_signs_and_ends(name):
    x = numpy.array([0.0, -0.0, 1e-45, -1e-45, numpy.inf, -numpy.inf, numpy.nan, 3e38, -3e38], "f")
    numpy.testing.assert_array_equal(getattr(special, name)(cupy.asarray(x)).get(), getattr(scipy.special, name)(x))


@pytest.mark.parametrize("name", ["rel_entr", "gammaln", "digamma", "erfinv"])
def test_numbers_beside_a_zero(name):
    """Where results are differences."""
    zero = {"gammaln": 2.0, "digamma": 1.4616321449683623, "erfinv": 0.0}.get(name, 0.37)
    x = (zero + numpy.concatenate([[1], [-1]] * 20) * numpy.repeat(10.0 ** -numpy.linspace(1, 6, 20), 2)).astype("f")
    args = (x, numpy.full_like(x, 0.37)) if name == "rel_entr" else (x,)
    exact = getattr(special, name)(*[cupy.asarray(y.astype("d")) for y in args]).get()
    found = getattr(special, name)(*[cupy.asarray(y) for y in args]).get()
    numpy.testing.assert_allclose(found, exact, rtol=2.1 * 2.0 ** -24)


@pytest.mark.parametrize("delta, r", [(1e38, 1.0), (1e-30, 1e38), (3e38, 3e38), (2e19, 2e19), (1e-3, 1e-20),
                                      (5.0, 1e30), (1.0, numpy.inf)])
def test_pseudo_huber_neither_overflows_nor_vanishes_on_the_way(delta, r):
    with numpy.errstate(all="ignore"):
        wanted = scipy.special.pseudo_huber(numpy.float64(delta), numpy.float64(r)).astype("f")
    found = special.pseudo_huber(cupy.asarray(delta, "f"), cupy.asarray(r, "f"))
    numpy.testing.assert_allclose(found.get(), wanted, rtol=2e-7)
