"""Named ranges and switched profiling, for tools like Nsight Systems."""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from operator import index
from typing import Any, Self, SupportsIndex

from cupy import cuda

__all__ = ["profile", "time_range"]


@contextlib.contextmanager
def profile() -> Iterator[None]:
    """Switch the device's profiler on inside a block.

    Examples
    --------
    >>> import cupyx
    >>> with cupyx.profiler.profile():
    ...     pass
    """
    cuda.profiler.start()
    try:
        yield
    finally:
        cuda.profiler.stop()


class time_range:  # noqa: N801 (CuPy's name)
    """A named range around a block or a function.

    Parameters
    ----------
    message : str, optional
        Name of the range; a decorated function's own name if not given.
    color_id : int, optional
        Number of a colour.
    argb_color : int, optional
        Colour as 0xAARRGGBB.
    sync : bool, optional
        Whether to wait for the device before both ends.

    Examples
    --------
    >>> import cupyx
    >>> with cupyx.profiler.time_range('step'):
    ...     pass
    """

    __slots__ = ("argb_color", "color_id", "message", "sync")

    def __init__(self, message: str | None = None, color_id: SupportsIndex | None = None,
                 argb_color: SupportsIndex | None = None, sync: bool = False) -> None:
        if color_id is not None and argb_color is not None:
            raise ValueError("Only either color_id or argb_color can be specified")
        self.message = message
        self.color_id = -1 if color_id is None else color_id
        self.argb_color = argb_color
        self.sync = sync

    def __enter__(self) -> Self:
        if self.message is None:
            raise ValueError("message is required when time_range is a context manager")
        if self.sync:
            cuda.runtime.deviceSynchronize()
        if self.argb_color is not None:
            cuda.nvtx.RangePushC(self.message, index(self.argb_color))
        else:
            cuda.nvtx.RangePush(self.message, index(self.color_id))
        return self

    def __exit__(self, *exc: object) -> None:
        if self.sync:
            cuda.runtime.deviceSynchronize()
        cuda.nvtx.RangePop()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        message = self.message or function.__name__

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> int:
            with time_range(message, None if self.color_id == -1 else self.color_id, self.argb_color, self.sync):
                return function(*args, **kwargs)

        return wrapped
