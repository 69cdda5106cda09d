"""cuSPARSELt's names, and what its functions are given, written down by a library that computes nothing."""
import ctypes
import inspect
import sys

import pytest

from cupy_cuda import find
from cupy_cuda.errors import LibraryMissing
from cupy_cuda.libs import cusparselt


class Fake:
    """Functions that note their arguments, write 7, 8, … through references, and return `status`."""

    def __init__(self):
        self.calls, self.status = [], 0

    def __getattr__(self, name):
        def function(*words):
            self.calls.append((name, [getattr(word, "value", word) for word in words]))
            if name.startswith("cusparseLtGetError"):
                return f"{name[10:]} {words[0].value}".encode()
            given = [word for word in words if type(word).__name__ == "CArgObject"]
            for number, word in enumerate(given):
                word._obj.value = 7 + number
            return self.status
        return function


@pytest.fixture
def library(monkeypatch):
    fake = Fake()
    monkeypatch.setattr(find, "load", {"cusparselt": fake}.__getitem__)
    cusparselt._function.cache_clear()
    yield fake
    cusparselt._function.cache_clear()


def test_numbers_are_those_of_the_header():
    wanted = {"CUSPARSELT_SPARSITY_50_PERCENT": 0, "CUSPARSE_COMPUTE_32I": 0, "CUSPARSE_COMPUTE_32F": 2,
              "CUSPARSELT_MATMUL_BIAS_POINTER": 8, "CUSPARSELT_MATMUL_D_OUT_SCALE_POINTER": 19,
              "CUSPARSELT_MATMUL_SCALE_NONE": 0, "CUSPARSELT_MATMUL_MATRIX_SCALE_VEC64_UE8M0": 3,
              "CUSPARSELT_MATMUL_ALG_DEFAULT": 0, "CUSPARSELT_MATMUL_SPLIT_K_BUFFERS": 5,
              "CUSPARSELT_SPLIT_K_MODE_TWO_KERNELS": 2, "CUSPARSELT_STREAMK": 6, "CUSPARSELT_MAT_BATCH_STRIDE": 1,
              "CUSPARSELT_PRUNE_SPMMA_STRIP": 1}
    assert wanted.items() <= cusparselt.CONSTANTS.items()
    assert len(cusparselt.CONSTANTS) == 46


@pytest.mark.parametrize("name", sorted(cusparselt.CLASSES))
def test_descriptions_are_aligned_memory_of_their_own(name):
    one, other = cusparselt.CLASSES[name](), cusparselt.CLASSES[name]()
    assert one.ptr % 16 == 0 and one.ptr != other.ptr
    assert ctypes.string_at(one.ptr, 11024) == bytes(11024)


def test_arguments_and_results(library):
    handle, matrix = cusparselt.CLASSES["Handle"](), cusparselt.CLASSES["MatDescriptor"]()
    describe = cusparselt.on_stream("denseDescriptorInit", lambda: 5)
    assert describe(handle, matrix, 32, cols=64, ld=64, alignment=16, valueType=2, order=1) is None
    assert library.calls == [("cusparseLtDenseDescriptorInit", [handle.ptr, matrix.ptr, 32, 64, 64, 16, 2, 1])]
    assert cusparselt.on_stream("getVersion", lambda: 5)(handle) == 7
    assert cusparselt.on_stream("spMMACompressedSize", lambda: 5)(handle, 123) == (7, 8)
    assert cusparselt.get_build_version() == 7707


def test_streams(library):
    prune = cusparselt.on_stream("spMMAPrune", lambda: 5)
    prune(1, 2, 3, 4, 0)
    prune(1, 2, 3, 4, 0, stream=9)
    assert [words[-1] for _, words in library.calls] == [5, 9]
    multiply = cusparselt.on_stream("matmul", lambda: 5)
    multiply(*range(1, 10))
    multiply(*range(1, 10), [6, 7])
    for (_, words), wanted in zip(library.calls[2:], ([5], [6, 7]), strict=True):
        assert words[:9] == list(range(1, 10))
        assert list(words[9]) == wanted and words[10] == len(wanted)


def test_errors(library):
    library.status = 3
    with pytest.raises(cusparselt.CuSparseLtError, match="GetErrorName 3: GetErrorString 3") as caught:
        cusparselt.on_stream("init", lambda: 5)(1)
    assert caught.value.status == 3
    with pytest.raises(TypeError, match="handle"):
        cusparselt.on_stream("init", lambda: 5)()


def test_signatures():
    found = inspect.signature(cusparselt.on_stream("matmulSearch", lambda: 5))
    assert list(found.parameters)[-2:] == ["workspace", "streams"]


def test_without_the_library_the_command_is_named(monkeypatch):
    def missing(path, mode=0):
        raise OSError(f"{path}: no such file")
    monkeypatch.setitem(sys.modules, "cuda", None)
    monkeypatch.setattr(ctypes, "CDLL", missing)
    find.load.cache_clear()
    cusparselt._function.cache_clear()
    with pytest.raises(LibraryMissing, match="pip install nvidia-cusparselt-cu1"):
        cusparselt.on_stream("init", lambda: 5)(1)
