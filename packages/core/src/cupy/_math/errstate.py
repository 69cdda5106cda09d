"""What to do about floating-point errors: a device reports none, so they can only be ignored."""
from __future__ import annotations

import contextlib
import contextvars
import types
from collections.abc import Mapping
from typing import Any, Literal, Self, SupportsIndex

__all__ = ["errstate", "geterr", "geterrcall", "getbufsize", "setbufsize", "seterr", "seterrcall"]

_KINDS = ("divide", "over", "under", "invalid")
_state: contextvars.ContextVar[Mapping[str, str]] = contextvars.ContextVar(
    "cupy_errstate", default=types.MappingProxyType(dict.fromkeys(_KINDS, "ignore")))


def geterr() -> dict[Any, Any]:
    """What is done about each kind of floating-point error.

    Returns
    -------
    dict
        Kinds and 'ignore' or 'warn'; whatever it says, no kernel reports an error.

    Examples
    --------
    >>> import cupy
    >>> cupy.geterr()["divide"]
    'ignore'
    """
    return dict(_state.get())


def seterr(all: Literal["ignore", "warn"] | None = None, divide: Literal["ignore", "warn"] | None = None,
           over: Literal["ignore", "warn"] | None = None, under: Literal["ignore", "warn"] | None = None,
           invalid: Literal["ignore", "warn"] | None = None) -> dict[Any, Any]:
    """Say what to do about floating-point errors.

    Parameters
    ----------
    all, divide, over, under, invalid : {'ignore', 'warn'}, optional
        What to do about all kinds, or one; both mean that nothing happens, because kernels
        report no errors.

    Returns
    -------
    dict
        What was done before.

    Raises
    ------
    ValueError
        For 'raise', 'call', 'print' and 'log', which cannot be kept; look for
        ``cupy.isfinite`` instead.

    Examples
    --------
    >>> import cupy
    >>> before = cupy.seterr(divide="warn")
    >>> cupy.seterr(**before)["divide"]
    'warn'
    """
    before = geterr()
    chosen = dict(zip(_KINDS, (divide, over, under, invalid), strict=True))
    after = {kind: chosen[kind] or all or before[kind] for kind in _KINDS}
    for kind, action in after.items():
        if action not in ("ignore", "warn"):
            raise ValueError(f"{kind}={action!r}: kernels do not report floating-point errors, so "
                             "they can only be ignored; test results with cupy.isfinite")
    _state.set(after)
    return before


class errstate(contextlib.ContextDecorator):
    """Context in which something else is done about floating-point errors; see `seterr`.

    Parameters
    ----------
    **kwargs
        Arguments of `seterr`.

    Examples
    --------
    >>> import cupy
    >>> with cupy.errstate(divide="ignore"):
    ...     cupy.array([1.0]) / 0
    array([inf])
    """

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = {k: v for k, v in kwargs.items() if k != "call"}
        self._before = []

    def __enter__(self) -> Self:
        self._before.append(seterr(**self._kwargs))
        return self

    def __exit__(self, *error: Any) -> None:
        _state.set(self._before.pop())


def geterrcall() -> None:
    """The function called for floating-point errors: none, because none are reported.

    Returns
    -------
    None
        Always.

    Examples
    --------
    >>> import cupy
    >>> cupy.geterrcall() is None
    True
    """
    return None


def seterrcall(func: None) -> None:
    """Set the function called for floating-point errors; there can be none.

    Parameters
    ----------
    func : None
        No function.

    Returns
    -------
    None
        The function before.

    Raises
    ------
    ValueError
        If `func` is a function.

    Examples
    --------
    >>> import cupy
    >>> cupy.seterrcall(None)
    """
    if func is not None:
        raise ValueError("kernels do not report floating-point errors, so no function can be "
                         "called for them; test results with cupy.isfinite")


def getbufsize() -> int:
    """Size of the buffer that ufuncs cast through: none, they cast as they load.

    Returns
    -------
    int
        0.

    Examples
    --------
    >>> import cupy
    >>> cupy.getbufsize()
    0
    """
    return 0


def setbufsize(size: SupportsIndex) -> int:
    """Accepted and ignored: ufuncs have no buffer.

    Parameters
    ----------
    size : int
        Size in elements.

    Returns
    -------
    int
        The size before, 0.

    Examples
    --------
    >>> import cupy
    >>> cupy.setbufsize(8192)
    0
    """
    return 0
