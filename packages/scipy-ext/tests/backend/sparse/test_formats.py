"""Sparse classes: how they are made, converted and copied, against SciPy."""
import copy
import pickle

import numpy
import pytest
import scipy.sparse

import cupy
from cupyx.scipy import sparse

FORMATS = ("csr", "csc", "coo", "dia")
CLASSES = [f"{f}_{family}" for family in ("matrix", "array") for f in FORMATS]
SAMPLE = numpy.array([[0, 1, 2, 0], [3, 0, 0, 0], [0, 0, 0, 4.]])


def same(found, expected):
    """Compare with SciPy's: class, dtype, shape, stored items, values."""
    assert type(found).__name__ == type(expected).__name__
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert found.nnz == expected.nnz
    numpy.testing.assert_array_equal(found.toarray().get(), expected.toarray())


def both(name, *arguments, **options):
    """The class of this name with the arguments, on the device and from SciPy."""
    return getattr(sparse, name)(*[on_device(x) for x in arguments], **options), \
        getattr(scipy.sparse, name)(*arguments, **options)


def on_device(x):
    if isinstance(x, tuple):
        return tuple(on_device(item) for item in x)
    return cupy.asarray(x) if isinstance(x, numpy.ndarray) else x


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("dtype", "?ifdD")
def test_dense(name, dtype):
    a, b = both(name, SAMPLE.astype(dtype))
    same(a, b)
    same(getattr(sparse, name)(SAMPLE.astype(dtype)), b)
    same(getattr(sparse, name)(cupy.asarray(SAMPLE), dtype=dtype), b)


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("format", FORMATS)
def test_conversions(name, format):
    a, b = both(name, SAMPLE)
    same(a.asformat(format), b.asformat(format))
    same(getattr(a, f"to{format}")(copy=True), getattr(b, f"to{format}")(copy=True))
    same(getattr(sparse, name)(a.asformat(format)), b)
    same(getattr(sparse, name)(b.asformat(format)), b)
    x, y = a.asformat(format), b.asformat(format)
    same(x.T, y.T)
    same(x.transpose(copy=True), y.transpose(copy=True))
    same(x.copy(), y)
    same(pickle.loads(pickle.dumps(x)), y)
    same(copy.deepcopy(x), y)
    same(x.reshape(2, -1), y.reshape(2, -1))
    same(x.reshape((6, 2), order="F"), y.reshape((6, 2), order="F"))
    same(x.astype("f"), y.astype("f"))
    assert repr(x) == repr(y)
    assert str(x) == str(y)
    back = x.get()
    assert type(back) is type(y)
    numpy.testing.assert_array_equal(back.toarray(), SAMPLE)
    for k in (-3, -1, 0, 1, 4):
        numpy.testing.assert_array_equal(x.diagonal(k).get(), y.diagonal(k))
    assert x.trace(1).get() == y.trace(1)
    assert x.count_nonzero().get() == y.count_nonzero()
    assert sorted(zip(*[c.tolist() for c in x.nonzero()], strict=True)) == [(0, 1), (0, 2), (1, 0), (2, 3)]
    for order in ("C", "F"):
        assert getattr(x.toarray(order).flags, f"{order.lower()}_contiguous")
        numpy.testing.assert_array_equal(x.toarray(order).get(), SAMPLE)
    out = cupy.ones(SAMPLE.shape)
    assert x.toarray(out=out) is out
    numpy.testing.assert_array_equal(out.get(), SAMPLE)


def test_shared_and_copied():
    a = sparse.csr_matrix(cupy.asarray(SAMPLE))
    assert sparse.csr_matrix(a).data is a.data
    assert sparse.csr_matrix(a, copy=True).data is not a.data
    assert a.tocsr() is a
    assert a.tocsr(copy=True) is not a
    assert a.asformat(None) is a
    b = sparse.coo_matrix((a.data, (a.tocoo().row, a.indices)), shape=a.shape)
    assert b.data is a.data


@pytest.mark.parametrize("name", CLASSES)
def test_shape_alone(name):
    for shape in ((3, 4), (0, 3), (3, 0)):
        same(*both(name, shape))
        same(*both(name, shape, dtype="F"))
    a, b = both(name, (2, 3))
    for format in FORMATS:
        same(a.asformat(format), b.asformat(format))
        same(a.asformat(format).T, b.asformat(format).T)


def test_one_axis():
    for name in ("csr_array", "coo_array"):
        a, b = both(name, numpy.array([0, 1., 0, 2]))
        same(a, b)
        same(a.T, b.T)
        same(a.tocoo(), b.tocoo())
        same(a.tocsr(), b.tocsr())
        same(a.reshape(2, 2), b.reshape(2, 2))
        assert repr(a) == repr(b)
        same(*both(name, (4,)))
    same(sparse.coo_array(cupy.asarray(SAMPLE)).reshape(12), scipy.sparse.coo_array(SAMPLE).reshape(12))


D, I, P = numpy.array([1., 2, 3]), numpy.array([0, 2, 1]), numpy.array([0, 2, 3])
ROWS = numpy.array([0, 1, 1])


