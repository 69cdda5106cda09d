"""``python -m cupy info`` and `cupy.show_config`."""
import io

import pytest

import cupy
from cupy.__main__ import main


def test_lists_backends_and_why_not(capsys):
    assert main(["info"]) == 0
    out = capsys.readouterr().out
    for label in ("cupy", "NumPy", "Python", "backend", "device 0", "kernel cache", "kernel packs"):
        assert any(line.startswith(label) for line in out.splitlines()), label


def test_show_config_writes_to_a_file():
    file = io.StringIO()
    cupy.show_config(file=file)
    assert "backend" in file.getvalue()


def test_reason_for_each_backend_that_is_not_used(monkeypatch):
    from cupy._runtime import info, registry

    monkeypatch.setattr(registry, "report", lambda: [
        ("cuda", False, "no driver", "install a driver"), ("rocm", True, "", "")])
    rows = dict(info._others("host"))
    assert rows == {"backend cuda": "not used: no driver. To fix it: install a driver",
                    "backend rocm": "usable; choose it with CUPY_BACKEND=rocm"}


def test_named_backend_that_cannot_be_used_is_shown(run_python):
    out = run_python("from cupy.__main__ import main; main(['info'])", CUPY_BACKEND="nonsense")
    assert "CUPY_BACKEND=nonsense" in out or "the nonsense backend cannot be used" in out


def test_unknown_command():
    with pytest.raises(SystemExit):
        main(["nonsense"])
