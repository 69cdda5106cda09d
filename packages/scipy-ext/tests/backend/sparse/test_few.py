"""Sparse matrices of few items: SciPy's results, where the host's SciPy makes them and where it does not."""
import cupy
import numpy
import pytest
import scipy.sparse
import scipy.sparse.csgraph
from cupyx.scipy import sparse
from cupyx.scipy.sparse import _in_host_memory, _reductions, csgraph

FORMATS = ["csr", "csc", "coo", "bsr", "dia"]
CONVERSIONS = ["tocsr", "tocsc", "tocoo", "tobsr", "todia", "toarray", "transpose", "copy"]
SEARCHES = ["breadth_first_order", "depth_first_order", "breadth_first_tree", "depth_first_tree"]


@pytest.fixture(params=["as it is", "own steps"])
def way(request, monkeypatch):
    """The shortest way, and the one of devices."""
    if request.param == "own steps":
        monkeypatch.setattr(_in_host_memory, "host_memory", lambda: False)
        monkeypatch.setattr(_reductions, "host_memory", lambda: False)


def made(rng, format, family, dtype, index):
    """SciPy's matrix: often with duplicates, of no order, with stored zeros, empty, or without rows."""
    shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 9, 2).tolist())
    items = 0 if 0 in shape else int(rng.choice([0, 1, 5, 30]))
    row, col = (rng.integers(0, max(n, 1), items).astype(index) for n in shape)
    data = rng.integers(-2, 3, items).astype(dtype)
    a = getattr(scipy.sparse, f"coo_{family}")((data, (row, col)), shape=shape)
    if format in ("csr", "csc") and rng.random() < 0.5:     # as it was thrown, duplicates and all
        major, minor, count = (row, col, shape[0]) if format == "csr" else (col, row, shape[1])
        order = numpy.argsort(major, kind="stable")
        starts = numpy.searchsorted(major[order], numpy.arange(count + 1)).astype(index)
        return getattr(scipy.sparse, f"{format}_{family}")((data[order], minor[order], starts), shape=shape)
    return a if format == "coo" else a.asformat(format)


def matrices(format, seed, count=12):
    """Pairs of SciPy's matrix and ours."""
    rng = numpy.random.default_rng([seed, FORMATS.index(format)])
    for _ in range(count):
        a = made(rng, format, rng.choice(["matrix", "array"]), rng.choice(["f", "d", "D", "i", "?"]),
                 rng.choice(["i", "l"]))
        given = getattr(sparse, type(a).__name__)(a.copy())
        yield a, given


def told(x):
    """Types, dtypes, of indices too, and items."""
    if isinstance(x, tuple):
        return tuple(map(told, x))
    if hasattr(x, "tocoo"):
        parts = [p for p in ("indices", "indptr", "offsets") if hasattr(x, p)]
        return type(x).__name__, [getattr(x, p).dtype for p in parts], told(x.toarray())
    x = numpy.asarray(x.get() if isinstance(x, cupy.ndarray) else x)
    return x.dtype, x.shape, x.tolist()


def outcome(call, *args):
    with numpy.errstate(all="ignore"):
        try:
            return told(call(*args))
        except Exception as error:
            return type(error)


def same(call, a, given):
    expected, found = outcome(call, a, numpy), outcome(call, given, cupy)
    numpy.testing.assert_equal(found, expected, f"{a!r}\n{a}")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CONVERSIONS)
