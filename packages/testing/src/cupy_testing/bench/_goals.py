"""Goals of rows: the kinds that there are, and how they are read from a file.

A goal is a function of the rows of one case (label → row), of the label that is judged, and
of what the device can do (`Floors`); it returns seconds, or None when the run lacks what it needs.
"""
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from os import PathLike


@dataclass
class Floors:
    """Measured in the same run: bytes a second of a copy, and seconds of a bare launch."""

    copy: float | None = None
    launch: float | None = None


def launch_plus(microseconds: float) -> Callable[..., Any]:
    """At most a bare launch and so much more."""
    return lambda rows, label, floors: floors.launch and floors.launch + microseconds * 1e-6


def at_most(microseconds: float) -> Callable[..., Any]:
    """At most so many microseconds."""
    return lambda rows, label, floors: microseconds * 1e-6


def of_copy(share: float) -> Any:
    """At least this share of the rate of a device copy."""
    def seconds(rows: Any, label: str, floors: Any) -> float:
        gbps = rows[label].get("gbps")
        return gbps and floors.copy and gbps * rows[label]["seconds"] / floors.copy / share * 1e9

    return seconds


def of_best(factor: Any = 1.0) -> Callable[..., Any]:
    """At most this factor times the better of the other libraries."""
    def seconds(rows: Any, label: Any, floors: Any) -> Any:
        others = [row["seconds"] for name, row in rows.items()
                  if name != label and "seconds" in row and not name.startswith("numpy")]
        return min(others) * factor if others else None

    return seconds


#: How a goal is stated in a file: `{"suite": {"case": {KIND: NUMBER}}}`.
KINDS = {"launch_plus": launch_plus, "at_most": at_most, "of_copy": of_copy, "of_best": of_best}


@dataclass
class Goals:
    """Goals by ``suite/case``: functions for times, the most that other figures may be."""

    times: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)


def load(path: str | PathLike[str] | None) -> Goals:
    """The goals of a JSON file; none without a path."""
    goals = Goals()
    if path is None:
        return goals
    with open(path) as file:
        stated = json.load(file)
    for suite, cases in stated.items():
        for case, goal in cases.items():
            (kind, number), = goal.items()
            if kind == "value_at_most":
                goals.values[f"{suite}/{case}"] = number
            elif kind in KINDS:
                goals.times[f"{suite}/{case}"] = KINDS[kind](number)
            else:
                raise ValueError(f"{path}: {suite}/{case} has a goal of kind {kind!r}, not of "
                                 f"{', '.join([*KINDS, 'value_at_most'])}")
    return goals


def host_target(case: Any, rows: Any, label: Any) -> Any:
    """For the suite ``sizes``: three times NumPy's time at 1k elements, NumPy's time at 10M."""
    factor = {"1k": 3.0, "10M": 1.0}.get(case.rpartition("_")[2])
    seconds = next((row["seconds"] for name, row in rows.items()
                    if name.startswith("numpy") and "seconds" in row), None)
    return factor and seconds and factor * seconds
