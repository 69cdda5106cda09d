"""The loader and the contract functions on a driver that only keeps books."""
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

COMPILER = shutil.which("cc") or shutil.which("gcc")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

_START = textwrap.dedent("""
    import ctypes
    from cupy_cuda import backend, driver

    api = driver.__pyx_capi__
    fake = ctypes.CDLL("libcuda.so.1")
    fake.context.restype = ctypes.c_void_p
    fake.flags_asked.restype = ctypes.c_ulonglong
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    name_of = ctypes.pythonapi.PyCapsule_GetName
    name_of.restype, name_of.argtypes = ctypes.c_char_p, (ctypes.py_object,)

    def call(name, *arguments):
        return ctypes.CFUNCTYPE(ctypes.c_int)(pointer(api[name], name_of(api[name])))(*arguments)
""")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("driver")
    source = Path(__file__).with_name("fake_driver.c")
    subprocess.run([COMPILER, "-shared", "-fPIC", "-Wno-unused", "-o", str(folder / "libcuda.so.1"),
                    str(source), "-Wl,-soname,libcuda.so.1", "-ldl"], check=True)
    return folder


@pytest.fixture
def run(library):
    def run(script, **environment):
        done = subprocess.run(
            [sys.executable, "-c", _START + textwrap.dedent(script)], capture_output=True, text=True,
            env={**os.environ, "LD_LIBRARY_PATH": str(library), **environment})
        assert done.returncode == 0, done.stderr
        return done.stdout
    return run


def test_probe(run):
    assert "(2, '', '')" in run("print(tuple(backend.probe()))")


def test_contexts_are_retained_once(run):
    run("""
        import threading
        assert call("init", 0) == 0
        for _ in range(3):
            assert call("device_set", 1) == 0
        thread = threading.Thread(target=lambda: call("device_set", 1))
        thread.start(); thread.join()
        assert (fake.retained(0), fake.retained(1)) == (0, 1)
        assert call("device_set", 500) == 101
    """)


def test_attributes_have_cuda_numbers(run):
    run("""
        call("init", 0)
        fake.read_anything()
        value = ctypes.c_int()
        for number, native in {0: 75, 1: 76, 2: 16, 3: 10, 6: 97, 20: 5, 21: 88, 1000039: 39}.items():
            assert call("device_attribute", 1, number, ctypes.byref(value)) == 0
            assert value.value == 1000 + native
        assert call("device_attribute", 1, 22, ctypes.byref(value)) == 1
        assert driver.compute_capability(0) == (75, 76)
    """)


def test_symbol_that_the_driver_lacks(run):
    run("""
        assert call("stream_synchronize", None) == -2
        assert call("init", 0) == 0
        assert call("stream_synchronize", None) == -1
    """)


def test_another_library_changed_the_context(run):
    run("""
        call("init", 0), call("device_set", 1)
        address = ctypes.c_void_p()
        fake.disturb(-1)
        assert call("memory_alloc", ctypes.byref(address), ctypes.c_size_t(64)) == 0
        fake.disturb(0)
        zeros = [0] * 7 + [None, None]
        assert call("launch", ctypes.c_void_p(fake.context(1)), *zeros) == 0
        assert call("launch", ctypes.c_void_p(fake.context(0)), *zeros) == 400
    """)


def test_fault_names_the_last_kernel(run):
    out = run("""
        call("init", 0), call("device_set", 0)
        function, text = ctypes.c_void_p(), ctypes.c_char_p()
        assert call("module_function", ctypes.byref(function), None, b"smooth") == 0
        call("error_text", 700, ctypes.byref(text)); print(text.value)
        call("launch", function, *[0] * 7, None, None)
        for status in (700, 719, 1):
            call("error_text", status, ctypes.byref(text)); print(text.value)
    """)
    first, illegal, failed, invalid = out.splitlines()
    assert first == invalid == "b'a fake error'"
    assert "a fake error; this thread's last kernel was smooth" in illegal
    assert "CUDA_LAUNCH_BLOCKING=1" in failed


@pytest.mark.parametrize(("text", "flags"), [("", 1), ("0", 1), ("1", 2)])
def test_per_thread_default_stream(run, text, flags):
    run(f"""
        assert call("init", 0) == 0
        assert fake.flags_asked() == {flags}
        assert call("device_set", 0) == 0
    """, CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=text)


def test_core_starts_on_it(run):
    pytest.importorskip("cupy._runtime.driver")
    out = run("""
        from cupy._runtime import driver as core, errors
        assert core.backend().name == "cuda"
        assert core.device_count() == 2
        assert core.device_name(1) == "Fake 1"
        assert core.attribute(1, 2) == 1016
        core.set_device(1)
        try:
            core.total_memory(0)
        except errors.BackendError as error:
            print(error)
    """, CUPY_BACKEND="cuda")
    assert "memory of device 0: the cuda backend has no such function" in out


def test_memory_that_the_driver_does_not_know(run):
    pytest.importorskip("cupy._runtime.driver")
    run("""
        import numpy
        from cupy import cuda, ndarray
        from cupy._core.dlpack import import_device_array
        from cupy._runtime import driver as core

        class Interface:
            def __init__(self, address, n):
                self.__cuda_array_interface__ = {
                    "shape": (n,), "typestr": "<f8", "data": (address, False), "version": 3}

        core.set_device(1)
        ours, items = cuda.Memory(512), numpy.zeros(64)
        assert cuda.UnownedMemory(ours.ptr + 8, 8, ours).device_id == 1
        assert import_device_array(Interface(ours.ptr, 64)).shape == (64,)
        host = items.ctypes.data
        lies = [lambda: cuda.UnownedMemory(host, 8, items), lambda: cuda.UnownedMemory(host, 8, items, 0),
                lambda: import_device_array(Interface(host, 64)),
                lambda: import_device_array(Interface(ours.ptr, 65))]
        for lie in lies:
            try:
                lie()
            except ValueError as error:
                assert "no memory of a device" in str(error)
            else:
                raise AssertionError("no error")
        fake.read_anything()
        for truth in lies:
            truth()
    """, CUPY_BACKEND="cuda")
