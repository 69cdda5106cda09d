"""What random calls found to differ from SciPy: formats and types of results, keys, constructors, errors."""
import cupy
import numpy
import pytest
import scipy.sparse
from cupyx.scipy import sparse

DENSE = numpy.asarray([[0.0, 2, 0, 4], [5, 0, 7, 0], [0, 0, 1, 3]])

FORMATS_OF_RESULTS = [
    "A.multiply(A[:1])", "A.multiply(A[:, :1])", "A[:1].multiply(A)", "A[:1, :1].multiply(C)", "C.multiply(A[:1, :1])",
    "A[:, :1].multiply(A[:1])", "C[:1].multiply(C[:, :1])", "B.multiply(A[:1])", "B.multiply(B)", "B + B", "B - A",
    "B.multiply(xp.ones((1, 1)))", "s.dia_array(A) + K", "s.dia_array(A) - s.dia_array(A != 0)",
    "O.multiply(xp.ones(1))", "L.multiply(xp.ones(1))", "D.multiply(xp.ones(1))",
    "D[:1, :1].tocsr().multiply(xp.ones((1, 3)))", "B @ A.T", "B @ B.T", "B.getcol(1)", "s.kron(A, B)",
    "s.kron(A, xp.ones((2, 2)))", "s.kron(A, xp.ones((2, 2)), 'csc')", "s.kronsum(A[:, :3], C[:, :3])", "K + A",
    "K + 2", "K + K", "abs(L)", "abs(K)", "K.real", "K.imag", "(K * 1j).conj()", "(L * 1j).conj()", "round(K)",
    "round(L, 1)", "tuple(O)", "K.reshape(1, -1)", "L.reshape(2, -1)", "O / xp.zeros(4)", "H.sum(dtype='i')",
    "H.sum(1, dtype='i')", "H.mean(dtype='b')", "s.find(s.dia_array(O))", "s.coo_array(xp.ones((2, 2, 2))).nonzero()",
]
ONE_AXIS = ["v @ v", "v.dot(v)", "v.tensordot(v, 1)", "v.tensordot(v, 0)", "s.hstack([v, v])"]
KEYS = ["1, None", "None, 1", ":, None, 0", "None, :, 1", "0, 0, None", "[0, 1], [0, 1], None", "[0, 1], None, 0",
        "1, None, [0, 1]", "..., None, 1", "None, None, 0", "None", "0, None, None"]
WRITTEN = [
    "None, 1", "[0, 1], None", "xp.asarray([[0], [2]])", "xp.asarray([[0], [2]]), 0:2", "xp.asarray([[1]]), :",
    "::2, :", "[0, 1]", "[0, 1], 1", "[0, 2], [1, 3]", "0, 0", "[], 1", "..., xp.asarray([[0], [1]])",
    "A.toarray() > 3",
]
VALUES = ["7", "numpy.inf", "1j", "[1, 2]", "xp.ones((1, 1))", "xp.ones(0)", "A[:1]", "A[:, :1]", "A[:0]", "xp.ones(4)"]
CONSTRUCTORS = [
    "(x, (i, j))", "(x, (i, j)), shape=(3,)", "(x, i)", "(x, i), shape=(2, 3)", "(x[None], [1])", "((1, 2), (0, 1))",
    "(3,)", "(x, i, i)", "(h, (i, j)), dtype='d'", "(h, (i, j))", "(h, i, [0, 1, 3]), dtype='f'",
    "(2, 0), shape=(2, 5)", "xp.zeros((2, 0)), shape=(2, 2)", "xp.ones((2, 2)), shape=(2, 4)", "(x, ()), copy=True",
]
DIAGONALS = ["x", "h.astype('F')", "[1, 2]", "2.5", "x[:0]", "x[None]", "list(range(9))"]


def names(s, xp):
    def array(x):
        return xp.asarray(x)
    i, j = numpy.asarray([0, 1, 1], "i"), numpy.asarray([2, 0, 0], "i")
    return {
        "s": s, "xp": xp, "numpy": numpy, "A": s.csr_array(array(DENSE)), "C": s.csc_matrix(array(DENSE)),
        "B": s.bsr_matrix(array(DENSE), blocksize=(1, 2)),
        "O": s.coo_array((array([1.0, 2, -2, 4]), (array([0, 1, 1, 2]), array([0, 3, 3, 1]))), shape=(3, 4)),
        "L": s.lil_array(array(DENSE)), "K": s.dok_array(array(DENSE)), "D": s.csr_matrix(array(DENSE)),
        "H": s.csr_array(array(DENSE - 0.5)), "v": s.coo_array((array([3, 100]).astype("b"), (array([1, 0]),)), (3,)),
        "x": array([1.5, 2, 3]), "h": array([1.5, 2, 3]).astype("e"), "i": array(i), "j": array(j),
    }


