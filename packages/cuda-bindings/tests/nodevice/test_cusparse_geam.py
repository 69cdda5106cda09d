"""Sums of sparse matrices: what cuSPARSE is given, and under which names they are found."""
import types

import pytest

from cupy_cuda import find
from cupy_cuda.errors import LibraryError
from cupy_cuda.libs import cusparse_geam
from cupy_cuda.names import LibraryNames

ARGUMENTS = tuple(range(11))


class Function:
    def __init__(self, name, library):
        self.name, self.library = name, library

    def __call__(self, *arguments):
        assert len(arguments) == len(self.argtypes), self.name
        if type(arguments[-1]).__name__ == "CArgObject":
            arguments[-1]._obj.value = 77
            arguments = arguments[:-1]
        self.library.calls.append((self.name.removeprefix("cusparseSpGEAM"), arguments))
        return self.library.status


class Fake:
    def __init__(self):
        self.calls, self.status = [], 0

    def __getattr__(self, name):
        found = Function(name, self)
        setattr(self, name, found)
        return found


@pytest.fixture
def library(monkeypatch):
    fake = Fake()
    monkeypatch.setattr(find, "load", {"cusparse": fake}.__getitem__)
    monkeypatch.setattr(cusparse_geam, "_library", type(cusparse_geam._library)(
        "cusparse", cusparse_geam._library._signatures))
    return fake


@pytest.fixture
def names():
    return LibraryNames((types.ModuleType("bindings"), cusparse_geam), ("CUSPARSE_",))


def test_by_the_names_of_the_interface(library, names):
    assert (names.CUSPARSE_SPGEAM_ALG_DEFAULT, names.CUSPARSE_SPGEAM_ALG1) == (0, 1)
    descr = names.spGEAM_createDescr()
    assert descr == 77
    assert names.spGEAM_bufferSize(*ARGUMENTS) == 77
    assert names.spGEAM_nnz(*ARGUMENTS, 99) is None
    assert names.spGEAM(*ARGUMENTS, 99) is None
    names.spGEAM_destroyDescr(descr)
    assert library.calls == [("_createDescr", ()), ("_bufferSize", ARGUMENTS), ("_nnz", (*ARGUMENTS, 99)),
                             ("", (*ARGUMENTS, 99)), ("_destroyDescr", (77,))]


def test_errors(library, names):
    library.status = 3
    with pytest.raises(LibraryError, match="cusparseSpGEAM_nnz"):
        names.spGEAM_nnz(*ARGUMENTS, 99)
