"""What NCCL is asked to do for arrays, compiled and in Python: a library that does nothing notes it."""
import ctypes

import numpy
import pytest

import cupy
from cupy.cuda import nccl
from cupyx.distributed import _communicator, _transport_nccl

SIZE = 2
#: How C sees what `Collectives` calls: buffers, numbers, communicator and stream.
POINTER, NUMBER = ctypes.c_void_p, ctypes.c_size_t
C_TYPES = {
    "ncclAllReduce": (POINTER, POINTER, NUMBER, ctypes.c_int, ctypes.c_int, POINTER, POINTER),
    "ncclReduceScatter": (POINTER, POINTER, NUMBER, ctypes.c_int, ctypes.c_int, POINTER, POINTER),
    "ncclAllGather": (POINTER, POINTER, NUMBER, ctypes.c_int, POINTER, POINTER),
    "ncclAlltoAll": (POINTER, POINTER, NUMBER, ctypes.c_int, POINTER, POINTER),
}


class Library:
    """A service of communication with one communicator, number 8."""

    UNIQUE_ID_BYTES = 128

    def __init__(self):
        self.compiled, self.plain, self.status, self.kept = [], [], 0, []

    def unique_id(self):
        return bytes(128)

    def init_rank(self, count, identifier, rank):
        return 8

    def number(self, name, *arguments):
        return SIZE

    def has(self, name):
        return True

    def address(self, name):
        def function(*arguments):
            self.compiled.append((name, *(argument or 0 for argument in arguments)))
            return self.status

        self.kept.append(ctypes.CFUNCTYPE(ctypes.c_int, *C_TYPES[name])(function))
        return ctypes.cast(self.kept[-1], POINTER).value

    def check(self, status):
        if status:
            raise RuntimeError(f"status {status}")

    def call(self, name, *arguments):
        self.plain.append((name, *arguments))


@pytest.fixture
def library(monkeypatch):
    made = Library()
    monkeypatch.setattr(nccl, "_library", made)
    return made


@pytest.fixture
def group(library):
    return _communicator.Communicator(
        0, SIZE, None, lambda store, rank, size: _transport_nccl.NcclTransport(bytes(128), rank, size))


CALLS = {
    "all_reduce": lambda group, x: group.all_reduce(x, x.copy(), "max"),
    "reduce_scatter": lambda group, x: group.reduce_scatter(x, x[:x.shape[0] // SIZE], x.size // SIZE, "sum"),
    "all_gather": lambda group, x: group.all_gather(x[:x.shape[0] // SIZE], x, x.size // SIZE),
    "all_to_all": lambda group, x: group.all_to_all(x, x.copy()),
}


@pytest.mark.parametrize("dtype", "bBiIqQefd?")
@pytest.mark.parametrize("name", CALLS)
def test_compiled_calls_are_those_in_python(library, group, name, dtype):
    x = cupy.zeros((SIZE, 6), dtype)
    CALLS[name](group, x)
    if name in ("all_reduce", "reduce_scatter"):
        assert library.plain and not library.compiled       # the first makes the numbers
        CALLS[name](group, x)
    assert len(library.compiled) == 1
    group._direct, found = None, library.compiled[0]
    library.plain.clear()
    CALLS[name](group, x)
    # The other buffer may lie elsewhere.
    (wanted,) = library.plain
    assert found[:1] + found[3:] == wanted[:1] + wanted[3:] and found[-2] == 8
    assert x.data.ptr in found[1:3] and x.data.ptr in wanted[1:3]


def test_complex_sums_are_of_pairs(library, group):
    x = cupy.zeros(3, "F")
    for _ in range(2):
        group.all_reduce(x, x)
    assert library.plain == [("ncclAllReduce", x.data.ptr, x.data.ptr, 6, 7, 0, 8, 0)] == library.compiled
    with pytest.raises(TypeError, match="cannot be combined by 'prod'"):
        group.all_reduce(x, x, "prod")


def test_what_is_not_compiled(library, group):
    """Strided arrays, other sizes, derived classes and streams go the long way, and errors are those of that way."""
    x = cupy.zeros((SIZE, 4))
    group.all_reduce(x, x)
    library.plain.clear()
    group.all_reduce(x.T, x.T)
    group.all_reduce(x[:, ::2], x[:, ::2])
    with cupy.cuda.Stream() as stream:
        pass
    group.all_reduce(x, x, stream=stream)
    group.all_gather(x, cupy.zeros(2 * SIZE), 2)
    assert len(library.plain) == 4 and not library.compiled
    with pytest.raises(ValueError, match="out_array 8 of float32"):
        group.all_reduce(x, x.astype("f"))
    with pytest.raises(RuntimeError, match="op must be"):
        group.all_reduce(x, x, "mean")
    with pytest.raises(RuntimeError, match="one row"):
        group.all_to_all(cupy.zeros(SIZE + 1), cupy.zeros(SIZE + 1))
    with pytest.raises((AttributeError, TypeError)):
        group.all_reduce(numpy.ones(3), numpy.ones(3))
    assert not library.compiled


def test_a_status_is_an_error(library, group):
    x = cupy.zeros(SIZE)
    library.status = 3
    with pytest.raises(RuntimeError, match="status 3"):
        group.all_to_all(x, x)
    group._give_up("rank 1 is gone")
    with pytest.raises(RuntimeError, match="rank 0: rank 1 is gone"):
        group.all_to_all(x, x)
