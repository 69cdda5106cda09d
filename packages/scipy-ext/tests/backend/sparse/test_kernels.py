"""Functions of sparse arrays in core (``cupy._ext.sparse``) against SciPy's matrices."""
import numpy
import pytest
import scipy.sparse
import scipy.sparse.linalg
from numpy.testing import assert_allclose, assert_array_equal

import cupy
from cupy._ext import sparse

SHAPES = [(37, 53, 0.2), (300, 200, 0.02), (1, 500, 0.5), (500, 1, 0.5), (5, 0, 0.0), (0, 5, 0.0), (40, 30, 0.0)]
DTYPES = ["d", "F"]
INDICES = [numpy.int32, numpy.int64]


def matrix(m, n, density, dtype="d", index=numpy.int32, seed=0):
    """A SciPy matrix with small integers, so that sums are exact."""
    rng = numpy.random.default_rng(seed)
    dense = numpy.where(rng.random((m, n)) < density, rng.integers(-9, 10, (m, n)), 0)
    if numpy.dtype(dtype).kind == "c":
        dense = dense + 1j * numpy.where(dense != 0, rng.integers(-9, 10, (m, n)), 0)
    a = scipy.sparse.csr_matrix(dense.astype(dtype))
    a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
    return a


def jumbled(m, n, count, dtype="d", index=numpy.int32, seed=1):
    """A matrix whose columns are in no order and repeat, with zeros among its items."""
    rng = numpy.random.default_rng(seed)
    data = rng.integers(-2, 3, count).astype(dtype)
    starts = numpy.sort(numpy.r_[0, rng.integers(0, count, m - 1), count])
    columns = rng.integers(0, n, count)
    a = scipy.sparse.csr_matrix((data, columns, starts), shape=(m, n))
    a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)   # which the constructor narrows
    return a


def up(a):
    return tuple(cupy.asarray(x) for x in (a.data, a.indices, a.indptr))


def check(parts, expected, rtol=1e-6):
    """Parts are those of a SciPy matrix in rows or columns."""
    assert_allclose(parts[0].get(), expected.data, rtol=rtol)
    assert_array_equal(parts[1].get(), expected.indices)
    assert_array_equal(parts[2].get(), expected.indptr)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_products(dtype, index, shape):
    m, n, _ = shape
    a = matrix(*shape, dtype, index)
    rng = numpy.random.default_rng(2)
    x, y = rng.integers(-5, 6, n).astype(dtype), rng.integers(-5, 6, m).astype(dtype)
    parts = up(a)
    assert_array_equal(sparse.csr_matvec(parts, (m, n), cupy.asarray(x)).get(), a @ x)
    assert_array_equal(sparse.csr_matvec(parts, (m, n), cupy.asarray(y), "T").get(), a.T @ y)
    assert_array_equal(sparse.csr_matvec(parts, (m, n), cupy.asarray(y), "H").get(), a.conj().T @ y)
    for count in (0, 1, 3, 130):
        b = rng.integers(-5, 6, (n, count)).astype(dtype)
        c = numpy.asfortranarray(rng.integers(-5, 6, (m, count)).astype(dtype))
        assert_array_equal(sparse.csr_matmat(parts, (m, n), cupy.asarray(b)).get(), a @ b)
        assert_array_equal(sparse.csr_matmat(parts, (m, n), cupy.asarray(c), "H").get(), a.conj().T @ c)


@pytest.mark.parametrize("dtype", ["d", "?", "i"])
def test_products_of_uneven_rows(dtype):
    rng = numpy.random.default_rng(3)
    lengths = numpy.array([0, 3, 40000, 1, 0, 900, 70000, 2, 0])
    n = 5000
    indptr = numpy.r_[0, lengths.cumsum()].astype("i")
    a = scipy.sparse.csr_matrix((rng.integers(0, 3, indptr[-1]).astype(dtype),
                                 rng.integers(0, n, indptr[-1]).astype("i"), indptr), shape=(9, n))
    x = rng.integers(0, 3, n).astype(dtype)
    assert_array_equal(sparse.csr_matvec(up(a), a.shape, cupy.asarray(x)).get(), a @ x)
    y = rng.integers(0, 3, 9).astype(dtype)
    assert_array_equal(sparse.csr_matvec(up(a), a.shape, cupy.asarray(y), "T").get(), a.T @ y)


