"""Triangular systems and incomplete factors against NumPy and SciPy."""
import itertools

import numpy
import pytest
import scipy.linalg

import cupy
from cupyx import cusparse
from cupyx.scipy import sparse

RTOL = {"f": 1e-3, "F": 1e-3, "d": 1e-10, "D": 1e-10}


def system(dense, n, dtype, density=0.4):
    """A well-conditioned matrix."""
    return dense((n, n), dtype, density=density) / n + 2 * numpy.eye(n, dtype=dtype)


CHARS = {False: 0, True: 1, "N": 0, "T": 1, "H": 2}


@pytest.mark.parametrize("dtype", "fdFD")
def test_spsm(dense, dtype):
    for n, form, lower, unit, char in itertools.product(
            (1, 12), ("csr", "csc", "coo"), (True, False), (True, False), (False, True, "H")):
        host = system(dense, n, dtype)
        a = getattr(sparse, f"{form}_matrix")(cupy.asarray(host))
        for shape, order in (((n,), "C"), ((n, 3), "C"), ((n, 3), "F")):
            b = dense(shape, dtype, 2)
            wanted = scipy.linalg.solve_triangular(host, 2 * b, CHARS[char], lower, unit)
            given = cupy.asarray(b, order=order)
            found = cusparse.spsm(a, given, 2, lower, unit, char)
            assert found.dtype == dtype and found.flags.f_contiguous
            numpy.testing.assert_allclose(found.get(), wanted, RTOL[dtype], RTOL[dtype])
            numpy.testing.assert_array_equal(given.get(), b)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("char", CHARS)
def test_csrsm2_in_place(dense, dtype, char):
    host = system(dense, 12, dtype)
    for form, lower, unit, order in itertools.product(("csc", "csr"), (True, False), (True, False), "CF"):
        a = getattr(sparse, f"{form}_matrix")(cupy.asarray(host))
        b = dense((12, 2), dtype, 2)
        x = cupy.asarray(b, order=order)
        assert cusparse.csrsm2(a, x, 0.5, lower, unit, char, blocking=False, level_info=False) is x
        wanted = scipy.linalg.solve_triangular(host, b * host.dtype.type(0.5), CHARS[char], lower, unit)
        numpy.testing.assert_allclose(x.get(), wanted, RTOL[dtype], RTOL[dtype])
    x = cupy.asarray(b[:, 0].copy())
    cusparse.csrsm2(a, x)
    wanted = scipy.linalg.solve_triangular(host, b[:, 0], lower=True)
    numpy.testing.assert_allclose(x.get(), wanted, RTOL[dtype], RTOL[dtype])


def test_errors_of_triangular_systems():
    a = sparse.csr_matrix(cupy.eye(3))
    for function in (cusparse.csrsm2, cusparse.spsm):
        with pytest.raises(ValueError, match="square"):
            function(sparse.csr_matrix(cupy.ones((3, 2))), cupy.ones(3))
        with pytest.raises(ValueError, match="rows"):
            function(a, cupy.ones(2))
        with pytest.raises(ValueError, match="axes"):
            function(a, cupy.ones((3, 1, 1)))
        with pytest.raises(ValueError, match="transa"):
            function(a, cupy.ones(3), transa="X")
        with pytest.raises(TypeError, match="float32"):
            function(a, cupy.ones(3, "f"))
        with pytest.raises(TypeError, match="dtype"):
            function(sparse.csr_matrix(cupy.eye(3, dtype=bool)), cupy.ones(3, bool))
        with pytest.raises(TypeError, match="cupy.ndarray"):
            function(a, numpy.ones(3))
    with pytest.raises(TypeError, match="csr or csc format"):
        cusparse.csrsm2(sparse.coo_matrix(cupy.eye(3)), cupy.ones(3))


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("density", [0.3, 1.0])
def test_csrilu02(dense, dtype, density):
    host = system(dense, 12, dtype, density)
    a = sparse.csr_matrix(cupy.asarray(host))
    cusparse.csrilu02(a, level_info=False)
    found = a.toarray().get()
    product = (numpy.tril(found, -1) + numpy.eye(12, dtype=dtype)) @ numpy.triu(found)
    kept = host != 0        # incomplete factors agree with the matrix where it has items
    numpy.testing.assert_array_equal(found != 0, kept)
    numpy.testing.assert_allclose(product[kept], host[kept], RTOL[dtype], RTOL[dtype])


def test_duplicates_are_added_before_they_are_factored():
    a = sparse.csr_matrix((cupy.array([1.0, 2, 4, 5, 1]), cupy.array([1, 0, 0, 1, 1]), cupy.array([0, 2, 5])))
    cusparse.csrilu02(a)
    numpy.testing.assert_array_equal(a.toarray().get(), [[2, 1], [2, 4]])


def test_errors_of_factors():
    with pytest.raises(TypeError, match="csr format"):
        cusparse.csrilu02(sparse.csc_matrix(cupy.eye(3)))
    with pytest.raises(ValueError, match="square"):
        cusparse.csrilu02(sparse.csr_matrix(cupy.ones((3, 2))))
    with pytest.raises(ValueError, match=r"a\(1,1\) is zero or not stored"):
        cusparse.csrilu02(sparse.csr_matrix(cupy.diag(cupy.array([1.0, 0, 2]))))
    with pytest.raises(ValueError, match=r"a\(1,1\) is zero"):
        cusparse.csrilu02(sparse.csr_matrix(cupy.array([[1.0, 2], [2, 4]])))