@pytest.mark.parametrize("name", [c for c in CLASSES if not c.startswith("dia")])
def test_parts(name):
    same(*both(name, (D, (ROWS, I))))
    same(*both(name, (D, (ROWS, I)), shape=(4, 5)))
    same(*both(name, (D, (ROWS, I)), (4, 5), dtype="f"))
    if name.startswith("cs"):
        for indptr in (P, P.astype("i")):
            a, b = both(name, (D, I.astype(indptr.dtype), indptr))
            same(a, b)
            assert a.has_sorted_indices == b.has_sorted_indices
            assert a.has_canonical_format == b.has_canonical_format
        shape = (2, 4) if name.startswith("csr") else (4, 2)
        a, b = both(name, (D, I, P), shape=shape)
        same(a, b)
        assert a.indices.dtype == b.indices.dtype
        a.check_format()


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "coo_matrix"])
@pytest.mark.parametrize("dtype", "?dD")
def test_duplicates(name, dtype):
    row, col = numpy.array([2, 0, 0, 2, 2, 0]), numpy.array([3, 1, 1, 3, 0, 1])
    data = numpy.array([1, 2, 3, 4, 0, -6]).astype(dtype)
    a, b = both(name, (data, (row, col)), shape=(3, 4))
    same(a, b)
    for format in FORMATS:
        same(a.asformat(format), b.asformat(format))
    a.sum_duplicates()
    b.sum_duplicates()
    same(a, b)
    a.eliminate_zeros()
    b.eliminate_zeros()
    same(a, b)
    assert a.count_nonzero().get() == b.count_nonzero()


@pytest.mark.parametrize("name", ["csr_matrix", "csc_array", "coo_matrix", "bsr_matrix"])
def test_zeros_of_nothing(name):
    a = getattr(sparse, name)((4, 6))
    a.eliminate_zeros()
    assert a.nnz == 0 and not a.toarray().any()


def test_unsorted():
    parts = numpy.array([1., 2, 3, 4, 5]), numpy.array([3, 1, 3, 0, 0]), numpy.array([0, 3, 3, 5])
    for name in ("csr_matrix", "csc_matrix"):
        a, b = both(name, parts, shape=(3, 4) if name == "csr_matrix" else (4, 3))
        assert not a.has_sorted_indices
        assert not a.has_canonical_format
        same(a, b)
        same(a.tocoo(), b.tocoo())
        same(a.sorted_indices(), b.sorted_indices())
        numpy.testing.assert_array_equal(a.sorted_indices().indices.get(), b.sorted_indices().indices)
        a.sum_duplicates()
        b.sum_duplicates()
        same(a, b)
        numpy.testing.assert_array_equal(a.indices.get(), b.indices)
        for axis in (None, 0, 1, -1):
            numpy.testing.assert_array_equal(cupy.asnumpy(a.getnnz(axis)), b.getnnz(axis))


def test_diagonals():
    data = numpy.arange(1., 9).reshape(2, 4)
    for offsets in ([0, 1], [-1, 2], [3, -2], [7, 0]):
        for shape in ((4, 4), (3, 5), (5, 3)):
            a, b = both("dia_matrix", (data, numpy.array(offsets)), shape=shape)
            same(a, b)
            same(a.T, b.T)
            same(a.tocsr(), b.tocsr())
            same(a.tocsc(), b.tocsc())
            for k in (-2, 0, 1, 2):
                numpy.testing.assert_array_equal(a.diagonal(k).get(), b.diagonal(k))


BAD = [
    ("'invalid'",), ("None",), ("(1, 2, 3)",), ("(-1, 2)",), ("(A,)",), ("A.astype('e')",), ("A.astype(object)",),
    ("xp.ones((2, 2, 2))",), ("A", "(2, 3, 4)"), ("(2, 3)", "None", "'e'"), ("('x', I, P)",), ("(D[:, None], I, P)",),
    ("(D, I[:, None], P)",), ("(D, I, P[:, None])",), ("(D[:2], I, P)",), ("(D, I, P)", "(3, 3)"),
    ("(D, I, P)", "(2,)"), ("(D, (I, I), 1)",), ("(D, (I[:2], I))",), ("(D, (I - 1, I))",), ("(D, (I, I))", "(2, 2)"),
    ("(D, (I,))", "(2, 2)"), ("(D[:0], (I[:0], I[:0]))",), ("(D[None], (I[None], I[None]))",), ("(D, 0)",),
    ("(D[None], xp.array([0, 1]))", "(3, 3)"), ("(xp.ones((2, 3)), xp.array([1, 1]))", "(3, 3)"),
    ("(D[None], xp.array([[0]]))", "(3, 3)"), ("(xp.ones((2, 2, 3)), xp.array([0, 1]))", "(3, 3)"),
]


