"""Products and sums of `cupyx.cusparse` against SciPy."""
import itertools

import numpy
import pytest
import scipy.sparse

import cupy
from cupyx import cusparse
from cupyx.scipy import sparse

RTOL = {"f": 1e-4, "F": 1e-4, "d": 1e-10, "D": 1e-10}
SHAPES = [(13, 9), (1, 7), (5, 1), (4, 0), (0, 4)]


def close(found, wanted, dtype):
    found = found.toarray() if sparse.issparse(found) else found
    assert found.dtype == dtype and found.shape == wanted.shape
    numpy.testing.assert_allclose(found.get(), wanted, rtol=RTOL[dtype], atol=RTOL[dtype])


def op(a, char):
    return a if char in ("N", False) else a.T.conj() if char == "H" else a.T


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
@pytest.mark.parametrize("dtype", "fdFD")
def test_spmv(pair, dense, form, dtype):
    for shape, char, index in itertools.product(SHAPES, (False, True, "H"), "il"):
        wanted, a = pair(form, shape, dtype, index=index)
        applied = op(wanted.toarray(), char)
        x, y = dense(applied.shape[1], dtype, 2), dense(applied.shape[0], dtype, 3)
        close(cusparse.spmv(a, cupy.asarray(x), transa=char), applied @ x, dtype)
        into = cupy.asarray(y)
        found = cusparse.spmv(a, cupy.asarray(x), into, alpha=2, beta=0.5, transa=char)
        assert found is into
        close(found, 2 * (applied @ x) + y.dtype.type(0.5) * y, dtype)


@pytest.mark.parametrize("dtype", "fD")
def test_csrmv(pair, dense, dtype):
    wanted, a = pair("csr", (13, 9), dtype)
    x, y = dense(9, dtype, 2), dense(13, dtype, 3)
    for function in (cusparse.csrmv, cusparse.csrmvEx):
        close(function(a, cupy.asarray(x), alpha=3), 3 * (wanted @ x), dtype)
        close(function(a, cupy.asarray(x), cupy.asarray(y), 2, -1), 2 * (wanted @ x) - y, dtype)
    close(cusparse.csrmv(a, cupy.asarray(y), transa=True), wanted.T @ y, dtype)
    assert cusparse.csrmvExIsAligned(a, cupy.asarray(x)) in (True, False)


def test_beta_of_zero_does_not_read(pair):
    wanted, a = pair("csr", (4, 3))
    y, c = cupy.full(4, cupy.nan), cupy.full((4, 2), cupy.nan, order="F")
    close(cusparse.spmv(a, cupy.ones(3), y), wanted @ numpy.ones(3), "d")
    close(cusparse.spmm(a, cupy.ones((3, 2)), c), wanted @ numpy.ones((3, 2)), "d")


def test_types_are_promoted(pair):
    wanted, a = pair("csr", (4, 3), "f")
    close(cusparse.csrmv(a, cupy.ones(3, "d")), wanted @ numpy.ones(3), "d")
    close(cusparse.spmm(a, cupy.ones((3, 2), "F")), wanted @ numpy.ones((3, 2), "F"), "F")
    close(cusparse.csrgeam(a, a.astype("d")), 2 * wanted.toarray().astype("d"), "d")


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
@pytest.mark.parametrize("dtype", "fdFD")
def test_spmm(pair, dense, form, dtype):
    for shape, first, second, order in itertools.product(SHAPES, (False, "T", "H"), (False, True), "CF"):
        wanted, a = pair(form, shape, dtype)
        applied = op(wanted.toarray(), first)
        b, c = dense((applied.shape[1], 4), dtype, 2), dense((applied.shape[0], 4), dtype, 3)
        given = cupy.asarray(b.T if second else b, order=order)
        found = cusparse.spmm(a, given, transa=first, transb=second)
        assert found.flags.f_contiguous
        close(found, applied @ b, dtype)
        into = cupy.asarray(c, order=order)
        assert cusparse.spmm(a, given, into, 2, 3, first, second) is into
        close(into, 2 * (applied @ b) + 3 * c, dtype)


@pytest.mark.parametrize("dtype", "dF")
def test_csrmm(pair, dense, dtype):
    wanted, a = pair("csr", (13, 9), dtype)
    b = dense((9, 5), dtype, 2)
    close(cusparse.csrmm(a, cupy.asarray(b, order="F"), alpha=2), 2 * (wanted @ b), dtype)
    close(cusparse.csrmm(a, cupy.asarray(wanted.toarray()), transa=True), wanted.T @ wanted.toarray(), dtype)
    close(cusparse.csrmm2(a, cupy.asarray(b.T), transb=True), wanted @ b, dtype)
    b, c = dense((5, 13), dtype, 4), dense((9, 5), dtype, 5)
    into = cupy.asarray(c, order="F")
    assert cusparse.csrmm2(a, cupy.asarray(b), into, 1.0, 2.0, True, True) is into
    close(into, wanted.toarray().T @ b.T + 2 * c, dtype)


@pytest.mark.parametrize("dtype", "fdFD")
def test_sums(pair, dtype):
    for shape, index in itertools.product(SHAPES, "il"):
        (wanted, a), (other, b) = (pair("csr", shape, dtype, seed, index) for seed in (1, 2))
        for function in (cusparse.csrgeam, cusparse.csrgeam2, cusparse.spgeam):
            found = function(a, b, 2, -3)
            assert sparse.isspmatrix_csr(found)
            close(found, 2 * wanted.toarray() - 3 * other.toarray(), dtype)


