"""Distributions whose items are vectors."""
import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import cupy

stats = pytest.importorskip("scipy.stats")
pytestmark = pytest.mark.optional


def rng(seed=1):
    return cupy.random.default_rng(seed)


class TestMultinomial:
    def test_law(self):
        x = rng().multinomial(20, [0.2, 0.3, 0.5], size=5000).get()
        assert x.shape == (5000, 3) and x.dtype == numpy.int64
        assert_array_equal(x.sum(axis=1), 20)
        assert_allclose(x.mean(axis=0), [4, 6, 10], atol=0.1)
        assert_allclose(numpy.cov(x.T)[0, 1], -20 * 0.2 * 0.3, atol=0.2)

    def test_shapes(self):
        assert rng().multinomial(5, [0.5, 0.5]).shape == (2,)
        assert rng().multinomial(5, [0.5, 0.5], size=(2, 3)).shape == (2, 3, 2)
        assert rng().multinomial(cupy.array([5, 6]), cupy.array([0.5, 0.5])).shape == (2, 2)
        x = rng().multinomial([[3], [4]], [[1.0, 0.0], [0.0, 1.0]]).get()
        assert_array_equal(x, [[[3, 0], [0, 3]], [[4, 0], [0, 4]]])
        assert_array_equal(rng().multinomial(0, [0.5, 0.5]).get(), [0, 0])
        assert_array_equal(rng().multinomial(7, [0.0, 1.0, 0.0]).get(), [0, 7, 0])

    @pytest.mark.parametrize("make", [list, lambda p: cupy.asarray(p, dtype="d")])
    def test_refused(self, make):
        with pytest.raises(ValueError, match="pvals"):
            rng().multinomial(5, make([0.9, 0.9, 0.2]))
        with pytest.raises(ValueError, match="pvals"):
            rng().multinomial(5, make([-0.1, 1.1]))
        with pytest.raises(ValueError, match="n < 0"):
            rng().multinomial(-5, make([0.5, 0.5]))

    def test_no_outcomes(self):
        with pytest.raises(ValueError, match="pvals"):
            rng().multinomial(5, [])
        assert cupy.random.multinomial(5, [], size=4).shape == (4, 0)

    def test_legacy(self):
        assert cupy.random.multinomial(5, [0.5, 0.5], size=4).shape == (4, 2)


class TestDirichlet:
    @pytest.mark.parametrize("alpha", [[1.0, 2.0, 3.0], [0.05, 0.05, 0.02]])
    def test_law(self, alpha):
        x = rng().dirichlet(alpha, size=4000).get()
        assert x.shape == (4000, 3)
        assert_allclose(x.sum(axis=1), 1)
        assert_allclose(x.mean(axis=0), numpy.array(alpha) / sum(alpha), atol=0.02)
        assert stats.kstest(x[:, 1][x[:, 1] > 1e-300], stats.beta(alpha[1], sum(alpha) - alpha[1]).cdf).statistic < 0.06

    def test_more(self):
        assert rng().dirichlet(cupy.array([1.0, 2.0])).shape == (2,)
        assert rng().dirichlet([1.0, 2.0], (2, 3), dtype="f").dtype == numpy.float32
        assert cupy.random.dirichlet([1.0, 2.0], 4).shape == (4, 2)
        for make in (list, cupy.asarray):
            with pytest.raises(ValueError, match="alpha <= 0"):
                cupy.random.dirichlet(make(numpy.array([1.0, 0.0])))
            with pytest.raises(ValueError, match="alpha < 0"):
                rng().dirichlet(make(numpy.array([1.0, -1.0])))

    @pytest.mark.parametrize("make", [list, cupy.asarray])
    @pytest.mark.parametrize("scale", [1.0, 0.01])
    def test_zeros(self, make, scale):
        x = rng().dirichlet(make(scale * numpy.array([0.0, 1.0, 0.0, 2.0, 0.0])), 50).get()
        assert_array_equal(x[:, ::2], 0)
        assert_allclose(x.sum(axis=1), 1)
        assert_array_equal(rng().dirichlet(make(numpy.zeros(3)), 2).get(), numpy.zeros((2, 3)))


