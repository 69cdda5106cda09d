"""Modules of extensions that serve libraries which are not installed."""
import sys

import pytest

from cupy._precompile import build_pack


@pytest.fixture
def extension(tmp_path, monkeypatch):
    package = tmp_path / "an_extension"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    for name in [name for name in sys.modules if name.startswith("an_extension")]:
        del sys.modules[name]


def test_are_passed_over(extension):
    (extension / "serves.py").write_text("import a_library_that_is_nowhere\n")
    list(build_pack.extension_units("host", ["an_extension"]))
    assert "an_extension.serves" not in sys.modules


def test_but_mistakes_of_their_own_are_not(extension):
    (extension / "wrong.py").write_text("import an_extension.missing\n")
    with pytest.raises(ModuleNotFoundError, match="an_extension.missing"):
        list(build_pack.extension_units("host", ["an_extension"]))
