"""Loaded kernels on the host backend: found again, rebuilt, shared by threads and processes."""
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from cupy._runtime import driver, kernel_cache
from cupy._runtime.disk_cache import DiskCache
from cupy._runtime.errors import CompileException

TEXT = """#include "platform.hpp"
CUPY_EXPORT const int count__info[] = {0, 1, 8};
CUPY_EXPORT void count(void **params, unsigned block, unsigned grid) { **(int **)params[0] += 1; }
"""


class Unit:
    options = ()

    def __init__(self, name, text=TEXT):
        self.name, self.text = name, text


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    if driver.backend().name != "host":
        pytest.skip("the sources here are for the host")
    monkeypatch.setenv("CUPY_CACHE_DIR", str(tmp_path / "cache"))
    kernel_cache.clear()
    yield
    kernel_cache.clear()


@pytest.fixture
def compilations(monkeypatch):
    """Names of what the compiler compiles from now on."""
    compiler, names = driver.backend().compiler(), []
    original = compiler.compile

    def compile(source, *, name, **more):
        names.append(name)
        return original(source, name=name, **more)
    monkeypatch.setattr(compiler, "compile", compile)
    return names


def test_function_is_compiled_loaded_and_kept(compilations):
    unit = Unit("count_unit")
    handle = kernel_cache.function(unit, "count")
    assert handle
    assert kernel_cache.function(unit, "count") == handle
    assert compilations == ["count_unit"]
    kernel_cache.clear()
    assert kernel_cache.function(unit, "count")
    assert compilations == ["count_unit"]


def test_function_knows_its_module():
    function = kernel_cache.get_function(Unit("count_unit"), "count")
    assert (function.name, function.module.name, function.device) == ("count", "count_unit", 0)
    assert function.ptr


def test_image_that_does_not_load_is_built_again(compilations, tmp_path):
    kernel_cache.function(Unit("k"), "count")
    disk = DiskCache(str(tmp_path / "cache"), 1 << 30)
    (entry,) = os.listdir(disk.folder)
    disk.put(bytes.fromhex(entry.partition(".")[0]), {"lowered": {}, "log": ""}, b"not a shared object")
    kernel_cache.clear()
    assert kernel_cache.function(Unit("k"), "count")
    assert compilations == ["k", "k"]
    kernel_cache.clear()
    assert kernel_cache.function(Unit("k"), "count")
    assert compilations == ["k", "k"]


@pytest.mark.parametrize("settings", [
    {"CUPY_CACHE_IN_MEMORY": "1"}, {"CUPY_CACHE_DIR": "/proc/nowhere"}, {"CUPY_CACHE_DIR": "", "HOME": "/dev/null"}])
def test_without_a_disk(monkeypatch, compilations, settings):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    kernel_cache.clear()
    assert kernel_cache.function(Unit("k"), "count")
    assert kernel_cache.function(Unit("k"), "count")
    assert compilations == ["k"]


def test_error_is_not_remembered():
    for _ in range(2):
        with pytest.raises(CompileException, match="no_such_name"):
            kernel_cache.module("int f() { return no_such_name; }", "faulty")


def test_threads_compile_a_source_once(compilations):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        handles = set(pool.map(lambda _: kernel_cache.function(Unit("k"), "count"), range(16)))
    assert len(handles) == 1
    assert compilations == ["k"]


_WORKER = """
import sys
from cupy._runtime import kernel_cache
class Unit:
    name, options = "k", ()
    text = open(sys.argv[1]).read()
print("started", flush=True)
assert kernel_cache.function(Unit, "count")
print("done", flush=True)
"""


def test_processes_start_at_once_and_some_are_killed(tmp_path):
    (tmp_path / "text").write_text(TEXT)
    workers = [subprocess.Popen([sys.executable, "-c", _WORKER, str(tmp_path / "text")], stdout=subprocess.PIPE)
               for _ in range(8)]
    for worker in workers:
        worker.stdout.readline()
    generator = random.Random(0)
    for worker in workers[:4]:
        time.sleep(generator.random() / 50)
        worker.send_signal(signal.SIGKILL)
    assert [worker.communicate(timeout=100)[0] for worker in workers[4:]] == [b"done\n"] * 4
    for worker in workers[:4]:
        worker.communicate(timeout=100)
    assert kernel_cache.function(Unit("k"), "count")
