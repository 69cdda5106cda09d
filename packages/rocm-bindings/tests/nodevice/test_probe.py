"""The ROCm backend says why it cannot be used."""
import ctypes
import subprocess
import sys
from types import SimpleNamespace

import pytest

from cupy_rocm import backend, loader


def hip(count, status=0):
    def get_count(pointer):
        ctypes.cast(pointer, ctypes.POINTER(ctypes.c_int))[0] = count
        return status
    return SimpleNamespace(hipGetDeviceCount=get_count)


@pytest.mark.parametrize(("count", "status", "reason"), [
    (0, 0, "sees no device"), (-1, 100, "sees no device"), (2, 0, "sees 2 devices, but this version")])
def test_reasons(monkeypatch, count, status, reason):
    monkeypatch.setattr(loader, "load", lambda name: hip(count, status))
    found = backend.probe()
    assert found.devices == 0
    assert reason in found.reason
    assert found.fix


def test_no_library(monkeypatch):
    def missing(name):
        raise OSError("cannot open shared object file")
    monkeypatch.setattr(loader, "load", missing)
    found = backend.probe()
    assert "libamdhip64 cannot be opened (cannot open shared object file)" in found.reason
    assert "install ROCm" in found.fix


def test_newest_version_first(monkeypatch, tmp_path):
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    (tmp_path / "lib").mkdir()
    for version in (5, 6):
        (tmp_path / "lib" / f"libamdhip64.so.{version}").touch()
    assert loader.locate.__wrapped__("amdhip64") == str(tmp_path / "lib" / "libamdhip64.so.6")


def test_import_opens_no_library_and_needs_no_core():
    script = ("import sys, cupy_rocm.backend; assert 'cupy' not in sys.modules; "
              "assert 'amdhip' not in open('/proc/self/maps').read()")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_what_is_not_there_yet_says_so():
    with pytest.raises(backend.ServiceMissing, match="no blas service"):
        backend.service("blas")
    with pytest.raises(backend.ServiceMissing, match="no driver functions"):
        backend.driver()
    with pytest.raises(backend.ServiceMissing, match="no compiler"):
        backend.compiler()
