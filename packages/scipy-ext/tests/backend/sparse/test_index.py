"""Reading and writing items of sparse matrices against SciPy."""
import numpy
import pytest
import scipy.sparse

import cupy
from cupyx.scipy import sparse

pytestmark = pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning")

SAMPLE = numpy.arange(12.).reshape(3, 4)
SAMPLE[SAMPLE % 3 == 1] = 0
FORMATS = ("csr_matrix", "csc_matrix", "csr_array", "csc_array")


def names(module, xp, name):
    big = SAMPLE > 3
    return {"m": getattr(module, name)(xp.asarray(SAMPLE)), "xp": xp, "np": numpy, "b": xp.asarray(big),
            "i": xp.asarray([0, 2]), "j": xp.asarray([3, 1]), "many": xp.asarray([2, -1, 0, 2]), "s": module,
            "v": module.csr_array(xp.asarray([1., 0, 2, 3])), "dup": getattr(module, name)(
                (xp.asarray([1., 2, 3]), (xp.asarray([0, 0, 1]), xp.asarray([1, 1, 0]))), shape=(3, 4)),
            "unsorted": getattr(module, name)((xp.asarray([1., 2, 3]), xp.asarray([2, 0, 1]),
                                               xp.asarray([0, 2, 3, 3, 3][:4 + name.startswith("csc")])),
                                              shape=(3, 4))}


def outcome(text, known, statement=False):
    try:
        if statement:
            exec(text, known)
            return known["v"] if text.startswith("v") else known["m"]
        return eval(text, known)
    except Exception as error:
        return error


def check(text, name, statement=False):
    expected = outcome(text, names(scipy.sparse, numpy, name), statement)
    found = outcome(text, names(sparse, cupy, name), statement)
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected)), (text, found, expected)
        return
    if isinstance(found, Exception):
        raise found
    if scipy.sparse.issparse(expected):
        if "None" not in text:
            assert type(found).__name__ == type(expected).__name__, text
        assert found.nnz == expected.nnz, text
        if found.format != "coo":       # what is known of the order must be true of the arrays
            fresh = type(found)((found.data, found.indices, found.indptr), shape=found.shape)
            assert found.has_sorted_indices == fresh.has_sorted_indices, text
            assert found.has_canonical_format == fresh.has_canonical_format, text
        expected, found = expected.toarray(), found.toarray()
    expected = numpy.asarray(expected)
    assert found.dtype == expected.dtype, text
    numpy.testing.assert_array_equal(found.get(), expected, err_msg=text)


READS = ["m[0, 1]", "m[0, 2]", "m[-1, -1]", "m[0]", "m[-1]", "m[3]", "m[0, 4]", "m[0, -5]", "m[1:]", "m[::-1]",
         "m[::2, 1:3]", "m[:, ::-2]", "m[:, ::2]", "m[2:1]", "m[5:10]", "m[:, 3:1]", "m[i]", "m[many]", "m[:, many]",
         "m[i, j]", "m[i][:, j]", "m[[0, 2], [3, 1]]", "m[i[:, None], j]", "m[np.ix_([0, 2], [3, 1])]", "m[b]",
         "m[m > 3]", "m[b[:, 0]]", "m[:, b[0]]", "m[:, b[1]]", "m[b[:, 0], :2]", "m[i, 0]", "m[0, i]", "m[i, :]",
         "m[:, i]", "m[1:, j]", "m[...]", "m[..., 0]", "m[0, ...]", "m[0.5]", "m['a']", "m[0, 0, 0]",
         "m[[[0, 1], [1, 2]], [[0, 1], [1, 2]]]", "m[[[0, 1], [1, 2]]]", "m[[]]", "m[[], []]", "m[xp.array([5])]",
         "m[xp.array([-4])]", "m[i, xp.array([0, 1, 2])]", "m[b[:2]]", "m[b[:2, 0]]", "m[np.int64(1)]",
         "m[xp.array(1)]", "m[[True, False, True]]", "m[0:2, [1, 2]]", "m[0, :]", "m[0, ::2]", "m[1:2, 0]",
         "m[:, [1]]", "m[[1], :]", "m[i.astype('b')]", "m[[[0], [1]], 0]", "m[0, [[0], [1]]]", "m[[0, 1], [[0], [1]]]",
         "m[[[0], [1]], [[0, 1]]]", "dup[0, 1]", "dup[0]", "dup[[0, 0]]", "dup[:, [1, 0, 1]]", "dup[[0, 1], [1, 0]]",
         "unsorted[:, 1:]", "unsorted[0]", "unsorted[[1, 0]]", "unsorted[:, 0]", "m[:, 3]", "m[2, :2]",
         "m[i[:, None], :]", "m[:, i[:, None]]", "m[0, [[1, 2]]]", "m[None, 1, 2:4]", "m[1, None]", "m[None, 1, :]",
         "m[1, :, None]", "m[None, 1:3, 2]", "m[1:3, 2, None]", "m[None, 1, 2]", "m[1, 2, None]",
         "m[None, 0:1]", "m[..., None, 1]", "m[..., 1, ...]"]

