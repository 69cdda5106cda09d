"""BSR, LIL and DOK, and files, against SciPy's."""
import io
import operator

import cupy
import numpy
import pytest
import scipy.sparse
from cupyx.scipy import sparse

A = numpy.kron(numpy.array([[1, 0, 2], [0, 0, 3]]), numpy.array([[1.0, 2], [3, 4]]))
FORMATS = ["bsr", "lil", "dok"]


def same(found, wanted):
    found = found.toarray() if hasattr(found, "toarray") else found
    wanted = wanted.toarray() if scipy.sparse.issparse(wanted) else wanted
    numpy.testing.assert_allclose(found.get() if isinstance(found, cupy.ndarray) else found, wanted)


@pytest.mark.parametrize("family", ["matrix", "array"])
@pytest.mark.parametrize("format", FORMATS)
def test_conversions(format, family):
    cls, theirs = getattr(sparse, f"{format}_{family}"), getattr(scipy.sparse, f"{format}_{family}")(A)
    for given in (A, cupy.asarray(A), theirs, sparse.csr_matrix(A), scipy.sparse.csc_array(A), sparse.dia_array(A)):
        a = cls(given)
        assert a.format == format and a.shape == A.shape and a.dtype == A.dtype and isinstance(a, cls)
        same(a, A)
    for other in ("csr", "csc", "coo", "dia", *FORMATS):
        b = a.asformat(other)
        assert b.format == other and type(b).__name__ == f"{other}_{family}"
        same(b, A)
        same(b.asformat(format), A)
    assert type(a.get()).__name__ == cls.__name__
    same(a.get(), A)
    same(cls((3, 4)), numpy.zeros((3, 4)))
    same(a.copy(), A)
    same(a.astype("f"), A)
    same(a.T, A.T)
    same(a.conj(), A)
    same(a.reshape(3, 8), A.reshape(3, 8))
    assert a.reshape(A.shape) is a or format != "bsr"
    same(a.real, A)
    same(a.imag, 0 * A)
    assert float(a.sum()) == A.sum() and float(a.mean()) == A.mean()
    same(a.diagonal(1), A.diagonal(1))
    for k in (0, -1):
        b = a.copy()
        b.setdiag(9, k)
        c = theirs.tolil() if format == "bsr" else theirs.copy()      # SciPy's blocks have no setdiag that works
        c.setdiag(9, k)
        same(b, c)
    assert repr(a).startswith("<") and format in {"bsr": "bsr", "lil": "lil", "dok": "dok"}
    assert sparse.issparse(a) and getattr(sparse, f"isspmatrix_{format}")(a) == (family == "matrix")


@pytest.mark.parametrize("format", FORMATS)
def test_operators(format):
    a, b = getattr(sparse, f"{format}_array")(A), sparse.csr_array(A + 1)
    same(a + b, 2 * A + 1)
    same(b - a, numpy.ones(A.shape))
    same(a * b, A * (A + 1))
    same(a * 2, A * 2)
    same(2 * a, A * 2)
    same(a / 2, A / 2)
    same(-a, -A)
    same(abs(a), A)
    same(a @ cupy.ones(6), A @ numpy.ones(6))
    same(a @ cupy.ones((6, 2)), A @ numpy.ones((6, 2)))
    same(cupy.ones(4) @ a, numpy.ones(4) @ A)
    same(a @ b.T, A @ (A + 1).T)
    same(a > 2, A > 2)
    same(a.maximum(b), A + 1)
    same(a ** 2, A ** 2)
    same(a.sum(axis=0), A.sum(axis=0))
    same(a.max(), A.max())
    same(a.mean(axis=1), A.mean(axis=1))
    same(numpy.sqrt(a) if format == "bsr" else numpy.sqrt(a.tocsr()), numpy.sqrt(A))
    assert a.count_nonzero() == numpy.count_nonzero(A) and a.nnz >= numpy.count_nonzero(A)
    c = a.copy()
    c *= 3
    same(c, 3 * A)
    c.resize(3, 3)
    same(c, 3 * A[:3, :3])
    for i, j in zip(a.nonzero(), A.nonzero(), strict=True):
        same(i, j)


