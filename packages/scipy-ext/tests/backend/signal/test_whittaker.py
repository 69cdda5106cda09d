"""Whittaker-Henderson smoothing against dense equations, and SciPy's where it is installed."""
import cupy
import numpy
import pytest
import scipy.signal

from cupyx.scipy import signal

RNG = numpy.random.default_rng(5)
Y = numpy.sin(numpy.arange(60) / 9) + 0.2 * RNG.standard_normal(60)
W = numpy.where((numpy.arange(60) > 20) & (numpy.arange(60) < 28), 0, RNG.uniform(0.5, 2, 60))


def _dense(y, lamb, order, weights):
    difference = numpy.diff(numpy.eye(len(y)), n=order, axis=0)
    return numpy.linalg.solve(numpy.diag(weights) + lamb * difference.T @ difference, weights * y)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("lamb", [0.25, 30])
@pytest.mark.parametrize("weights", [None, W])
def test_given_penalty(order, lamb, weights):
    found = signal.whittaker_henderson(cupy.asarray(Y), lamb=lamb, order=order,
                                       weights=None if weights is None else cupy.asarray(weights))
    assert found.lamb == lamb and isinstance(found.x, cupy.ndarray)
    wanted = _dense(Y, lamb, order, numpy.ones(60) if weights is None else weights)
    numpy.testing.assert_allclose(found.x.get(), wanted, 1e-9, 1e-9)


@pytest.mark.parametrize("length", [3, 4, 5])
def test_few_samples(length):
    found = signal.whittaker_henderson(cupy.asarray(Y[:length]), lamb=2.0)
    numpy.testing.assert_allclose(found.x.get(), _dense(Y[:length], 2.0, 2, numpy.ones(length)), 1e-12)


def test_limits():
    y = cupy.asarray(Y)
    assert (signal.whittaker_henderson(y, lamb=0).x == y).all()
    line = numpy.polynomial.Polynomial.fit(numpy.arange(60), Y, 1)(numpy.arange(60))
    numpy.testing.assert_allclose(signal.whittaker_henderson(y, lamb=1e20).x.get(), line, 1e-9)


def test_equations_that_cannot_be_solved():
    with pytest.warns(UserWarning, match="instability"):
        found = signal.whittaker_henderson(cupy.asarray(Y), lamb=1e16, order=1).x
    numpy.testing.assert_allclose(found.get(), Y.mean(), 1e-9)
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
        cupy.linalg.inv(cupy.zeros((2, 2)))                             # raises here on the host
        signal.whittaker_henderson(cupy.asarray(Y), lamb=1e16, order=1)


def test_likeliest_penalty():
    """The restricted likelihood, from determinants and eigenvalues of dense matrices, is lower on both sides."""
    def likelihood(lamb, order=2):
        difference = numpy.diff(numpy.eye(60), n=order, axis=0)
        x = _dense(Y, lamb, order, numpy.ones(60))
        squares = ((Y - x) ** 2).sum() + lamb * ((difference @ x) ** 2).sum()
        plain = numpy.linalg.slogdet(lamb * difference @ difference.T)[1]
        full = numpy.linalg.slogdet(numpy.eye(60) + lamb * difference.T @ difference)[1]
        return -0.5 * ((60 - order) * numpy.log(squares) - plain + full)

    found = signal.whittaker_henderson(cupy.asarray(Y))
    assert max(likelihood(found.lamb * 0.9), likelihood(found.lamb * 1.1)) < likelihood(found.lamb)
    numpy.testing.assert_allclose(found.x.get(), _dense(Y, found.lamb, 2, numpy.ones(60)), 1e-9)


@pytest.mark.skipif(not hasattr(scipy.signal, "whittaker_henderson"), reason="a function of SciPy 1.18")
@pytest.mark.parametrize("weights", [None, W])
def test_as_scipy(weights):
    found = signal.whittaker_henderson(cupy.asarray(Y), weights=None if weights is None else cupy.asarray(weights))
    wanted = scipy.signal.whittaker_henderson(Y, weights=weights)
    numpy.testing.assert_allclose(found.x.get(), wanted.x, 1e-5)
    numpy.testing.assert_allclose(found.lamb, wanted.lamb, 1e-4)


def test_samples_without_weight_are_filled_in():
    y = cupy.arange(20.0)
    y[[4, 5, 19]] = cupy.nan
    found = signal.whittaker_henderson(y, lamb=5.0, weights=(~cupy.isnan(y)).astype(float))
    numpy.testing.assert_allclose(found.x.get(), numpy.arange(20.0), 1e-9, 1e-9)


@pytest.mark.parametrize("error, args, kwargs", [
    (ValueError, [[1.0, 2.0]], {}), (ValueError, [[[1.0, 2.0, 3.0]]], {}), (ValueError, [Y], {"lamb": -1}),
    (ValueError, [Y], {"lamb": "mle"}), (ValueError, [Y], {"order": 0}), (TypeError, [Y], {"order": 1.5}),
    (ValueError, [Y], {"weights": [1.0]}), (ValueError, [[1.0, numpy.nan, 2.0, 3.0]], {}),
    (ValueError, [[1.0, numpy.nan, 2.0, 3.0]], {"weights": [1.0, 1.0, 1.0, 1.0]}),
    (ValueError, [[1.0, 2.0, 2.0, 3.0]], {"weights": [1.0, numpy.inf, 1.0, 1.0]})])
def test_wrong_arguments(error, args, kwargs):
    with pytest.raises(error):
        signal.whittaker_henderson(*map(cupy.asarray, args), **kwargs)
