"""cupyx.linalg: what neither NumPy nor SciPy has."""
import numpy
import pytest

import cupy
import cupyx.linalg
from cupyx.linalg import sparse
from cupyx.scipy.sparse import csr_matrix

rng = numpy.random.default_rng(23)


@pytest.mark.parametrize("dtype", "ifdFD")
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (2, 3, 4, 4)])
def test_invh(shape, dtype):
    a = rng.standard_normal(shape) * 3
    a = a + 1j * rng.standard_normal(shape) if dtype in "FD" else a
    a = (a @ a.swapaxes(-1, -2).conj() + 9 * numpy.eye(shape[-1])).astype(dtype)
    found = cupyx.linalg.invh(cupy.asarray(a))
    wanted = numpy.linalg.inv(a)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-3, atol=1e-3 * abs(wanted).max())


def test_failures_of_invh():
    with pytest.raises(numpy.linalg.LinAlgError):
        cupyx.linalg.invh(-cupy.eye(3)).get()
    with pytest.raises(numpy.linalg.LinAlgError):
        cupyx.linalg.invh(cupy.ones((2, 3)))
    assert cupyx.linalg.invh(cupy.ones((0, 0))).shape == (0, 0)


def test_cho_solve():
    x = cupyx.linalg.cho_solve((2 * cupy.eye(2), True), cupy.ones(2))
    assert x.get().tolist() == [0.25, 0.25]


@pytest.mark.parametrize("dtype", "fdFD")
def test_lschol(dtype):
    a = 4 * numpy.eye(6) - numpy.eye(6, k=1) - numpy.eye(6, k=-1)
    b = rng.standard_normal(6).astype(dtype)
    found = sparse.lschol(csr_matrix(cupy.asarray(a.astype(dtype))), cupy.asarray(b))
    assert found.dtype == dtype
    numpy.testing.assert_allclose(found.get(), numpy.linalg.solve(a, b), rtol=1e-4)
    with pytest.raises(ValueError):
        sparse.lschol(csr_matrix(cupy.asarray(a.astype(dtype))), cupy.ones(5, dtype))
    with pytest.raises(TypeError):
        sparse.lschol(cupy.eye(3), cupy.ones(3))
