"""What the adapter of matrix products asks of cuBLAS, seen by a stand-in that multiplies on the host."""
import ctypes
import importlib
import sys

import numpy
import pytest

from cupy_cuda import vendor

KINDS = {2: "e", 0: "f", 1: "d", 4: "F", 5: "D", 3: "b", 10: "i"}


class Cublas:
    """Column-major products of host memory, and the calls that were made."""

    def __init__(self):
        self.calls = []

    def create(self):
        self.calls.append("create")
        return 77

    def set_stream(self, handle, stream):
        self.calls.append(("stream", handle, stream))

    @staticmethod
    def matrix(pointer, kind, rows, columns, leading):
        dtype = numpy.dtype(KINDS[kind])
        memory = (ctypes.c_char * (leading * columns * dtype.itemsize)).from_address(pointer)
        return numpy.frombuffer(memory, dtype).reshape(columns, leading).T[:rows]

    def gemm_ex(self, handle, op_a, op_b, m, n, k, one, a, a_kind, lda, b, b_kind, ldb, zero, c, c_kind, ldc, compute,
                algorithm):
        self.calls.append(("gemm", handle, compute, algorithm))
        x = self.matrix(a, a_kind, *((m, k) if op_a == 0 else (k, m)), lda)
        y = self.matrix(b, b_kind, *((k, n) if op_b == 0 else (n, k)), ldb)
        scalar = numpy.dtype({72: "i", 70: "d"}.get(compute, "f"))
        assert numpy.frombuffer((ctypes.c_char * scalar.itemsize).from_address(one), scalar)[0] == 1
        assert numpy.frombuffer((ctypes.c_char * scalar.itemsize).from_address(zero), scalar)[0] == 0
        to = self.matrix(c, c_kind, m, n, ldc)
        to[...] = (x.T if op_a else x).astype(to.dtype) @ (y.T if op_b else y).astype(to.dtype)

    def gemm_strided_batched_ex(self, handle, op_a, op_b, m, n, k, one, a, a_kind, lda, stride_a, b, b_kind, ldb,
                                stride_b, zero, c, c_kind, ldc, stride_c, count, compute, algorithm):
        sizes = [numpy.dtype(KINDS[kind]).itemsize for kind in (a_kind, b_kind, c_kind)]
        for i in range(count):
            self.gemm_ex(handle, op_a, op_b, m, n, k, one, a + i * stride_a * sizes[0], a_kind, lda,
                         b + i * stride_b * sizes[1], b_kind, ldb, zero, c + i * stride_c * sizes[2], c_kind, ldc,
                         compute, algorithm)


@pytest.fixture
def blas(monkeypatch):
    monkeypatch.setattr(vendor, "bindings", lambda name: Cublas())
    monkeypatch.delitem(sys.modules, "cupy_cuda.adapters.blas", raising=False)
    yield importlib.import_module("cupy_cuda.adapters.blas")
    sys.modules.pop("cupy_cuda.adapters.blas", None)


@pytest.mark.parametrize("letter", "efdFDb")
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("right", [0, 1])
def test_row_major(blas, letter, left, right):
    m, n, k, count = 3, 4, 5, 2
    rng = numpy.random.default_rng(0)
    a = rng.integers(0, 5, (count, k, m) if left else (count, m, k)).astype(letter)
    b = rng.integers(0, 5, (count, n, k) if right else (count, k, n)).astype(letter)
    out = "i" if letter == "b" else letter
    c = numpy.zeros((count, m, n), out)
    for number in (1, count):
        c[...] = 0
        blas.gemm(0, 9, letter, out, left, right, m, n, k, a.ctypes.data, a.shape[2], a[0].size, b.ctypes.data,
                  b.shape[2], b[0].size, c.ctypes.data, n, m * n, number, None)
        expected = (a.swapaxes(1, 2) if left else a).astype(out) @ (b.swapaxes(1, 2) if right else b).astype(out)
        numpy.testing.assert_array_equal(c[:number], expected[:number])


def test_handles_and_modes(blas):
    for letter, mode, stream in (("f", None, 5), ("f", "tf32", 5), ("e", "tf32", 6), ("F", "pedantic", 6)):
        x = numpy.ones(1, letter)
        z = x.ctypes.data
        blas.gemm(0, stream, letter, letter, 0, 0, 1, 1, 1, z, 1, 0, z, 1, 0, z, 1, 0, 1, mode)
    calls = blas._cublas.calls
    assert calls.count("create") == 1
    assert [call[2] for call in calls if call[0] == "stream"] == [5, 6]
    assert [call[2] for call in calls if call[0] == "gemm"] == [68, 77, 68, 69]