LINES = ["v[0]", "v[1:3]", "v[::-1]", "v[[0, 2]]", "v[xp.array([True, False, True, True])]", "v[[[0, 1], [2, 3]]]",
         "v[...]", "v[5]", "v[0, 1]", "v[v > 1]"]

WRITES = ["m[0, 0] = 5", "m[0, 1] = 5", "m[0, 1] = 0", "m[0, 2] = 0", "m[0] = 7", "m[:, 1] = [1, 2, 3]",
          "m[0] = xp.arange(4)", "m[[0, 1], [1, 2]] = [8, 9]", "m[[0, 0], [1, 1]] = [8, 9]", "m[i, j] = xp.ones(2)",
          "m[1:, 1:] = xp.ones((2, 3))", "m[1:, 1:] = s.csr_matrix(xp.eye(2, 3))", "m[b] = 4", "m[m > 3] = 0",
          "m[0, 5] = 1", "m[0] = xp.ones(3)", "m[0, 0] = [1, 2]", "m[0, 1] = 1j", "m[::2, ::2] = 3",
          "m[0] = s.csr_matrix(xp.asarray([[1., 0, 0, 2]]))", "m[:, 0] = s.csr_matrix(xp.asarray([[1.], [0], [2]]))",
          "m[[0, 2]] = s.csr_matrix(xp.asarray([[1., 0, 0, 2]]))", "m[[0, 1]] = xp.ones((2, 4))", "m[...] = 1",
          "m[[0, 1], 1] = s.csr_matrix(xp.ones((3, 1)))", "m[[]] = 1", "m.setdiag(9)",
          "m.setdiag(xp.asarray([1, 2]), 1)", "m.setdiag(0)",
          "m.setdiag(3, -5)", "m.setdiag(xp.ones((2, 2)))", "m.setdiag(xp.arange(5), -1)", "v[1] = 5",
          "v[:] = 2", "v[[0, 1]] = [7, 8]", "m[1] = m[0]",
          "m[:, 0] = m[:, 1]"]


@pytest.mark.parametrize("name", FORMATS)
def test_reading(name):
    for text in READS + LINES:
        check(text, name)


@pytest.mark.parametrize("name", FORMATS)
def test_writing(name):
    for text in WRITES:
        check(text, name, statement=True)


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "coo_matrix", "dia_matrix"])
def test_rows_and_columns(name):
    a, b = getattr(sparse, name)(cupy.asarray(SAMPLE)), getattr(scipy.sparse, name)(SAMPLE)
    for method, n in (("getrow", 3), ("getcol", 4)):
        for i in (0, 1, -1):
            found, expected = getattr(a, method)(i), getattr(b, method)(i)
            assert (found.shape, found.nnz) == (expected.shape, expected.nnz)
            numpy.testing.assert_array_equal(found.toarray().get(), expected.toarray())
        with pytest.raises(IndexError):
            getattr(a, method)(n)
    for found, expected in zip(a, b if name.startswith("cs") else b.tocsr(), strict=True):
        assert type(found).__name__ == type(expected).__name__
        numpy.testing.assert_array_equal(found.toarray().get(), expected.toarray())