class TestMultivariateHypergeometric:
    @pytest.mark.parametrize("method", ["marginals", "count"])
    def test_law(self, method):
        x = rng().multivariate_hypergeometric([5, 10, 25], 12, size=4000, method=method).get()
        assert_array_equal(x.sum(axis=1), 12)
        assert (x <= [5, 10, 25]).all() and (x >= 0).all()
        assert_allclose(x.mean(axis=0), [1.5, 3, 7.5], atol=0.1)

    def test_more(self):
        assert_array_equal(rng().multivariate_hypergeometric([3, 4], 7).get(), [3, 4])
        assert_array_equal(rng().multivariate_hypergeometric(cupy.array([3, 4]), 0).get(), [0, 0])
        for colors, n, text in (([3, 4], 8, "nsample > sum"), ([3, 4], -1, "nonnegative"), ([-3, 4], 1, "colors"),
                                ([[3, 4]], 1, "colors"), ([1.5, 2], 1, "colors")):
            with pytest.raises(ValueError, match=text):
                rng().multivariate_hypergeometric(colors, n)
        with pytest.raises(ValueError, match="method"):
            rng().multivariate_hypergeometric([3], 1, method="other")


class TestMultivariateNormal:
    @pytest.mark.parametrize("method", ["svd", "eigh", "cholesky"])
    def test_law(self, method):
        mean, cov = [1.0, -2.0, 0.0], numpy.array([[2.0, 0.5, 0.2], [0.5, 1.0, -0.3], [0.2, -0.3, 0.5]])
        x = rng(3).multivariate_normal(mean, cov.tolist(), size=6000, method=method).get()
        assert_allclose(x.mean(axis=0), mean, atol=0.07)
        assert_allclose(numpy.cov(x.T), cov, atol=0.12)
        whitened = numpy.linalg.solve(numpy.linalg.cholesky(cov), (x - mean).T)
        assert stats.kstest(whitened.ravel(), "norm").pvalue > 0.01

    def test_shapes(self):
        mean, cov = cupy.zeros(3), cupy.eye(3)
        assert rng().multivariate_normal(mean, cov).shape == (3,)
        assert rng().multivariate_normal(mean, cov, (2, 4)).shape == (2, 4, 3)
        assert cupy.random.multivariate_normal(mean, cov, 5, dtype="f").dtype == numpy.float32

    def test_refused(self):
        with pytest.raises(ValueError, match="mean must be 1"):
            rng().multivariate_normal([[0.0]], [[1.0]])
        with pytest.raises(ValueError, match="cov must be 2"):
            rng().multivariate_normal([0.0, 0.0], [1.0, 1.0])
        with pytest.raises(ValueError, match="same length"):
            rng().multivariate_normal([0.0], [[1.0, 0.0], [0.0, 1.0]])
        with pytest.raises(ValueError, match="method"):
            rng().multivariate_normal([0.0], [[1.0]], method="lu")
        with pytest.raises(ValueError, match="check_valid"):
            rng().multivariate_normal([0.0], [[1.0]], check_valid="no")
        bad = [[1.0, 2.0], [2.0, 1.0]]
        for method in ("svd", "eigh"):
            with pytest.raises(ValueError, match="positive-semidefinite"):
                rng().multivariate_normal([0.0, 0.0], bad, check_valid="raise", method=method)
        with pytest.warns(RuntimeWarning, match="positive-semidefinite"):
            rng().multivariate_normal([0.0, 0.0], bad)


@pytest.mark.parametrize("alpha", [5, 5.0, numpy.float32(5), cupy.asarray(5.0)])
def test_dirichlet_of_one_number(alpha):
    assert_allclose(cupy.random.dirichlet(alpha).get(), [1.0])
    assert_allclose(cupy.random.dirichlet(alpha=alpha, size=3).sum().get(), 1.0)
    drawn = cupy.random.default_rng(1).dirichlet(alpha, size=(3, 2, 3))
    assert drawn.shape == (3, 2, 3)
    assert_allclose(drawn.sum(axis=-1).get(), numpy.ones((3, 2)))
