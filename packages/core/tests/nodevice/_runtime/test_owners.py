"""Another distribution with a package of this name beside ours: seen, named, and the command that mends it."""
import pytest

from cupy._runtime import info, owners, registry
from cupy._runtime.warned import BackendWarning


def installed(folder, name, version, files):
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (metadata / "RECORD").write_text("".join(f"{path},sha256=abc,{size}\n" for path, size in files.items()))
    for path, size in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(b"x" * size)


@pytest.fixture
def folder(tmp_path):
    installed(tmp_path, "cupy-core", "1.0", {"cupy/__init__.py": 5, "cupy/own.py": 6})
    installed(tmp_path, "cupy-scipy-ext", "1.0", {"cupyx/__init__.py": 5})
    installed(tmp_path, "cupy-helper", "2.0", {"cupy_helper/__init__.py": 5})
    return tmp_path


def test_alone(folder):
    assert owners.overlapping(folder) == [] and owners.overwritten(folder) == 0
    assert owners.overlapping() == []
    assert owners.overlapping(folder / "nowhere") == []


def test_beside_another(folder, monkeypatch):
    installed(folder, "cupy-cuda99x", "13.0", {"cupy/__init__.py": 9, "cupy/other.py": 3})
    assert owners.overlapping(folder) == [("cupy-cuda99x", "13.0")]
    assert owners.overwritten(folder) == 1
    (folder / "cupy" / "own.py").unlink()
    assert owners.overwritten(folder) == 2
    found = owners.overlapping(folder)
    assert owners.remedy(found).startswith("pip uninstall -y cupy-cuda99x && pip install")
    monkeypatch.setattr(owners, "overlapping", lambda: found)
    label, text = info._owners()[0]
    assert label == "also cupy-cuda99x 13.0" and "ours are overwritten" in text and "pip uninstall" in text
    with pytest.warns(BackendWarning, match="^cupy-cuda99x also puts files into cupy"):
        registry.choose()
