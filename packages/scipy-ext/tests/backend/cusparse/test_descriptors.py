"""Descriptions of matrices and vectors: what they say on every backend."""
import gc
import pickle

import numpy
import pytest

import cupy
from cupyx import cusparse
from cupyx.scipy import sparse

FIRST = {"csr": ("rowOffsets", "colIdx"), "csc": ("colOffsets", "rowIdx"), "coo": ("rowIdx", "colIdx")}


@pytest.mark.parametrize("form", FIRST)
@pytest.mark.parametrize("dtype, code", [("f", 0), ("d", 1), ("F", 4), ("D", 5)])
def test_sparse_matrix(pair, form, dtype, code):
    _, a = pair(form, (5, 4), dtype)
    described = cusparse.SpMatDescriptor.create(a)
    assert (described.rows, described.cols, described.nnz) == (5, 4, a.nnz)
    assert described.valueType == code and described.idxBase == 0 and described.values == a.data.data.ptr
    first, second = (a.row, a.col) if form == "coo" else (a.indptr, a.indices)
    assert [getattr(described, name) for name in FIRST[form]] == [first.data.ptr, second.data.ptr]
    described.set_attribute(0, numpy.array(1, "i"))
    assert described.desc is not None and callable(described.get)
    with pytest.raises(AttributeError, match="noSuchField"):
        described.noSuchField


def test_vectors_and_dense_matrices():
    x, a = cupy.ones(5, "f"), cupy.ones((2, 3), order="F")
    described = cusparse.DnVecDescriptor.create(x)
    assert (described.size, described.values, described.valueType) == (5, x.data.ptr, 0)
    described = cusparse.DnMatDescriptor.create(a)
    assert (described.rows, described.cols, described.ld, described.order) == (2, 3, 2, 1)
    indices = cupy.array([0, 3], "l")
    described = cusparse.SpVecDescriptor.create(indices, x[:2], 7)
    assert (described.size, described.nnz, described.idxType, described.idx) == (7, 2, 3, indices.data.ptr)


def test_arrays_live_as_long_as_their_description():
    described = cusparse.DnVecDescriptor.create(cupy.arange(4.0))
    gc.collect()
    others = [cupy.zeros(4) for _ in range(4)]
    assert described.values not in {other.data.ptr for other in others}


def test_errors():
    with pytest.raises(TypeError):
        cusparse.SpMatDescriptor.create(cupy.ones((2, 2)))
    with pytest.raises(ValueError, match="contiguous"):
        cusparse.DnVecDescriptor.create(cupy.ones(6)[::2])
    with pytest.raises(ValueError, match="Fortran"):
        cusparse.DnMatDescriptor.create(cupy.ones((2, 3)))


def test_destroyed_once():
    destroyed = []
    described = cusparse.BaseDescriptor(5, destroyer=destroyed.append)
    assert described.desc == 5 and described.get is None
    del described
    gc.collect()
    assert destroyed == [5]


def test_older_description():
    described = cusparse.MatDescriptor.create()
    described.set_mat_type(1)
    described.set_mat_index_base(1)
    described.set_mat_fill_mode(1)
    described.set_mat_diag_type(1)
    again = pickle.loads(pickle.dumps(described))
    for one in (described, again):
        assert (one.type, one.index_base, one.fill_mode, one.diag_type) == (1, 1, 1, 1)


def test_version():
    assert cusparse.getVersion() == 0 or cusparse.getVersion() > 10000


def test_names():
    assert sparse.issparse(cusparse.denseToSparse(cupy.eye(2)))
    assert set(cusparse.__all__) <= set(dir(cusparse))
