"""Graphs beyond capture and launch, on the host: see `_runtime/services/graphs.py`."""
from __future__ import annotations

import itertools
from typing import Any

import cupy._host.driver as driver
from cupy._runtime.calls import check_status, graphLaunch

__all__ = []

HAS_CONDITIONS = True

_UPDATE_FAILED = 910


def add_child(stream: int, graph: int) -> None:
    """A graph and its executable form are alike here, and a launch in a capture is recorded."""
    graphLaunch(graph, stream)


def add_condition(stream: int, kind: int, address: int, size: int, count: int) -> int:
    """The node is known by its place."""
    status, place = driver.condition_add(stream, kind, address, size, count)
    check_status(status)
    return place


def begin_body(node: int, choice: int, stream: int, spare: int) -> int:
    """The body is recorded on the stream itself."""
    check_status(driver.body_begin(stream, node, choice))
    return stream


def end_body(node: int, stream: int) -> None:
    """What comes is recorded behind the node again."""
    check_status(driver.body_end(stream))


def update(executable: int, graph: int) -> str:
    """Take the nodes of the other graph."""
    status = driver.graph_update(executable, graph)
    if status == _UPDATE_FAILED:
        return "the graphs have different nodes"
    check_status(status)
    return ""


def kernels(graph: int) -> list[tuple[int, str, list[Any], list[Any]]]:
    """The kernels in the order in which they run; a node is its place among them."""
    found = (driver.graph_kernel(graph, place) for place in itertools.count())
    return [(place, *kernel) for place, kernel in enumerate(itertools.takewhile(bool, found))]


def set_kernel(executable: int, node: int, geometry: list[int], arguments: list[bytes]) -> None:
    """Change one."""
    check_status(driver.graph_kernel_set(executable, node, geometry, arguments))
