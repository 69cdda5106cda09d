"""What SciPy does of few numbers in the host's memory is what kernels do: results, their types and shapes."""
import importlib
import warnings

import numpy
import pytest

import cupy
from cupy._core import few
from cupy._core.target import host_memory
from cupy_testing.bench._beside import CASES
from cupy_testing.bench._library import Cupy

for name in ("interpolation", "points", "linear"):
    importlib.import_module(f"cupy_testing.bench._beside_{name}")

#: Whose vectors have any sign, or whose results are of random numbers.
LOOSE = ("clarkson", "eig", "svd", "random", "null_space", "orth", "qr", "rq", "schur", "qz", "hessenberg",
         "interpolative")
MAKERS = {make.__name__: make for make, _ in CASES}


def outcome(call):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return call()
    except (ValueError, TypeError, RuntimeError, IndexError, AttributeError) as error:
        return type(error)


def check(at_once, by_kernels, name):
    """Equal, but for rounding."""
    if isinstance(by_kernels, (tuple, list)):
        assert type(at_once) is type(by_kernels) and len(at_once) == len(by_kernels)
        for x, y in zip(at_once, by_kernels, strict=True):
            check(x, y, name)
    elif isinstance(by_kernels, (cupy.ndarray, numpy.generic)):
        assert type(at_once) is type(by_kernels) and at_once.dtype == by_kernels.dtype
        assert at_once.shape == by_kernels.shape
        if by_kernels.dtype.kind in "biufc" and not any(word in name for word in LOOSE):
            numpy.testing.assert_allclose(cupy.asnumpy(at_once), cupy.asnumpy(by_kernels), rtol=1e-7, atol=1e-9)
    elif isinstance(by_kernels, (type, str, bool, int, float)):
        assert at_once == by_kernels or by_kernels != by_kernels


@pytest.mark.skipif(not host_memory(), reason="for arrays in the host's memory")
@pytest.mark.parametrize("maker", sorted(MAKERS))
def test_few_numbers_as_many(monkeypatch, maker):
    """Every call of the benchmark beside SciPy, of few numbers."""
    differs = []
    for n in (7, 10, 25):
        try:
            made = [MAKERS[maker](Cupy(), n, numpy.random.default_rng(n)) for _ in range(2)]
        except ValueError:          # of what so few are not enough for
            continue
        for name in made[0]:
            at_once = outcome(made[0][name])
            with monkeypatch.context() as only_kernels:
                only_kernels.setattr(few, "FEW", -1)
                only_kernels.setattr(few, "MOST", -1)
                by_kernels = outcome(made[1][name])
            try:
                check(at_once, by_kernels, name)
            except AssertionError as error:
                differs.append((name, n, at_once, by_kernels, error))
    assert not differs, "\n".join(f"{name} of {n}: {x} {y} {error}" for name, n, x, y, error in differs)
