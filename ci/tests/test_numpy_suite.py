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
        import expected_failures
        import numpy_on_cupy
        import numpy_suite
    finally:
        sys.path.remove(str(TOOLS))
    return numpy_suite, numpy_on_cupy, expected_failures


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


def test_a_list_is_read_as_it_was_written(tools, tmp_path):
    expected = tools[2].Expected(tmp_path / "lists" / "of_a.txt", "Tests that fail.")
    assert expected.read() == {}
    known = {"test_a.py::TestB::test_c": "for a reason", "test_a.py::test_d": "another  # one", "test_a.py::test_e": ""}
    expected.write(known)
    assert expected.read() == known
    assert expected.path.read_text().startswith("# Tests that fail.\ntest_a.py::TestB::test_c  # for a reason\n")
    expected.write({})
    assert not expected.path.exists()


def test_what_happens_is_held_against_a_list(tools, tmp_path, capsys):
    expected = tools[2].Expected(tmp_path / "of_a.txt", "Tests that fail.")
    expected.write({"a": "why", "b": "why"})
    assert expected.judge({"a": "E"}, {"c"}, ())            # b was not run
    assert not expected.judge({"a": "E", "d": "other"}, {"b"}, ())
    assert capsys.readouterr().out == "fails: d  # other\npasses, but is listed: b\n"
    assert expected.judge({"a": "E"}, {"b"}, ["--shrink"]) and expected.read() == {"a": "why"}
    assert expected.judge({"a": "E", "d": "other"}, set(), ["--record"])
    assert expected.read() == {"a": "why", "d": "other"} and not expected.count()


def test_a_list_keeps_what_was_counted(tools, tmp_path):
    expected = tools[2].Expected(tmp_path / "of_a.txt", "Tests that fail.")
    assert expected.judge({"a": "E"}, {"b"}, ["--record"], "1 passed") and expected.count() == "1 passed"
    assert expected.judge({}, {"a"}, ["--shrink"])          # not all tests ran: nothing was counted
    assert expected.read() == {} and expected.path.read_text() == "# Tests that fail.\n# 1 passed\n"


def test_a_command_line_names_parts_options_and_arguments_of_pytest(tools):
    calls = []
    status = tools[2].command_line("tool.py", lambda *call: calls.append(call), ["x", "--shrink", "-k", "y"], ["z"])
    assert status == 1 and calls == [("x", ["--shrink"], ["-k", "y"])]


def test_the_table_names_files_of_the_suite_and_gives_reasons(tools):
    suite = tools[0]
    known = suite.TABLE.read()
    assert known
    assert {name.partition("::")[0] for name in known} <= set(suite.FILES)
    assert all(known.values())


@pytest.mark.parametrize("release, good", [("1.17.1", {"a", "c"}), ("1.18.0rc1", {"b", "c"}), ("2.0", {"b", "c"})])
def test_a_reason_may_be_one_for_some_releases(tools, tmp_path, release, good):
    expected = tools[2].Expected(tmp_path / "list.txt", "Tests that fail.", release)
    expected.write({"a": "for a reason (from 1.18)", "b": "another (before 1.18)", "d": "not collected"})
    assert expected.judge({}, good, ())
    for name in ("a", "b"):
        assert expected.judge({name: ""}, good - {name}, ()) == (name not in good)
        assert expected.judge({}, good | {name}, ()) == (name in good)
