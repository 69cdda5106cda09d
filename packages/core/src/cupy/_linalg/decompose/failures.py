"""Failures of decompositions on a GPU: found out when results are next brought to the host, not by a wait of their own.

A library leaves a status word for each matrix in device memory, which `expect_zero` keeps; kernels of core write to one
`word` for all calls.  The next copy to the host, which waits for the device anyway, looks at what was kept, each on its
own stream, and raises `numpy.linalg.LinAlgError`.
"""
from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from numpy.linalg import LinAlgError

from cupy._core.transfer import set_check_before_download
from cupy._core.constructors import zeros
from cupy._runtime.device import get_device_id
from cupy._runtime.stream import get_current_stream

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_MOST_KEPT = 64         # status arrays before they are looked at in any case

_state = threading.local()


def mode() -> str | None:
    """What happens on failure in this thread: 'ignore', 'raise' (at once) or None (with the next copy to the host)."""
    return getattr(_state, "mode", None)


def set_mode(value: str | None) -> str | None:
    """Set what happens on failure in this thread; the old setting comes back."""
    if value not in (None, "ignore", "raise"):
        raise ValueError(f"linalg must be None, 'ignore' or 'raise', not {value!r}")
    old = mode()
    _state.mode = value
    return old


def expect_zero(status: ndarray, message: str) -> None:
    """Raise `LinAlgError` unless all words of `status` turn out to be zero."""
    stream = get_current_stream()
    if mode() == "ignore" or stream.is_capturing():     # a graph has not run when the host looks
        return
    kept = _state.__dict__.setdefault("kept", [])
    kept.append((status, message, stream))
    if mode() == "raise" or len(kept) >= _MOST_KEPT:
        check()
    else:
        set_check_before_download(check)


def word(message: str) -> ndarray | None:
    """An int32 on the device that kernels of the current stream set when a matrix fails; None where it is ignored."""
    stream = get_current_stream()
    if mode() == "ignore" or stream.is_capturing():     # a graph may run after the word is given back
        return None
    words = _state.__dict__.setdefault("words", {})
    key = get_device_id(), stream.ptr, message
    found = words.get(key)
    if found is None:
        found = words[key] = zeros((), "i4"), message, stream
        set_check_before_download(check)
    return found[0]


def launched() -> None:
    """After a kernel that may set a `word`."""
    if mode() == "raise":
        check()


@contextlib.contextmanager
def unless(flag: int) -> Iterator[None]:
    """A block whose failures do not count if it ends with an exception, or the flag at an address is set by then.

    Kernels that set a `word` can read the flag, and leave the word as it is where the flag is set.
    """
    state = _state.__dict__
    outer, earlier = state.get("unusual"), state.pop("kept", [])
    state["unusual"] = flag
    try:
        yield
        earlier += state.get("kept", ())
    finally:
        state["unusual"], state["kept"] = outer, earlier


def unusual() -> int | None:
    """The address of the flag that excuses failures, if there is one."""
    return _state.__dict__.get("unusual")


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """A block that raises its own failures, and none from before it: those are raised where it begins."""
    check()
    old = set_mode("raise")
    try:
        yield
    finally:
        set_mode(old)


def check() -> None:
    """Look at everything that this thread kept, but for what lies on a stream that is being captured."""
    state, failed = _state.__dict__, []
    for entry in [*state.pop("kept", ()), *state.pop("words", {}).values()]:
        status, message, stream = entry
        if stream.is_capturing():
            state.setdefault("kept", []).append(entry)
        elif status.get(stream=stream).any():
            failed.append(message)
    if failed:
        raise LinAlgError(failed[0])
