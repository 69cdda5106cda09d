"""Banded systems against SciPy, solved in one part and in many."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg
from cupyx.scipy.linalg import _banded

rng = numpy.random.default_rng(13)


def random(shape, dtype="d"):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype in "FD" else x * 9 if dtype == "i" else x).astype(dtype)


def close(found, wanted, scale=1):
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    tolerance = (2e-2 if wanted.dtype.char in "fF" else 1e-8) * scale
    numpy.testing.assert_allclose(found.get(), wanted, rtol=tolerance, atol=tolerance * abs(wanted).max(initial=0))


def residual(lower, upper, ab, x, b):
    """How far ``a @ x`` is from `b`, beside rounding."""
    n = ab.shape[-1]
    a = numpy.zeros((n, n), ab.dtype)
    for k in range(-lower, upper + 1):
        a += numpy.diag(ab[upper - k, max(k, 0):n + min(k, 0)], k)
    size = abs(a).sum(axis=1).max() * abs(x).max() + abs(b).max()
    return abs(a @ x - b).max() / size / numpy.finfo(x.dtype).eps


@pytest.fixture(params=[None, 1, 2, 5, 16])
def parts(request, monkeypatch):
    """Into how many runs matrices are cut; None is what the backend does, LAPACK on the host."""
    if request.param:
        monkeypatch.setattr(_banded, "host_memory", lambda: False)
        monkeypatch.setattr(_banded, "_parts", lambda n, width, batch: max(1, min(request.param, n // (3 * width))))
    return request.param


@pytest.mark.parametrize("dtype", "ifdFD")
@pytest.mark.parametrize("lower, upper", [(1, 1), (0, 1), (1, 0), (2, 1), (0, 3), (3, 3), (5, 4), (0, 0)])
def test_solve_banded(lower, upper, dtype, parts):
    """Without a dominant diagonal, so that rows are exchanged."""
    for n in (1, 2, 3, 9, 50, 203):
        ab = random((lower + upper + 1, n), dtype)
        if n < 4 or lower * upper == 0 or dtype == "i":      # else a system may be singular
            ab[upper] = abs(ab[upper]) + 9 * (lower + upper + 1)
        b = random((n, 3), dtype)
        if n <= max(lower, upper):
            continue
        found = linalg.solve_banded((lower, upper), cupy.asarray(ab), cupy.asarray(b)).get()
        wanted = scipy.linalg.solve_banded((lower, upper), ab, b)
        assert found.dtype == wanted.dtype and found.shape == wanted.shape
        assert residual(lower, upper, ab, found, b) < 30 * max(4, residual(lower, upper, ab, wanted, b))


def test_zeros_on_the_diagonal(parts):
    n = 120
    ab = numpy.zeros((3, n))
    ab[0], ab[2] = 1 + rng.random(n), 1 + rng.random(n)
    b = random(n)
    found = linalg.solve_banded((1, 1), cupy.asarray(ab), cupy.asarray(b)).get()
    assert residual(1, 1, ab, found, b) < 100


@pytest.mark.parametrize("lower, upper", [(1, 1), (2, 0), (2, 3)])
def test_levels(lower, upper, monkeypatch):
    """Runs of 64 rows, whose rests are cut into runs again."""
    monkeypatch.setattr(_banded, "host_memory", lambda: False)
    monkeypatch.setattr(_banded, "_parts", lambda n, width, batch: max(1, n // max(64, 8 * width)))
    n = 6000
    ab, b = random((lower + upper + 1, n)), random((n, 2))
    ab[upper] += 3 * (lower * upper == 0)
    found = linalg.solve_banded((lower, upper), cupy.asarray(ab), cupy.asarray(b)).get()
    wanted = scipy.linalg.solve_banded((lower, upper), ab, b)

    def left(x):
        """How much the equations are missed by, beside the solution."""
        product = sum(_shifted(ab[upper - k][:, None] * x, k) for k in range(-lower, upper + 1))
        return abs(product - b).max() / abs(x).max()

    assert left(found) < 20 * max(left(wanted), 1e-16)


def _shifted(x, k):
    """Rows moved up by k, zeros behind them."""
    result = numpy.zeros_like(x)
    result[max(-k, 0):len(x) - max(k, 0)] = x[max(k, 0):len(x) + min(k, 0)]
    return result


def test_batches(parts):
    ab, b = random((2, 3, 5, 60)), random((3, 60, 2))
    ab[..., 2, :] += 9
    close(linalg.solve_banded((2, 2), cupy.asarray(ab), cupy.asarray(b)), scipy.linalg.solve_banded((2, 2), ab, b))
    close(linalg.solve_banded((2, 2), cupy.asarray(ab), cupy.asarray(b[0, :, 0])),
          scipy.linalg.solve_banded((2, 2), ab, b[0, :, 0]))


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("rows", [1, 2, 3, 5])
def test_hermitian(rows, dtype, parts):
    for n in (1, 4, 60):
        upper = random((rows, n), dtype)
        upper[-1] = abs(upper[-1]) + 3 * rows
        lower = numpy.zeros_like(upper)
        for k in range(min(rows, n)):
            lower[k, :n - k] = upper[rows - 1 - k, k:].conj()
        b = random((n, 2), dtype)
        for is_lower, ab in ((False, upper), (True, lower)):
            if rows > n:
                continue
            given, sides = cupy.asarray(ab, order="F" if n == 60 else "C"), cupy.asarray(b)
            wanted = scipy.linalg.solveh_banded(ab, b, lower=is_lower)
            close(linalg.solveh_banded(given, sides, lower=is_lower), wanted)
            factor = linalg.cholesky_banded(given, lower=is_lower)
            expected = scipy.linalg.cholesky_banded(ab, lower=is_lower)
            for k in range(rows):
                part = (k, slice(0, n - k)) if is_lower else (rows - 1 - k, slice(k, None))
                close(factor[part], expected[part])
            close(linalg.cho_solve_banded((factor, is_lower), sides), wanted)
            full = _banded._full_bands(given, is_lower)
            close(_banded.solve_bands(rows - 1, rows - 1, full, sides), wanted)


def test_tridiagonal_structure():
    a = numpy.diag(random(9)) + numpy.diag(random(8), 1) + numpy.diag(random(8), -1) + 4 * numpy.eye(9)
    b = random((9, 2))
    close(linalg.solve(cupy.asarray(a), cupy.asarray(b), assume_a="tridiagonal"), numpy.linalg.solve(a, b))


def test_errors(parts):
    ab, b = cupy.ones((3, 4)), cupy.ones(4)
    with pytest.raises(linalg.LinAlgError):
        linalg.solve_banded((1, 1), cupy.zeros((3, 40)), cupy.ones(40)).get()
    with pytest.raises(linalg.LinAlgError):
        linalg.cholesky_banded(-ab).get()
    with pytest.raises(linalg.LinAlgError):
        linalg.solveh_banded(-ab, b).get()
    for call in (lambda: linalg.solve_banded((1, 2), ab, b), lambda: linalg.solve_banded((1, 1), ab, cupy.ones(3)),
                 lambda: linalg.solve_banded((-1, 3), ab, b), lambda: linalg.solveh_banded(ab, cupy.ones(3)),
                 lambda: linalg.solve_banded((1, 1), ab, b * cupy.nan), lambda: linalg.cholesky_banded(ab * cupy.inf),
                 lambda: linalg.cho_solve_banded((ab, True), cupy.ones(3))):
        with pytest.raises(ValueError):
            call()
    assert linalg.solve_banded((1, 1), cupy.ones((3, 0)), cupy.ones((0, 2))).shape == (0, 2)
