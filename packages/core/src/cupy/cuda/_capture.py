"""Functions of arrays recorded as graphs, which replay with new inputs."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import cupy

if TYPE_CHECKING:
    from cupy._runtime.stream import Stream

__all__ = ["Capture", "Replay", "capture"]


class Replay:
    """A recorded call of a function; `capture` makes it.

    Parameters
    ----------
    function : callable
        The function.
    inputs : tuple
        Its arguments; arrays among them are copied, and what is copied is what the graph reads.

    Attributes
    ----------
    graph : Graph
        The recorded work.
    inputs : tuple
        What the graph reads.
    outputs : ndarray or tuple of ndarray
        What it writes: what the function returned.
    """

    def __init__(self, function: Callable[..., Any], inputs: Sequence[Any]) -> None:
        self.inputs = tuple(x.copy() if isinstance(x, cupy.ndarray) else x for x in inputs)
        self._stream = cupy.cuda.Stream(non_blocking=True)
        calling = cupy.cuda.get_current_stream()
        self._stream.wait_event(calling.record())
        with self._stream:
            # Kernels are compiled and loaded, libraries opened, plans made before anything is recorded.
            function(*[x.copy() if isinstance(x, cupy.ndarray) else x for x in self.inputs])
            self._stream.synchronize()
            self._stream.begin_capture()
            try:
                self.outputs = function(*self.inputs)
            except BaseException:
                self._stream.end_capture()
                raise
            self.graph = self._stream.end_capture()
        self._given = inputs
        self.launch()

    def launch(self, stream: Stream | None = None) -> Any:
        """Run the graph with the inputs that it has."""
        self.graph.launch(stream)
        return self.outputs

    def __call__(self, *inputs: Any) -> Any:
        """Run the graph with other inputs.

        Parameters
        ----------
        *inputs
            Arrays of the same shapes and dtypes as those of the recorded call, and its other arguments.

        Returns
        -------
        ndarray or tuple of ndarray
            `outputs`, the same arrays every time: copy what has to stay.

        Raises
        ------
        TypeError
            For another number of arguments, or others than arrays that differ from the recorded ones.
        ValueError
            For arrays of another shape or dtype.
        """
        if len(inputs) != len(self.inputs):
            raise TypeError(f"the recorded call has {len(self.inputs)} arguments, {len(inputs)} were given")
        for k, (old, new) in enumerate(zip(self.inputs, inputs, strict=True)):
            if not isinstance(old, cupy.ndarray):
                if new is not old and new != old:
                    raise TypeError(f"argument {k} was {old!r} when the call was recorded and cannot become {new!r}")
            elif not isinstance(new, cupy.ndarray):
                raise TypeError(f"argument {k} is an array in the recorded call, not {type(new).__name__}")
            elif new.shape != old.shape or new.dtype != old.dtype:
                raise ValueError(f"argument {k} has shape {new.shape} and dtype {new.dtype}, in the recorded call "
                                 f"{old.shape} and {old.dtype}")
        for old, new in zip(self.inputs, inputs, strict=True):
            if isinstance(old, cupy.ndarray):
                old[...] = new
        return self.launch()


class Capture:
    """A function whose calls are recorded; `capture` makes it.

    Parameters
    ----------
    function : callable
        The function.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", "capture")

    def __repr__(self) -> str:
        return f"<capture of {self.__name__}>"

    def __call__(self, *inputs: Any) -> Replay:
        """Record a call, after one that is not recorded; the `Replay` has run with these inputs."""
        return Replay(self.function, inputs)


def capture(function: Callable[..., Any]) -> Capture:
    """Record the work of a function as a graph that replays with new inputs.

    A graph is launched as a whole, for about the time of one kernel's launch.

    Parameters
    ----------
    function : callable
        Takes arrays and other arguments, and returns an array or a tuple of them. What it does may not wait for
        the device: no copies to NumPy, no results whose shape depends on values.  It is called twice for a
        recording, with copies of its arrays.

    Returns
    -------
    callable
        Called with arguments it gives a `Replay`: a callable for other inputs of the same shapes and types, with
        ``outputs``, ``inputs`` and ``graph``.

    Examples
    --------
    >>> import cupy
    >>> graph = cupy.cuda.capture(lambda x: cupy.sqrt(x) + 1)(cupy.ones(3))
    >>> graph(cupy.asarray([0., 4., 9.]))
    array([1., 3., 4.])
    """
    if not callable(function):
        raise TypeError(f"function must be callable, not {type(function).__name__}")
    return Capture(function)