@pytest.mark.parametrize("format", FORMATS)
def test_conversions(format, name, way):
    for a, given in matrices(format, 1):
        same(lambda x, xp: getattr(x, name)(), a, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("format", FORMATS)
def test_products(format, way):
    """With vectors and columns on both sides, of other types and in other orders, and of the transposed matrix."""
    for a, given in matrices(format, 2, 25):
        rng = numpy.random.default_rng(len(a.data))
        dtype, wide = rng.choice(["f", "d", "D", "l", "?"]), rng.integers(1, 4)
        left, right = (rng.integers(-3, 4, (n, 3 * wide)).astype(dtype)[:, ::wide] for n in a.shape)
        # SciPy's COO arrays of one row make a number of a vector (1.17), which no other format does.
        plain = format != "coo" or 1 not in a.shape
        vectors = [right[:, 0]] if plain else []
        for operand in (right, *vectors, right[::-1], numpy.asfortranarray(right), right[:, :0]):
            same(lambda x, xp, operand=operand: x @ xp.asarray(operand), a, given)
        for operand in (left, *([left[:, 1]] if plain else [])):
            same(lambda x, xp, operand=operand: xp.asarray(operand).T @ x, a, given)
            same(lambda x, xp, operand=operand: x.T @ xp.asarray(operand), a, given)
        if a.dtype.kind == "c":
            same(lambda x, xp, operand=left: x.conj().T @ xp.asarray(operand), a, given)
        same(lambda x, xp: x @ xp.ones(x.shape[1] + 1), a, given)
        same(lambda x, xp: xp.ones(x.shape[0] + 1) @ x, a, given)


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_counts_and_extrema(format, way):
    for a, given in matrices(format, 6, 25):
        for call in (lambda x, xp: x.nonzero(), lambda x, xp: x.diagonal(1), lambda x, xp: x.count_nonzero(axis=0),
                     lambda x, xp: x.count_nonzero(axis=1)):
            numpy.testing.assert_equal(values(outcome(call, given, cupy)), values(outcome(call, a, numpy)))
        if a.dtype.kind in "fi":
            for call in (lambda x, xp: x.max(), lambda x, xp: x.min(0), lambda x, xp: x.max(1),
                         lambda x, xp: x.argmax()):
                numpy.testing.assert_equal(values(outcome(call, given, cupy)), values(outcome(call, a, numpy)))


def values(told):
    """What `told` says, without index types of counts and places."""
    if isinstance(told, tuple) and isinstance(told[0], numpy.dtype):
        return told[1:]
    return tuple(map(values, told)) if isinstance(told, tuple) else told


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("format", ["csr", "csc"])
@pytest.mark.parametrize("key", [(0, 0), (-1, 0), (slice(1, 4), slice(0, 3)), (slice(None, None, -1), 1), (0, slice(5)),
                                 (slice(3, 1), slice(None)), (9, 0), (slice(None), -9), (True, 0), (slice(-2, 99), 0)],
                         ids=str)
def test_plain_keys(format, key, way):
    for a, given in matrices(format, 7):
        same(lambda x, xp: x[key], a, given)


def test_diagonals_without_offsets():
    """That somebody has made shorter than the data: not read."""
    a = sparse.dia_array((cupy.ones((3, 4)), [0, 1, -1]), shape=(4, 4))
    a.offsets = a.offsets[:1]
    for call in (lambda: a @ cupy.ones(4), lambda: cupy.ones((2, 4)) @ a, lambda: a.T):
        with pytest.raises(ValueError, match="number of diagonals"):
            call()


@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr"])
def test_positions(format, name, explicit, way):
    for a, given in matrices(format, 3, 30):
        if a.dtype.kind in "fi":
            for axis in (0, 1, -1):
                same(lambda x, xp, axis=axis: getattr(x, name)(axis, explicit=explicit), a, given)


@pytest.mark.parametrize("format", FORMATS)
def test_copies_on_the_host(format):
    """They have the types that SciPy chooses, and what happens to them happens to nothing else."""
    for a, given in matrices(format, 4, 30):
        found, before = given.get(), given.toarray().get()
        assert type(found) is type(a) and told(found) == told(a)
        found.data[...] = 1
        for name in ("indices", "indptr", "offsets"):
            getattr(found, name, numpy.zeros(0))[...] = 0
        numpy.testing.assert_array_equal(given.toarray().get(), before)


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
@pytest.mark.parametrize("change", [lambda a: -1, lambda a: 1 << 20, max])
def test_indices_outside(format, change):
    """Not copied: SciPy would follow them."""
    a = getattr(sparse, f"{format}_matrix")(cupy.ones((3, 4)))
    places = a.col if format == "coo" else a.indices
    places[2] = max(a.shape) if change is max else change(a)
    with pytest.raises(ValueError):
        a.get()


@pytest.mark.parametrize("starts", [[0, 4, 2, 6], [1, 2, 4, 6], [0, 2, 4, 7], [0, -1, 4, 6]])
@pytest.mark.parametrize("index", ["i", "l"])
def test_row_starts_that_lie(starts, index):
    a = sparse.csr_array(cupy.ones((3, 2)))
    a.indices, a.indptr = a.indices.astype(index), cupy.asarray(starts, dtype=index)
    for call in (a.get, a.check_format, lambda: csgraph.structural_rank(a),
                 lambda: sparse.csr_matrix((a.data, a.indices, a.indptr), shape=(3, 2))):
        with pytest.raises(ValueError):
            call()


def test_room_behind_the_last_row():
    a = sparse.csr_array(cupy.ones((3, 2)))
    a.indptr = cupy.asarray([0, 2, 4, 5], dtype="i")
    assert a.get().nnz == 5 and sparse.csr_matrix((a.data, a.indices, a.indptr), shape=(3, 2)).nnz == 5


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("name", SEARCHES)
def test_searches(name, directed):
    rng = numpy.random.default_rng(5)
    theirs, ours = getattr(scipy.sparse.csgraph, name), getattr(csgraph, name)
    for _ in range(20):
        n, edges = int(rng.integers(1, 9)), int(rng.integers(0, 20))
        row, col = rng.integers(0, n, (2, edges))
        dense = numpy.zeros((n, n))
        dense[row, col] = rng.integers(1, 9, edges)
        cls = f"{rng.choice(['csr', 'csc', 'coo'])}_{rng.choice(['matrix', 'array'])}"
        a, given = getattr(scipy.sparse, cls)(dense), getattr(sparse, cls)(cupy.asarray(dense))
        start = int(rng.integers(n))
        assert told(ours(given, start, directed)) == told(theirs(a, start, directed))


