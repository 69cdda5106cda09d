"""The adapter of cuDSS against bindings that only write down what is called."""
import ctypes
import itertools
import sys
from types import ModuleType, SimpleNamespace

import pytest

from cupy_cuda import backend


class Bindings(ModuleType):
    """`nvmath.bindings.cudss` with the signatures of one of its versions."""

    MatrixType, MatrixViewType = SimpleNamespace(GENERAL=0), SimpleNamespace(FULL=0)
    IndexBase, Layout = SimpleNamespace(ZERO=0), SimpleNamespace(COL_MAJOR=0)
    Phase, DataParam = SimpleNamespace(ANALYSIS=1, FACTORIZATION=2, SOLVE=8), SimpleNamespace(NPIVOTS=3)

    def __init__(self, members, replaced=0):
        super().__init__("nvmath.bindings.cudss")
        self.members, self.replaced, self.calls, self.made = members, replaced, [], {}
        self.numbers = itertools.count(100)

    def _create(self, kind, *arguments):
        number = next(self.numbers)
        self.made[number] = kind
        self.calls.append((kind, *arguments))
        return number

    def _destroy(self, kind, number):
        assert self.made.pop(number) == kind

    def get_property(self, kind):
        if self.members is None:
            raise RuntimeError("Failed to dlopen libcudss.so.0")
        return 0

    def create(self):
        return 7

    def set_stream(self, handle, stream):
        self.calls.append(("stream", handle, stream))

    def config_create(self):
        return self._create("config")

    def data_create(self, handle):
        return self._create("data", handle)

    def matrix_create_csr(self, *arguments):
        if len(arguments) != self.members:
            raise TypeError(f"takes {self.members} positional arguments")
        return self._create("matrix", *arguments)

    def matrix_create_dn(self, rows, columns, ld, values, kind, layout):
        return self._create("matrix", rows, columns, ld, values, kind, layout)

    def execute(self, handle, phase, config, data, matrix, x, b):
        kinds = [self.made[made] for made in (config, data, matrix, x, b)]
        assert kinds == ["config", "data", "matrix", "matrix", "matrix"]
        self.calls.append(("execute", handle, phase))

    def data_get(self, handle, data, param, value, size, written):
        assert (param, size) == (3, 4) and written
        ctypes.c_int.from_address(value).value = self.replaced

    def matrix_destroy(self, matrix):
        self._destroy("matrix", matrix)

    def data_destroy(self, handle, data):
        self._destroy("data", data)

    def config_destroy(self, config):
        self._destroy("config", config)


@pytest.fixture
def adapter(monkeypatch):
    """The adapter over some bindings."""
    def load(bindings):
        for name, module in (("nvmath", ModuleType("nvmath")), ("nvmath.bindings", ModuleType("nvmath.bindings")),
                             ("nvmath.bindings.cudss", bindings)):
            monkeypatch.setitem(sys.modules, name, module)
        sys.modules["nvmath.bindings"].cudss = bindings
        monkeypatch.delitem(sys.modules, "cupy_cuda.adapters.direct", raising=False)
        monkeypatch.setattr(backend, "service", backend.service.__wrapped__)
        return backend.service("direct")
    yield load
    sys.modules.pop("cupy_cuda.adapters.direct", None)


@pytest.mark.parametrize("members", [12, 13])
def test_factors(adapter, members):
    bindings = Bindings(members)
    service = adapter(bindings)
    factors = service.factorize(0, "d", 5, 9, 1000, 2000, 3000, 42)
    assert factors.exact
    kind = (10, 10, 1) if members == 13 else (10, 1)
    assert ("matrix", 5, 5, 9, 1000, 0, 2000, 3000, *kind, 0, 0, 0) in bindings.calls
    factors.solve(4000, 5000, 2, 43)
    assert [call for call in bindings.calls if call[0] in ("stream", "execute")] == [
        ("stream", 7, 42), ("execute", 7, 1), ("execute", 7, 2), ("stream", 7, 43), ("execute", 7, 8)]
    assert bindings.calls[-3:-1] == [("matrix", 5, 2, 5, 4000, 1, 0), ("matrix", 5, 2, 5, 5000, 1, 0)]
    del factors
    assert not bindings.made


def test_pivots_that_are_replaced(adapter):
    assert not adapter(Bindings(13, replaced=2)).factorize(0, "F", 1, 1, 10, 20, 30, 0).exact


def test_failures_leave_nothing(adapter):
    bindings = Bindings(12)
    service = adapter(bindings)

    def fail(*arguments):
        raise OSError("cuDSS failed")

    bindings.execute = fail
    with pytest.raises(OSError, match="cuDSS failed"):
        service.factorize(0, "f", 1, 1, 10, 20, 30, 0)
    assert not bindings.made


def test_missing(adapter, monkeypatch):
    with pytest.raises(ImportError, match="pip install nvidia-cudss-cu13"):
        adapter(Bindings(None))
    monkeypatch.setitem(sys.modules, "nvmath", None)
    monkeypatch.delitem(sys.modules, "nvmath.bindings")
    monkeypatch.delitem(sys.modules, "nvmath.bindings.cudss")
    with pytest.raises(ImportError, match="pip install nvidia-cudss-cu13"):
        backend.service("direct")
