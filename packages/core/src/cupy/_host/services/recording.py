"""Work of the host's libraries in a capture: recorded as a function that the graph calls."""
from cupy._runtime.calls import launchHostFunc, streamIsCapturing
from cupy._runtime.driver import current_stream

__all__ = []


def at_once_or_recorded(run, stream=None):
    """Call a function without arguments now, or in every launch of the graph that a stream records."""
    stream = current_stream() if stream is None else stream
    if stream and streamIsCapturing(stream):
        launchHostFunc(stream, lambda _: run(), None)
    else:
        run()
