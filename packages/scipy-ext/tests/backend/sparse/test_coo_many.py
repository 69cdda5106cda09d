"""COO arrays of any number of axes against NumPy and SciPy."""
import cupy
import numpy
import pytest
import scipy.sparse
from cupyx.scipy import sparse

SHAPES = [(2, 3, 4), (1, 2, 3, 2), (3, 1, 2)]


def pair(shape, seed=0, density=0.4):
    rng = numpy.random.default_rng(seed)
    dense = numpy.where(rng.random(shape) < density, rng.integers(1, 9, shape), 0).astype(float)
    return dense, sparse.coo_array(cupy.asarray(dense))


def same(found, wanted):
    if sparse.issparse(found):
        assert found.shape == wanted.shape
        found = found.toarray()
    numpy.testing.assert_allclose(found.get(), wanted)
    assert found.shape == numpy.shape(wanted)


@pytest.mark.parametrize("shape", SHAPES)
def test_forms(shape):
    x, a = pair(shape)
    assert a.shape == shape and a.ndim == len(shape) and a.nnz == numpy.count_nonzero(x)
    same(a, x)
    same(sparse.coo_array(scipy.sparse.coo_array(x)), x)
    numpy.testing.assert_array_equal(a.get().toarray(), x)
    for wanted in ((-1,), (shape[0], -1), (-1, shape[-1], 1)):
        for order in "CF":
            same(a.reshape(wanted, order=order), x.reshape(wanted, order=order))
            same(a.reshape(wanted, order=order).reshape(shape, order=order), x)
    same(a.T, x.T)
    for axes in ((1, 2, 0), (-1, 0, 1)):
        if len(shape) == 3:
            same(a.transpose(axes), x.transpose(axes))
            same(sparse.permute_dims(a, axes), x.transpose(axes))
    same(sparse.swapaxes(a, 0, -1), x.swapaxes(0, -1))
    same(sparse.expand_dims(a, axis=1), numpy.expand_dims(x, 1))
    same(a.toarray(order="F"), x)
    same(a.astype("f"), x)
    same(sparse.coo_array(shape), numpy.zeros(shape))
    for c, d in zip(a.nonzero(), x.nonzero(), strict=True):
        numpy.testing.assert_array_equal(c.get(), d)
    twice = sparse.coo_array((cupy.concatenate([a.data, a.data]), [cupy.concatenate([c, c]) for c in a.coords]), shape)
    same(twice, 2 * x)
    twice.sum_duplicates()
    assert twice.nnz == a.nnz
    same(twice, 2 * x)
    for name in ("csr", "csc", "dia"):
        with pytest.raises(ValueError):
            a.asformat(name)
    with pytest.raises(ValueError):
        a.diagonal()
    with pytest.raises(ValueError):
        sparse.coo_array((cupy.ones(1), [cupy.asarray([9])] * len(shape)), shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["sum", "mean", "max", "min", "argmax", "argmin", "nanmax"])
def test_reductions(shape, name):
    x, a = pair(shape)
    for axis in (None, 0, -1, *(() if "arg" in name else ((0, 1), (-1, 0), tuple(range(len(shape)))))):
        same(getattr(a, name)(axis=axis), getattr(numpy, name)(x, axis=axis))
    if name == "sum":
        same(a._getnnz(1), numpy.count_nonzero(x, axis=1))
        same(a.count_nonzero(axis=0), numpy.count_nonzero(x, axis=0))


@pytest.mark.parametrize("shape", SHAPES)
def test_operators(shape):
    (x, a), (y, b) = pair(shape), pair(shape, 1)
    same(a + b, x + y)
    same(a - b, x - y)
    same(a * b, x * y)
    same(a * 3, x * 3)
    same(a / 2, x / 2)
    same(-a, -x)
    same(abs(a), x)
    same(a ** 2, x ** 2)
    same(a + cupy.asarray(y), x + y)
    same(a * cupy.asarray(y[..., :1]), x * y[..., :1])
    same(a.maximum(b), numpy.maximum(x, y))
    same(a.minimum(2), numpy.minimum(x, 2))
    same(a > 2, x > 2)
    same(a < b, x < y)
    same(a != b, x != y)
    same(numpy.sqrt(a), numpy.sqrt(x))
    with pytest.raises(ValueError):
        a + sparse.coo_array((2, 2, 2))


def test_products():
    x, a = pair((2, 3, 4))
    for other in ((4,), (4, 5), (2, 4, 5), (1, 4, 5), (3, 1, 4, 2)):
        y, b = pair(other, 1)
        same(a @ cupy.asarray(y), x @ y)
        same(a @ b, x @ y)
    for other in ((3,), (5, 3), (2, 5, 3)):
        y, b = pair(other, 1)
        same(b @ a, y @ x)
        same(cupy.asarray(y) @ a, y @ x)
    y, b = pair((4, 3, 2), 1)
    same(a.tensordot(b, axes=1), numpy.tensordot(x, y, 1))
    same(a.tensordot(cupy.asarray(y), axes=([1, 2], [1, 0])), numpy.tensordot(x, y, ([1, 2], [1, 0])))
    same(a.tensordot(b, axes=([0, 1], [2, 1])), numpy.tensordot(x, y, ([0, 1], [2, 1])))
    same(a.dot(cupy.asarray(y.transpose(1, 0, 2))), numpy.dot(x, y.transpose(1, 0, 2)))
    same(a.tensordot(a, axes=3), numpy.tensordot(x, x, 3))
    with pytest.raises(ValueError):
        a @ cupy.ones(3)
    with pytest.raises(ValueError):
        a.tensordot(b, axes=2)