def test_products_promote_and_keep_nan():
    a = matrix(20, 30, 0.3, "f")
    x = numpy.arange(30.0)
    x[3] = numpy.nan
    result = sparse.csr_matvec(up(a), a.shape, cupy.asarray(x))
    assert result.dtype == numpy.float64
    assert_array_equal(result.get(), a @ x)


def test_products_of_wrong_shapes():
    parts = up(matrix(4, 6, 0.5))
    with pytest.raises(ValueError):
        sparse.csr_matvec(parts, (4, 6), cupy.zeros(4))
    with pytest.raises(ValueError):
        sparse.csr_matmat(parts, (4, 6), cupy.zeros((4, 2)))
    with pytest.raises(ValueError):
        sparse.csr_matvec(parts, (4, 6), cupy.zeros(6), "C")
    with pytest.raises(TypeError):
        sparse.csr_matvec((parts[0], parts[1].astype("h"), parts[2].astype("h")), (4, 6), cupy.zeros(6))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("index", INDICES)
def test_forms(index, shape):
    m, n, _ = shape
    a = matrix(*shape, index=index)
    parts = up(a)
    check(sparse.csr_transpose(parts, (m, n)), a.tocsc())
    rows = sparse.expand_indptr(parts[2], a.nnz)
    assert_array_equal(rows.get(), numpy.repeat(numpy.arange(m), numpy.diff(a.indptr)))
    assert_array_equal(sparse.compress_rows(rows, m).get(), a.indptr)
    check(sparse.dense_to_csr(cupy.asarray(a.toarray()), index), a)
    for order in "CF":
        dense = sparse.csr_to_dense(parts, (m, n), order)
        assert dense.flags[f"{order}_CONTIGUOUS"]
        assert_array_equal(dense.get(), a.toarray())


@pytest.mark.parametrize("dtype", ["d", "F", "i", "?"])
@pytest.mark.parametrize("index", INDICES)
def test_duplicates(dtype, index):
    a = jumbled(40, 30, 600, dtype, index)
    parts, shape = up(a), a.shape
    assert not sparse.csr_has_sorted_indices(parts)
    assert_array_equal(sparse.csr_to_dense(parts, shape).get(), a.toarray())
    ordered = sparse.csr_sort_indices(parts, shape)
    assert sparse.csr_has_sorted_indices(ordered) and not sparse.csr_has_canonical_format(ordered)
    assert_array_equal(sparse.csr_to_dense(ordered, shape).get(), a.toarray())
    summed = sparse.csr_sum_duplicates(parts, shape)
    a.sum_duplicates()
    check(summed, a)
    assert sparse.csr_has_canonical_format(summed)
    a.eliminate_zeros()
    check(sparse.csr_eliminate_zeros(summed, shape), a)


