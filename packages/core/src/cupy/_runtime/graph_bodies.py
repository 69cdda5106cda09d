"""Parts of graphs that run when a condition on the device holds."""
from cupy._runtime.services import graphs
from cupy._runtime.stream import ExternalStream

__all__ = ["Body"]


class Body:
    """A context in which a stream records the body of a conditional node.

    Parameters
    ----------
    stream : BaseStream
        A stream in capture.
    condition : ndarray
        What is looked at, in the device's memory.
    loops : bool
        Whether the body runs again while the condition holds.
    """

    def __init__(self, stream, condition, loops):
        if not hasattr(condition, "nbytes") or not hasattr(condition.data, "ptr"):
            raise TypeError(f"condition must be an array on the device, not {type(condition).__name__}")
        if not condition.nbytes or not condition.flags.c_contiguous:
            raise ValueError("condition must be a C-contiguous array that is not empty")
        if not stream.is_capturing():
            raise RuntimeError("the stream's work is not being captured: begin_capture() first")
        self._stream, self._condition, self._loops = stream, condition, loops

    def __enter__(self):
        from cupy._memory import capture

        capture.keep_graph(self._stream.ptr, self._condition)
        self._token, handle = graphs.adapter().begin_body(self._stream.ptr, self._condition.data.ptr,
                                                          self._condition.nbytes, self._loops)
        self._within = self._stream if handle == self._stream.ptr else ExternalStream(handle)
        self._within.__enter__()
        return self._within

    def __exit__(self, *error):
        self._within.__exit__(*error)
        graphs.adapter().end_body(self._token)
