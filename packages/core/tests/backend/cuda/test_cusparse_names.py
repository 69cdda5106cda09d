"""Names of `cupy.cuda.cusparse` that no library of today has, and the fields of descriptions."""
import importlib
import sys
import types

import pytest

import cupy
from cupy._runtime import libraries as _libraries


class Names(types.SimpleNamespace):
    """A library of few functions."""

    def csrGet(self, descriptor):
        return 4, 3, 2, 100, 200, 300, 2, 2, 0, descriptor

    def getVersion(self, handle):
        return 12603


@pytest.fixture
def cusparse(monkeypatch):
    names = Names()
    monkeypatch.setattr(_libraries, "open_names", lambda module, library: (names.__getattribute__, names.__dir__))
    monkeypatch.delitem(sys.modules, "cupy.cuda.cusparse", raising=False)
    yield importlib.import_module("cupy.cuda.cusparse")
    sys.modules.pop("cupy.cuda.cusparse")
    vars(cupy.cuda).pop("cusparse", None)


def test_fields(cusparse):
    found = cusparse.csrGet(5)
    assert isinstance(found, cusparse.CsrAttributes)
    assert (found.rows, found.nnz, found.rowOffsets, found.colIdx, found.valueType) == (4, 2, 100, 200, 5)
    assert cusparse.DnMatAttributes._fields == ("rows", "cols", "ld", "values", "valueType", "order")
    assert cusparse.DnMatBatchAttributes(2, 8).stride == 8


def test_former_names(cusparse):
    assert cusparse.CUSPARSE_MV_ALG_DEFAULT == 0 and cusparse.CUSPARSE_FORMAT_COO_AOS == 4
    with pytest.raises(RuntimeError, match="no scsrmv since version 12; spMV"):
        cusparse.scsrmv(1, 2, 3)
    with pytest.raises(RuntimeError, match="spSM"):
        cusparse.createCsrsm2Info()
    with pytest.raises(AttributeError):
        cusparse.noSuchName
