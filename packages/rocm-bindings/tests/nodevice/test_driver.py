"""The driver half of the contract, where there may be no ROCm."""
import os
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import cupy_rocm
from cupy_rocm import backend, driver, find

ROOT = Path(cupy_rocm.__file__).parent


def run(script, **environment):
    """What a Python of its own prints."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True,
                          env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


PROBE = "import cupy_rocm.backend as b; found = b.probe(); print(found.devices, '|', found.reason, '|', found.fix)"


def test_import_opens_no_library_and_needs_no_core():
    run("import sys, cupy_rocm.backend, cupy_rocm.driver, cupy_rocm.compiler; assert 'cupy' not in sys.modules; "
        "assert 'amdhip' not in open('/proc/self/maps').read()")


def test_probe_is_quick_and_says_why():
    start = time.perf_counter()
    found = backend.probe()
    took = time.perf_counter() - start
    if driver.reason():
        assert took < 0.2
        assert found.devices == 0
        assert "libamdhip64" in found.reason
        assert found.fix
    else:
        assert found.devices or found.reason


def test_wrong_rocm_path_is_no_reason_to_look_elsewhere(tmp_path):
    out = run(PROBE, ROCM_PATH=str(tmp_path))
    assert f"libamdhip64 is not installed (looked for libamdhip64.so.7, libamdhip64.so.6, libamdhip64.so.5 below "\
           f"ROCM_PATH={tmp_path})" in out
    assert "unset ROCM_PATH" in out


def test_library_that_cannot_be_opened(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libamdhip64.so.7").write_text("this is no library")
    out = run(PROBE, ROCM_PATH=str(tmp_path))
    assert out.startswith("0 | ") and "libamdhip64.so.7: file too short" in out or "invalid ELF header" in out


@pytest.mark.parametrize(("status", "text", "devices", "version", "reason"), [
    (-2, "libamdhip64 is not installed", 0, 0, "not installed"),
    (0, "", 1, 50221153, "HIP 5.2, and 6.0 is needed"),
    (3, "initialization error", 0, 60443483, "initialization error"),
    (100, "no ROCm-capable device is detected", 0, 70200000, "no ROCm-capable device"),
    (0, "", 0, 60000000, "no device"),
])
def test_reasons(monkeypatch, status, text, devices, version, reason):
    for name in backend._HIDING:
        monkeypatch.delenv(name, raising=False)
    found = backend._probe(status, text, devices, version)
    assert found.devices == 0
    assert reason in found.reason
    assert found.fix


@pytest.mark.parametrize("name", backend._HIDING)
def test_hidden_devices_are_named(monkeypatch, name):
    for other in backend._HIDING:
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, "")
    found = backend._probe(100, "no ROCm-capable device is detected", 0, 60443483)
    assert name in found.reason and found.fix == f"unset {name}"


def test_usable():
    assert backend._probe(0, "", 3, 60443483) == (3, "", "")


def test_probe_never_raises(monkeypatch):
    def broken():
        raise OSError("undefined symbol")
    monkeypatch.setattr(backend, "driver", broken)
    assert "undefined symbol" in backend.probe().reason


def test_newest_version_first(monkeypatch, tmp_path):
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    (tmp_path / "lib").mkdir()
    for version in (5, 6):
        (tmp_path / "lib" / f"libamdhip64.so.{version}").touch()
    assert find.locate.__wrapped__("amdhip64") == str(tmp_path / "lib" / "libamdhip64.so.6")


def test_every_contract_function_is_there():
    contract = pytest.importorskip("cupy._runtime.driver")
    assert contract.missing_functions(driver) == ()


def test_declarations_agree_with_the_symbol_table():
    def plain(text):
        return re.sub(r"\s+", " ", text.replace("\\\n", " ").replace("(void)", "()"))

    rows = re.findall(r"X\((\w+), (\([^()]*\))\)", plain((ROOT / "loader.hpp").read_text()))
    assert rows == re.findall(r"int \(\*(\w+)\)(\([^()]*\)) noexcept nogil", plain((ROOT / "loader.pxd").read_text()))
    assert len(rows) > 75


@pytest.mark.skipif(not driver.reason(), reason="there is a ROCm")
def test_functions_without_a_library_return_a_status():
    contract = pytest.importorskip("cupy._runtime.driver")
    read_their_argument = {"memory_ipc_open", "event_ipc_open"}
    for name in set(contract.signatures()) - read_their_argument:
        status = contract.stub_status(driver.__pyx_capi__, name)
        assert status in (-2, 1), (name, status)


def test_unknown_service():
    with pytest.raises(backend.ServiceMissing, match="no service named 'nonsense'"):
        backend.service("nonsense")


def test_service_without_its_library_names_the_command(monkeypatch):
    def missing(name):
        raise ImportError("libhipblas.so.3: cannot open")
    monkeypatch.setattr(backend.importlib, "import_module", missing)
    with pytest.raises(backend.ServiceMissing, match="apt install hipblas"):
        backend.service.__wrapped__("blas")


def test_libraries_are_listed_without_a_driver():
    rows = {name: (version, where) for name, version, where in backend.libraries()}
    assert set(rows) == {"driver", *find.LIBRARIES}
    assert all(where for _, where in rows.values())


def test_library_missing_names_the_command(monkeypatch):
    from cupy_rocm.errors import LibraryMissing
    from cupy_rocm.find import search

    def fail(*arguments, **options):
        raise OSError("cannot open shared object file")
    monkeypatch.setattr(search.ctypes, "CDLL", fail)
    for name in find.LIBRARIES:
        with pytest.raises(LibraryMissing, match="install"):
            search.load.__wrapped__(name)
