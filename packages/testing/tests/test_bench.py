"""The benchmark command: cases load, rows come out, nothing stops a run."""
import argparse
import json

import numpy
import pytest

from cupy_testing.bench import __main__ as command
from cupy_testing.bench._case import SUITES, load
from cupy_testing.bench._parent import run
from cupy_testing.bench._table import render, render_markdown
from cupy_testing.bench._goals import load as load_goals
from cupy_testing.bench._library import LIBRARIES
from cupy_testing.bench import beside_cupy, small, sweep
from cupy_testing.bench.sweep_cases import draw


def test_keys_are_unique():
    keys = [case.key for case in load(SUITES, "cupy")]
    assert len(keys) == len(set(keys))


@pytest.fixture
def goals(tmp_path):
    path = tmp_path / "goals.json"
    path.write_text(json.dumps({
        "bandwidth": {"add_float32": {"of_copy": 0.95}, "sum_float32": {"of_copy": 0.85}},
        "overhead": {"add": {"launch_plus": 0.5}}, "memory": {"pool_replay": {"value_at_most": 1.1}}}))
    return load_goals(path)


def test_goals_of_a_file(goals, tmp_path):
    assert set(goals.times) == {"bandwidth/add_float32", "bandwidth/sum_float32", "overhead/add"}
    assert goals.values == {"memory/pool_replay": 1.1}
    assert not load_goals(None).times
    (tmp_path / "wrong.json").write_text('{"overhead": {"sin": {"eval": "1"}}}')
    with pytest.raises(ValueError, match="overhead/sin has a goal of kind 'eval'"):
        load_goals(tmp_path / "wrong.json")


@pytest.mark.parametrize("library", ["cupy", "torch", "numpy"])
def test_every_suite_loads(library):
    assert {case.suite for case in load(SUITES, library)} >= {"overhead", "bandwidth", "library"}


def test_unknown_suite():
    with pytest.raises(ValueError, match="no suite nonsense"):
        load(["nonsense"], "numpy")


def test_rows_of_numpy(tmp_path, capsys):
    out = tmp_path / "rows.jsonl"
    command.main(["--lib", "numpy", "--suite", "overhead", "--only", "overhead/sin,overhead/sum",
                  "--out", str(out), "--table"])
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["case"] for row in rows] == ["sin", "sum", "sum_axis"]
    assert all(row["seconds"] > 0 for row in rows)
    assert "overhead/sum_axis" in capsys.readouterr().out


def test_a_process_that_dies_costs_its_case_only(tmp_path):
    package = tmp_path / "cupy"
    package.mkdir()
    (package / "__init__.py").write_text("import os; os._exit(7)")
    cases = load(["overhead"], "cupy", ["overhead/sin", "overhead/max"])
    rows = list(run(cases, "cupy", "broken", path=str(tmp_path)))
    assert [row["case"] for row in rows] == ["sin", "max"]
    assert all("status 7" in row["error"] for row in rows)


def test_a_case_that_hangs_is_ended(tmp_path):
    package = tmp_path / "cupy"
    package.mkdir()
    (package / "__init__.py").write_text("import time; time.sleep(60)")
    cases = load(["overhead"], "cupy", ["overhead/sin"])
    row, = run(cases, "cupy", "slow", path=str(tmp_path), timeout=2)
    assert "no result after 2 s" in row["error"]


def test_a_case_that_raises_is_a_row(tmp_path):
    package = tmp_path / "cupy"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('not here')")
    row, = run(load(["overhead"], "cupy", ["overhead/sin"]), "cupy", "raising", path=str(tmp_path))
    assert row["error"] == "ImportError: not here"


def row(label, suite, case, microseconds, **more):
    return {"label": label, "suite": suite, "case": case, "seconds": microseconds * 1e-6, **more}


def test_markdown(goals):
    text = render_markdown([
        row("ours", "floor", "copy", 100, gbps=4000.0),
        row("ours", "bandwidth", "add_float32", 200, gbps=3900.0),
        row("ours", "composite", "kmeans_assign_1M", 2000), row("torch", "composite", "kmeans_assign_1M", 2500),
    ], goals).splitlines()
    assert "### composite" in text
    assert "| `add_float32` | 200 | – |  | 98 | 205 | reached |" in text
    assert "| `kmeans_assign_1M` | 2,000 | 2,500 | 0.80 |  |  |  |" in text


def test_table(goals):
    text = render([
        row("ours", "floor", "copy", 100, gbps=4000.0),
        row("ours", "floor", "launch", 3),
        row("ours", "overhead", "add", 3.4), row("torch", "overhead", "add", 5.1),
        row("ours", "bandwidth", "add_float32", 200, gbps=3900.0),
        row("ours", "bandwidth", "sum_float32", 200, gbps=3000.0),
        row("ours", "memory", "pool_replay", 1, value=1.05),
        {"label": "torch", "suite": "overhead", "case": "sum", "error": "RuntimeError: no"},
    ], goals).splitlines()
    lines = {line.split()[0]: line.split()[1:] for line in text if line}
    assert lines["overhead/add"] == ["3.40", "5.10", "1.50", "3.50", "ok"]
    assert lines["bandwidth/add_float32"] == ["200.00", "-", "98", "205.26", "ok"]
    assert lines["bandwidth/sum_float32"][-1] == "MISS"
    assert lines["memory/pool_replay"] == ["1.050", "-", "1.10", "ok"]
    assert "3 targets reached, 1 missed; copy 4000 GB/s; launch 3.00 us" in text
    assert "overhead/sum torch: RuntimeError: no" in text


