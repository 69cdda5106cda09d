"""Methods that SciPy does in the host's memory: our own give the same."""
import itertools
from types import SimpleNamespace

import cupy
import numpy
import pytest
import scipy.sparse
from cupyx.scipy import sparse
from cupyx.scipy.sparse import _bsr, _compressed, _in_host_memory, _reductions

#: Calls of a matrix, an array of as many rows as it has columns, and of five columns.
CALLS = {
    "tocsr": lambda A, v, X: A.tocsr(), "tocsc": lambda A, v, X: A.tocsc(), "tocoo": lambda A, v, X: A.tocoo(),
    "todia": lambda A, v, X: A.todia(), "tobsr": lambda A, v, X: A.tobsr(), "T": lambda A, v, X: A.T,
    "blocks": lambda A, v, X: A.tobsr(blocksize=(2, 3)), "vector": lambda A, v, X: A @ v,
    "columns": lambda A, v, X: A @ X,
    "from left": lambda A, v, X: (v @ A if A.shape[0] == A.shape[1] else A @ v), "square": lambda A, v, X: A @ A.T,
    "max": lambda A, v, X: A.tocoo().max(), "argmax": lambda A, v, X: A.tocsr().argmax(),
    "argmin": lambda A, v, X: A.tocoo().argmin(), "toarray": lambda A, v, X: A.toarray(),
    "columns first": lambda A, v, X: A.toarray("F"), "nonzero": lambda A, v, X: A.nonzero()[1],
    "counts": lambda A, v, X: A.tocoo().count_nonzero(axis=0), "diagonal": lambda A, v, X: A.diagonal(-2),
    "column counts": lambda A, v, X: A.tocsr().count_nonzero(axis=0), "greatest": lambda A, v, X: A.tocoo().max(axis=1),
    "least": lambda A, v, X: A.tocsc().min(axis=0), "row": lambda A, v, X: A.tocsr()[-1],
    "some": lambda A, v, X: A.tocsc()[4:2:-1, ::2], "backwards": lambda A, v, X: A.tocsr()[::-1, 1::-1],
    "places": lambda A, v, X: A.tocsr()[[0, 1, 1], [2, -1, 2]], "item": lambda A, v, X: A.tocsr()[2, 3],
    "some columns": lambda A, v, X: A.tocsr()[:, [3, 0, 3]], "none": lambda A, v, X: A.tocsc()[2:2],
}


def given(rng, format, dtype, shape, density):
    """A SciPy matrix; of COO with items twice and zeros that are stored."""
    m, n = shape
    count = int(density * m * n)
    row, col = (rng.integers(0, k, count) if k else numpy.zeros(0, int) for k in shape)
    data = rng.integers(-3, 4, row.size).astype("d")
    if numpy.dtype(dtype).kind == "c":
        data = data + 1j * rng.integers(-3, 4, row.size)
    coo = scipy.sparse.coo_array((data.astype(dtype), (row, col)), shape=shape)
    return coo if format == "coo" else coo.asformat(format)


@pytest.fixture(params=["SciPy's", "ours"])
def road(request, monkeypatch):
    monkeypatch.setattr(_in_host_memory, "_LEAST", 0)
    if request.param == "ours":
        for module in (_in_host_memory, _bsr, _reductions):
            monkeypatch.setattr(module, "host_memory", lambda: False)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("format", ["dia", "bsr", "coo", "csc", "csr"])
@pytest.mark.parametrize("shape, density", [((6, 6), 0.3), ((12, 6), 0.8), ((6, 12), 0.05), ((4, 9), 0.0),
                                            ((36, 36), 0.9), ((0, 6), 0.0)])
