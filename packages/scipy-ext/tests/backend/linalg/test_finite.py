"""Infinities and NaNs, which GPUs look for while they solve."""
import numpy
import pytest
import scipy.linalg

import cupy
import cupyx
from cupy._ext import linalg_check, synchronous
from cupyx.scipy import _report, linalg


def _bands(a):
    """Diagonals of a positive-definite matrix, the main one last."""
    return a + 4 * len(a) * (cupy.arange(len(a)) == len(a) - 1)[:, None]


_CALLS = {
    "solve_triangular": lambda a, b: linalg.solve_triangular(a, b),
    "transposed": lambda a, b: linalg.solve_triangular(a.T, b, trans=1),
    "cho_solve": lambda a, b: linalg.cho_solve((a, False), b),
    "cho_solve_banded": lambda a, b: linalg.cho_solve_banded((a + 1, False), b),
    "solve_banded": lambda a, b: linalg.solve_banded((len(a) - 1, 0), a + 1, b),
    "solveh_banded": lambda a, b: linalg.solveh_banded(_bands(a), b),
    **{f"solve {structure}": lambda a, b, structure=structure: linalg.solve(a, b, assume_a=structure)
       for structure in (None, "pos", "her", "sym", "diagonal", "tridiagonal", "lower triangular")},
}
_OF_ONE = {
    "inv": linalg.inv, "inv pos": lambda a: linalg.inv(a, assume_a="pos"), "lu_factor": linalg.lu_factor,
    "cholesky": linalg.cholesky, "cho_factor": lambda a: linalg.cho_factor(a, lower=True),
    "cholesky_banded": lambda a: linalg.cholesky_banded(_bands(a)),
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


@pytest.mark.parametrize("name", _OF_ONE)
@pytest.mark.parametrize("dtype", "fdFDie")
@pytest.mark.parametrize("n", [3, 70])
def test_matrices_that_are_not_finite(name, dtype, n):
    call, a = _OF_ONE[name], cupy.eye(n, dtype=dtype)
    call(a)
    for place in ((0, 0), (-1, 0)) if dtype != "i" else ():
        for bad in (numpy.nan, numpy.inf):
            wrong = a.copy()
            wrong[place] = bad
            with pytest.raises(ValueError, match="infs or NaNs"):
                call(wrong)
    call(a)
    cupy.ones(1).get()


_SINGULAR = {
    "solve": lambda a: linalg.solve(a, a), "inv": linalg.inv, "cholesky": linalg.cholesky,
    "solve pos": lambda a: linalg.solve(a, a, assume_a="pos"),
    "solve diagonal": lambda a: linalg.solve(a, a, assume_a="diagonal"),
    "solve tridiagonal": lambda a: linalg.solve(a, a[:, 0], assume_a="tridiagonal"),
    "solve upper": lambda a: linalg.solve(a, a, assume_a="upper triangular"),
    "solve_banded": lambda a: linalg.solve_banded((0, len(a) - 1), a, a[0]),
    "cholesky_banded": linalg.cholesky_banded,
}


@pytest.mark.parametrize("name", _SINGULAR)
@pytest.mark.parametrize("n", [3, 20, 40, 300])
@pytest.mark.parametrize("mode", [None, "raise"])
def test_the_error_of_items_that_are_not_finite_comes_first_and_leaves_none(name, n, mode):
    call, a = _SINGULAR[name], cupy.zeros((n, n))
    wrong = a.copy()
    wrong[0, -1] = numpy.nan
    with cupyx.errstate(linalg=mode):
        with pytest.raises(ValueError, match="infs or NaNs"):
            call(wrong)
        cupy.ones(1).get()
    with pytest.raises(numpy.linalg.LinAlgError):
        call(a)                                     # raises here on the host
        call(wrong)                                 # and here elsewhere: what failed before is said first
    with pytest.raises(ValueError, match="infs or NaNs"):
        call(wrong)
    cupy.ones(1).get()


def test_what_is_refused_is_known_before_shapes_are():
    wrong = cupy.full((2, 3), numpy.nan)
    for call in (linalg.inv, linalg.cholesky, lambda a: linalg.solve(a, cupy.ones(5)),
                 lambda a: linalg.solve_banded((3, 3), a, cupy.ones(7))):
        with pytest.raises(ValueError, match="infs or NaNs"):
            call(wrong)


@pytest.mark.skipif(synchronous(), reason="nothing is waited for")
@pytest.mark.parametrize(("name", "call"), [
    ("solve", lambda a: linalg.solve(a, a)), ("inv", linalg.inv), ("cholesky", linalg.cholesky)])
def test_what_is_to_do_is_launched_before_the_answer_is_waited_for(name, call, monkeypatch):
    seen, function, read = [], getattr(cupy.linalg, name), _report.Report.read
    monkeypatch.setattr(cupy.linalg, name, lambda *args, **options: seen.append(name) or function(*args, **options))
    monkeypatch.setattr(_report.Report, "read", lambda self: seen.append("read") or read(self))
    call(cupy.eye(3))
    assert seen == [name, "read"]


@pytest.mark.skipif(synchronous(), reason="nothing is waited for")
def test_waiting_is_refused_where_it_is_not_allowed():
    a = cupy.eye(3)
    with cupyx.allow_synchronize(False):
        linalg.solve(a, a, check_finite=False)
        with pytest.raises(cupyx.DeviceSynchronized):
            linalg.solve(a, a)


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


@pytest.mark.parametrize("n", [2, 6, 70])
def test_what_failed_before_is_said_first(n):
    """The NaNs of a decomposition that failed are not the arguments' fault."""
    good, b = cupy.eye(n) * 4 + 1, cupy.ones(n)
    with pytest.raises(numpy.linalg.LinAlgError):
        linalg.cho_solve(linalg.cho_factor(good - 5), b).get()
    for _ in range(2):
        if not synchronous():       # as a decomposition leaves it that failed
            linalg_check.expect_zero(cupy.ones((), "i4"), "what went wrong before")
            with pytest.raises(numpy.linalg.LinAlgError, match="before"):
                linalg.cho_solve((cupy.full((n, n), numpy.nan), False), b)
        x = linalg.cho_solve(linalg.cho_factor(good), b)
        numpy.testing.assert_allclose((good @ x).get(), 1)
        with pytest.raises(ValueError, match="infs or NaNs"):
            linalg.cho_solve((cupy.full((n, n), numpy.nan), False), b)
