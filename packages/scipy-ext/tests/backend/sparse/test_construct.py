"""Functions that make sparse matrices, against SciPy."""
import numpy
import pytest
import scipy.sparse

import cupy
from cupyx.scipy import sparse

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")

SAMPLE = numpy.array([[0, 1, 2.], [3, 4, 0]])


def names(module, xp):
    m = module.csr_matrix(xp.asarray(SAMPLE))
    dup = module.coo_matrix((xp.asarray([1, 2, 0.]), (xp.asarray([0, 0, 1]), xp.asarray([1, 1, 0]))), shape=(2, 2))
    return {"s": module, "xp": xp, "A": xp.asarray(SAMPLE), "m": m, "a": module.csr_array(m), "c": m.tocoo(),
            "q": m.tocsc(), "d": m.todia(), "f": m.astype("f"), "i": m.astype("i"), "dup": dup,
            "v": module.coo_array(xp.asarray([1., 0, 2])), "e": module.csr_matrix((2, 0))}


def outcome(text, known):
    try:
        return eval(text, known)
    except Exception as error:
        return error


def check(text):
    expected, found = outcome(text, names(scipy.sparse, numpy)), outcome(text, names(sparse, cupy))
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected)), (text, found, expected)
        return
    if isinstance(found, Exception):
        raise found
    assert type(found).__name__ == type(expected).__name__, text
    assert (found.dtype, found.shape, found.nnz) == (expected.dtype, expected.shape, expected.nnz), text
    numpy.testing.assert_array_equal(found.toarray().get(), expected.toarray(), err_msg=text)


DIAGONALS = ["s.eye(3)", "s.eye(3, 4, 1)", "s.eye(3, format='csr')", "s.eye(3, 3, dtype='f')",
             "s.eye(4, 2, -1, 'F', 'csr')", "s.eye(3, k=1, format='csc')", "s.eye(3, 5, 2, format='coo')",
             "s.eye(5, 3, -3, format='csc')", "s.eye_array(3)", "s.eye_array(3, k=-2, format='csr')", "s.eye(-1)",
             "s.identity(3)", "s.eye(3, format='x')", "s.identity(3, format='csr', dtype='i')",
             "s.diags([[1, 2, 3]], [0])", "s.diags([1, 2, 3])", "s.diags([1, 2], 1)", "s.diags([[1], [2]], [0, 1])",
             "s.diags([1, -2], [0, 1], shape=(3, 3))", "s.diags([[1, 2], [3]], [0, 1], shape=(3, 3))",
             "s.diags([[1, 2, 3], [1, 2]], [0, -1], format='csr', dtype='f')",
             "s.diags_array([[1, 2, 3]], offsets=[0])", "s.diags_array([1., 2], offsets=-1)",
             "s.diags([[1, 2]], [0, 1])", "s.diags([[1, 2, 3]], [5], shape=(3, 3))", "s.diags(xp.arange(3.), 0)",
             "s.diags([xp.ones(3, 'f')], [1])", "s.diags([xp.ones(3, 'F'), xp.ones(1)], [1, -3], shape=(4, 4))",
             "s.diags([1., 2], [0, 0], (2, 2))",
             "s.diags([xp.ones(3), xp.arange(3.)], [0, 1])", "s.diags([xp.arange(9.)], [-1], (3, 3))",
             "s.spdiags(xp.asarray([[1, 2, 3]]), [0], 3, 3)",
             "s.spdiags([1, 2, 3], 0, 3, 3)", "s.spdiags([1, 2, 3], 1, (3, 4))",
             "s.spdiags([[1, 2, 3]], 0, 3, 3, format='csr')",
             "s.spdiags(xp.arange(8.).reshape(2, 4), xp.asarray([-1, 2]), 4, 4)"]

BLOCKS = ["s.hstack([m, m])", "s.vstack([m, m])", "s.vstack([q, q])", "s.hstack([q, q])", "s.hstack([q, m])",
          "s.hstack([c, c])", "s.hstack([m, c], format='csr')", "s.vstack([m, c])", "s.hstack([m, a])",
          "s.hstack([m, A])", "s.vstack([m, m.T])", "s.hstack([f, i])", "s.hstack([m, m], dtype='F')",
          "s.bmat([[m, None], [None, m]])", "s.bmat([[m, None], [None, None]])", "s.bmat([[m], [m]])",
          "s.block_array([[m, None], [None, a]])", "s.bmat([[m, m], [m, m]])", "s.bmat([m, m])",
          "s.bmat([[m.tocsc(), m.tocsc()], [m.tocsc(), m.tocsc()]])", "s.bmat([[m, m.T]])", "s.bmat([])",
          "s.bmat([[m.tocsr(), m.tocsr()], [m.tocsr(), m.tocsr()]])", "s.bmat([[m], [m.T]])",
          "s.hstack([m, m], format='dia')", "s.hstack((m,))", "s.vstack([a, a])", "s.vstack([v, v])",
          "s.hstack([v, v])", "s.vstack([q, q], format='csr')", "s.hstack([e, m])", "s.bmat([[m, m]])",
          "s.bmat([[q], [q]])", "s.bmat([[m, q], [q, m]], 'csc')", "s.vstack([dup, dup])",
          "s.block_diag([m, A + 1, 5, [1, 2]])", "s.block_diag([a, m], format='csr')", "s.block_diag([m])",
          "s.bmat([[None, m], [m.T, None]], format='csr', dtype='f')", "s.vstack([m, m, m]).T @ s.vstack([m, m, m])"]