def test_as_scipy(road, name, format, shape, density):
    rng = numpy.random.default_rng(len(name))
    for dtype in "dfDl?":
        A = given(rng, format, dtype, shape, density)
        v, X = (rng.integers(0, 3, (shape[1], *more)).astype(dtype) for more in ((), (5,)))
        ours = sparse._base.from_host(A)
        if name == "blocks" and (shape[0] % 2 or shape[1] % 3):
            with pytest.raises(ValueError):
                ours.tobsr(blocksize=(2, 3))
            continue
        try:
            want = CALLS[name](A, v, X)
        except (ValueError, IndexError) as error:
            with pytest.raises(type(error)):
                CALLS[name](ours, cupy.asarray(v), cupy.asarray(X))
            continue
        except RuntimeError:            # SciPy's, of matrices without diagonals
            assert format == "dia" and name == "square" and not A.nnz
            want = numpy.zeros((shape[0], shape[0]), dtype)
        got = CALLS[name](ours, cupy.asarray(v), cupy.asarray(X))
        if scipy.sparse.issparse(want):
            if not (format == "bsr" and name == "square"):
                assert got.format == want.format
            if want.format == "bsr":
                assert got.format != "bsr" or got.blocksize == want.blocksize
            want = want.toarray()
        got = got.toarray() if sparse.issparse(got) else got
        numpy.testing.assert_array_equal(got.get(), want)
        if name in ("nonzero", "counts", "column counts"):      # SciPy looks for the narrowest type of places
            assert got.dtype.kind == "i"
        else:
            assert got.dtype == (numpy.asarray(want).dtype if numpy.size(want) else dtype)


@pytest.mark.parametrize("dtype", [*"dfFDilqQbB?"])
@pytest.mark.parametrize("shapes", [((5, 5), (5, 5)), ((7, 4), (4, 9)), ((3, 8), (8, 2)), ((1, 1), (1, 1)),
                                    ((40, 40), (40, 40))])
@pytest.mark.parametrize("wider", [(0, 0), (3, -2), (-1, 1)])
def test_diagonals_times_diagonals(road, dtype, shapes, wider):
    """Of data that are wider and narrower than the matrix, and with diagonals outside of it."""
    rng = numpy.random.default_rng(7)
    ours, dense = [], []
    for (m, n), more in zip(shapes, wider, strict=True):
        offsets = rng.permutation(numpy.arange(-m - 1, n + 2))[:1 + (m + n) // 2]
        data = rng.integers(-3, 4, (offsets.size, max(0, n + more))).astype(dtype)
        ours.append(sparse.dia_array((cupy.asarray(data), cupy.asarray(offsets)), shape=(m, n)))
        dense.append(scipy.sparse.dia_array((data, offsets), shape=(m, n)).toarray())
    product = ours[0] @ ours[1]
    assert product.format == "dia" and product.offsets.dtype == ours[0].offsets.dtype
    wanted = dense[0] @ dense[1]
    assert product.dtype == wanted.dtype
    numpy.testing.assert_array_equal(product.toarray().get(), wanted)


@pytest.mark.parametrize("format", ["csr_array", "csc_array", "csr_matrix", "csc_matrix"])
@pytest.mark.parametrize("index", "il")
def test_items_times_and_over_dense_arrays_are_one_kernel(monkeypatch, format, index):
    monkeypatch.setattr(_compressed, "host_memory", lambda: False)
    launch, launched = _compressed._items_by_dense, []
    monkeypatch.setattr(_compressed, "_items_by_dense", SimpleNamespace(
        map=lambda *args, **fields: launched.append(1) or launch.map(*args, **fields)))
    rng = numpy.random.default_rng(1)
    for shape, dtype in itertools.product(((5, 7), (1, 6), (6, 1), (30, 20)), "fdFD"):
        items = 4 * scipy.sparse.random_array(shape, density=0.4, rng=rng)
        theirs = getattr(scipy.sparse, format)(items.astype(dtype))
        theirs.indices, theirs.indptr = theirs.indices.astype(index), theirs.indptr.astype(index)
        ours = getattr(sparse, format)(theirs)
        whole = (rng.random(shape) + 1).astype(dtype)
        arrays = [whole, numpy.asfortranarray(whole), whole[:1], whole[0], whole[::-1, ::-1]]
        arrays = [dense for dense in (*arrays, whole[:, :1]) if dense.size > 1]
        for dense in arrays:
            for call in (lambda a, x: a.multiply(x), lambda a, x: a / x):
                found, wanted = call(ours, cupy.asarray(dense)), call(theirs, dense)
                assert (found.format, found.dtype, found.shape) == (wanted.format, wanted.dtype, wanted.shape)
                numpy.testing.assert_allclose(found.toarray().get(), wanted.toarray(), 10 * numpy.finfo(dtype).eps)
                launched.pop()
    ours.indices[0], ours.indptr[1] = 1 << 30, -5       # no result, and no harm
    ours.multiply(cupy.asarray(whole))
