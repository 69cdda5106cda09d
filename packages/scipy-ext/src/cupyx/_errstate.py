"""What happens when an operation finds bad values: the settings of ``cupyx.errstate``."""
from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, Literal

__all__ = ["errstate", "geterr", "seterr"]

_CHOICES = {
    "divide": (None, "warn", "raise"), "over": (None, "warn", "raise"), "under": (None, "warn", "raise"),
    "invalid": (None, "warn", "raise"), "linalg": (None, "ignore", "raise"),
    "fallback_mode": (None, "ignore", "warn", "raise"), "index": (None, "ignore", "warn", "raise"),
}
_state = threading.local()


def _current() -> dict[str, Any]:
    """All settings; core has those that it acts upon, which others may set there."""
    from cupy._ext import index_action, linalg_mode

    if not hasattr(_state, "values"):
        _state.values = dict.fromkeys(_CHOICES)
    return _state.values | {"linalg": linalg_mode(), "index": index_action()}


def geterr() -> dict[Any, Any]:
    """The current settings of this thread.

    Returns
    -------
    dict
        Setting of each kind of error; None is the default.

    Examples
    --------
    >>> import cupyx
    >>> cupyx.geterr()['linalg'] is None
    True
    """
    return _current()


def seterr(*, divide: None = None, over: None = None, under: None = None, invalid: None = None,
           linalg: Literal[None, "ignore", "raise"] | None = None,
           fallback_mode: Literal[None, "ignore", "warn", "raise"] | None = None,
           index: Literal[None, "warn", "raise", "ignore"] | None = None) -> dict[str, str | None]:
    """Change settings of this thread.

    Parameters
    ----------
    divide, over, under, invalid : None
        Device arithmetic follows IEEE 754 and never reports; only None is possible.
    linalg : {None, 'ignore', 'raise'}, optional
        What a failed factorisation does.
    fallback_mode : {None, 'ignore', 'warn', 'raise'}, optional
        Ignored, for compatibility: no function falls back to NumPy.
    index : {None, 'warn', 'raise', 'ignore'}, optional
        What an index array with values outside its axis does on a GPU, which takes them modulo the length: a
        warning where the program next waits for the device (the default, unless ``CUPY_BOUNDS_CHECK=1`` says
        'raise'), an IndexError at the operation, for which it waits, or nothing.  The host always raises.

    Returns
    -------
    dict
        The settings before, which ``seterr(**old)`` brings back.

    Raises
    ------
    ValueError
        For an unknown setting.
    NotImplementedError
        When reports are asked for that no device can make.

    Examples
    --------
    >>> import cupyx
    >>> old = cupyx.seterr(linalg='raise')
    >>> cupyx.geterr()['linalg']
    'raise'
    >>> new = cupyx.seterr(**old)
    """
    given = {"divide": divide, "over": over, "under": under, "invalid": invalid, "linalg": linalg,
             "fallback_mode": fallback_mode, "index": index}
    for kind, value in given.items():
        if value not in _CHOICES[kind]:
            raise ValueError(f"{kind} must be one of {_CHOICES[kind]}, not {value!r}")
        if kind in ("divide", "over", "under", "invalid") and value is not None:
            raise NotImplementedError(f"{kind}={value!r}: devices do not report floating-point exceptions")
    old = geterr()
    _set(given)
    return old


def _set(values: dict[str, str | None]) -> None:
    from cupy._ext import set_index_action, set_linalg_mode

    _state.values = values
    set_linalg_mode(values["linalg"])
    set_index_action(values["index"])


@contextlib.contextmanager
def errstate(**settings: Any) -> Iterator[None]:
    """Settings for a block of code; those before come back at its end.

    Parameters
    ----------
    **settings
        As of `seterr`.

    Examples
    --------
    >>> import cupyx
    >>> with cupyx.errstate(linalg='raise'):
    ...     cupyx.geterr()['linalg']
    'raise'
    """
    old = geterr()
    seterr(**{**old, **settings})
    try:
        yield
    finally:
        _set(old)
