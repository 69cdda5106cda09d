"""The driver half of the contract, where there may be no driver."""
import subprocess
import sys
import time

import pytest

from cupy_cuda import backend, driver


def test_import_opens_no_library():
    script = ("import cupy_cuda.backend as b, cupy_cuda.driver; "
              "maps = open('/proc/self/maps').read(); "
              "assert not any(name in maps for name in ('libcuda', 'libnvrtc', 'libcublas')), maps")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_import_does_not_need_core():
    script = "import sys, cupy_cuda.backend, cupy_cuda.compiler; assert 'cupy' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_probe_is_quick_and_says_why():
    start = time.perf_counter()
    found = backend.probe()
    took = time.perf_counter() - start
    if driver.reason():
        assert took < 0.2
        assert found.devices == 0
        assert "driver" in found.reason
        assert "driver" in found.fix
    else:
        assert found.devices or found.reason


@pytest.mark.parametrize(("status", "text", "devices", "version", "reason"), [
    (-2, "the NVIDIA driver is not installed", 0, 0, "not installed"),
    (0, "", 1, 11080, "supports CUDA 11.8, and 12.0 is needed"),
    (803, "system has unsupported display driver", 0, 12040, "unsupported display driver"),
    (100, "no CUDA-capable device is detected", 0, 13000, "no CUDA-capable device"),
    (0, "", 0, 13000, "no device"),
])
def test_reasons(monkeypatch, status, text, devices, version, reason):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    found = backend._probe(status, text, devices, version)
    assert found.devices == 0
    assert reason in found.reason
    assert found.fix


def test_hidden_devices_are_named(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    found = backend._probe(100, "no CUDA-capable device is detected", 0, 13000)
    assert "CUDA_VISIBLE_DEVICES" in found.reason


def test_usable():
    assert backend._probe(0, "", 3, 12020) == (3, "", "")


def test_probe_never_raises(monkeypatch):
    def broken():
        raise OSError("undefined symbol")
    monkeypatch.setattr(backend, "driver", broken)
    assert "undefined symbol" in backend.probe().reason


def test_every_contract_function_is_there():
    contract = pytest.importorskip("cupy._runtime.driver")
    assert contract.missing_functions(driver) == ()


def test_declarations_agree_with_the_symbol_table():
    import re
    from pathlib import Path

    import cupy_cuda

    root = Path(cupy_cuda.__file__).parent
    table = (root / "loader.hpp").read_text()
    declared = (root / "loader.pxd").read_text()

    def plain(text):
        return re.sub(r"\s+", " ", text.replace("\\\n", " ").replace("(void)", "()"))

    rows = re.findall(r"X\((\w+), \d+, (\([^()]*\))\)", plain(table))
    assert rows == re.findall(r"int \(\*(\w+)\)(\([^()]*\)) noexcept nogil", plain(declared))
    assert len(rows) > 80


@pytest.mark.skipif(not driver.reason(), reason="there is a driver")
def test_functions_without_a_library_return_a_status():
    contract = pytest.importorskip("cupy._runtime.driver")
    read_their_argument = {"memory_ipc_open", "event_ipc_open"}
    for name in set(contract.signatures()) - read_their_argument:
        status = contract.stub_status(driver.__pyx_capi__, name)
        assert status in (-2, 1, 101), (name, status)

