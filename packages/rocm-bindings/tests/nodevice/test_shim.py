"""The whole package on the HIP of the tests' own, and on one that lacks most of its symbols."""
import shutil
import subprocess

import pytest

hip_shim = pytest.importorskip("hip_shim")
COMPILER = shutil.which("c++") or shutil.which("g++")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")

#: A runtime of one device that can do nothing with it.
POOR = """
extern "C" {
int hipInit(unsigned) { return 0; }
int hipRuntimeGetVersion(int *version) { return *version = 60000000, 0; }
int hipGetDeviceCount(int *count) { return *count = 1, 0; }
int hipGetDevice(int *device) { return *device = 0, 0; }
int hipSetDevice(int device) { return device ? 101 : 0; }
int hipGetLastError() { return 0; }
int hipDeviceGetAttribute(int *value, int attribute, int) { return *value = attribute == 87 ? 64 : 1024, 0; }
}
"""


def test_arrays_errors_and_kernels(run):
    out = run("""
        import cupy, numpy
        assert cupy.cuda.get_device_id() == 0 and cupy.asnumpy(cupy.arange(5) * 2).tolist() == [0, 2, 4, 6, 8]
        from cupy._runtime import driver
        assert driver.backend().name == "rocm" and driver.backend().compiler().target(0) == "gfx1030"
        for bad in (lambda: cupy.cuda.Device(1000).use(), lambda: cupy.cuda.alloc(1 << 60),
                    lambda: cupy.RawKernel("__global__ void k() { no_such_name(); }", "k").compile()):
            try:
                bad()
            except Exception as error:
                print(type(error).__name__, str(error)[:300].replace(chr(10), " "))
        print(cupy.asnumpy(cupy.ones(3) + 1).tolist())
    """)
    device, memory, kernel, after = out.splitlines()
    assert "1000" in device
    assert memory.startswith("OutOfMemoryError")
    assert kernel.startswith("CompileException") and "no_such_name" in kernel
    assert after == "[2.0, 2.0, 2.0]"


def test_names_of_statuses(run):
    out = run("""
        from cupy._runtime import driver
        driver.backend()
        from cupy_testing.conformance._table import Table
        import ctypes
        table, text = Table(driver.backend().driver()), ctypes.c_char_p()
        for status in (1, 2, 98, 100, 700, 801):
            table.error_name(status, text), print(text.value.decode())
    """)
    assert out.split() == ["hipErrorInvalidValue", "hipErrorOutOfMemory", "hipErrorInvalidDeviceFunction",
                           "hipErrorNoDevice", "hipErrorIllegalAddress", "hipErrorNotSupported"]


def test_services(run):
    pytest.importorskip("scipy")
    run("""
        import cupy, numpy
        from cupy._runtime import driver
        random = numpy.random.RandomState(0)
        for service in ("blas", "solver", "fft"):
            assert driver.backend().service(service).__name__ == f"cupy_rocm.adapters.{service}"
        for dtype in "fdFD":
            a = random.rand(2, 4, 4).astype(dtype) + 4 * numpy.eye(4, dtype=dtype)
            if dtype in "FD":
                a = a + 1j * random.rand(2, 4, 4).astype(dtype)
            b, symmetric = cupy.asarray(a), a + a.swapaxes(1, 2).conj()
            close = lambda x, y: numpy.testing.assert_allclose(cupy.asnumpy(x), y, rtol=2e-4, atol=2e-4)
            close(cupy.linalg.inv(b), numpy.linalg.inv(a))
            close(cupy.linalg.svd(b)[1], numpy.linalg.svd(a)[1])
            close(cupy.linalg.eigvalsh(cupy.asarray(symmetric)), numpy.linalg.eigvalsh(symmetric))
            close(cupy.linalg.cholesky(cupy.asarray(symmetric)), numpy.linalg.cholesky(symmetric))
            q, r = cupy.linalg.qr(b)
            close(q, numpy.linalg.qr(a)[0]), close(r, numpy.linalg.qr(a)[1])
            close(cupy.fft.fft2(b), numpy.fft.fft2(a)), close(cupy.fft.ifft(b, axis=1), numpy.fft.ifft(a, axis=1))
        gemm = driver.backend().service("blas").gemm
        for char in "fdFD":
            x, y = (random.rand(3, 5, 4).astype(char) for _ in range(2))
            dx, dy, dz = cupy.asarray(x), cupy.asarray(y), cupy.zeros((3, 5, 5), char)
            gemm(0, 0, char, char, False, True, 5, 5, 4, dx.data.ptr, 4, 20, dy.data.ptr, 4, 20, dz.data.ptr, 5, 25,
                 3, None)
            numpy.testing.assert_allclose(dz.get(), x @ y.swapaxes(1, 2), rtol=1e-5)
            gemm(0, 0, char, char, False, False, 5, 4, 5, dz.data.ptr, 5, 0, dy.data.ptr, 4, 0, dx.data.ptr, 4, 0,
                 1, "pedantic")
            numpy.testing.assert_allclose(dx.get()[0], dz.get()[0] @ y[0], rtol=1e-5)
        for mode in ("tf32", "bfloat16", "float16"):
            x, y = cupy.asarray(random.rand(8, 8).astype("f")), cupy.zeros((8, 8), "f")
            gemm(0, 0, "f", "f", False, False, 8, 8, 8, x.data.ptr, 8, 0, x.data.ptr, 8, 0, y.data.ptr, 8, 0, 1, mode)
            numpy.testing.assert_allclose(y.get(), x.get() @ x.get(), rtol=1e-1)
        for char, out in (("b", "i"), ("e", "e")):
            x, y = cupy.asarray(random.randint(-9, 9, (8, 8)).astype(char)), cupy.zeros((8, 8), out)
            gemm(0, 0, char, out, False, True, 8, 8, 8, x.data.ptr, 8, 0, x.data.ptr, 8, 0, y.data.ptr, 8, 0, 1, None)
            numpy.testing.assert_array_equal(y.get(), x.get().astype("i") @ x.get().T.astype("i"))
        z = cupy.arange(12.)
        numpy.testing.assert_allclose(cupy.fft.irfft(cupy.fft.rfft(z)).get(), z.get(), atol=1e-12)
    """)


def test_runtime_without_a_symbol(run, tmp_path):
    (tmp_path / "lib").mkdir()
    source = tmp_path / "poor.cpp"
    source.write_text(POOR)
    library = tmp_path / "lib" / "libamdhip64.so.6"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    out = run("""
        import cupy
        try:
            cupy.cuda.alloc(100)
        except Exception as error:
            print(type(error).__name__, error)
    """, {"ROCM_PATH": str(tmp_path), "CUPY_BACKEND": "rocm"})
    assert "the rocm backend has no such function" in out