@pytest.mark.parametrize("name", [f"{f}_matrix" for f in FORMATS])
@pytest.mark.parametrize("texts", BAD, ids=lambda texts: texts[0])
def test_errors(name, texts):
    def call(xp, module):
        known = {"xp": xp, "A": SAMPLE, "D": D, "I": I, "P": P}
        if xp is cupy:
            known = {k: on_device(v) for k, v in known.items()}
        if xp is cupy and "object" in texts[0]:
            known["A"] = SAMPLE
        getattr(module, name)(*[eval(text, known) for text in texts])

    try:
        call(numpy, scipy.sparse)
    except (ValueError, TypeError) as error:
        exact = isinstance(error, ValueError) and name != "coo_matrix"
        with pytest.raises(ValueError if exact else (ValueError, TypeError)):
            call(cupy, sparse)
    else:
        call(cupy, sparse)


@pytest.mark.parametrize("format", FORMATS)
def test_errors_of_methods(format):
    a = sparse.csr_matrix(cupy.asarray(SAMPLE)).asformat(format)
    for kind, call in (
            (TypeError, lambda: len(a)), (ValueError, lambda: bool(a)), (ValueError, lambda: a.transpose((0, 1))),
            (ValueError, lambda: a.toarray(order="K")), (ValueError, lambda: a.toarray(out=cupy.ones((2, 2)))),
            (ValueError, lambda: a.toarray(out=cupy.ones(a.shape, "f"))), (ValueError, lambda: a.asformat("x")),
            (ValueError, lambda: a.reshape(5, 2)), (ValueError, lambda: a.reshape(-1, -1)),
            (ValueError, lambda: a.astype("e")), (TypeError, lambda: hash(a)), (ValueError, lambda: a.reshape(12))):
        with pytest.raises(kind):
            call()


def test_what_is_what():
    a, b = sparse.csr_matrix((2, 3)), sparse.csr_array((2, 3))
    assert sparse.issparse(a)
    assert sparse.issparse(b)
    assert sparse.isspmatrix(a)
    assert not sparse.isspmatrix(b)
    assert not sparse.issparse(a.get())
    assert not sparse.issparse(cupy.ones((2, 3)))
    for format in FORMATS:
        for other in FORMATS:
            assert getattr(sparse, f"isspmatrix_{other}")(a.asformat(format)) == (format == other)
    assert bool(sparse.csr_matrix(cupy.ones((1, 1))))
    assert not bool(sparse.csr_matrix((1, 1)))
    assert a.device == cupy.cuda.Device()
    assert (a.ndim, a.shape, a.nnz, a.size, a.format, a.getformat(), a.get_shape()) == (2, (2, 3), 0, 0, "csr", "csr",
                                                                                         (2, 3))
    with pytest.raises(ValueError):
        sparse.spmatrix()


def test_lists_are_values():
    for name in ("csr_matrix", "coo_matrix", "csr_array", "csc_matrix"):
        same(*both(name, [1, 2]))
        same(*both(name, [[1, 0], [0, 3]]))
    with pytest.raises(ValueError):
        sparse.csc_array(cupy.ones(3))


def test_classes_of_users():
    class Own(sparse.spmatrix):
        def __init__(self, shape, nnz):
            super().__init__(maxprint=9)
            self.given = shape, nnz

        def get_shape(self):
            return self.given[0]

        def getnnz(self):
            return self.given[1]

    a = Own((1, 1), 1)
    assert (bool(a), a.shape, a.nnz, a.maxprint, a.asformat(None) is a) == (True, (1, 1), 1, 9, True)
    for kind, call in ((ValueError, lambda: bool(Own((2, 1), 1))), (TypeError, lambda: len(a)),
                       (ValueError, lambda: a.asformat("x"))):
        with pytest.raises(kind):
            call()


@pytest.mark.parametrize("name", ["csr_matrix", "coo_array", "dia_array", "spmatrix", "sparray"])
def test_classes_of_an_item_type(name):
    kind = getattr(sparse, name)
    assert kind[float].__origin__ is kind and kind[float].__args__ == (float,)


def test_shape_in_place():
    for format in FORMATS:
        a, b = sparse.csr_matrix(SAMPLE).asformat(format), scipy.sparse.csr_matrix(SAMPLE).asformat(format)
        a.shape = b.shape = 2, 6
        same(a, b)


def test_index_dtype():
    wide = cupy.arange(3)
    assert sparse.get_index_dtype() is numpy.int32
    assert sparse.get_index_dtype(wide) is numpy.int64
    assert sparse.get_index_dtype((wide,), check_contents=True) is numpy.int32
    assert sparse.get_index_dtype((wide + (1 << 32),), check_contents=True) is numpy.int64
    assert sparse.get_index_dtype(maxval=1 << 31) is numpy.int64
    for shape, dtype in (((2, 1 << 40), "l"), ((2, 9), "i")):
        a = sparse.coo_matrix((cupy.ones(1), (cupy.asarray([1]), cupy.asarray([shape[1] - 1]))), shape=shape)
        assert a.col.dtype == dtype
        assert a.tocsr().indices.dtype == dtype
        assert int(a.tocsr().indices[0]) == shape[1] - 1
