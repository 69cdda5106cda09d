"""Packages of different releases say so when they are imported."""
import pytest

from cupy import _version
from cupyx import _core_version


def test_the_interfaces_agree():
    _core_version.check("cupy-scipy-ext", "0.1.0")


@pytest.mark.parametrize("found", [0, 2])
def test_another_interface(monkeypatch, found):
    monkeypatch.setattr(_version, "EXTENSION_API", found)
    with pytest.raises(ImportError, match=rf"cupy-scipy-ext 0\.3\.1 needs version 1 .* has version {found}; .*"
                                          r"pip install 'cupy-core==0\.3\.\*'"):
        _core_version.check("cupy-scipy-ext", "0.3.1")


def test_a_core_without_number(monkeypatch):
    monkeypatch.delattr(_version, "EXTENSION_API")
    with pytest.raises(ImportError, match="has version 0"):
        _core_version.check("cupy-scipy-ext", "0.1.0")
