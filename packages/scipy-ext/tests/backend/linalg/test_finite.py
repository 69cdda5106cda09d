"""Infinities and NaNs, which GPUs look for while they solve."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg

_CALLS = {
    "solve_triangular": lambda a, b: linalg.solve_triangular(a, b),
    "transposed": lambda a, b: linalg.solve_triangular(a.T, b, trans=1),
    "cho_solve": lambda a, b: linalg.cho_solve((a, False), b),
    "cho_solve_banded": lambda a, b: linalg.cho_solve_banded((a + 1, False), b),
}


@pytest.mark.parametrize("name", _CALLS)
@pytest.mark.parametrize("dtype", "fdFDil")
@pytest.mark.parametrize("n", [3, 70])
def test_items_that_are_not_finite(name, dtype, n):
    call, a = _CALLS[name], cupy.eye(n, dtype=dtype)
    for b in (cupy.ones(n, dtype), cupy.ones((n, 4), dtype)[:, ::2], cupy.ones((2, n, 1), "f")):
        call(a, b)
        if dtype in "il":
            continue
        for bad in (numpy.nan, -numpy.inf):
            wrong = a.copy()
            wrong[-1, 0] = bad
            with pytest.raises(ValueError, match="infs or NaNs"):
                call(wrong, b)
            wrong = b.copy()
            wrong[(-1,) if b.ndim == 1 else (..., -1, 0)] = bad
            with pytest.raises(ValueError, match="infs or NaNs"):
                call(a, wrong)
        call(a, b)


def test_a_matrix_that_is_not_finite_is_not_singular_as_well():
    a = cupy.zeros((40, 40))
    a[-1, 0] = numpy.inf
    with pytest.raises(ValueError, match="infs or NaNs"):
        linalg.solve_triangular(a, cupy.ones(40))
    cupy.ones(1).get()
    with pytest.raises(numpy.linalg.LinAlgError):
        linalg.solve_triangular(a, cupy.ones(40), check_finite=False).get()


@pytest.mark.parametrize("n", [1, 31, 33, 64, 65, 200, 300])
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("order", "CF")
def test_solutions_however_matrices_lie(n, trans, order):
    rng = numpy.random.default_rng(n)
    a = rng.standard_normal((n, n)) / n + 1j * rng.standard_normal((n, n)) / n + 2 * numpy.eye(n)
    b = rng.standard_normal((2, n))[0]
    for lower in (True, False):
        x = linalg.solve_triangular(cupy.asarray(a, order=order), cupy.asarray(b), trans, lower)
        numpy.testing.assert_allclose(x.get(), scipy.linalg.solve_triangular(a, b, trans, lower), 1e-13, 1e-13)
    a[n // 2, n // 2] = 0
    with pytest.raises(numpy.linalg.LinAlgError):
        linalg.solve_triangular(cupy.asarray(a, order=order), cupy.asarray(b), trans).get()