@pytest.mark.parametrize("dtype", "fdFD")
def test_products_of_two(pair, dtype):
    (wanted, a), (other, b), (third, d) = (pair("csr", shape, dtype) for shape in ((8, 11), (11, 5), (8, 5)))
    x, y, z = wanted.toarray(), other.toarray(), third.toarray()
    close(cusparse.csrgemm(a, b), x @ y, dtype)
    close(cusparse.csrgemm(a, a, transa=True), x.T @ x, dtype)
    close(cusparse.csrgemm(a, a, transb=True), x @ x.T, dtype)
    close(cusparse.csrgemm(b, a, True, True), y.T @ x.T, dtype)
    close(cusparse.csrgemm(a, a, transb="H"), x @ x.T.conj(), dtype)
    close(cusparse.csrgemm2(a, b, alpha=2), 2 * (x @ y), dtype)
    close(cusparse.csrgemm2(a, b, d, 2, 3), 2 * (x @ y) + 3 * z, dtype)
    found = cusparse.spgemm(a, b, 3)
    assert sparse.isspmatrix_csr(found)
    close(found, 3 * (x @ y), dtype)


def test_products_of_empty_matrices(pair):
    _, a = pair("csr", (4, 0))
    _, b = pair("csr", (0, 3))
    assert cusparse.spgemm(a, b).shape == (4, 3) and cusparse.spgemm(a, b).nnz == 0
    assert cusparse.csrgemm(b, b, True).shape == (3, 3)


def test_errors(pair):
    _, a = pair("csr", (4, 3))
    _, c = pair("csc", (4, 3))
    for function in (cusparse.csrmv, cusparse.csrmvEx, cusparse.spmv):
        with pytest.raises(ValueError, match="dimension mismatch"):
            function(a, cupy.ones(4))
        with pytest.raises(ValueError, match="dimension mismatch"):
            function(a, cupy.ones(3), cupy.ones(3))
        with pytest.raises(TypeError):
            function(a, numpy.ones(3))
    for function in (cusparse.csrmm, cusparse.csrmm2, cusparse.spmm):
        with pytest.raises(ValueError, match="dimension mismatch"):
            function(a, cupy.ones((4, 2)))
        with pytest.raises(ValueError, match="dimension mismatch"):
            function(a, cupy.ones((3, 2)), cupy.ones((4, 3)))
    for function in (cusparse.csrmv, cusparse.csrmm):
        with pytest.raises(TypeError, match="csr format"):
            function(c, cupy.ones(3))
    with pytest.raises(TypeError, match="csr or csc or coo format"):
        cusparse.spmv(cupy.ones((4, 3)), cupy.ones(3))
    with pytest.raises(ValueError, match="transa"):
        cusparse.spmv(a, cupy.ones(3), transa="X")
    for function in (cusparse.csrgeam, cusparse.csrgeam2, cusparse.spgeam):
        with pytest.raises(ValueError, match="inconsistent shapes"):
            function(a, pair("csr", (3, 4))[1])
    for function in (cusparse.csrgemm, cusparse.csrgemm2, cusparse.spgemm):
        with pytest.raises(ValueError, match="mismatched shapes"):
            function(a, a)
        with pytest.raises(TypeError, match="csr format"):
            function(a, c)


@pytest.mark.parametrize("dtype", "fD")
@pytest.mark.parametrize("order", ["sorted", "shuffled"])
def test_spmv_of_runs_of_coordinates(dense, dtype, order):
    rng = numpy.random.default_rng(4)
    row = numpy.repeat(numpy.arange(400), rng.integers(0, 90, 400) * (rng.random(400) < 0.4)).astype("i")
    if order == "shuffled":
        rng.shuffle(row)
    col, data = rng.integers(0, 50, row.size).astype("i"), dense(row.size, dtype, 5)
    x, y = dense(50, dtype, 6), dense(400, dtype, 7)
    wanted = scipy.sparse.coo_matrix((data, (row, col)), shape=(400, 50)).toarray().astype("D")
    a = sparse.coo_matrix((cupy.asarray(data), (cupy.asarray(row), cupy.asarray(col))), shape=(400, 50))
    tolerance = {"rtol": 1e-3, "atol": 1e-3} if dtype == "f" else {"rtol": 1e-10, "atol": 1e-10}
    numpy.testing.assert_allclose(cusparse.spmv(a, cupy.asarray(x)).get(), wanted @ x, **tolerance)
    numpy.testing.assert_allclose(cusparse.spmv(a, cupy.asarray(y), transa="H").get(), wanted.conj().T @ y, **tolerance)
    numpy.testing.assert_allclose((a @ cupy.asarray(x)).get(), wanted @ x, **tolerance)


def test_sums_know_their_order():
    indices, indptr = cupy.array([2, 0, 0]), cupy.array([0, 3])
    a = sparse.csr_matrix((cupy.array([1.0, 2.0, 4.0]), indices, indptr), shape=(1, 3))
    found = cusparse.csrgeam(a, a, 1, 2)
    assert found.has_canonical_format
    close(found, numpy.array([[18.0, 0.0, 3.0]]), "d")
    assert a.nnz == 3