@pytest.mark.parametrize("shape", [(40, 30), (3, 2), (1 << 20, 1 << 21), (1 << 31, 1 << 31), (1 << 40, 1 << 40)])
def test_coordinates(shape):
    rng = numpy.random.default_rng(4)
    row = rng.integers(0, min(shape[0], 50), 900) * (shape[0] // min(shape[0], 50))
    col = rng.integers(0, min(shape[1], 50), 900) * (shape[1] // min(shape[1], 50))
    data = rng.integers(-3, 4, 900).astype("d")
    arrays = [cupy.asarray(x) for x in (row, col, data)]
    assert_array_equal(sparse.coo_order(*arrays[:2], shape).get(), numpy.lexsort((col, row)))
    assert_array_equal(sparse.coo_order(*arrays[:2], shape, "col").get(), numpy.lexsort((row, col)))
    keys, inverse = numpy.unique(numpy.stack([row, col]), axis=1, return_inverse=True)
    got = sparse.coo_sum_duplicates(*arrays, shape)
    assert_array_equal(got[0].get(), keys[0])
    assert_array_equal(got[1].get(), keys[1])
    assert_array_equal(got[2].get(), numpy.bincount(inverse.ravel(), data))
    if shape[0] < 1 << 21:
        check(sparse.coo_to_csr(*arrays, shape),
              scipy.sparse.csr_matrix((got[2].get(), (keys[0], keys[1])), shape=shape))


def test_long_rows_are_sorted_stably():
    rng = numpy.random.default_rng(13)
    lengths = numpy.array([0, 24, 25, 700, 1, 48, 3000])
    starts = numpy.r_[0, lengths.cumsum()]
    rows = numpy.repeat(numpy.arange(7), lengths)
    columns = rng.integers(0, 400, starts[-1])
    order = numpy.lexsort((columns, rows))
    data, indices, _ = sparse.csr_sort_indices(
        tuple(cupy.asarray(x) for x in (numpy.arange(starts[-1]), columns, starts)), (7, 400))
    assert_array_equal(indices.get(), columns[order])
    assert_array_equal(data.get(), order)


def test_many_duplicates_of_few_items():
    rng = numpy.random.default_rng(5)
    row, col = rng.integers(0, 2, (2, 300000)).astype("i")
    data = rng.integers(0, 5, 300000).astype("d")
    expected = scipy.sparse.coo_matrix((data, (row, col)), shape=(2, 2)).toarray()
    parts = sparse.coo_to_csr(*[cupy.asarray(x) for x in (row, col, data)], (2, 2))
    assert_array_equal(sparse.csr_to_dense(parts, (2, 2)).get(), expected)


OPERATIONS = {"plus": lambda a, b: a + b, "minus": lambda a, b: a - b, "times": lambda a, b: a.multiply(b),
              "maximum": lambda a, b: a.maximum(b), "minimum": lambda a, b: a.minimum(b), "ne": lambda a, b: a != b,
              "lt": lambda a, b: a < b, "gt": lambda a, b: a > b}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("op", OPERATIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_binary(dtype, op, shape):
    a, b = matrix(*shape, dtype), matrix(*shape, dtype, seed=7)
    expected = OPERATIONS[op](a, b).tocsr()
    expected.sort_indices()
    expected.eliminate_zeros()
    got = sparse.csr_binary(op, up(a), up(b), shape[:2])
    assert got[0].dtype == expected.dtype
    check(got, expected)


@pytest.mark.parametrize("op", OPERATIONS)
def test_binary_of_jumbled_mixed_and_nan(op):
    a, b = jumbled(40, 30, 300), jumbled(40, 30, 200, "f", numpy.int64, 8)
    a.data[5] = b.data[7] = numpy.nan
    expected = OPERATIONS[op](a, b).toarray()
    got = sparse.csr_binary(op, up(a), up(b), a.shape)
    assert got[1].dtype == got[2].dtype == numpy.int64
    assert_array_equal(sparse.csr_to_dense(got, a.shape).get(), expected)


def check_product(a, b):
    expected = (a @ b).tocsr()
    expected.sort_indices()
    expected.eliminate_zeros()
    got = sparse.csr_matmul(up(a), a.shape, up(b), b.shape)
    assert got[0].dtype == expected.dtype and got[1].dtype == a.indices.dtype
    check(got, expected)


@pytest.mark.parametrize("sizes", [(30, 40, 50, 0.2, 0.2), (3, 400, 300, 0.5, 0.3), (200, 100, 70, 0.02, 0.03),
                                   (4, 0, 3, 0, 0), (0, 4, 3, 0, 0), (5, 6, 0, 0.5, 0), (1, 1, 1, 1, 1)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_products_of_two(dtype, sizes):
    m, k, n, density, other = sizes
    check_product(matrix(m, k, density, dtype), matrix(k, n, other, dtype, seed=3))
    check_product(matrix(m, k, density, dtype, numpy.int64), matrix(k, n, other, dtype, numpy.int64, 3))


@pytest.mark.parametrize("columns", [700, 1 << 30])
def test_products_of_two_with_rows_of_all_lengths(columns):
    rng = numpy.random.default_rng(6)
    lengths = numpy.array([0, 1, 4, 9, 20, 60, 300, 0, 2, 40])
    a = scipy.sparse.csr_matrix((numpy.ones(lengths.sum()), rng.integers(0, 300, lengths.sum()),
                                 numpy.r_[0, lengths.cumsum()]), shape=(10, 300))
    b = matrix(300, 700, 0.03, seed=7)
    expected = a @ b
    expected.sort_indices()
    expected.eliminate_zeros()
    for x in (b, expected):
        x.indices *= columns // 700
    check(sparse.csr_matmul(up(a), a.shape, up(b), (300, columns)), expected)


@pytest.mark.parametrize("length", [2, 7, 14, 20, 30])
def test_products_of_two_with_rows_of_one_length(length):
    """Rows that blocks put one behind the other; some results cancel, and a few rows have nothing."""
    rng = numpy.random.default_rng(length)
    lengths = numpy.full(150, length)
    lengths[[0, 70, 149]] = 0
    a = scipy.sparse.csr_matrix((rng.choice([-1.0, 1.0], lengths.sum()), rng.integers(0, 150, lengths.sum()),
                                 numpy.r_[0, lengths.cumsum()]), shape=(150, 150))
    expected = a @ a
    expected.sort_indices()
    expected.eliminate_zeros()
    check(sparse.csr_matmul(up(a), a.shape, up(a), a.shape), expected)


def test_products_of_two_jumbled_and_mixed():
    a, b = jumbled(40, 30, 300), jumbled(30, 50, 400, "f", numpy.int64, 9)
    got = sparse.csr_matmul(up(a), a.shape, up(b), b.shape)
    assert sparse.csr_has_canonical_format(got)
    assert_array_equal(sparse.csr_to_dense(got, (40, 50)).get(), (a @ b).toarray())
    with pytest.raises(ValueError):
        sparse.csr_matmul(up(a), a.shape, up(a), a.shape)


def test_rows_items_and_diagonals():
    a = jumbled(40, 30, 300)
    parts, dense = up(a), a.toarray()
    rows = numpy.array([3, 3, 0, 39])
    check(sparse.csr_take_rows(parts, a.shape, cupy.asarray(rows)), a[rows])
    assert sparse.csr_take_rows(parts, a.shape, cupy.asarray(rows[:0]))[2].tolist() == [0]
    rng = numpy.random.default_rng(8)
    i, j = rng.integers(0, 40, (20, 10)), rng.integers(0, 30, (20, 10))
    summed = sparse.csr_sum_duplicates(parts, a.shape)
    for some in (parts, summed):
        assert_array_equal(sparse.csr_lookup(some, a.shape, cupy.asarray(i), cupy.asarray(j)).get(), dense[i, j])
        for k in (-39, -3, 0, 2, 29):
            assert_array_equal(sparse.csr_diagonal(some, a.shape, k).get(), numpy.diagonal(dense, k))
        assert sparse.csr_diagonal(some, a.shape, 30).size == sparse.csr_diagonal(some, a.shape, -41).size == 0


def dominant(n, density, dtype="d", index=numpy.int32, symmetric=False):
    """A well-conditioned matrix with a full diagonal."""
    a = matrix(n, n, density, dtype, seed=11) * 0.1
    if symmetric:
        a = a + a.conj().T
    a = (a - scipy.sparse.diags(a.diagonal()) + scipy.sparse.eye(n) * (1 + n * density * 2)).astype(dtype).tocsr()
    a.sort_indices()
    a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
    return a


@pytest.mark.parametrize("dtype", ["d", "f", "F", "D"])
@pytest.mark.parametrize("trans", "NTH")
def test_triangular_systems(trans, dtype):
    a = dominant(90, 0.1, dtype, numpy.int64 if trans == "T" else numpy.int32)
    rng = numpy.random.default_rng(12)
    dense = {"N": a, "T": a.T, "H": a.conj().T}[trans].toarray()
    for lower in (True, False):
        triangle = numpy.tril(dense) if lower == (trans == "N") else numpy.triu(dense)
        for unit in (False, True):
            if unit:
                numpy.fill_diagonal(triangle, 1)
            for shape in ((90,), (90, 3), (90, 0)):
                b = rng.random(shape).astype(dtype)
                got = sparse.csr_solve_triangular(up(a), a.shape, cupy.asarray(b), lower, unit, trans)
                assert got.dtype == b.dtype
                assert_allclose(got.get(), numpy.linalg.solve(triangle, b), rtol=1e-3, atol=1e-4)


def test_triangular_systems_without_order_and_pivots():
    a = scipy.sparse.csr_matrix(numpy.tril(dominant(40, 0.2).toarray()))
    for row in range(40):
        a.indices[a.indptr[row]:a.indptr[row + 1]] = a.indices[a.indptr[row]:a.indptr[row + 1]][::-1].copy()
        a.data[a.indptr[row]:a.indptr[row + 1]] = a.data[a.indptr[row]:a.indptr[row + 1]][::-1].copy()
    b = numpy.arange(40)
    assert_allclose(sparse.csr_solve_triangular(up(a), a.shape, cupy.asarray(b)).get(),
                    numpy.linalg.solve(a.toarray(), b))
    a = scipy.sparse.csr_matrix(numpy.array([[0.0, 0.0], [1.0, 1.0]]))
    assert not numpy.isfinite(sparse.csr_solve_triangular(up(a), (2, 2), cupy.ones(2)).get()).any()
    with pytest.raises(ValueError):
        sparse.csr_solve_triangular(up(a), (2, 2), cupy.ones(3))


@pytest.mark.parametrize("density", [0.03, 0.25])
@pytest.mark.parametrize("dtype", ["d", "F"])
def test_incomplete_lu(dtype, density):
    a = dominant(70, density, dtype)
    expected = a.toarray()
    pattern = expected != 0
    for i in range(1, 70):
        for k in numpy.flatnonzero(pattern[i, :i]):
            expected[i, k] /= expected[k, k]
            expected[i, k + 1:] -= expected[i, k] * expected[k, k + 1:] * pattern[i, k + 1:]
    got = sparse.csr_ilu0(up(a), a.shape)
    assert_allclose(sparse.csr_to_dense(got, a.shape).get(), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("density", [0.03, 0.25])
@pytest.mark.parametrize("dtype", ["d", "F"])
def test_incomplete_cholesky(dtype, density):
    a = dominant(60, density, dtype, symmetric=True)
    expected = a.toarray()
    pattern = expected != 0
    for i in range(60):
        for k in numpy.flatnonzero(pattern[i, :i]):
            expected[i, k] = (expected[i, k] - expected[i, :k] @ expected[k, :k].conj()) / expected[k, k]
        expected[i, i] = numpy.sqrt(expected[i, i] - (abs(expected[i, :i]) ** 2).sum())
    got = sparse.csr_to_dense(sparse.csr_ic0(up(a), a.shape), a.shape).get()
    assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


def chain(n, width):
    """A matrix whose rows need the one before and one far above, and some many of them."""
    rng = numpy.random.default_rng(21)
    diagonals = [rng.random(n - width), rng.random(n - 1), 4 + rng.random(n), rng.random(n - 1), rng.random(n - width)]
    a = scipy.sparse.diags(diagonals, [-width, -1, 0, 1, width]).tolil()
    a[n - 3, ::2] = 0.25
    a[n // 2, :n // 2] = 0.5
    return a.tocsr()


@pytest.mark.parametrize("lower", [True, False])
def test_long_chains_of_triangular_systems(lower):
    a = chain(700, 40)
    b = numpy.random.default_rng(22).random((700, 2))
    got = sparse.csr_solve_triangular(up(a), a.shape, cupy.asarray(b), lower)
    triangle = (scipy.sparse.tril if lower else scipy.sparse.triu)(a).tocsc()
    assert_allclose(got.get(), scipy.sparse.linalg.spsolve_triangular(triangle.tocsr(), b, lower), rtol=1e-12)


@pytest.mark.parametrize("lengthen", [0, 30])
def test_long_chains_of_incomplete_factors(lengthen):
    a = chain(600, 40)
    if lengthen:                # rows that a warp takes each
        a = (a + scipy.sparse.diags([numpy.full(600 - k, 0.01) for k in range(2, lengthen)],
                                    list(range(2, lengthen)))).tocsr()
    rows = [dict(zip(a.indices[a.indptr[i]:a.indptr[i + 1]], a.data[a.indptr[i]:a.indptr[i + 1]], strict=True))
            for i in range(600)]
    for i, row in enumerate(rows):
        for k in sorted(k for k in row if k < i):
            row[k] /= rows[k][k]
            for j in row:
                if j > k and j in rows[k]:
                    row[j] -= row[k] * rows[k][j]
    data, indices, _ = sparse.csr_ilu0(up(a), a.shape)
    assert_array_equal(indices.get(), a.indices)
    assert_allclose(data.get(), numpy.concatenate([[row[k] for k in sorted(row)] for row in rows]), rtol=1e-12)


@pytest.mark.parametrize("density", [0.02, 0.1, 0.3, 0.9])
@pytest.mark.parametrize("dtype", "dFl")
def test_products_with_rows_of_any_density(density, dtype):
    """Some sums are zero, and left out."""
    rng = numpy.random.default_rng(int(density * 100))
    for m, n, k in ((40, 70, 200), (3, 1, 9), (9, 300, 5)):
        a, b = (scipy.sparse.csr_matrix((rng.integers(-2, 3, shape) * (rng.random(shape) < density)).astype(dtype))
                for shape in ((m, n), (n, k)))
        expected = a @ b
        expected.sort_indices()
        expected.eliminate_zeros()
        check(sparse.csr_matmul(up(a), a.shape, up(b), b.shape), expected)
