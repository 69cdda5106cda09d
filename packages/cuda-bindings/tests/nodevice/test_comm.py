"""How NCCL is called, written down by a library that does nothing."""
import importlib
import sys

import pytest

from cupy_cuda import find

DOUBLE, SUM = 8, 0


class Function:
    """A C function that notes its arguments."""

    def __init__(self, library, name):
        self.library, self.name = library, name

    def __call__(self, *arguments):
        if self.name == "ncclGetErrorString":
            return b"unhandled system error"
        if self.name == "ncclGetLastError":
            return self.library.details
        self.library.calls.append((self.name, *arguments))
        for argument in arguments:
            target = getattr(argument, "_obj", None)
            if target is not None and hasattr(target, "value"):
                target.value = 7
        return self.library.status


class Library:
    """Has every function."""

    def __init__(self):
        self.calls, self.status, self.details = [], 0, b""

    def __getattr__(self, name):
        function = Function(self, name)
        setattr(self, name, function)
        return function


@pytest.fixture
def nccl(monkeypatch):
    library = Library()
    monkeypatch.setattr(find, "load", lambda name: library)
    monkeypatch.delitem(sys.modules, "cupy_cuda.adapters.comm", raising=False)
    module = importlib.import_module("cupy_cuda.adapters.comm")
    yield module, library
    sys.modules.pop("cupy_cuda.adapters.comm", None)


def test_arguments_pass_in_order(nccl):
    module, library = nccl
    module.call("ncclAllReduce", 16, 32, 5, DOUBLE, SUM, 64, 0)
    assert library.calls == [("ncclAllReduce", 16, 32, 5, DOUBLE, SUM, 64, 0)]
    assert len(library.ncclAllReduce.argtypes) == 7


def test_results_come_back_through_pointers(nccl):
    module, library = nccl
    assert module.version() == 7
    assert module.number("ncclCommCount", 64) == 7
    assert module.init_rank(2, b"x" * module.UNIQUE_ID_BYTES, 1) == 7
    name, _, count, shared, rank = library.calls[-1]
    assert (name, count, bytes(shared)[:3], rank) == ("ncclCommInitRank", 2, b"xxx", 1)
    assert module.split(64, 1, 2) == 7
    assert len(module.unique_id()) == module.UNIQUE_ID_BYTES
    assert len(module.init_all([0, 1])) == 2


def test_configuration_and_handles(nccl):
    module, library = nccl
    assert module.split(64, 1, 2, split_share=1) == 7
    config = library.calls[-1][-1]._obj
    assert (config.size, config.magic, config.split_share, config.blocking) == (48, 0xcafebeef, 1, -2**31)
    assert module.split(64, 1, 2) == 7 and library.calls[-1][-1] is None
    assert module.handle("ncclMemAlloc", (), (1024,)) == 7 and library.calls[-1][0::2] == ("ncclMemAlloc", 1024)
    assert module.handle("ncclCommWindowRegister", (64, 32, 8), (1,)) == 7
    name, comm, buffer, size, _, flags = library.calls[-1]
    assert (name, comm, buffer, size, flags) == ("ncclCommWindowRegister", 64, 32, 8, 1)
    assert module.has("ncclAlltoAll")


def test_a_failure_says_what_the_library_says(nccl):
    module, library = nccl
    library.status = 2
    with pytest.raises(module.Error, match="unhandled system error") as caught:
        module.call("ncclGroupStart")
    assert caught.value.status == 2


def test_a_failure_has_the_last_details(nccl):
    module, library = nccl
    library.status, library.details = 5, b"Duplicate GPU detected : rank 0 and rank 1\n"
    with pytest.raises(module.Error, match="two processes use the same GPU.*rank 0 and rank 1") as caught:
        module.call("ncclGroupStart")
    assert caught.value.status == 5