KEYS = ["1", "-1", "0, 1", "0, 1, 2", "1, 2, 3", ":, 1", "..., 1", "1:2, ::2, ::-1", "::-1", "None, 1", "..., None",
        "[0, 1, 1]", ":, [2, 0]", "[0, 1], [1, 2]", "[0, 1], :, [1, 2]", ":, [[0, 1], [2, 2]], 1", "[1], 1, [0]",
        "x > 2", ":, :, [True, False, True, True]", "numpy.asarray([0, 1])", "[]", "[[0], [1]], [0, 1]"]


@pytest.mark.parametrize("key", KEYS)
def test_items(key):
    x, a = pair((2, 3, 4))
    selected = eval(f"x[{key}]")
    same(eval(f"a[{key}]", {"a": a, "x": x, "numpy": numpy}), selected)
    if "None" in key:
        return
    value = numpy.arange(selected.size, dtype=float).reshape(selected.shape)
    for given in (value, 5.0):
        y, b = pair((2, 3, 4))
        exec(f"y[{key}] = given")
        exec(f"b[{key}] = given", {"b": b, "x": x, "numpy": numpy,
                                   "given": cupy.asarray(given) if isinstance(given, numpy.ndarray) else given})
        same(b, y)


def test_bad_items():
    a = pair((2, 3, 4))[1]
    for key in ((2,), (0, 0, 0, 0), ([5],), (..., ...), (1.5,)):
        with pytest.raises((IndexError, TypeError)):
            a[key]


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
def test_resize(format):
    x = numpy.arange(12.0).reshape(3, 4)
    for shape in ((2, 2), (5, 6), (3, 4), (1, 9)):
        theirs, ours = scipy.sparse.csr_matrix(x).asformat(format), sparse.csr_matrix(x).asformat(format)
        theirs.resize(shape)
        ours.resize(*shape)
        assert ours.format == format
        numpy.testing.assert_array_equal(ours.toarray().get(), theirs.toarray())
    with pytest.raises(ValueError):
        ours.resize(2, 2, 2)


@pytest.mark.parametrize("old, new", [((3,), (2, 2)), ((3,), (1, 4, 2)), ((2, 3), (4,)), ((2, 3), (8,))])
def test_resize_to_other_axes(old, new):
    dense = numpy.arange(1, 1 + numpy.prod(old)).reshape(old)
    a = sparse.coo_array(cupy.asarray(dense))
    dense = dense.copy()
    dense.resize(new, refcheck=False)
    a.resize(new)
    assert a.shape == new and (a.toarray().get() == dense).all()


def test_operands_that_do_not_fit():
    a = sparse.coo_array((2, 3, 4))
    for call, error, text in ((lambda: a @ a, ValueError, "matmul: dimension mismatch with signature"),
                              (lambda: a.dot(a), ValueError, "not aligned for n-D dot"),
                              (lambda: a.tensordot(a, ([0, 1], [0])), ValueError, "must be of the same length"),
                              (lambda: a.transpose((0, 0, 1)), ValueError, "repeated axis in transpose"),
                              (lambda: a.transpose(0), ValueError, "axes don't match"),
                              (lambda: a.dot(None), TypeError, "not supported type"),
                              (lambda: a.tensordot(None), TypeError, "not supported type")):
        with pytest.raises(error, match=text):
            call()


def _selector(rng, n):
    kind = rng.integers(5)
    if kind == 0:
        return int(rng.integers(-n, n))
    if kind == 1:
        start, stop = rng.integers(-n - 2, n + 3, 2).tolist()
        return slice(start, stop, int(rng.choice([1, 2, -1, -3])))
    if kind == 2:
        return rng.random(n) < 0.5
    return slice(None) if kind == 3 else rng.integers(-n, n, rng.integers(1, 4, rng.integers(1, 3)))


def test_two_axes_by_any_selectors():
    """Index arrays of two axes give results of three; one by one they give an array in COO."""
    rng = numpy.random.default_rng(3)
    for _ in range(300):
        shape = rng.integers(1, 7, 2)
        dense = rng.integers(0, 3, shape)
        key = tuple(_selector(rng, n) for n in shape)[:rng.integers(1, 3)]
        try:
            wanted = scipy.sparse.coo_array(dense)[key]
        except IndexError:
            with pytest.raises(IndexError):
                sparse.coo_array(cupy.asarray(dense))[key]
            continue
        found = sparse.coo_array(cupy.asarray(dense))[key]
        assert sparse.issparse(found) == scipy.sparse.issparse(wanted) and found.shape == wanted.shape
        if sparse.issparse(found):
            assert found.format == "coo"
            found, wanted = found.toarray(), wanted.toarray()
        cupy.testing.assert_array_equal(found, wanted)
