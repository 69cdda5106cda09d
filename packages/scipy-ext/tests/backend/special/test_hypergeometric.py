"""Hypergeometric functions against mpmath, orthogonal polynomials against SciPy."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

RNG = numpy.random.default_rng(8)
POINTS = 60


@pytest.fixture(autouse=True)
def _same_numbers_in_any_order():
    global RNG
    RNG = numpy.random.default_rng(8)


def _held(name, args, rtol):
    mpmath = pytest.importorskip("mpmath")
    reference = getattr(mpmath, name)
    found = getattr(special, name)(*[cupy.asarray(x) for x in args])
    assert found.dtype == numpy.result_type(*args)
    with mpmath.workdps(30):
        for k, value in enumerate(found.get()):
            wanted = complex(reference(*[mpmath.mpmathify(x[k].item()) for x in args]))
            if 1e-290 < abs(wanted) < 1e290:
                assert abs(value - wanted) <= rtol * abs(wanted), [x[k] for x in args]


@pytest.mark.optional
@pytest.mark.parametrize("size, reach", [(3, 3), (10, 10), (30, 30), (10, 100), (3, 500)])
def test_hyp1f1(size, reach):
    a, b = RNG.uniform(-size, size, (2, POINTS))
    _held("hyp1f1", (a, b, RNG.uniform(-reach, reach, POINTS)), 1e-12)


def test_hyp1f1_of_whole_numbers():
    """Where both parts of the asymptotic expansion are of one size, and polynomials."""
    a, b, x = (RNG.integers(low, high, 500) for low, high in ((1, 40), (1, 40), (-60, 60)))
    numpy.testing.assert_allclose(special.hyp1f1(*map(cupy.asarray, (a, b, x))).get(), scipy.special.hyp1f1(a, b, x),
                                  rtol=1e-11)
    assert float(special.hyp1f1(1, 29, 32.0)) == pytest.approx(13.537996020689, rel=1e-12)
    assert float(special.hyp1f1(-8, -8, -5.0)) == pytest.approx(3.5551835317460334, rel=1e-13)


def test_legendre_functions_that_are_not():
    m, v, x = RNG.integers(-6, 7, (3, 500))
    with numpy.errstate(all="ignore"):
        wanted = scipy.special.lpmv(m, v, x / 7)
    numpy.testing.assert_allclose(special.lpmv(*map(cupy.asarray, (m, v, x / 7))).get(), wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.optional
@pytest.mark.parametrize("size, low, high", [(3, -1, 1), (3, -20, -1), (10, -1, 1), (10, -30, -1)])
def test_hyp2f1(size, low, high):
    a, b, c = RNG.uniform(-size, size, (3, POINTS))
    _held("hyp2f1", (a, b, c, RNG.uniform(low, high, POINTS)), 3e-11)


def test_hyp2f1_on_the_cut_and_at_infinity():
    n = 3000
    whole = RNG.random((3, n)) < 0.6
    a, b, c = numpy.where(whole, RNG.integers(-5, 6, (3, n)), numpy.round(RNG.uniform(-5, 5, (3, n)), 2) + 0.003)
    c = numpy.where(RNG.random(n) < 0.2, numpy.round(a + b + RNG.integers(-3, 3, n), 3), c)
    z = RNG.choice([1, 1, 1.25, 2, 100, numpy.inf, -numpy.inf], n)
    with numpy.errstate(all="ignore"):
        wanted = scipy.special.hyp2f1(a, b, c, z)
    found = special.hyp2f1(*map(cupy.asarray, (a, b, c, z))).get()
    ends = [(x <= 0) & (x == numpy.rint(x)) for x in (a, b)]
    known = ~numpy.isnan(wanted)        # SciPy has no value at some infinities, and where c - a - b is rounded
    known &= ~numpy.isinf(z) | ~(ends[0] | ends[1])     # its polynomials take wrong signs there,
    known &= ~(ends[0] & (a == c) | ends[1] & (b == c))         # and end only for z < 1 where a parameter is c
    numpy.testing.assert_allclose(found[known], wanted[known], rtol=1e-8, atol=1e-12)
    assert {numpy.inf, -numpy.inf} <= set(found[known])


@pytest.mark.optional
@pytest.mark.parametrize("size, reach", [(3, 5), (3, 100)])
def test_hyperu(size, reach):
    a, b = RNG.uniform(-size, size, (2, POINTS))
    _held("hyperu", (a, b, RNG.uniform(0.01, reach, POINTS)), 1e-13)


@pytest.mark.optional
def test_complex_arguments():
    a, b, c = RNG.uniform(-4, 4, (3, POINTS))
    z = RNG.uniform(-3, 3, POINTS) + 1j * RNG.uniform(-3, 3, POINTS)
    _held("hyp2f1", (a, b, c, z), 1e-10)
    _held("hyp1f1", (a, b, 3 * z), 1e-13)


@pytest.mark.parametrize("name, args", [
    ("hyp2f1", (0.5, 3.0, -4.0, 0.3)), ("hyp2f1", (-5.0, 3.0, -4.0, 0.3)), ("hyp2f1", (-2.0, 3.0, -4.0, 0.3)),
    ("hyp2f1", (1.0, 0.2, 3.0, 1.0)), ("hyp2f1", (1.0, 2.0, 3.0, 1.0)), ("hyp2f1", (0.5, 3.0, 2.0, 2.0)),
    ("hyp2f1", (0.5, 3.0, 2.0, 0.0)), ("hyp2f1", (0.5, numpy.nan, 2.0, 0.1)), ("hyp1f1", (1.0, -4.0, 0.5)),
    ("hyp1f1", (-3.0, -4.0, 0.5)), ("hyp1f1", (0.0, 2.0, 0.5)), ("hyp1f1", (2.0, 2.0, numpy.nan)),
    ("hyperu", (1.0, 0.5, 0.0)), ("hyperu", (-2.0, 0.5, 0.0)), ("hyperu", (0.0, 1.5, 2.0)),
    ("hyperu", (1.0, 0.5, -1.0)),
])
def test_poles_and_ends(name, args):
    found = getattr(special, name)(*[cupy.asarray(x) for x in args])
    numpy.testing.assert_allclose(found.get(), getattr(scipy.special, name)(*args), rtol=1e-14)


def test_u_is_a_polynomial_at_zero():
    """SciPy has infinity here, and numbers beside it."""
    assert float(special.hyperu(cupy.asarray(-2.0), 1.5, 0.0)) == 3.75


@pytest.mark.parametrize("name, kind", [(name, kind) for name in dir(special) if name.startswith("eval_")
                                        for kind in ("l" if "hermite" in name else "ldfDF")])
def test_orthogonal_polynomials(name, kind):
    function, theirs = getattr(special, name), getattr(scipy.special, name)
    real = "d" if kind in "lD" else kind.lower()
    n = RNG.integers(0, 20, POINTS) if kind == "l" else RNG.uniform(0, 6, POINTS).astype(real)
    n[::3] = numpy.round(n[::3])
    x = RNG.uniform(0.02, 0.98, POINTS)
    if kind in "DF":
        x = x + 1j * RNG.uniform(-1, 1, POINTS)
    x[:3] = [1, 1e-7, 0.5]
    args = [n, *RNG.uniform(-0.9, 4, (theirs.nin - 2, POINTS)).astype(real), x.astype("d" if kind == "l" else kind)]
    found, wanted = function(*[cupy.asarray(a) for a in args]), theirs(*args)
    assert found.dtype == wanted.dtype
    if kind in "fF":     # SciPy's own float loops round degrees and points, too
        wanted = theirs(*[a.astype("D" if a.dtype.kind == "c" else "d") for a in args])
    gap = abs(found.get() - wanted)
    assert (gap <= (3e-6 if kind in "fF" else 1e-8 if kind == "D" else 1e-9) * (abs(wanted) + 1)).all()


def test_degrees_that_are_negative():
    x = cupy.asarray([0.3, -0.2])
    for name in ("eval_legendre", "eval_chebyt", "eval_chebyu", "eval_laguerre", "eval_gegenbauer"):
        args = (0.5,) if name == "eval_gegenbauer" else ()
        for n in (-1, -2, -5):
            numpy.testing.assert_allclose(getattr(special, name)(n, *args, x).get(),
                                          getattr(scipy.special, name)(n, *args, x.get()), rtol=1e-13)
    assert bool(cupy.isnan(special.eval_hermite(-1, x)).all())


@pytest.mark.parametrize("args, wanted", [       # mpmath's
    ((-2.875, 3.875, 1.0, 1.0009765625 - 0.0009765625j), -1.3018015760190107 + 0.3070019036359224j),
    ((-2.921875, 6.5390625, 1.61572265625, 0.75 - 0.125j), 0.5006990889229013 + 0.6774012607756537j),
    ((1.25, 0.5, 3.75, 0.9375 + 0.03125j), 1.2628286361452745 + 0.017757162554067313j),
    ((0.75, 1.5, 1.25, 0.96875 - 0.0625j), 5.7220468588641324 - 10.788920815213222j),
    ((-1.75, 16.875, 14.125, 0.9375 + 0.015625j), -0.005805050024066411 + 0.006273877889945259j),
])
def test_near_one_where_c_less_a_and_b_is_whole_or_nearly_so(args, wanted):
    assert complex(special.hyp2f1(*map(cupy.asarray, args))) == pytest.approx(wanted, rel=2e-12)


@pytest.mark.parametrize("z, wanted", [          # mpmath's: zeros are at 1 and 2
    (1.3396681284296875 - 0.1614787578582764j, -0.12813780983714498 + 0.01943112322442833j),
    (1.9747213745117188 + 0.267638862275j, -0.033840947962401426 + 0.11007667014631248j),
    (1.625 + 0.5j, -0.21173089648574167 + 0.08716037999273765j),
])
def test_complex_loggamma_about_its_zeros(z, wanted):
    assert complex(special.loggamma(cupy.asarray(z))) == pytest.approx(wanted, rel=1e-14)


def test_hyp2f1_near_a_power_of_one_minus_z():
    """c beside a: what steps from inside lose where the value at one nearly vanishes."""
    mpmath = pytest.importorskip("mpmath")
    rng = numpy.random.default_rng(11)
    a, b = rng.uniform(0.5, 9, 60), -rng.integers(4, 12, 60) + rng.uniform(-1e-9, 1e-9, 60)
    z = rng.uniform(0.91, 0.97, 60)
    args = (a, b, a * (1 + 1e-12), z)
    found = special.hyp2f1(*map(cupy.asarray, args)).get()
    with mpmath.workdps(40):
        wanted = [float(mpmath.hyp2f1(*map(float, point))) for point in zip(*args)]
    numpy.testing.assert_allclose(found, wanted, rtol=1e-5)
