"""The kernels of examples/kernels give the same numbers in every class."""
import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "kernels" / "every_class.py"
FOUND = runpy.run_path(str(EXAMPLE))["results"]()


@pytest.mark.parametrize("name", FOUND)
def test_every_class_computes_the_same(name):
    value = FOUND[name].get()
    assert abs(value - (FOUND["arrays"].get() if value.ndim else 0)).max() < 1e-10
