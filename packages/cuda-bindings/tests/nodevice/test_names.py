"""Names of C interfaces, found in bindings that spell them differently."""
import enum
import sys
import types

import pytest

from cupy_cuda.errors import ServiceMissing
from cupy_cuda.names import LIBRARIES, LibraryNames, names


class Status(enum.IntEnum):
    SUCCESS = 0
    ZERO_PIVOT = 9


class Operation(enum.IntEnum):
    NON_TRANSPOSE = 0
    TRANSPOSE = 1


class IndexType(enum.IntEnum):
    INDEX_16U = 1


class SpMMAlg(enum.IntEnum):
    DEFAULT = 0
    CSR_ALG1 = 4


class cuSPARSEError(Exception):
    pass


def sp_mm_buffer_size(*arguments):
    return arguments


def scsr_mv():
    return "s"


@pytest.fixture
def library():
    module = types.ModuleType("bindings")
    for item in (Status, Operation, IndexType, SpMMAlg, cuSPARSEError, sp_mm_buffer_size, scsr_mv):
        setattr(module, item.__name__, item)
    return LibraryNames((module,), ("CUSPARSE_",))


def test_constants(library):
    assert library.CUSPARSE_OPERATION_NON_TRANSPOSE == 0
    assert library.CUSPARSE_OPERATION_TRANSPOSE == 1
    assert library.CUSPARSE_INDEX_16U == 1
    assert library.CUSPARSE_SPMM_CSR_ALG1 == 4
    assert library.CUSPARSE_SPMM_ALG_DEFAULT == 0
    assert type(library.CUSPARSE_SPMM_CSR_ALG1) is int
    assert library.STATUS[9] == "CUSPARSE_STATUS_ZERO_PIVOT"


def test_functions_and_exceptions(library):
    assert library.spMM_bufferSize is sp_mm_buffer_size
    assert library.scsrmv is scsr_mv
    assert library.CuSparseError is cuSPARSEError
    assert "sp_mm_buffer_size" in dir(library) and "CUSPARSE_STATUS_SUCCESS" in dir(library)


@pytest.mark.parametrize("name", ["CUSPARSE_OPERATION_CONJUGATE", "CUSPARSE_ORDER_ROW", "spGEAM", "TRANSPOSE"])
def test_what_is_not_there(library, name):
    with pytest.raises(AttributeError, match=name):
        getattr(library, name)


@pytest.mark.parametrize("library", LIBRARIES)
def test_bindings_of_every_library(library, monkeypatch):
    for name in LIBRARIES[library][0]:
        module = types.ModuleType(name)
        module.Status, module.get_version = Status, sp_mm_buffer_size
        monkeypatch.setitem(sys.modules, f"nvmath.bindings.{name}", module)
    for name in ("nvmath", "nvmath.bindings"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    names.cache_clear()
    assert names(library).getVersion is sp_mm_buffer_size
    assert names(library).STATUS[9].endswith("STATUS_ZERO_PIVOT")
    names.cache_clear()


@pytest.mark.parametrize("library", LIBRARIES)
def test_missing_bindings_name_the_command(library, monkeypatch):
    for name in ("nvmath", "nvmath.bindings", *(f"nvmath.bindings.{module}" for module in LIBRARIES[library][0])):
        monkeypatch.setitem(sys.modules, name, None)
    names.cache_clear()
    with pytest.raises(ServiceMissing, match="pip install 'nvmath-python"):
        names(library)
    names.cache_clear()