KRONECKER = [f"s.kron({x}, {y}, format='csr')" for x in ("m", "c", "A", "a") for y in ("m", "q", "A", "d")] + [
    "s.kron(c, m)", "s.kron(m, 2)", "s.kron(f, i)", "s.kronsum(s.eye(2), s.eye(3))", "s.kronsum(m, m)",
    "s.kronsum(xp.eye(2), s.eye(3), format='coo')", "s.kronsum(m @ m.T, s.eye(3))", "s.kron(e, m)"]

PARTS = ["s.tril(m)", "s.tril(m, 1, 'csr')", "s.triu(a)", "s.triu(q, -1)", "s.tril(A)", "s.tril(m, k=-5)",
         "s.triu(d, 1)", "s.permute_dims(a, (1, 0))", "s.swapaxes(m, 0, 1)", "s.swapaxes(a, 0, 0)",
         "s.permute_dims(a, (0, 0))"]


@pytest.mark.parametrize("texts", [DIAGONALS, BLOCKS, KRONECKER, PARTS], ids=["diagonals", "blocks", "kron", "parts"])
def test_against_scipy(texts):
    for text in texts:
        check(text)


def test_find():
    for name in "mqcdaA":
        found, expected = (sorted(zip(*[x.tolist() for x in module.find(names(module, xp)[name])], strict=True))
                           for module, xp in ((sparse, cupy), (scipy.sparse, numpy)))
        assert found == expected
    assert [x.tolist() for x in sparse.find(names(sparse, cupy)["dup"])] == [[0], [1], [3]]


def test_stacks_of_many():
    rng = numpy.random.default_rng(2)
    host = [scipy.sparse.random(40, n, 0.2, format="csr", random_state=rng) for n in (30, 1, 55, 0, 7)]
    for format, axis in (("csr", 1), ("csc", 0)):
        blocks = [a.T.asformat("csc") if axis == 0 else a for a in host]
        stack, name = ("vstack", "hstack")[axis], format
        found = getattr(sparse, stack)([getattr(sparse, f"{name}_matrix")(a) for a in blocks])
        expected = getattr(scipy.sparse, stack)(blocks)
        assert found.format == expected.format == format
        found.check_format()
        numpy.testing.assert_array_equal(found.toarray().get(), expected.toarray())
        numpy.testing.assert_array_equal(found.indices.get(), expected.indices)
        assert found.has_canonical_format


def test_nothing_to_stack():
    for call in (lambda: sparse.hstack([]), lambda: sparse.vstack([])):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("rng", [None, 3, "state", "generator"])
def test_random(rng):
    make = {"state": lambda: cupy.random.RandomState(5), "generator": lambda: cupy.random.default_rng(5)}
    rng = make.get(rng, lambda: rng)()
    for dtype in "fdDi":
        a = sparse.random(30, 50, 0.2, "csr", dtype, rng)
        assert (a.nnz, a.dtype, a.format, a.shape) == (300, dtype, "csr", (30, 50))
        assert a.has_canonical_format
    b = sparse.random(4000, 3000, 0.001, random_state=rng)
    assert (b.nnz, b.format, b.tocsr().nnz) == (12000, "coo", 12000)
    assert 0.4 < float(b.data.mean()) < 0.6
    assert 1800 < float(b.row.mean()) < 2200
    assert sparse.random_array((9, 9), density=0.5, rng=rng).nnz == round(40.5)
    assert sparse.random_array((8,), density=0.5, rng=rng).shape == (8,)
    assert sparse.rand(9, 9, 1.0, rng=rng).nnz == 81
    assert sparse.rand(9, 9, 0).nnz == 0


