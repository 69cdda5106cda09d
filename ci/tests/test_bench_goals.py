"""The goals of the benchmark's rows."""
from pathlib import Path

from cupy_testing.bench._case import SUITES, load
from cupy_testing.bench._goals import load as load_goals


def test_goals_name_cases():
    goals = load_goals(Path(__file__).parents[1] / "bench_goals.json")
    keys = {case.key for case in load(SUITES, "cupy")}
    assert len(goals.times) > 100
    assert set(goals.times) | set(goals.values) <= keys
