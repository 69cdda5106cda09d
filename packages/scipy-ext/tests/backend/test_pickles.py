"""Public functions and objects, pickled by name."""
import importlib
import inspect
import pickle

import numpy
import pytest
from cupy.testing import assert_allclose

import cupy
import cupyx
from cupyx.scipy import stats

MODULES = ["cupyx", "cupyx.linalg", "cupyx.optimizing", "cupyx.profiler", "cupyx.signal", *[
    f"cupyx.scipy.{name}" for name in (
        "fft", "fftpack", "interpolate", "linalg", "ndimage", "signal", "signal.windows", "sparse", "sparse.csgraph",
        "sparse.linalg", "spatial", "spatial.distance", "special", "stats", "stats.contingency", "stats.mstats")]]


@pytest.mark.parametrize("module", MODULES)
def test_public_functions(module):
    module = importlib.import_module(module)
    for name in dir(module):
        value = getattr(module, name)
        if not name.startswith("_") and (inspect.isroutine(value) or inspect.isclass(value)):
            assert pickle.loads(pickle.dumps(value)) is value, name


def test_ufunc():
    assert pickle.loads(pickle.dumps(cupyx.rsqrt)) is cupyx.rsqrt


@pytest.mark.parametrize("name", ["norm", "gamma", "reciprocal", "loguniform", "vonmises_line", "poisson"])
def test_distributions(name):
    distribution = getattr(stats, name)
    again = pickle.loads(pickle.dumps(distribution))
    assert type(again) is type(distribution) and again.name == distribution.name


def test_distributions_with_parameters():
    frozen = pickle.loads(pickle.dumps(stats.norm(1, cupy.array([2.0, 3.0]))))
    assert_allclose(frozen.cdf(cupy.array([1.0, 1.0])), [0.5, 0.5])
    table = stats.rv_histogram(numpy.histogram([1, 2, 3, 5.0]))
    assert pickle.loads(pickle.dumps(table)).pdf(2.0) == table.pdf(2.0)
