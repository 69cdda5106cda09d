"""Libraries written for the array API run on our arrays: array-api-compat, -extra, SciPy, scikit-learn."""
import os
import subprocess
import sys

import numpy
import pytest

import cupy

pytestmark = pytest.mark.optional


def run(code, **environment):
    """Run a program of its own, because these settings are read at import."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True,
                          text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_compat_recognises():
    compat = pytest.importorskip("array_api_compat")
    x = cupy.asarray([1.0, 2.0])
    assert compat.is_cupy_array(x) and compat.is_array_api_obj(x)
    xp = compat.array_namespace(x)
    assert compat.is_cupy_namespace(xp) and compat.is_cupy_namespace(cupy)
    assert compat.size(x) == 2 and compat.device(x) == x.device
    assert compat.to_device(x, compat.device(x)).tolist() == [1.0, 2.0]


def test_compat_drives():
    compat = pytest.importorskip("array_api_compat")
    xp = compat.array_namespace(cupy.asarray([1.0]))
    x = xp.asarray([[3.0, 1.0], [2.0, 5.0]])
    assert xp.std(x, correction=1).item() == pytest.approx(numpy.std(x.get(), ddof=1))
    assert xp.argsort(x, axis=0, descending=True).tolist() == [[0, 1], [1, 0]]
    assert xp.unique_values(xp.asarray([2, 1, 2])).tolist() == [1, 2]
    assert xp.astype(x, xp.int64).dtype == xp.int64
    assert xp.isdtype(x.dtype, "real floating") and xp.concat([x, x]).shape == (4, 2)


def test_extra():
    extra = pytest.importorskip("array_api_extra")
    x = cupy.asarray([[1.0, 2.0], [3.0, 5.0]])
    numpy.testing.assert_allclose(extra.cov(x).get(), numpy.cov(x.get()))
    assert extra.at(x, 0).add(10.0).tolist() == [[11.0, 12.0], [3.0, 5.0]]
    assert extra.nunique(cupy.asarray([1, 1, 2])).item() == 2
    assert extra.pad(cupy.asarray([1]), 1).tolist() == [0, 1, 0]
    assert bool(extra.isclose(x, x + 1e-12).all())


SCIPY = """
import cupy, numpy
from scipy import special, stats
x = cupy.asarray(numpy.random.default_rng(0).normal(size=50))
for f in (stats.skew, stats.kurtosis, special.logsumexp, stats.gmean):
    have, want = f(abs(x)), f(abs(x.get()))
    assert isinstance(have, cupy.ndarray), type(have)
    numpy.testing.assert_allclose(have.get(), want, rtol=1e-10)
numpy.testing.assert_allclose(stats.zscore(x).get(), stats.zscore(x.get()), rtol=1e-10)
"""

SCIKIT_LEARN = """
import cupy, numpy, sklearn
from sklearn.linear_model import Ridge
from sklearn.metrics import accuracy_score, mean_squared_error
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler
rng = numpy.random.default_rng(0)
X, y = rng.normal(size=(30, 4)), rng.normal(size=30)
with sklearn.config_context(array_api_dispatch=True):
    for kind in (MinMaxScaler, MaxAbsScaler):
        have = kind().fit_transform(cupy.asarray(X))
        assert isinstance(have, cupy.ndarray)
        numpy.testing.assert_allclose(have.get(), kind().fit_transform(X), rtol=1e-9)
    model = Ridge(solver="svd").fit(cupy.asarray(X), cupy.asarray(y))
    assert isinstance(model.coef_, cupy.ndarray)
    numpy.testing.assert_allclose(model.coef_.get(), Ridge(solver="svd").fit(X, y).coef_, rtol=1e-8)
    assert float(mean_squared_error(cupy.asarray(y), cupy.asarray(y))) == 0
    assert float(accuracy_score(cupy.asarray([1, 2]), cupy.asarray([1, 3]))) == 0.5
"""


@pytest.mark.parametrize("library, code", [("scipy", SCIPY), ("sklearn", SCIKIT_LEARN)])
def test_users(library, code):
    pytest.importorskip(library)
    run(code, SCIPY_ARRAY_API="1")
