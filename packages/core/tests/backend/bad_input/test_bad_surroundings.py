"""A broken machine: no memory, damaged cache, no home, no compiler, kernels that fail."""
import os
import subprocess
import sys

import pytest

import cupy
from cupy._runtime import driver

KERNEL = """
import cupy
k = cupy.ElementwiseKernel("float32 x", "float32 y", "y = x * 3 + 1", "surroundings")
assert k(cupy.ones(5, "f4")).get().tolist() == [4] * 5
print("done")
"""


def run(program, **environment):
    """Run a program in a process of its own."""
    return subprocess.run([sys.executable, "-c", program], text=True, capture_output=True,
                          env={**os.environ, **environment}, timeout=120)


def on_host():
    return driver.backend().name == "host"


class TestMemory:
    def test_too_much(self):
        with pytest.raises(cupy.cuda.memory.OutOfMemoryError) as caught:
            cupy.empty(1 << 50, "u1")
        assert isinstance(caught.value, MemoryError)
        text = str(caught.value).lower()
        for word in ("used", "cached", "largest", "limit"):
            assert word in text
        assert cupy.ones(3).sum() == 3

    def test_limit(self):
        pool = cupy.cuda.MemoryPool()
        pool.set_limit(size=1 << 20)
        with cupy.cuda.using_allocator(pool.malloc):
            a = cupy.zeros(1 << 18, "u1")
            with pytest.raises(cupy.cuda.memory.OutOfMemoryError, match="(?i)limit"):
                cupy.zeros(1 << 21, "u1")
        assert a.sum() == 0

    def test_cached_blocks_are_freed_first(self):
        pool = cupy.cuda.MemoryPool()
        pool.set_limit(size=1 << 22)
        with cupy.cuda.using_allocator(pool.malloc):
            for size in (1 << 21, 3 << 20, 1 << 22):
                cupy.empty(size, "u1")


class TestCache:
    def test_damaged_entries_are_built_again(self, tmp_path):
        assert run(KERNEL, CUPY_CACHE_DIR=str(tmp_path)).stdout == "done\n"
        files = [f for f in tmp_path.rglob("*") if f.is_file()]
        assert files
        for damage in (b"", b"not an image", None):
            for file in files:
                if file.exists():
                    file.write_bytes(file.read_bytes()[:-7] if damage is None else damage)
            result = run(KERNEL, CUPY_CACHE_DIR=str(tmp_path))
            assert result.stdout == "done\n", result.stderr

    @pytest.mark.parametrize("folder", ["/dev/null/cache", "/proc/nothing/here"])
    def test_folder_that_cannot_be_written(self, folder):
        result = run(KERNEL, CUPY_CACHE_DIR=folder)
        assert result.stdout == "done\n", result.stderr

    def test_home_that_is_missing(self):
        environment = {"HOME": "/dev/null/home"}
        os.environ.pop("CUPY_CACHE_DIR", None)
        result = run(KERNEL, **environment)
        assert result.stdout == "done\n", result.stderr


class TestKernels:
    def test_error_shows_the_source_and_the_compilers_words(self):
        kernel = cupy.ElementwiseKernel("T x", "T y", "y = x +* undefined_thing", "broken_kernel")
        with pytest.raises(cupy.cuda.compiler.CompileException) as caught:
            kernel(cupy.ones(3))
        text = str(caught.value)
        assert "broken_kernel" in text and "undefined_thing" in text
        assert " | " in text and "error" in text.lower()

    def test_no_compiler(self, tmp_path):
        if not on_host():
            pytest.skip("of the host backend")
        result = run(KERNEL, CUPY_CACHE_DIR=str(tmp_path), CUPY_HOST_CXX="/nonexistent/compiler")
        assert result.returncode != 0
        assert "CUPY_HOST_CXX" in result.stderr and "compiler" in result.stderr

    def test_a_kernel_that_faults_is_named(self):
        program = """
import cupy
k = cupy.RawKernel('extern "C" __global__ void faulty_one(int *x) { *(volatile int *)8 = 1; }',
                   "faulty_one")
k((1,), (1,), (cupy.zeros(1, "i4"),))
cupy.cuda.Device().synchronize()
"""
        result = run(program)
        assert result.returncode != 0
        assert "faulty_one" in result.stderr

    @pytest.mark.parametrize("arguments", [((1,), (1 << 16,)), ((0,), (1,)), ((1, 2, 3, 4), (1,))])
    def test_impossible_geometry(self, arguments):
        kernel = cupy.RawKernel('extern "C" __global__ void nothing() {}', "nothing")
        with pytest.raises((ValueError, RuntimeError)):
            kernel(*arguments, ())
            cupy.cuda.Device().synchronize()

    def test_unknown_kernel_name(self):
        with pytest.raises((AttributeError, RuntimeError), match="other_name"):
            cupy.RawKernel('extern "C" __global__ void one_name() {}', "other_name")((1,), (1,), ())


class TestBackends:
    def test_unknown_backend(self):
        result = run("import cupy; cupy.zeros(1)", CUPY_BACKEND="nonsense")
        assert result.returncode != 0 and "CUPY_BACKEND=nonsense" in result.stderr

    def test_import_starts_nothing(self):
        program = """
import sys, cupy
from cupy._runtime import driver
assert driver.started() is None
banned = {"scipy", "pytest", "torch", "cuda", "hypothesis"} & set(sys.modules)
assert not banned, banned
print("done")
"""
        result = run(program)
        assert result.stdout == "done\n", result.stderr
