"""The benchmark of several processes, on the host with small operands: every row comes, and no process stays."""
import pytest

from cupy_testing.bench import distributed as command

pytest.importorskip("cupyx.distributed")
pytestmark = pytest.mark.optional
SMALL = 2.0 ** -14


def printed(capsys, *parts, seconds=500):
    command.main(["--only", *parts, "--scale", str(SMALL), "--processes", "2", "--seconds", str(seconds)])
    first, _, _, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("2 processes, operands times")
    return {line.split(" | ")[0].lstrip("| "): [word.strip() for word in line.split("|")[2:-1]] for line in lines}


@pytest.mark.slow
def test_rows_of_processes(capsys):
    rows = printed(capsys, "collectives", "scaling", "transforms")
    assert [name for name in rows if "MiB" in name] == [
        f"{name}, {size} MiB" for size in ("0.015625", "0.0625")
        for name in ("all_reduce", "all_gather", "reduce_scatter", "all_to_all")]
    assert {name[-1] for name in rows if "each" in name} == {"1", "2"}
    assert len(rows) == 12 + 1 + 8 + 2 and all(float(figures[1].replace(",", "")) > 0 for figures in rows.values())


@pytest.mark.slow
def test_rows_of_dask(capsys):
    pytest.importorskip("distributed")
    rows = printed(capsys, "dask", "frames")
    assert len(rows) == 5 and all(float(figures[1]) > 0 for figures in rows.values())


def test_what_ends_is_said(monkeypatch):
    monkeypatch.setenv("CUPY_BACKEND", "none of these")
    found = list(command.rows(2, ["collectives"], SMALL, 200))
    assert "ended with status 1" in found[-1]["error"] and "none of these" in found[-1]["error"]


def test_what_takes_too_long_is_said():
    found = [row["error"] for row in command.rows(2, ["collectives", "frames"], SMALL, 1.05)]
    assert found == ["not done after 1 s", "the 1.05 s were over"]


def test_lines():
    assert command.line({"row": "a", "unit": "GB/s", "ours": 300.0, "torch": 310.0, "least": 0.97}) == \
        "| a | GB/s | 300 | 310 | 0.968 | 0.97: missed |"
    assert command.line({"row": "b", "unit": "us", "ours": 2.0, "torch": 3.0, "most": 3.0}) == \
        "| b | us | 2 | 3 | 1.500 | at most 3: reached |"
    assert command.line({"row": "c", "unit": "ms", "ours": 1234.5, "efficiency": 0.9, "least": 0.85}) == \
        "| c | ms | 1,234 |  | 0.900 | 0.85: reached |"
    assert command.line({"row": "d", "unit": "GB/s", "ours": 199.0, "least": 200.0}).endswith("at least 200: missed |")
