"""Low-discrepancy sequences, against SciPy's with the same scramble."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy.stats import qmc as host

from cupyx.scipy.stats import qmc


@pytest.mark.parametrize("scramble", [False, True])
@pytest.mark.parametrize("d", [1, 3, 20])
@pytest.mark.parametrize("bits", [None, 60])
def test_sobol(scramble, d, bits):
    ours, theirs = (module.Sobol(d, scramble=scramble, bits=bits, seed=3) for module in (qmc, host))
    assert_allclose(ours.random(8), theirs.random(8))
    assert_allclose(ours.random_base2(3), theirs.random_base2(3))
    ours.fast_forward(5)
    theirs.random(5)                       # SciPy's fast_forward fails for many bits
    assert_allclose(ours.random(7), theirs.random(7))
    assert ours.num_generated == theirs.num_generated
    assert_allclose(ours.reset().random(4), theirs.reset().random(4))


@pytest.mark.parametrize("scramble", [False, True])
@pytest.mark.parametrize("d", [1, 3, 20])
def test_halton(scramble, d):
    ours, theirs = (module.Halton(d, scramble=scramble, seed=3) for module in (qmc, host))
    for n in (100, 10):
        assert_allclose(ours.random(n), theirs.random(n), rtol=1e-12)
    assert_allclose(ours.reset().fast_forward(7).random(3), theirs.reset().fast_forward(7).random(3), rtol=1e-12)


def test_latin_hypercube():
    for scramble in (True, False):
        engine = qmc.LatinHypercube(3, scramble=scramble, rng=1)
        points = engine.random(10)
        assert_allclose(cupy.sort(cupy.floor(points * 10), axis=0), numpy.arange(10)[:, None] + numpy.zeros(3))
        assert_allclose(engine.reset().random(10), points)
    assert qmc.LatinHypercube(2, strength=2, rng=1).random(9).shape == (9, 2)


def test_integers():
    found = qmc.Sobol(2, seed=1).integers([0, 10], u_bounds=[4, 20], n=64).get()
    assert (found.min(axis=0) == [0, 10]).all()
    assert (found.max(axis=0) == [3, 19]).all()


def test_scale_and_measures():
    p = numpy.random.default_rng(1).random((20, 2))
    low, high = [-1, 2], [3, 5]
    assert_allclose(qmc.scale(cupy.asarray(p), low, high), host.scale(p, low, high))
    assert_allclose(qmc.scale(cupy.asarray(host.scale(p, low, high)), low, high, reverse=True), p)
    assert float(qmc.discrepancy(cupy.asarray(p))) == pytest.approx(host.discrepancy(p))
    assert isinstance(qmc.PoissonDisk(2, radius=0.2, seed=1).random(3), cupy.ndarray)
    assert isinstance(qmc.MultivariateNormalQMC([0, 0], seed=1).random(4), cupy.ndarray)


def test_refused():
    with pytest.raises(ValueError, match="balance"):
        qmc.Sobol(1, seed=1).fast_forward(1).random_base2(2)
    with pytest.raises(ValueError, match="distinct points"):
        qmc.Sobol(1, bits=2, seed=1).random(5)
    with pytest.raises(ValueError, match="unit hypercube"):
        qmc.scale(cupy.asarray([[2.0]]), 0, 1)
    with pytest.raises(ValueError, match="not consistent"):
        qmc.scale(cupy.asarray([[0.5]]), 1, 0)
    with pytest.raises(ValueError, match="2D"):
        qmc.scale(cupy.asarray([0.5]), 0, 1)
    with pytest.raises(ValueError, match="integers"):
        qmc.Halton(1, seed=1).integers(0.5)
