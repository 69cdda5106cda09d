"""Special functions that are more than one elementwise operation, against SciPy."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special
from cupyx.scipy._host import scipy_from

X = numpy.linspace(0.3, 9, 24).reshape(4, 6)
A = cupy.asarray(X)


def test_zeta_and_polygamma():
    numpy.testing.assert_allclose(special.zeta(A + 1).get(), scipy.special.zeta(X + 1), rtol=1e-14)
    numpy.testing.assert_allclose(special.zeta(A + 1, A).get(), scipy.special.zeta(X + 1, X), rtol=1e-13)
    numpy.testing.assert_allclose(special.zeta(-A).get(), scipy.special.zeta(-X), rtol=1e-11, atol=1e-15)
    for n in (0, 1, 5):
        numpy.testing.assert_allclose(special.polygamma(n, A).get(), scipy.special.polygamma(n, X), rtol=1e-12)


@pytest.mark.skipif(scipy_from(1, 18), reason="SciPy 1.18 looks for single precision first, ours as 1.17 does")
@pytest.mark.parametrize("dtype", "?bBhHilLefd")
def test_polygamma_is_in_double_precision_unless_both_are_single(dtype):
    x = numpy.asarray([2, 3], dtype)
    for n in (1, 1.0, numpy.int8(1), numpy.asarray([1, 0], "b"), numpy.float32(1), numpy.asarray(2, "f")):
        ours = special.polygamma(cupy.asarray(n) if isinstance(n, numpy.ndarray) else n, cupy.asarray(x))
        wanted = scipy.special.polygamma(n, x)
        assert ours.dtype == wanted.dtype
        numpy.testing.assert_allclose(ours.get(), wanted, rtol=1e-6)


@pytest.mark.skipif(scipy_from(1, 18), reason="SciPy 1.18 looks for single precision first, ours as 1.17 does")
@pytest.mark.parametrize("dtype", "?bhilefdFD")
def test_types_of_zeta(dtype):
    x = numpy.asarray([2, 3], dtype)
    assert special.zeta(cupy.asarray(x)).dtype == scipy.special.zeta(x).dtype


def test_multigammaln_and_sinc_and_diric():
    numpy.testing.assert_allclose(special.multigammaln(A + 2, 3).get(), scipy.special.multigammaln(X + 2, 3),
        rtol=1e-12)
    with pytest.raises(ValueError):
        special.multigammaln(A, 1.5)
    with pytest.raises(ValueError):
        special.multigammaln(A, 20)
    numpy.testing.assert_allclose(special.sinc(A).get(), numpy.sinc(X), atol=1e-15)
    numpy.testing.assert_allclose(special.diric(A, 4).get(), scipy.special.diric(X, 4), atol=1e-14)
    numpy.testing.assert_allclose(special.softplus(A - 5).get(), numpy.logaddexp(0, X - 5), rtol=1e-14)


def test_combinatorics():
    n, k = numpy.arange(12), numpy.arange(12)[:, None] - 1
    for name in ("comb", "perm"):
        found = getattr(special, name)(cupy.asarray(n), cupy.asarray(k))
        numpy.testing.assert_allclose(found.get(), getattr(scipy.special, name)(n, k), rtol=1e-13)
        for char in "Bhfd":
            found, wanted = (getattr(m, name)(x.astype(char), k.astype(char))
                             for m, x, k in ((special, cupy.asarray(n), cupy.asarray(k)), (scipy.special, n, k)))
            assert found.dtype == wanted.dtype
        assert getattr(special, name)(40, 20, exact=True) == getattr(scipy.special, name)(40, 20, exact=True)
    numpy.testing.assert_allclose(special.factorial(cupy.asarray(n)).get(), scipy.special.factorial(n), rtol=1e-14)
    assert special.factorial(30, exact=True) == scipy.special.factorial(30, exact=True)
    assert special.factorial2(9, exact=True) == 945


@pytest.mark.parametrize("k", [0, -1, 2])
def test_lambertw(k):
    z = numpy.array([0.5, -0.2, 3 + 4j, -1j, 1e-9, 200.0])
    numpy.testing.assert_allclose(special.lambertw(cupy.asarray(z), k).get(), scipy.special.lambertw(z, k), rtol=1e-13)
    assert special.lambertw(1.0).dtype == "D"


def test_sph_harm_y():
    n, m = numpy.arange(6)[:, None], numpy.arange(-5, 6)
    theta, phi = 0.7, 1.9
    arrays = cupy.asarray(n), cupy.asarray(m)
    found = special.sph_harm_y(*arrays, theta, phi, diff_n=2)
    wanted = scipy.special.sph_harm_y(n, m, theta, phi, diff_n=2)
    for a, b in zip(found, wanted):
        numpy.testing.assert_allclose(a.get(), b, atol=1e-12)
    numpy.testing.assert_allclose(special.sph_harm(arrays[1], arrays[0], phi, theta).get(), wanted[0], atol=1e-13)
    with pytest.raises(ValueError):
        special.sph_harm_y(1, 1, 0.5, 0.5, diff_n=3)


@pytest.mark.parametrize("name", ["spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"])
@pytest.mark.parametrize("derivative", [False, True])
def test_spherical(name, derivative):
    n = numpy.arange(8)[:, None]
    for z in (X[0], X[1] + 1j):
        found = getattr(special, name)(cupy.asarray(n), cupy.asarray(z), derivative=derivative)
        numpy.testing.assert_allclose(found.get(), getattr(scipy.special, name)(n, z, derivative), rtol=1e-11)


@pytest.mark.parametrize("name", ["jvp", "yvp", "ivp", "kvp", "h1vp", "h2vp"])
def test_derivatives_of_bessel_functions(name):
    z = X + 0.5j if name.startswith("h") else X
    for n in (0, 1, 3):
        numpy.testing.assert_allclose(getattr(special, name)(1.5, cupy.asarray(z), n).get(),
                                      getattr(scipy.special, name)(1.5, z, n), rtol=1e-9)
    with pytest.raises(ValueError):
        getattr(special, name)(1.5, 2.0, -1)


def test_names_of_the_beta_distribution():
    p = X / 10
    numpy.testing.assert_allclose(special.btdtr(2.0, 3.0, cupy.asarray(p)).get(), scipy.special.betainc(2, 3, p),
        rtol=1e-13)
    numpy.testing.assert_allclose(special.btdtri(2.0, 3.0, cupy.asarray(p)).get(), scipy.special.betaincinv(2, 3, p),
                                  rtol=1e-12)


@pytest.mark.parametrize("name, args", [
    ("roots_legendre", (5,)), ("roots_hermite", (4,)), ("jn_zeros", (1, 3)), ("bernoulli", (6,)), ("ai_zeros", (2,)),
    ("lqn", (3, 0.5)), ("legendre_p", (3, 0.25)), ("sph_harm_y_all", (2, 2, 0.3, 0.4)), ("stirling2", (5, 2))])
def test_host_mathematics(name, args):
    found, wanted = getattr(special, name)(*args), getattr(scipy.special, name)(*args)
    for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (found, wanted))):
        assert isinstance(a, cupy.ndarray) == isinstance(b, numpy.ndarray)
        numpy.testing.assert_allclose(a.get() if isinstance(a, cupy.ndarray) else a, b)


@pytest.mark.parametrize("name, args", [("hyp2f1", (0.5, 1.5, 2.5)), ("eval_legendre", (3,)), ("struve", (0.5,)),
                                        ("mathieu_cem", (1, 0.5))])
def test_elementwise_functions_of_several_arguments(name, args):
    x = X / 10
    found, wanted = getattr(special, name)(*args, cupy.asarray(x)), getattr(scipy.special, name)(*args, x)
    for a, b in zip(*(y if isinstance(y, tuple) else (y,) for y in (found, wanted))):
        numpy.testing.assert_allclose(a.get(), b)
    if not isinstance(wanted, tuple):
        out = cupy.empty(x.shape)
        assert getattr(special, name)(*args, cupy.asarray(x), out=out) is out
        numpy.testing.assert_allclose(out.get(), wanted)


def test_every_public_name_of_scipy():
    missing = {x for x in scipy.special.__all__ if not hasattr(special, x)}
    assert not missing - {"test"}


def test_combinations_with_repetition():
    n, k = numpy.array([-3, -1, 0, 0, 1, 2, 5]), numpy.array([1, 2, 0, 1, 0, 3, 2])
    found = special.comb(cupy.asarray(n), cupy.asarray(k), repetition=True)
    numpy.testing.assert_allclose(found.get(), scipy.special.comb(n, k, repetition=True))
    for pair in [(0, 0), (3, 0), (3, 2), (-1, 0), (0, 2)]:
        assert special.comb(*pair, exact=True, repetition=True) == scipy.special.comb(
            *pair, exact=True, repetition=True)


@pytest.mark.parametrize("char", "ebBhHilfd")
@pytest.mark.parametrize("name, more", [("softplus", ()), ("softmax", ()), ("log_softmax", ()), ("factorial", ()),
                                        ("diric", (3,))])
def test_types_of_results_are_scipys(name, more, char):
    """Values are SciPy's of doubles: differences of its own, in softmax of unsigned numbers, go around."""
    x = numpy.array([1, 3, 2], char)
    found, theirs = getattr(special, name)(cupy.asarray(x), *more).get(), getattr(scipy.special, name)
    assert found.dtype == theirs(x, *more).dtype
    numpy.testing.assert_allclose(found, theirs(x.astype("d"), *more), rtol=2e-3 if found.dtype.char == "e" else 1e-6)


def test_softplus_of_truth_values():
    x = numpy.array([False, True])
    found, wanted = special.softplus(cupy.asarray(x)).get(), scipy.special.softplus(x)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found, wanted, rtol=1e-15)