def test_blocks():
    a = sparse.bsr_matrix(A, blocksize=(2, 3))
    assert a.blocksize == (2, 3) and a.has_canonical_format
    theirs = scipy.sparse.bsr_matrix(A, blocksize=(2, 3))
    same(a.data, theirs.data)
    same(a.indices, theirs.indices)
    same(a.indptr, theirs.indptr)
    assert sparse.csr_matrix(A).tobsr().blocksize == (2, 2)
    assert sparse.csr_matrix(numpy.eye(5)).tobsr().blocksize == (1, 1)
    given = a.data, a.indices, a.indptr
    same(sparse.bsr_array(given, shape=A.shape), A)
    same(sparse.bsr_matrix(given), A)
    same(a.tobsr(blocksize=(1, 2)), A)
    assert a.tobsr(blocksize=(4, 6)).data.shape == (1, 4, 6)
    twice = sparse.bsr_matrix((cupy.concatenate([a.data, a.data]), cupy.concatenate([a.indices, a.indices]),
                               cupy.asarray([0, 2 * a.indices.size, 2 * a.indices.size])), shape=A.shape)
    same(twice, numpy.vstack([2 * (A[:2] + A[2:]), numpy.zeros((2, 6))]))
    twice.sum_duplicates()
    assert twice.has_canonical_format
    twice.data[:] = 0
    twice.eliminate_zeros()
    assert twice.nnz == 0
    for bad in ({"arg1": A, "blocksize": (3, 2)}, {"arg1": (a.data[0], a.indices, a.indptr)},
                {"arg1": given, "shape": (5, 6)}, {"arg1": (a.data, a.indices + 5, a.indptr), "shape": A.shape},
                {"arg1": given, "shape": A.shape, "blocksize": (1, 1)}, {"arg1": A, "shape": (2, 2)}):
        with pytest.raises(ValueError):
            sparse.bsr_matrix(**bad)
    with pytest.raises(NotImplementedError):
        a[0, 0]


@pytest.mark.parametrize("size", [1, 2])
def test_blocks_of_one_place_are_added_up(size):
    blocks = numpy.array([[[1.0]], [[-1.0]], [[3.0]]]) * numpy.ones((size, size))
    given = blocks, numpy.array([1, 1, 0], "i"), numpy.array([0, 2, 3], "i")
    shape = (2 * size, 2 * size)
    ours, theirs = sparse.bsr_array(tuple(map(cupy.asarray, given)), shape), scipy.sparse.bsr_array(given, shape)
    assert int(ours.count_nonzero()) == theirs.count_nonzero() == size ** 2
    assert ours.has_canonical_format and ours.data.shape == theirs.data.shape == (2, size, size)
    same(ours.indices, theirs.indices)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, lambda a, b: a.multiply(b)])
def test_of_blocks_come_blocks(operation):
    a, b = numpy.random.default_rng(2).integers(-2, 3, (2, 4, 6))
    for size in ((2, 3), (1, 2)):
        ours = operation(sparse.bsr_array(a, blocksize=(2, 3)), sparse.bsr_array(b, blocksize=size))
        theirs = operation(scipy.sparse.bsr_array(a, blocksize=(2, 3)), scipy.sparse.bsr_array(b, blocksize=size))
        assert ours.format == "bsr" and ours.blocksize == theirs.blocksize and ours.dtype == theirs.dtype
        same(ours, theirs.toarray())


@pytest.mark.parametrize("format", ["lil", "dok"])
def test_items(format):
    a, b = getattr(sparse, f"{format}_array")((3, 4)), getattr(scipy.sparse, f"{format}_array")((3, 4))
    for key, value in (((0, 1), 5), ((slice(None), 2), [1, 2, 3]), (1, [4, 0, 0, 7]), ((2, [0, 3]), [8, 9]),
                       ((-1, -1), 0)):
        a[key] = cupy.asarray(value) if isinstance(value, list) else value
        b[key] = value
        same(a, b)
    a[0, 1] += 2
    b[0, 1] += 2
    assert a[0, 1] == 7 and a.nnz == b.nnz
    for key in (1, (slice(None), 2), (slice(0, 2), slice(1, 3)), ([0, 2], [1, 2])):
        same(a[key], b[key])
    a[:, 0] = sparse.csr_array(numpy.ones((3, 1)))
    assert a[2, 0] == 1
    same(sparse.coo_array(a), a.get())


def test_lists():
    a = sparse.lil_matrix(A)
    assert a.rows[0] == [0, 1, 4, 5] and a.data[0] == [1, 2, 2, 4]
    a.getrowview(0)[0, 0] = 9
    assert a[0, 0] == 9
    with pytest.raises(ValueError):
        sparse.lil_matrix((2, 2), dtype="e")


