"""Legendre functions, spherical ones and harmonics with their derivatives, against SciPy."""
import cupy
import numpy
import pytest
import scipy.special

from cupyx.scipy import special

RNG = numpy.random.default_rng(0)
INSIDE = numpy.concatenate([RNG.uniform(-1, 1, 12), [0.0, 0.5]])
ENDS = numpy.array([1.0, -1.0])
BEYOND = RNG.uniform(1.1, 3, 8)
PLANE = RNG.uniform(-2, 2, 12) + 1j * RNG.uniform(-2, 2, 12)
DEGREES, ORDERS = numpy.arange(7)[:, None, None], numpy.arange(-7, 8)[:, None]


def compare(name, *args, **options):
    found = getattr(special, name)(*[cupy.asarray(x) if isinstance(x, numpy.ndarray) else x for x in args], **options)
    wanted = getattr(scipy.special, name)(*args, **options)
    if not isinstance(wanted, tuple):
        found, wanted = (found,), (wanted,)
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.dtype == theirs.dtype
        numpy.testing.assert_allclose(ours.get(), theirs, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_polynomials(diff_n):
    x = numpy.concatenate([INSIDE, ENDS, BEYOND])
    compare("legendre_p", DEGREES[:, 0], x, diff_n=diff_n)
    compare("legendre_p_all", 5, x.reshape(4, 6), diff_n=diff_n)


@pytest.mark.parametrize("diff_n", [0, 1, 2])
@pytest.mark.parametrize("branch_cut", [2, 3])
@pytest.mark.parametrize("norm", [False, True])
def test_associated(diff_n, branch_cut, norm):
    options = {"diff_n": diff_n, "branch_cut": branch_cut, "norm": norm}
    for z in (INSIDE, ENDS, -BEYOND, BEYOND, PLANE):
        if z is ENDS and (norm or diff_n == 2):         # SciPy's are wrong there
            continue
        compare("assoc_legendre_p", DEGREES, ORDERS, z, **options)
    compare("assoc_legendre_p_all", 4, 2, PLANE.reshape(3, 4), **options)


def test_ends():
    n = numpy.arange(5)
    found = special.assoc_legendre_p(cupy.asarray(n), 0, 1.0, norm=True)[0].get()
    numpy.testing.assert_allclose(found, numpy.sqrt(n + 0.5))
    # 15 z (1 - z^2) and -3 / 2 (5 z^2 - 1) sqrt(1 - z^2)
    numpy.testing.assert_allclose(special.assoc_legendre_p(3, 2, cupy.asarray(ENDS), diff_n=2).get(),
                                  [[0, 0], [-30, -30], [-90, 90]])
    numpy.testing.assert_allclose(special.assoc_legendre_p(3, 1, cupy.asarray(ENDS), diff_n=2).get(),
                                  [[0, 0], [numpy.inf, -numpy.inf], [numpy.inf, numpy.inf]])


@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_of_angles(diff_n):
    compare("sph_legendre_p", DEGREES, ORDERS, 3 * INSIDE, diff_n=diff_n)
    compare("sph_legendre_p_all", 4, 3, 3 * INSIDE, diff_n=diff_n)
    compare("sph_harm_y_all", 4, 3, abs(INSIDE), INSIDE[::-1].copy(), diff_n=diff_n)
    compare("sph_harm_y_all", 2, 1, 0.5, 0.25, diff_n=diff_n)


def test_types():
    x = cupy.asarray(INSIDE.astype("f"))
    assert special.legendre_p(2, x).dtype == special.sph_legendre_p(2, 1, x).dtype == numpy.float32
    assert special.assoc_legendre_p(2, 1, x.astype("F")).dtype == numpy.complex64
    numpy.testing.assert_allclose(special.legendre_p(3, x)[0].get(), scipy.special.eval_legendre(3, INSIDE), atol=1e-6)


@pytest.mark.parametrize("call", [
    lambda s: s.legendre_p(2, 0.5, diff_n=-1), lambda s: s.legendre_p(2, 0.5, diff_n=1.0),
    lambda s: s.legendre_p_all(-1, 0.5), lambda s: s.assoc_legendre_p_all(2, -1, 0.5),
    lambda s: s.sph_legendre_p_all(2.5, 1, 0.5), lambda s: s.sph_harm_y_all(2, 1, 0.5, 0.5, diff_n=3)])
def test_bad_arguments(call):
    for library in (scipy.special, special):
        with pytest.raises(ValueError):
            call(library)


@pytest.mark.parametrize("m, v, x", [(0, 13.000000000858712, -0.7344043239426271),
                                     (1, 14.000000006075853, -0.846900170044566), (2, 3.0000001, -0.9),
                                     (0, 5 - 2.0 ** -30, -0.5)])
def test_degrees_beside_whole_numbers(m, v, x):
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        wanted = float(mpmath.re(mpmath.legenp(v, m, x, type=2)))
    assert float(special.lpmv(m, v, x)) == pytest.approx(wanted, rel=1e-11)