def test_random_is_repeated():
    for a, b in ((sparse.random(40, 40, 0.1, rng=7), sparse.random(40, 40, 0.1, random_state=7)),
                 (sparse.rand(2000, 2000, 1e-3, rng=7), sparse.rand(2000, 2000, 1e-3, rng=7))):
        assert (a != b).nnz == 0
    drawn = sparse.random(10, 10, 0.5, data_rvs=lambda n: cupy.full(n, 3.0))
    assert set(drawn.data.tolist()) == {3.0}
    drawn = sparse.random_array((10, 10), density=0.5, data_sampler=lambda size: cupy.full(size, 4.0))
    assert set(drawn.data.tolist()) == {4.0}
    with pytest.raises(ValueError):
        sparse.random(3, 3, 1.5)


def test_casts_of_indices():
    m = sparse.csr_matrix(cupy.asarray(SAMPLE))
    for a in (m, m.tocsc(), m.tocoo(), m.todia()):
        found = sparse.safely_cast_index_arrays(a, numpy.int64)
        assert {x.dtype.char for x in (found if isinstance(found, tuple) else (found,))} == {"l"}
    with pytest.raises(ValueError):
        sparse.safely_cast_index_arrays(sparse.coo_matrix((1, 300)), numpy.int8)
    assert sparse.matrix_transpose(m).shape == (3, 2)


def test_identities_of_all_formats():
    for format in ("bsr", "coo", "csc", "csr", "dia", "dok", "lil"):
        found = sparse.eye_array(3, 4, k=1, format=format)
        assert found.format == format and (found.toarray().get() == numpy.eye(3, 4, 1)).all()
    for k in (-4, 5):
        with pytest.raises(ValueError, match="Offset .* out of bounds"):
            sparse.eye(3, 4, k)


def test_integers_on_diagonals():
    assert sparse.diags([[1, 2]]).dtype == "d"
    assert sparse.diags([[1, 2]], dtype=None).dtype == numpy.int64


@pytest.mark.parametrize("a, b", [([1, 2, 0], [[0, 1]]), ([[1, 2]], [0, 3]), ([1, 2], [3, 4]),
                                  ([[[0, 1, 2], [3, 0, 4]]], [[5, 0], [6, 7]]), ([[1, 0]], [[[1], [2]], [[0], [3]]])])
def test_products_of_kronecker_of_many_axes(a, b):
    for left, right in ((sparse.coo_array, sparse.coo_array), (sparse.coo_array, cupy.asarray),
                        (cupy.asarray, sparse.coo_array)):
        found = sparse.kron(left(cupy.asarray(a)), right(cupy.asarray(b)))
        assert found.shape == numpy.kron(a, b).shape and (found.toarray().get() == numpy.kron(a, b)).all()
    with pytest.raises(ValueError, match="requires 2D inputs"):
        sparse.kronsum(sparse.coo_array(cupy.asarray([1, 2])), sparse.eye_array(2))


def test_blocks_that_do_not_fit():
    a, b = sparse.coo_array((2, 2)), sparse.coo_array((1, 1))
    with pytest.raises(ValueError, match=r"blocks\[:,0\] has incompatible column .* blocks\[1,0\]\.shape\[1\] == 1"):
        sparse.vstack([a, b])
    with pytest.raises(ValueError, match=r"blocks\[0,:\] has incompatible row .* blocks\[0,1\]\.shape\[0\] == 1"):
        sparse.hstack([a, b])


@pytest.mark.parametrize("dtype", ["?", "i", "d"])
@pytest.mark.parametrize("name", ["csr_matrix", "csc_array", "coo_matrix"])
def test_text(name, dtype):
    """Text becomes numbers where a type is asked for."""
    for text in ([["1", "0"], ["22", "3"]], [[b"4"]]):
        found, wanted = getattr(sparse, name)(text, dtype=dtype), getattr(scipy.sparse, name)(text, dtype=dtype)
        assert found.dtype == wanted.dtype
        numpy.testing.assert_array_equal(found.toarray().get(), wanted.toarray())
        with pytest.raises(ValueError, match="does not support dtype"):
            getattr(sparse, name)(text)


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
def test_index_arrays_of_every_format(form):
    a = numpy.diag([1.0, 2, 3, 4])
    if form in ("lil", "dok"):
        with pytest.raises(TypeError, match="not associated with index arrays"):
            sparse.safely_cast_index_arrays(sparse.csr_array(cupy.asarray(a)).asformat(form), numpy.int64)
        return
    wanted = scipy.sparse.safely_cast_index_arrays(scipy.sparse.csr_array(a).asformat(form), numpy.int64)
    found = sparse.safely_cast_index_arrays(sparse.csr_array(cupy.asarray(a)).asformat(form), numpy.int64)
    for x, y in zip(*((r if isinstance(r, tuple) else (r,)) for r in (found, wanted)), strict=True):
        assert x.dtype == y.dtype
        numpy.testing.assert_array_equal(x.get(), y)
