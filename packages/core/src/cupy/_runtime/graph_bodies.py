"""Parts of graphs that run when a condition on the device holds."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cupy._runtime.services import graphs

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._runtime.stream import Stream

__all__ = ["Body", "branches", "under_way"]

MOST_BRANCHES = 127     # so that no negative number of any integer type is one of them

under_way = {}          # stream → the body that is recorded instead of its own work


class Body:
    """A context in which the body of a conditional node is recorded.

    Parameters
    ----------
    stream : BaseStream
        A stream in capture.
    node : object
        Of the backend's service.
    choice : int
        Which body of the node.
    """

    def __init__(self, stream: Stream, node: int, choice: int) -> None:
        self._stream, self._node, self._choice, self._capture = stream, node, choice, stream.capture_number
        self._used = False

    def __enter__(self) -> Stream:
        import cupy._memory.capture as capture
        from cupy._runtime.stream import Stream

        if self._used:
            raise RuntimeError("this part of the graph has been recorded before")
        outer = self._stream.ptr
        if not self._stream.is_capturing() or self._stream.capture_number != self._capture:
            raise RuntimeError("the capture that this part belongs to has ended")
        refuse_outer(self._stream)
        spare = Stream(non_blocking=True)
        handle = graphs.adapter().begin_body(self._node, self._choice, outer, spare.ptr)
        self._used, self._around, under_way[outer] = True, under_way.get(outer), self
        self._within = self._stream if handle == outer else spare
        capture.join(handle, outer)
        self._within.__enter__()
        return self._within

    def __exit__(self, *error: Any) -> None:
        import cupy._memory.capture as capture

        self._within.__exit__(*error)
        if self._around is None:
            del under_way[self._stream.ptr]
        else:
            under_way[self._stream.ptr] = self._around
        capture.leave(self._within.ptr)
        graphs.adapter().end_body(self._node, self._within.ptr)


def refuse_outer(stream: Stream) -> None:
    """Raise if a body is recorded on another stream than this one, which it belongs to."""
    body = under_way.get(stream.ptr)
    if body is not None and body._within is not stream:
        raise RuntimeError("a part of the graph is being recorded: use the stream that its with statement gives")


def branches(stream: Stream, kind: int, condition: ndarray, count: int) -> tuple[Body, ...]:
    """The bodies of a new conditional node.

    Parameters
    ----------
    stream : BaseStream
        A stream in capture.
    kind : int
        `IF_TRUE`, `WHILE_TRUE` or `BY_NUMBER` of the service.
    condition : ndarray
        What is looked at, in the device's memory; lives as long as the graph.
    count : int
        How many.

    Returns
    -------
    tuple of Body
    """
    import cupy._memory.capture as capture

    if not hasattr(condition, "nbytes") or not hasattr(condition.data, "ptr"):
        raise TypeError(f"condition must be an array on the device, not {type(condition).__name__}")
    if not condition.nbytes or not condition.flags.c_contiguous:
        raise ValueError("condition must be a C-contiguous array that is not empty")
    if kind == graphs.BY_NUMBER:
        if condition.dtype.kind not in "biu" or condition.size != 1:
            raise TypeError(f"index must be one integer or bool, not {condition.size} of {condition.dtype}")
        if not 0 < count <= MOST_BRANCHES:
            raise ValueError(f"a part is one of 1 to {MOST_BRANCHES}, not of {count}")
    if not stream.is_capturing():
        raise RuntimeError("the stream's work is not being captured: begin_capture() first")
    refuse_outer(stream)
    capture.keep_graph(stream.ptr, condition)
    node = graphs.adapter().add_condition(stream.ptr, kind, condition.data.ptr, condition.nbytes, count)
    return tuple(Body(stream, node, choice) for choice in range(count))
