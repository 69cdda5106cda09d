"""Covariances and correlations."""
import numpy
import pytest

import cupy
from cupy import testing


OPTIONS = [{}, {"rowvar": False}, {"bias": True}, {"ddof": 3}, {"dtype": "f"}, {"fweights": [1, 2, 0, 3]},
           {"aweights": [0.5, 1, 2, 0.1]}, {"fweights": [1, 2, 0, 3], "aweights": [0.5, 1, 2, 0.1], "ddof": 0},
           {"fweights": [1, 2, 2, 3], "aweights": [0.5, 1, 2, 0.1]}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@testing.for_dtypes("ilfdFD")
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-5)
def test_cov(xp, dtype, options):
    options = {k: xp.asarray(v) if k.endswith("weights") else v for k, v in options.items()}
    if dtype in ("F", "D", numpy.complex64, numpy.complex128):
        options.pop("dtype", None)
    m = testing.shaped_random((4, 4), xp, dtype, seed=1)
    return [xp.cov(m, **options), xp.cov(m, m + m, **options), xp.cov(m[0], **options)]


@testing.for_dtypes("lfdD")
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-6)
def test_corrcoef(xp, dtype):
    m = testing.shaped_random((3, 5), xp, dtype, seed=1)
    return [xp.corrcoef(m), xp.corrcoef(m, rowvar=False), xp.corrcoef(m[0], m[1]), xp.corrcoef(m[0]),
            xp.corrcoef(m, dtype="D")]


def test_shapes_and_warnings():
    assert cupy.cov(cupy.zeros((0, 3))).shape == (0, 0)
    for xp in (numpy, cupy):
        with pytest.warns(RuntimeWarning):
            assert xp.isinf(xp.cov(xp.asarray([[1.0, 2.0], [3.0, 5.0]]), ddof=5)).all()


@pytest.mark.parametrize("arguments", [
    {"ddof": 1.5}, {"m": (1, 2, 2)}, {"y": (1, 2, 2)}, {"fweights": [[1, 2]]}, {"fweights": [1]},
    {"fweights": [1.5, 2]}, {"fweights": [-1, 2]}, {"aweights": [[1, 2]]}, {"aweights": [1]}, {"aweights": [-1, 2]},
], ids=str)
def test_cov_errors(arguments):
    errors = []
    for xp in (numpy, cupy):
        kwargs = {k: xp.asarray(v) if k.endswith("weights") else v for k, v in arguments.items()}
        m = xp.ones(kwargs.pop("m", (2, 2)))
        if "y" in kwargs:
            kwargs["y"] = xp.ones(kwargs["y"])
        with pytest.raises((ValueError, TypeError, RuntimeError)) as info:
            xp.cov(m, **kwargs)
        errors.append(info.type)
    assert errors[0] is errors[1]
