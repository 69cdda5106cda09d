"""What chunks that overlap mean together."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

__all__ = ["MAX", "MIN", "Mode", "PROD", "REPLICA", "SUM"]


class Mode:
    """How elements that several chunks hold are read.

    Parameters
    ----------
    name : str
        As the constants of this module are called, in lower case.
    combine : callable, optional
        The ufunc that makes one value of several; None where all chunks hold the same.
    identity : callable, optional
        ``identity(dtype)``: what changes nothing.

    Examples
    --------
    >>> from cupyx.distributed.array import SUM
    >>> SUM
    <Mode 'sum'>
    """

    def __init__(self, name: str, combine: Callable[..., Any] | None = None,
                 identity: Callable[..., Any] | None = None) -> None:
        self.name = name
        self.combine: Any = combine
        self._identity: Any = identity

    def identity_of(self, dtype: numpy.dtype[Any]) -> float:
        """The value of a dtype that changes nothing.

        Parameters
        ----------
        dtype : numpy.dtype
            Of the array.

        Returns
        -------
        scalar
        """
        return self._identity(numpy.dtype(dtype))

    def __repr__(self) -> str:
        return f"<Mode {self.name!r}>"


def _lowest(dtype: numpy.dtype[Any]) -> float | int | bool:
    return False if dtype.kind == "b" else -numpy.inf if dtype.kind == "f" else numpy.iinfo(dtype).min


def _highest(dtype: numpy.dtype[Any]) -> float | int | bool:
    return True if dtype.kind == "b" else numpy.inf if dtype.kind == "f" else numpy.iinfo(dtype).max


REPLICA = Mode("replica")
SUM = Mode("sum", numpy.add, lambda dtype: dtype.type(0))
PROD = Mode("prod", numpy.multiply, lambda dtype: dtype.type(1))
MAX = Mode("max", numpy.maximum, _lowest)
MIN = Mode("min", numpy.minimum, _highest)

_MODES = {mode.name: mode for mode in (REPLICA, SUM, PROD, MAX, MIN)}


def mode_of(mode: Mode | str | None) -> Mode:
    """The `Mode` of a name, or the mode itself."""
    if isinstance(mode, Mode):
        return mode
    if mode is None:
        return REPLICA
    if mode not in _MODES:
        raise ValueError(f"mode must be one of {', '.join(_MODES)}, not {mode!r}")
    return _MODES[mode]
