"""LU factors, triangular systems and the structure of matrices, against SciPy."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg

rng = numpy.random.default_rng(5)
TOLERANCE = {"f": 2e-4, "F": 2e-4}


def random(shape, dtype):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype in "FD" else x * 10 if dtype in "bi" else x).astype(dtype)


def close(found, wanted, rtol=1e-10):
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    rtol = TOLERANCE.get(wanted.dtype.char, rtol)
    numpy.testing.assert_allclose(found.get(), wanted, rtol=rtol, atol=rtol * 10)


@pytest.mark.parametrize("dtype", "bifdFD")
@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (7, 4), (4, 7), (40, 40), (2, 3, 5, 5), (3, 2, 6)])
def test_lu(shape, dtype):
    a = random(shape, dtype)
    given = cupy.asarray(a)
    if dtype in "FD" and len(shape) > 2:    # some libraries choose pivots by |z|, LAPACK by |Re z| + |Im z|
        permutation, lower, upper = (x.get() for x in linalg.lu(given))
        numpy.testing.assert_allclose(permutation @ lower @ upper, a, TOLERANCE.get(dtype, 1e-10), 1e-4)
        assert abs(lower).max() < 1.5
        return
    for found, wanted in zip(linalg.lu_factor(given), scipy.linalg.lu_factor(a), strict=True):
        close(found, wanted)
    for permute, indices in ((False, False), (True, False), (False, True)):
        found = linalg.lu(given, permute_l=permute, p_indices=indices)
        for x, y in zip(found, scipy.linalg.lu(a, permute_l=permute, p_indices=indices), strict=True):
            close(x.astype(y.dtype) if a.shape == (1, 1) else x, y)
    assert (given.get() == a).all()


@pytest.mark.parametrize("dtype", "ifdFD")
@pytest.mark.parametrize("a_shape, b_shape", [((3, 3), (3,)), ((20, 20), (20, 4)), ((2, 5, 5), (5,)),
                                              ((2, 1, 5, 5), (3, 5, 2)), ((4, 4), (2, 4, 3))])
def test_solves(a_shape, b_shape, dtype):
    a, b = random(a_shape, dtype), random(b_shape, dtype)
    a = a + 30 * numpy.eye(a_shape[-1]).astype(dtype)
    factors = scipy.linalg.lu_factor(a)
    for trans in (0, 1, 2):
        close(linalg.lu_solve(tuple(map(cupy.asarray, factors)), cupy.asarray(b), trans),
              scipy.linalg.lu_solve(factors, b, trans))
        for lower in (False, True):
            for unit in (False, True):
                scaled = (a / (30 if unit else 1)).astype(dtype)
                close(linalg.solve_triangular(cupy.asarray(scaled), cupy.asarray(b), trans, lower, unit),
                      scipy.linalg.solve_triangular(scaled, b, trans, lower, unit))


def test_strides_and_emptiness():
    a = numpy.asfortranarray(random((6, 6), "d"))[::-1]
    close(linalg.lu_factor(cupy.asarray(a))[0], scipy.linalg.lu_factor(a)[0])
    given = cupy.asarray(a)[:, ::-1]
    close(linalg.lu_factor(given)[0], scipy.linalg.lu_factor(a[:, ::-1])[0])
    assert linalg.lu_factor(cupy.ones((0, 3)))[0].shape == (0, 3)
    assert [x.shape for x in linalg.lu(cupy.ones((0, 3)))] == [(0, 0), (0, 0), (0, 3)]
    assert linalg.solve_triangular(cupy.ones((0, 0)), cupy.ones((0, 2))).shape == (0, 2)


def test_errors():
    bad, good = cupy.array([[1.0, numpy.nan], [1, 1]]), cupy.eye(2)
    for call in (linalg.lu_factor, linalg.lu, lambda a: linalg.solve_triangular(a, cupy.ones(2)),
                 lambda a: linalg.solve_triangular(good, a), lambda a: linalg.lu_solve(linalg.lu_factor(good), a)):
        with pytest.raises(ValueError, match="infs or NaNs"):
            call(bad)
    assert numpy.isnan(linalg.lu_factor(bad, check_finite=False)[0].get()).any()
    with pytest.raises(numpy.linalg.LinAlgError):
        linalg.solve_triangular(cupy.array([[1.0, 1], [0, 0]]), cupy.ones(2)).get()
    for call in (lambda: linalg.lu_factor(cupy.ones(3)), lambda: linalg.solve_triangular(cupy.ones((2, 3)), good),
                 lambda: linalg.solve_triangular(good, cupy.ones(3)), lambda: linalg.solve_triangular(good, good, 5),
                 lambda: linalg.lu_solve(linalg.lu_factor(good), cupy.ones(3)),
                 lambda: linalg.lu_solve(linalg.lu_factor(good), cupy.ones(2), 3)):
        with pytest.raises(ValueError):
            call()


@pytest.mark.filterwarnings("ignore::scipy.linalg.LinAlgWarning")
def test_solves_with_singular_factors():
    """Nothing is checked, as in SciPy, but nothing finite comes out."""
    zeros, ones = cupy.zeros((3, 3)), cupy.ones(3)
    factors = linalg.lu_factor(zeros)
    for x in (linalg.lu_solve(factors, ones), linalg.lu_solve(factors, ones, 1), linalg.cho_solve((zeros, True), ones),
              linalg.cho_solve((zeros, False), ones)):
        assert not cupy.isfinite(x).get().any()


def test_structure():
    a = numpy.triu(random((5, 7), "d"), -2)
    a[:, 6:] = 0
    for x in (a, a.T, numpy.zeros((3, 3)), numpy.eye(4, dtype="?"), a.astype("D")):
        assert linalg.bandwidth(cupy.asarray(x)) == scipy.linalg.bandwidth(x)
    found, wanted = linalg.bandwidth(cupy.asarray(numpy.stack([a, a * 0]))), scipy.linalg.bandwidth(
        numpy.stack([a, a * 0]))
    assert all((x.get() == y).all() for x, y in zip(found, wanted, strict=True))
    square = random((4, 4), "D")
    for x in (square, square + square.T, square + square.T.conj(), numpy.eye(3)):
        for name in ("issymmetric", "ishermitian"):
            call, reference = getattr(linalg, name), getattr(scipy.linalg, name)
            assert call(cupy.asarray(x)) is bool(reference(x))
            assert call(cupy.asarray(x + 1e-12 * random(x.shape, "d")), atol=1e-9) is bool(reference(x))
    assert linalg.issymmetric(cupy.asarray(numpy.stack([square, square + square.T]))).get().tolist() == [False, True]
    with pytest.raises(TypeError):
        linalg.bandwidth(cupy.ones((2, 2), "e"))
    for name in ("bandwidth", "issymmetric"):
        with pytest.raises(ValueError):
            getattr(linalg, name)(cupy.ones(3))
    with pytest.raises(ValueError, match="square"):
        linalg.issymmetric(cupy.ones((2, 3)))


@pytest.mark.parametrize("n", [2, 5, 33, 70])
@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_nan_stays(n, dtype):
    for where in ((0, 0), (n // 2, 0), (0, n - 1), (n - 1, n - 1)):
        a = numpy.random.default_rng(n).random((n, n)).astype(dtype) + numpy.eye(n, dtype=dtype)
        a[where] = numpy.nan
        factors, pivots = linalg.lu_factor(cupy.asarray(a), check_finite=False)
        assert bool(cupy.isnan(factors).any())
        assert 0 <= int(pivots.min()) and int(pivots.max()) < n
        stack, _ = linalg.lu_factor(cupy.asarray([a, numpy.eye(n, dtype=dtype)]), check_finite=False)
        assert bool(cupy.isnan(stack[0]).any()) and not bool(cupy.isnan(stack[1]).any())


def test_pivots_lead_to_no_row_outside():
    """LAPACK exchanges rows with whatever it is told."""
    factors, pivots = linalg.lu_factor(cupy.asarray(rng.random((5, 5))))
    for wrong in (7, -1, 10 ** 8):
        pivots[2] = wrong
        try:            # indices wrap on a device
            assert linalg.lu_solve((factors, pivots), cupy.ones(5)).shape == (5,)
        except ValueError as error:
            assert "pivots must be from 0 to 4" in str(error)


@pytest.mark.parametrize("dtype", "?bidD")
@pytest.mark.filterwarnings("ignore")
def test_singular_factors_divide_by_zero(dtype):
    for rows in ([[0]], [[1, 1], [0, 0]], [[0, 1], [0, 0]], [[1, 0], [1, 0]], [[1, 1, 1], [1, 1, 0], [0, 0, 0]]):
        a, b = numpy.array(rows, dtype), numpy.ones((len(rows), 2), dtype)
        for trans in range(3):
            found = linalg.lu_solve(linalg.lu_factor(cupy.asarray(a)), cupy.asarray(b), trans).get()
            wanted = scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b, trans)
            numpy.testing.assert_array_equal(numpy.isfinite(found), numpy.isfinite(wanted))
            if dtype != "D":
                numpy.testing.assert_array_equal(found, wanted)