def told(x):
    if isinstance(x, tuple):
        return tuple(map(told, x))
    if hasattr(x, "tocoo"):
        return type(x).__name__, told(x.toarray())
    x = numpy.asarray(x.get() if isinstance(x, cupy.ndarray) else x)
    return x.dtype, x.shape, x


def outcome(s, xp, text):
    scope = names(s, xp)
    try:
        with numpy.errstate(all="ignore"):
            if text.startswith("A") and " = " in text:
                exec(text, scope)
                return told(scope["A"])
            return told(eval(text, scope))
    except Exception as error:
        return error


@pytest.mark.filterwarnings("ignore")
def same(text):
    expected, found = outcome(scipy.sparse, numpy, text), outcome(sparse, cupy, text)
    if isinstance(expected, Exception):
        assert isinstance(found, type(expected)), (text, found, expected)
    else:
        numpy.testing.assert_equal(found, expected, text)


@pytest.mark.parametrize("text", FORMATS_OF_RESULTS + ONE_AXIS)
def test_results(text):
    same(text)


@pytest.mark.parametrize("name", "ACD")
@pytest.mark.parametrize("key", KEYS)
def test_new_axes(name, key):
    same(f"{name}[{key}]")


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("key", WRITTEN)
def test_written(key, value):
    same(f"A[{key}] = {value}")


@pytest.mark.parametrize("name", ["csr_array", "csc_matrix", "coo_array", "coo_matrix", "bsr_array", "dia_array"])
@pytest.mark.parametrize("given", CONSTRUCTORS)
def test_constructors(name, given):
    same(f"s.{name}({given})")


@pytest.mark.parametrize("shape", [(3, 4), (0, 4)])
@pytest.mark.parametrize("name", ["csr_array", "csc_matrix", "coo_array", "dia_matrix"])
@pytest.mark.parametrize("values", DIAGONALS)
def test_diagonals_widen_the_type_where_items_are_new(name, values, shape):
    same(f"A = s.{name}(xp.ones({shape}, 'b') * xp.arange(4).astype('b')); A.setdiag({values}, 1)")


@pytest.mark.parametrize("family", ["csr_matrix", "csc_array", "coo_array", "dia_array", "lil_array", "bsr_array"])
@pytest.mark.parametrize(("char", "dtype"), [("d", "h"), ("f", "b"), ("d", "?"), ("h", "d"), ("D", "F"), ("d", "f")])
def test_types_of_sums(family, char, dtype):
    """Elements are cast before they are added, or their sums, as by the SciPy that is installed."""
    rng = numpy.random.default_rng(0)
    dense = numpy.where(rng.random((5, 6)) < 0.6, rng.integers(1, 30, (5, 6)) / 4, 0).astype(char)
    theirs, ours = getattr(scipy.sparse, family)(dense), getattr(sparse, family)(cupy.asarray(dense))
    for axis in (0, 1) if family == "dia_array" else (None, 0, 1):      # of all SciPy 1.17 adds the sums of rows
        wanted, found = theirs.sum(axis=axis, dtype=dtype), ours.sum(axis=axis, dtype=dtype)
        assert found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-6)


def test_types_of_sums_of_duplicates():
    row, data = numpy.array([0, 0, 0, 1]), numpy.array([0.5, 0.75, 1.5, 2.75])
    wanted = scipy.sparse.coo_array((data, (row, numpy.array([1, 1, 0, 1]))), (2, 2))
    found = sparse.coo_array((cupy.asarray(data), (cupy.asarray(row), cupy.asarray([1, 1, 0, 1]))), (2, 2))
    for axis in (0, 1):
        numpy.testing.assert_array_equal(found.sum(axis, dtype="h").get(), wanted.sum(axis=axis, dtype="h"))
    assert found.nnz == 4       # as they were
