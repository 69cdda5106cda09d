"""The adapter of cuSOLVER against libraries that only count arguments."""
import ctypes

import pytest

from cupy_cuda import find
from cupy_cuda.errors import SolverError
from cupy_cuda.libs import cusolver


class Function:
    def __init__(self, name, calls):
        self.name, self.calls = name, calls
        self.status = 0

    def __call__(self, *arguments):
        types = getattr(self, "argtypes", None)
        if types is not None:
            assert len(arguments) == len(types), self.name
            for kind, value in zip(types, arguments, strict=True):
                kind.from_param(value)
        self.calls.append(self.name)
        return self.status


class Library:
    def __init__(self, missing=()):
        self.calls = []
        self.missing = missing

    def __getattr__(self, name):
        if name in self.missing:
            raise AttributeError(name)
        function = Function(name, self.calls)
        setattr(self, name, function)
        return function


class Work:
    device = 0

    def allocate(self, size):
        return 4096

    def addresses(self, first, step, count):
        return 8192


@pytest.fixture
def libraries(monkeypatch):
    found = {"cusolver": Library(), "cublas": Library()}
    monkeypatch.setattr(find, "load", found.__getitem__)
    for opened, name in ((cusolver._solver, "cusolver"), (cusolver._blas, "cublas")):
        monkeypatch.setattr(opened, "_library", found[name], raising=False)
        monkeypatch.setattr(opened, "_found", {})
    monkeypatch.setattr(cusolver, "_local", type(cusolver._local)())
    return found


@pytest.fixture
def adapter(libraries):
    from cupy_cuda.adapters import solver

    return solver


CALLS = [
    ("potrf", (True, 5, 16)), ("getrf", (5, 16)), ("getrs", (True, 5, 2, 16, 64, 32)), ("geqrf", (6, 5, 16, 64)),
    ("orgqr", (6, 5, 5, 16, 64)), ("gesvd", ("S", 6, 5, 16, 32, 64, 128)), ("gesvdp", (6, 5, 16, 32, 64, 128)),
    ("syevd", (True, True, 5, 16, 32)), ("geev", (5, 16, 32, 64))]


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("batch", [1, 3, 5])
@pytest.mark.parametrize(("routine", "arguments"), CALLS, ids=[name for name, _ in CALLS])
def test_arguments_fit_the_signatures(adapter, libraries, char, batch, routine, arguments):
    if routine == "getrf":
        arguments = (*arguments, batch, 32)
    else:
        arguments = (*arguments, batch)
    getattr(adapter, routine)(char, *arguments, 256, 0, Work())
    prefix = {"f": "S", "d": "D", "F": "C", "D": "Z"}[char]
    made = libraries["cusolver"].calls + libraries["cublas"].calls
    assert any(routine[2:4] in name.replace("ungqr", "orgqr") for name in made)
    assert all(name[10] == prefix or "X" in name or name.startswith(("cusolverDnCreate", "cusolverDnSet"))
               for name in made if name.startswith("cusolverDn"))


def routine_calls(adapter, libraries, routine, *arguments):
    """How often a routine of either library is called, by name."""
    for library in libraries.values():
        library.calls.clear()
    getattr(adapter, routine)("d", *arguments, 256, 0, Work())
    return {name: made.calls.count(name) for made in libraries.values() for name in made.calls if routine in name}


def test_batches_are_decomposed_together_where_that_is_faster(adapter, libraries):
    def lu(n, batch):
        return set(routine_calls(adapter, libraries, "getrf", n, 16, batch, 32)) - {"cusolverDnDgetrf_bufferSize"}

    assert lu(200, 30) == {"cublasDgetrfBatched"} and lu(489, 42) == {"cublasDgetrfBatched"}
    assert lu(489, 4) == {"cusolverDnDgetrf"} and lu(55, 1) == {"cusolverDnDgetrf"}
    assert routine_calls(adapter, libraries, "potrf", True, 576, 16, 19) == {"cusolverDnDpotrfBatched": 1}
    assert routine_calls(adapter, libraries, "potrf", True, 576, 16, 2)["cusolverDnXpotrf"] == 2
    assert routine_calls(adapter, libraries, "getrs", True, 489, 1, 16, 64, 32, 2) == {"cusolverDnDgetrs": 2}
    assert routine_calls(adapter, libraries, "getrs", True, 489, 489, 16, 64, 32, 2) == {"cublasDgetrsBatched": 1}


def test_a_failed_call_names_the_function(adapter, libraries):
    libraries["cusolver"].cusolverDnXpotrf.status = 3
    with pytest.raises(SolverError, match="cusolverDnXpotrf: status 3") as error:
        adapter.potrf("d", True, 5, 16, 1, 256, 0, Work())
    assert error.value.status == 3


def test_without_the_batched_routine(adapter, libraries):
    libraries["cusolver"].missing = ("cusolverDnXsyevBatched",)
    adapter.syevd("d", True, True, 40, 16, 32, 3, 256, 0, Work())
    assert libraries["cusolver"].calls.count("cusolverDnXsyevd") == 3


def test_numbers_of_types():
    assert cusolver.DTYPES == {"f": 0, "d": 1, "F": 4, "D": 5} and ctypes.sizeof(ctypes.c_size_t) == 8


def test_a_function_that_this_version_lacks(adapter, libraries):
    libraries["cusolver"].missing = ("cusolverDnXgeev", "cusolverDnXgeev_bufferSize")
    with pytest.raises(SolverError, match="not in this version") as error:
        adapter.geev("d", 5, 16, 32, 64, 1, 256, 0, Work())
    assert error.value.status == SolverError.not_supported
