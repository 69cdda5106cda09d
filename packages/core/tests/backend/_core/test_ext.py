"""What extensions may use is there."""
import importlib

import pytest


def test_every_name():
    module = importlib.import_module("cupy._ext")
    for name in module.__all__:
        assert getattr(module, name) is not None, name
    assert {"Kernel", "fourier", "normalize_axis_index", "ufunc"} <= set(module.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        module.nothing
