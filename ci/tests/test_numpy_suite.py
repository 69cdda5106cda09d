"""The shim under which NumPy's tests run, and the table of those that fail."""
import sys
from pathlib import Path

import numpy
import pytest

import cupy

TOOLS = Path(__file__).resolve().parents[1] / "tools"


@pytest.fixture(scope="module")
def tools():
    sys.path.insert(0, str(TOOLS))
    try:
        import numpy_on_cupy
        import numpy_suite
    finally:
        sys.path.remove(str(TOOLS))
    return numpy_suite, numpy_on_cupy


def test_names_come_from_cupy_where_it_has_them(tools):
    np = tools[1].adapted(numpy)
    assert type(np.arange(3)) is type(np.linalg.inv(numpy.eye(2))) is cupy.ndarray
    assert np.ndarray is cupy.ndarray
    assert np.float32 is numpy.float32
    assert np.add.reduce(numpy.arange(3)).item() == 3
    assert isinstance(np.add, cupy.ufunc)
    assert np.r_[numpy.arange(2), 5].tolist() == [0, 1, 5]
    assert "g" not in np.typecodes["AllFloat"]


def test_other_names_come_from_numpy_and_take_our_arrays(tools):
    np = tools[1].adapted(numpy)
    assert type(np.lib.array_utils.normalize_axis_index(-1, 2)) is int
    np.testing.assert_array_equal(cupy.arange(3), [0, 1, 2])
    with pytest.raises(AssertionError):
        np.testing.assert_equal({"a": cupy.arange(3)}, {"a": numpy.ones(3)})


def test_arrays_are_converted_wherever_they_lie(tools):
    nested = {"a": (numpy.arange(2), [numpy.ones(1)]), "b": "text", "c": numpy.array([None])}
    there = tools[1].to_device(nested)
    assert type(there["a"][0]) is type(there["a"][1][0]) is cupy.ndarray
    assert there["c"] is nested["c"]
    assert type(tools[1].to_host(there)["a"][1][0]) is numpy.ndarray


def test_the_table_is_read_as_it_was_written(tools, tmp_path, monkeypatch):
    suite = tools[0]
    monkeypatch.setattr(suite, "TABLE", tmp_path / "table.txt")
    assert suite.read_table() == {}
    known = {"lib/tests/test_a.py::TestB::test_c": "for a reason", "lib/tests/test_a.py::test_d": "another  # one"}
    suite.write_table(known)
    assert suite.read_table() == known


def test_the_table_names_files_of_the_suite_and_gives_reasons(tools):
    suite = tools[0]
    known = suite.read_table()
    assert known
    assert {name.partition("::")[0] for name in known} <= set(suite.FILES)
    assert all(known.values())