def test_cases_of_the_sweep():
    library = LIBRARIES["numpy"]()
    for number in range(60):
        case = draw(3, number, 1 << 12, 1 << 14)
        assert draw(3, number, 1 << 12, 1 << 14).line == case.line
        assert (case.floor > 0) == (number % 6 != 5)        # what something else than memory bounds has no floor
        if case.floor:
            case.call(numpy, *[operand.make(library) for operand in case.operands])


def test_report_of_the_sweep(capsys):
    head = {"rate": 4e12, "launch": 4e-6, "backend": "cuda"}
    cases = [{"number": k, "family": "copy", "line": f"line {k}", "floor": floor, "operands": ["f[3]"], "seconds": 1e-4,
              **more} for k, (floor, more) in enumerate([(1 << 28, {"share": 0.71}), (1 << 10, {"share": 0.01}),
                                                         (0, {"others": {"cupy": 5e-5}})])]
    sweep.report("ours", head, cases, 1 << 26)
    text = capsys.readouterr().out
    assert "all             1" in text and "0.71  #0 line 0" in text and "0.01" not in text
    assert "1 of 1 cases that another library timed are more than 5 % slower" in text and "2.00x  #2 line 2" in text


@pytest.mark.parametrize("at", [2, 5])
def test_a_sweep_that_is_stopped(at, monkeypatch, capsys):
    """What was timed until then is reported and kept."""
    rows = [{"rate": 4e12, "launch": 4e-6, "backend": "host"},
            *({"number": k, "family": "copy", "line": f"line {k}", "floor": 1 << 28, "launches": 1,
               "operands": ["f[3]"], "seconds": 1e-3} for k in range(2))]
    left = [at]

    def start(library, path, options, **more):
        for row in rows:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            yield row

    monkeypatch.setattr(sweep, "start", start)
    options = argparse.Namespace(low=1 << 20)
    found = sweep.sweep(options, [("ours", "cupy", None), ("numpy", "numpy", None)])
    assert len(found) == min(at, 3) and f"{min(at, 3) - 1} cases" in capsys.readouterr().out
    assert sum("others" in row for row in found) == max(0, at - 4)


@pytest.fixture
def another_cupy(tmp_path):
    """NumPy and SciPy as a cupy in a folder: it has no laplace, and its convolve ends the process."""
    (tmp_path / "cupy.py").write_text(
        "from numpy import *\nfrom types import SimpleNamespace as S\n"
        "cuda = S(Device=lambda: S(synchronize=lambda: None))\n"
        "def get_default_memory_pool(): return S(free_all_blocks=lambda: None)\n")
    package = tmp_path / "cupyx" / "scipy"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (package / "ndimage.py").write_text(
        "import os\nfrom scipy.ndimage import *\ndel laplace\ndef convolve(*a, **k): os._exit(3)\n")
    return str(tmp_path)


def test_beside_another_library(another_cupy, tmp_path, capsys):
    pytest.importorskip("scipy")
    pytest.importorskip("cupyx.scipy")
    out = tmp_path / "rows.jsonl"
    beside_cupy.main([f"theirs={another_cupy}", "numpy", "--of", "images", "--sizes", "64", "--only", "e 2-d float32",
                      "--above", "0", "--again", "1", "--out", str(out)])
    rows = {label: {row["case"]: row for row in map(json.loads, out.read_text().splitlines()) if row["label"] == label}
            for label in ("theirs", "numpy")}
    assert len(rows["numpy"]) == 6 and all(row["seconds"] > 0 for row in rows["numpy"].values())
    errors = {case: row["error"] for case, row in rows["theirs"].items() if "error" in row}
    assert errors.pop("laplace 2-d float32 of 64") == "AttributeError: there is no cupyx.scipy.ndimage.laplace"
    (died,) = errors.values()
    assert died == "the process ended with status 3"
    text = capsys.readouterr().out
    assert text.count("| images: ") == 4 and "4 calls of both libraries: 4 above 0.0" in text
    assert "theirs: 4 timed, 1 absent, 1 failed." in text


def test_one_library_beside_none(tmp_path, capsys):
    out = tmp_path / "rows.jsonl"
    beside_cupy.main(["numpy", "--of", "images", "--sizes", "64", "--only", "sobel 2-d", "--out", str(out)])
    assert [json.loads(row)["case"] for row in out.read_text().splitlines()] == [
        f"sobel 2-d {dtype} of 64" for dtype in ("uint8", "float32", "float64")]
    with pytest.raises(SystemExit, match="two libraries"):
        beside_cupy.main(["numpy", "numpy", "numpy"])


def test_report_of_two_libraries():
    first, second = ([{"suite": "beside_images", "case": case, "seconds": took} for case, took in of.items()]
                     for of in ({"a of 1": 2, "b of 1": 3, "c of 1": 1}, {"a of 1": 1, "b of 1": 1, "d of 1": 1}))
    lines = beside_cupy.report(["x", "y"], first, second, 1.05).splitlines()
    assert lines[2:4] == ["| images: b of 1 | 3000000.0 | 1000000.0 | 3.00 |",
                          "| images: a of 1 | 2000000.0 | 1000000.0 | 2.00 |"]
    assert "2 calls of both libraries: 2 above 1.05, geometric mean 2.449, 2 timed by one call." in lines


def test_calls_of_few_items(capsys):
    """Every function that NumPy has too is called or said to be otherwise; what is slower is listed."""
    calls = small.calls()
    assert set(small.functions()) <= {name.partition(" ")[0] for name in calls}
    assert small.main(["--sizes", "10", "--only", "flipud,x + 1", "--seconds", "0.001", "--over", "0"]) == 0
    assert "flipud" in (text := capsys.readouterr().out) and "2 of 2 calls take more than 0.0 times" in text
    assert small.main(["--sizes", "10", "--only", "bincount with", "--seconds", "0.001", "--dtype", "D"]) == 1
    assert "bincount with weights: TypeError" in capsys.readouterr().out
