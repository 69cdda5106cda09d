"""What is running underneath, and a guard against hidden synchronisation."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

from cupy import show_config
from cupy._ext import DeviceSynchronized, synchronize_allowed

__all__ = ["DeviceSynchronized", "allow_synchronize", "get_runtime_info"]

@contextlib.contextmanager
def allow_synchronize(allow: bool) -> Iterator[None]:
    """Allow or forbid synchronisation with the device inside a block.

    Parameters
    ----------
    allow : bool
        False makes transfers to the host raise `DeviceSynchronized`.

    Examples
    --------
    >>> import cupy, cupyx
    >>> with cupyx.allow_synchronize(False):
    ...     x = cupy.arange(3) + 1
    """
    old = synchronize_allowed(bool(allow))
    try:
        yield
    finally:
        synchronize_allowed(old)


class _Information:
    def __str__(self) -> str:
        import io
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            show_config()
        return text.getvalue()

    __repr__ = __str__


def get_runtime_info(*, full: bool = True) -> _Information:
    """Backend, device and libraries in use.

    Parameters
    ----------
    full : bool, optional
        Ignored, for compatibility.

    Returns
    -------
    object
        Its ``str`` and ``repr`` are the text of `cupy.show_config`.

    Examples
    --------
    >>> import cupyx
    >>> 'ackend' in str(cupyx.get_runtime_info())
    True
    """
    return _Information()
