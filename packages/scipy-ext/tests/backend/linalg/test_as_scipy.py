"""What random calls found to differ from SciPy: whole numbers, NaN, what is empty, values in a range of stacks."""
import cupy
import numpy
import pytest
import scipy.linalg
from cupyx.scipy import linalg

CALLS = [
    "m.solve(xp.eye(2, dtype='b') * 2, xp.ones(2, 'b'))", "m.solve(xp.eye(2, dtype='b'), xp.ones(2, 'f'))",
    "m.solve(xp.eye(2, dtype='?'), xp.ones((2, 1), '?'))",
    "m.solve_banded((1, 0), xp.full((2, 3), 5, 'b'), xp.ones(3, 'b'))",
    "m.solve_banded((1, 0), xp.zeros((2, 1)), xp.ones(1))",
    "m.solve_banded((1, 0), xp.zeros((2, 2, 1)), xp.ones((2, 1, 3)))",
    "m.lstsq(xp.zeros((0, 2), 'b'), xp.zeros(0, 'b'))[0]", "m.lstsq(xp.eye(2, dtype='b'), xp.ones(2, 'b'))[0]",
    "m.lstsq(xp.eye(2, dtype='b'), xp.ones(2, 'f'))[0]", "m.lstsq(xp.eye(2, dtype='h'), xp.ones(2, 'e'))[3]",
    "m.fiedler(xp.zeros(0))", "m.fiedler_companion(xp.ones(1))",
    "m.fiedler_companion(xp.ones((3, 1)))", "m.tanm(xp.full((2, 2), xp.nan))", "m.tanhm(xp.full((2, 2), xp.nan))",
    "m.issymmetric(xp.diag(xp.asarray([xp.nan, 1])))", "m.ishermitian(xp.diag(xp.asarray([xp.nan, 1])))",
    "m.issymmetric(xp.diag(xp.asarray([xp.nan, 1j])))", "m.ishermitian(xp.diag(xp.asarray([xp.nan, 1 + 0j])))",
    "m.issymmetric(xp.diag(xp.asarray([xp.nan, 1])), atol=1)", "m.issymmetric(xp.asarray([[1, xp.nan], [xp.nan, 1]]))",
    "m.eigh(xp.zeros((0, 0), 'f'), xp.zeros((0, 0)))[0]", "m.eigh(stack, subset_by_value=[1, 3.5])[0]",
    "abs(m.eigh(stack, subset_by_value=[1, 3.5])[1])", "m.eigh(stack, subset_by_value=[1, 2.5], eigvals_only=True)",
]


def outcome(m, xp, text):
    stack = xp.asarray(numpy.stack([numpy.diag([1.0, 2, 3]), numpy.diag([3.0, 0, 2])]))
    try:
        found = eval(text, {"m": m, "xp": xp, "stack": stack})
    except Exception as error:
        return error
    return numpy.asarray(found.get() if isinstance(found, cupy.ndarray) else found)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", CALLS)
def test_as_scipy(text):
    expected, found = outcome(scipy.linalg, numpy, text), outcome(linalg, cupy, text)
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected)), (found, expected)
    else:
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
        numpy.testing.assert_allclose(found, expected, rtol=1e-12)
