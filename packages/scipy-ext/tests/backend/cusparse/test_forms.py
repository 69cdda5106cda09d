"""Conversions and sorts of `cupyx.cusparse` against SciPy."""
import numpy
import pytest
import scipy.sparse

import cupy
from cupyx import cusparse
from cupyx.scipy import sparse

SHAPES = [(13, 9), (1, 7), (5, 1), (4, 0), (0, 4)]


def same(found, wanted):
    """The same format, dtype and arrays."""
    assert found.format == wanted.format and found.shape == wanted.shape and found.dtype == wanted.dtype
    names = ("row", "col", "data") if found.format == "coo" else ("indptr", "indices", "data")
    for name in names:
        numpy.testing.assert_array_equal(getattr(found, name).get(), getattr(wanted, name), err_msg=name)


@pytest.mark.parametrize("index", "il")
@pytest.mark.parametrize("dtype", "fdFD")
def test_compressed_forms(pair, dtype, index):
    for shape in SHAPES:
        wanted, a = pair("csr", shape, dtype, index=index)
        for function in (cusparse.csr2csc, cusparse.csr2cscEx2):
            same(function(a), wanted.tocsc())
        found = cusparse.csr2coo(a, a.data, a.indices)
        same(found, wanted.tocoo())
        wanted, a = pair("csc", shape, dtype, index=index)
        for function in (cusparse.csc2csr, cusparse.csc2csrEx2):
            same(function(a), wanted.tocsr())
        same(cusparse.csc2coo(a, a.data, a.indices), wanted.tocoo())


@pytest.mark.parametrize("index", "il")
def test_coordinates(pair, index):
    rng = numpy.random.default_rng(5)
    for shape in SHAPES:
        wanted, a = pair("coo", shape, "d", index=index)
        same(cusparse.coo2csr(a), wanted.tocsr())
        same(cusparse.coo2csc(a), wanted.tocsc())
        order = rng.permutation(wanted.nnz)
        mixed = sparse.coo_matrix((a.data[order], (a.row[order], a.col[order])), shape=shape)
        same(cusparse.coo2csr(mixed), wanted.tocsr())
        same(cusparse.coo2csc(mixed), wanted.tocsc())


@pytest.mark.parametrize("dtype", "fdFD")
def test_dense(pair, dense, dtype):
    for shape in SHAPES:
        host = dense(shape, dtype, density=0.4)
        for order in "CF":
            a = cupy.asarray(host, order=order)
            same(cusparse.dense2csr(a), scipy.sparse.csr_matrix(host))
            same(cusparse.dense2csc(a), scipy.sparse.csc_matrix(host))
            for form in ("csr", "csc", "coo"):
                same(cusparse.denseToSparse(a, form), scipy.sparse.coo_matrix(host).asformat(form))
        for form, function in (("csr", cusparse.csr2dense), ("csc", cusparse.csc2dense)):
            x = cusparse.denseToSparse(a, form)
            for convert in (function, cusparse.sparseToDense):
                found = convert(x)
                assert found.flags.f_contiguous and found.dtype == dtype
                numpy.testing.assert_array_equal(found.get(), host)
                out = cupy.ones(shape, dtype, order="F")
                assert convert(x, out) is out
                numpy.testing.assert_array_equal(out.get(), host)
        found = cusparse.sparseToDense(cusparse.denseToSparse(a, "coo"))
        assert found.flags.f_contiguous
        numpy.testing.assert_array_equal(found.get(), host)


def test_default_format(dense):
    assert cusparse.denseToSparse(cupy.eye(3)).format == "csr"


@pytest.mark.parametrize("dtype", "fD")
def test_compress(pair, dtype):
    for shape in SHAPES:
        wanted, a = pair("csr", shape, dtype)
        wanted.data[abs(wanted.data) <= 0.5] = 0
        wanted.eliminate_zeros()
        same(cusparse.csr2csr_compress(a, 0.5), wanted)


def shuffled(pair, form, shape, index):
    wanted, a = pair(form, shape, "d", index=index, density=0.6)
    rng = numpy.random.default_rng(3)
    order = numpy.concatenate([start + rng.permutation(stop - start) for start, stop in
                               zip(wanted.indptr, wanted.indptr[1:], strict=False)] or [numpy.arange(0)]).astype(int)
    parts = a.data[order], a.indices[order], a.indptr
    return wanted, getattr(sparse, f"{form}_matrix")(parts, shape=shape)


@pytest.mark.parametrize("index", "il")
@pytest.mark.parametrize("form", ["csr", "csc"])
def test_sort_compressed(pair, form, index):
    for shape in SHAPES:
        wanted, a = shuffled(pair, form, shape, index)
        data, indices = a.data, a.indices
        assert getattr(cusparse, f"{form}sort")(a) is None
        same(a, wanted)
        assert a.has_sorted_indices and a.data is data and a.indices is indices


@pytest.mark.parametrize("index", "il")
@pytest.mark.parametrize("major", "rc")
def test_sort_coordinates(pair, major, index):
    for shape in SHAPES:
        wanted, a = pair("coo", shape, "d", index=index)
        order = numpy.random.default_rng(3).permutation(wanted.nnz)
        x = sparse.coo_matrix((a.data[order], (a.row[order], a.col[order])), shape=shape)
        cusparse.coosort(x, major)
        keys = (wanted.col, wanted.row) if major == "r" else (wanted.row, wanted.col)
        order = numpy.lexsort(keys)
        for name in ("row", "col", "data"):
            numpy.testing.assert_array_equal(getattr(x, name).get(), getattr(wanted, name)[order])


def test_errors(pair):
    csr, csc, coo = (pair(form, (4, 3))[1] for form in ("csr", "csc", "coo"))
    for wrong, functions in (
            (csr, (cusparse.csc2csr, cusparse.csc2dense, cusparse.cscsort, cusparse.coosort, cusparse.coo2csr)),
            (csc, (cusparse.csr2csc, cusparse.csr2dense, cusparse.csrsort, cusparse.coo2csc)),
            (coo, (cusparse.csr2csc, cusparse.csrsort, cusparse.cscsort)),
            (cupy.ones((4, 3)), (cusparse.csr2csc, cusparse.sparseToDense))):
        for function in functions:
            with pytest.raises(TypeError, match="must be a sparse matrix in"):
                function(wrong)
    with pytest.raises(ValueError, match="two axes"):
        cusparse.csr2csc(sparse.csr_array(cupy.ones(3)))
    with pytest.raises(ValueError, match="sort_by"):
        cusparse.coosort(coo, "x")
    with pytest.raises(TypeError, match="format must be"):
        cusparse.denseToSparse(cupy.ones((4, 3)), "dia")
    with pytest.raises(ValueError, match="axes"):
        cusparse.dense2csr(cupy.ones(3))
    with pytest.raises(ValueError, match="shape"):
        cusparse.sparseToDense(csr, cupy.ones((3, 4)))


def test_availability():
    for name in ("csrmv", "csrmvEx", "spmm", "csrilu02", "coosort", "csr2csr_compress", "spsm", "denseToSparse"):
        assert cusparse.check_availability(name) is True
    for name in ("csrfoo", "SpMatDescriptor", "getVersion"):
        with pytest.raises(ValueError, match=name):
            cusparse.check_availability(name)
