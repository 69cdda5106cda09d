"""What the adapter of matrix products asks of cuBLAS, seen by a stand-in that multiplies on the host."""
import ctypes
import importlib
import shutil
import subprocess
import sys

import numpy
import pytest

from cupy_cuda import find

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
        scalar = numpy.dtype({72: "i", 70: "d", 71: "d"}.get(compute, "f"))
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
    monkeypatch.setattr(find, "load", lambda name: None)
    monkeypatch.delitem(sys.modules, "cupy_cuda.adapters.blas", raising=False)
    module = importlib.import_module("cupy_cuda.adapters.blas")
    monkeypatch.setattr(module, "_cublas", Cublas())
    yield module
    sys.modules.pop("cupy_cuda.adapters.blas", None)


@pytest.mark.parametrize("char", "efdFDb")
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("right", [0, 1])
def test_row_major(blas, char, left, right):
    m, n, k, count = 3, 4, 5, 2
    rng = numpy.random.default_rng(0)
    a = rng.integers(0, 5, (count, k, m) if left else (count, m, k)).astype(char)
    b = rng.integers(0, 5, (count, n, k) if right else (count, k, n)).astype(char)
    out = "i" if char == "b" else char
    c = numpy.zeros((count, m, n), out)
    for number in (1, count):
        c[...] = 0
        blas.gemm(0, 9, char, out, left, right, m, n, k, a.ctypes.data, a.shape[2], a[0].size, b.ctypes.data,
                  b.shape[2], b[0].size, c.ctypes.data, n, m * n, number, None)
        expected = (a.swapaxes(1, 2) if left else a).astype(out) @ (b.swapaxes(1, 2) if right else b).astype(out)
        numpy.testing.assert_array_equal(c[:number], expected[:number])


def test_handles_and_modes(blas):
    for char, mode, stream in (("f", None, 5), ("f", "tf32", 5), ("e", "tf32", 6), ("F", "pedantic", 6),
                                  ("d", "pedantic", 6), ("e", "tf32", 6)):
        x = numpy.ones(1, char)
        z = x.ctypes.data
        blas.gemm(0, stream, char, char, 0, 0, 1, 1, 1, z, 1, 0, z, 1, 0, z, 1, 0, 1, mode)
    calls = blas._cublas.calls
    assert calls.count("create") == 1
    assert [call[2] for call in calls if call[0] == "stream"] == [5, 6]
    assert [call[2] for call in calls if call[0] == "gemm"] == [68, 77, 68, 69, 71, 68]


def test_calls_of_the_library(tmp_path):
    """Arguments reach the functions in their places, and a status becomes an error."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    source, library = tmp_path / "cublas.c", tmp_path / "libcublas.so"
    source.write_text(FAKE)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    done = subprocess.run([sys.executable, "-c", CALLS, str(library)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


FAKE = """
#include <stddef.h>
#include <stdio.h>
#include <string.h>
static char seen[512];
const char *last(void) { return seen; }
int cublasCreate_v2(void **handle) { *handle = (void *)77; return 0; }
int cublasSetStream_v2(void *h, void *s) { sprintf(seen, "%zu %zu", (size_t)h, (size_t)s); return 0; }
int cublasGemmEx(void *h, int ta, int tb, int m, int n, int k, const void *al, const void *a, int at, int lda,
                 const void *b, int bt, int ldb, const void *be, void *c, int ct, int ldc, int comp, int algo) {
    sprintf(seen, "%zu %d %d %d %d %d %zu %zu %d %d %zu %d %d %zu %zu %d %d %d %d", (size_t)h, ta, tb, m, n, k,
            (size_t)al, (size_t)a, at, lda, (size_t)b, bt, ldb, (size_t)be, (size_t)c, ct, ldc, comp, algo);
    return m == 99 ? 7 : 0;
}
int cublasGemmStridedBatchedEx(void *h, int ta, int tb, int m, int n, int k, const void *al, const void *a, int at,
                               int lda, long long sa, const void *b, int bt, int ldb, long long sb, const void *be,
                               void *c, int ct, int ldc, long long sc, int count, int comp, int algo) {
    sprintf(seen, "%zu %d %d %d %d %d %zu %zu %d %d %lld %zu %d %d %lld %zu %zu %d %d %lld %d %d %d", (size_t)h, ta,
            tb, m, n, k, (size_t)al, (size_t)a, at, lda, sa, (size_t)b, bt, ldb, sb, (size_t)be, (size_t)c, ct, ldc,
            sc, count, comp, algo);
    return 0;
}
"""

CALLS = """
import ctypes, sys
from cupy_cuda import find
fake = ctypes.CDLL(sys.argv[1])
fake.last.restype = ctypes.c_char_p
find.load = lambda name: {"cublas": fake}[name]
from cupy_cuda.errors import CublasError
from cupy_cuda.libs import cublas
handle = cublas.create()
cublas.set_stream(handle, 1 << 40)
assert fake.last() == b"77 %d" % (1 << 40)
numbers = [handle, *range(1, 19)]
cublas.gemm_ex(*numbers)
assert [int(x) for x in fake.last().split()] == numbers
numbers = [handle, *range(1, 10), -(1 << 40), *range(11, 23)]
cublas.gemm_strided_batched_ex(*numbers)
assert [int(x) for x in fake.last().split()] == numbers
try:
    cublas.gemm_ex(handle, 0, 0, 99, *range(15))
except CublasError as error:
    assert "CUBLAS_STATUS_INVALID_VALUE" in str(error) and error.status == 7
else:
    raise AssertionError("no error")
"""