@pytest.mark.parametrize("name", [*FORMATS, "coo_array"])
@pytest.mark.parametrize("key", ["m[:]", "m[...]", "m[:, :]", "m[0:3]", "m[1:]", "m[:, 1:3]", "m[:, 0:4]", "m[::1]",
                                 "m[0]", "m[:, 1]", "m[0:2, :]"])
def test_what_is_read_is_not_a_part(name, key):
    a = getattr(sparse, name)(cupy.asarray(SAMPLE))
    found = outcome(key, {"m": a})
    found.data[...] = 7
    for places in ("indices", "indptr", "row", "col"):
        if found.ndim == 2 and hasattr(found, places):
            getattr(found, places)[...] = 0
    numpy.testing.assert_array_equal(a.toarray().get(), SAMPLE)


@pytest.mark.parametrize("format", ["coo", "dia"])
def test_diagonals_are_set(format):
    for values, k in ((9., 0), ([1., 2.], 1), ([5.], -1), (4., 3), ([1., 2, 3, 4, 5], 0)):
        a, b = sparse.csr_matrix(SAMPLE).asformat(format), scipy.sparse.csr_matrix(SAMPLE).asformat(format)
        a.setdiag(cupy.asarray(values), k)
        b.setdiag(values, k)
        numpy.testing.assert_array_equal(a.toarray().get(), b.toarray())
    with pytest.raises(ValueError):
        a.setdiag(1, 7)


def test_line_of_a_line():
    v = sparse.csr_array(cupy.asarray([1., 0, 2, 3]))
    v[1:] = sparse.csr_array(cupy.asarray([0, 1., 0]))
    assert v.toarray().tolist() == [1, 0, 1, 0]


def test_not_subscriptable():
    for name in ("coo_matrix", "dia_matrix"):
        with pytest.raises(TypeError):
            getattr(sparse, name)(cupy.asarray(SAMPLE))[0]
    numpy.testing.assert_array_equal(sparse.coo_array(cupy.asarray(SAMPLE))[1].toarray().get(), SAMPLE[1])


def test_large_random():
    rng = numpy.random.default_rng(3)
    host = scipy.sparse.random(200, 150, 0.05, format="csr", random_state=rng)
    rows, cols = rng.integers(-200, 200, 90), rng.integers(-150, 150, 90)
    for cls in (sparse.csr_matrix, sparse.csc_matrix):
        a = cls(host)
        for key in ((rows,), (slice(None), cols), (slice(10, 120, 3), cols), (rows, slice(140, 2, -7)), (rows, cols)):
            found = a[key]
            found = found.toarray() if sparse.issparse(found) else found[0]
            numpy.testing.assert_array_equal(found.get(), host.toarray()[key])
        b = host.copy()
        a[rows, cols] = cupy.arange(90.)
        b[rows, cols] = numpy.arange(90.)
        numpy.testing.assert_array_equal(a.toarray().get(), b.toarray())


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "csr_array", "csc_array", "coo_array"])
def test_objects_of_scipy_as_masks_and_values(name):
    rng = numpy.random.default_rng(0)
    a = getattr(scipy.sparse, name)(rng.integers(0, 3, (6, 5)))
    b = getattr(sparse, name)(a)
    mask = scipy.sparse.csr_array(rng.random((6, 5)) > 0.5)
    for m in (mask, mask.tocoo(), scipy.sparse.lil_matrix(mask)):
        want = a.tocsr()[m]
        have = b[m] if name != "coo_array" else b.tocsr()[m]
        want, have = (x.toarray() if hasattr(x, "toarray") else x for x in (want, have))
        numpy.testing.assert_array_equal(cupy.asnumpy(have), want)
    rows = scipy.sparse.coo_matrix(rng.integers(0, 4, (2, 5)))
    c = b.copy()
    c[1:3] = rows
    numpy.testing.assert_array_equal(c.toarray()[1:3].get(), rows.toarray())
    for left, right in ((scipy.sparse.csr_matrix(a), b), (b, scipy.sparse.csr_matrix(a))):
        assert not (left - right).toarray().any()
        numpy.testing.assert_array_equal((left + right).toarray().get(), 2 * a.toarray())