def test_dictionary():
    a = sparse.dok_matrix((3, 4))
    a.update({(0, 1): 2.0, (2, 3): 4.0})
    assert len(a) == 2 and (0, 1) in a and (0, 0) not in a
    assert dict(a.items()) == {(0, 1): 2, (2, 3): 4} and set(a.keys()) == {(0, 1), (2, 3)} and sum(a.values()) == 6
    assert a.get((0, 1)) == 2 and a.get((0, 0), 7) == 7 and a.setdefault((1, 1), 3.0) == 3
    assert a.pop((1, 1)) == 3 and a.pop((1, 1), None) is None
    del a[0, 1]
    assert a.nnz == 1 and a.popitem() == ((2, 3), 4)
    a.clear()
    assert not len(a)
    b = sparse.dok_array.fromkeys([(0, 0), (1, 2)], 2.0)
    assert b.shape == (2, 3) and b.conjtransp().shape == (3, 2)
    assert sparse.dok_array((5,))[2] == 0


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("name", ["csr_matrix", "csc_array", "coo_array", "dia_matrix", "bsr_array"])
def test_files(name, compressed, tmp_path):
    a = getattr(sparse, name)(A)
    for file in (io.BytesIO(), str(tmp_path / "a.npz")):
        sparse.save_npz(file, a, compressed)
        if hasattr(file, "seek"):
            file.seek(0)
        b = sparse.load_npz(file)
        assert type(b) is type(a)
        same(b, A)
    same(scipy.sparse.load_npz(str(tmp_path / "a.npz")), A)
    with pytest.raises(NotImplementedError):
        sparse.save_npz(io.BytesIO(), sparse.lil_matrix(A))


@pytest.mark.parametrize("dtype", ["?", "b", "i", "f"])
def test_diagonals_times_flags_keep_their_dtype(dtype):
    a = numpy.eye(3, 2).astype(dtype)
    for flags in (numpy.ones((3, 2), bool), numpy.ones((1, 2), bool)):
        found, wanted = sparse.dia_array(cupy.asarray(a)).multiply(cupy.asarray(flags)), \
            scipy.sparse.dia_array(a).multiply(flags)
        assert found.dtype == wanted.dtype
        cupy.testing.assert_array_equal(found.toarray(), wanted.toarray())


@pytest.mark.parametrize("kind", "?bilfdFD")
def test_blocks_times_arrays(kind):
    rng = numpy.random.default_rng(3)
    for blocksize, rows, columns in (((2, 3), 5, 4), ((3, 1), 4, 6), ((1, 5), 1, 30), ((4, 4), 70, 90), ((2, 2), 0, 3)):
        shape = blocksize[0] * rows, blocksize[1] * columns
        A = scipy.sparse.random_array(shape, density=0.2, rng=rng)
        A = (A * 9).astype(kind).tobsr(blocksize=blocksize)
        a = sparse.bsr_array(A)
        for index in "il":
            a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
            for other_kind in {"d", kind, "F"}:
                for other in ((shape[1],), (shape[1], 1), (shape[1], 4), (shape[1], 20), (shape[1], 0)):
                    x = (rng.standard_normal(other) * 9).astype(other_kind)
                    for ours, theirs in ((a @ cupy.asarray(x), A @ x),
                                         (cupy.asarray(numpy.asfortranarray(x)).T @ a.T, x.T @ A.T)):
                        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
                        numpy.testing.assert_allclose(ours.get(), theirs, rtol=1e-5, atol=1e-3)
        assert cupy.allclose(a.sum(0), a.tocsr().sum(0), rtol=1e-5, atol=1e-5)


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
@pytest.mark.parametrize("name", ["dok_array", "dok_matrix", "lil_array", "lil_matrix"])
@pytest.mark.parametrize("char, divisor", [("f", 2), ("f", 1j), ("d", 3.0), ("F", 2), ("d", 2j), ("f", 0), ("d", 0)])
def test_quotients_keep_the_precision(name, char, divisor):
    if not divisor and name.startswith("lil"):          # Python's numbers, which refuse it
        return
    x = numpy.array([[0, 1.5, 0], [2, 0, -4]], char)
    found, wanted = (getattr(m, name)(x) / divisor for m in (sparse, scipy.sparse))
    assert found.format == wanted.format and found.dtype == wanted.dtype
    numpy.testing.assert_array_equal(found.toarray().get(), wanted.toarray())


@pytest.mark.parametrize("name", ["lil_array", "lil_matrix"])
@pytest.mark.parametrize("kind", ["itself", "csr", "dense", "zero"])
def test_lists_change_in_place(name, kind):
    """`+=` and `-=` leave the object and its format, so that items can be set as before."""
    A = numpy.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
    a, theirs = getattr(sparse, name)(cupy.asarray(A)), getattr(scipy.sparse, name)(A)
    known = alias = a
    other, its = {"itself": (a, theirs), "csr": (sparse.csr_array(cupy.asarray(A)), scipy.sparse.csr_array(A)),
                  "dense": (cupy.asarray(A), A), "zero": (0, 0)}[kind]
    a += other
    theirs += its
    assert a is known and a.format == "lil" and a.nnz == theirs.nnz
    numpy.testing.assert_array_equal(alias.toarray().get(), theirs.toarray())
    a -= 2 * other
    theirs -= 2 * its
    assert a is known
    numpy.testing.assert_array_equal(a.toarray().get(), theirs.toarray())
