"""The context of launch parameters: options, the file of records."""
import json

import pytest

import cupy
from cupyx import optimizing


def test_results_are_the_same():
    x = cupy.arange(1000.0)
    with optimizing.optimize(key="sum", max_trials=3, timeout=0.1):
        assert float(x.sum()) == 499500


def test_file(tmp_path):
    path = tmp_path / "records.json"
    with optimizing.optimize(key="mine", path=path):
        pass
    found = json.loads(path.read_text())["records"]
    assert found["mine"] and all(isinstance(name, str) for name in found["mine"])
    before = path.read_bytes()
    with optimizing.optimize(key="other", path=path, readonly=True):
        pass
    assert path.read_bytes() == before
    with optimizing.optimize(key="third", path=path):
        pass
    assert {"mine", "third"} <= json.loads(path.read_text())["records"].keys()


@pytest.mark.parametrize("text", ["", "[]", '{"format": "x", "records": {}}', '{"records": {"a": [1]}}'])
def test_other_files_are_refused(tmp_path, text):
    (tmp_path / "file").write_text(text)
    with pytest.raises(ValueError, match="holds no records"), optimizing.optimize(path=tmp_path / "file"):
        pass
    assert (tmp_path / "file").read_text() == text


def test_errors(tmp_path):
    with pytest.raises(TypeError, match="no option trials"), optimizing.optimize(trials=3):
        pass
    with pytest.raises(FileNotFoundError), optimizing.optimize(path=tmp_path / "none", readonly=True):
        pass
    with pytest.raises(ZeroDivisionError), optimizing.optimize(path=tmp_path / "after"):
        1 / 0
    assert not (tmp_path / "after").exists()
