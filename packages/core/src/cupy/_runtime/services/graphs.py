"""Graphs beyond capture and launch: what an adapter offers.

An adapter is ``backend.service("graphs")``; handles and addresses are integers, and a failure raises a RuntimeError.

``add_child(stream, graph)``
    Record a graph in the capture of a stream, behind the work that the stream has.
``HAS_CONDITIONS``
    Whether there are conditional nodes; else the next three functions raise a RuntimeError that says so.
``add_condition(stream, kind, address, size, count)``
    Add a conditional node of `count` bodies to the capture of a stream, behind the work that it has.  A body of kind
    `IF_TRUE` runs when one of the `size` bytes at the address is not zero, of kind `WHILE_TRUE` again and again while
    that is so, and of kind `BY_NUMBER` when they are its number, little-endian.  Returns the node, for the next two.
``begin_body(node, choice, stream, spare)``
    Begin to record a body of a node of that capture.  Returns the stream to record on: the spare one, which is not in
    use, or, where graphs are recorded otherwise, the same.
``end_body(node, stream)``
    The body is complete that was recorded on this stream.
``update(executable, graph)``
    The executable graph takes the parameters of a graph of the same shape.  Returns why it cannot, or ``""``.
``kernels(graph)``
    ``(node, name, geometry, arguments)`` of each kernel; geometry is grid, block and bytes of shared memory in a
    sequence of seven, arguments are their bytes, or None where the platform does not tell them.
``set_kernel(executable, node, geometry, arguments)``
    Change a kernel of the executable graph; arguments of None stay.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

IF_TRUE, WHILE_TRUE, BY_NUMBER = range(3)         # as CUgraphConditionalNodeType has them


def adapter() -> ModuleType:
    """The service of the active backend; raises `ImportError` when it has none."""
    from cupy._runtime import driver

    return driver.backend().service("graphs")
