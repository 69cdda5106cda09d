"""Warnings about the program that runs: their classes, and the line that they are attributed to."""
from __future__ import annotations

import sys
import warnings
from pathlib import Path

__all__ = ["BackendWarning", "IndexWarning"]

_OURS = tuple(f"{Path(__file__).resolve().parents[2] / name}/" for name in ("cupy", "cupyx")) + ("<frozen ", "cupy/")


class BackendWarning(RuntimeWarning):
    """Bindings of a device are installed but unusable, so that another backend works.

    Where a filter makes all warnings errors, this one is printed; a filter of this category makes it an error.

    Examples
    --------
    >>> import warnings, cupy
    >>> warnings.simplefilter("ignore", cupy.exceptions.BackendWarning)
    """


class IndexWarning(RuntimeWarning):
    """A device met an index outside its axis and took it modulo the length.

    ``cupyx.errstate(index="raise")`` and ``CUPY_BOUNDS_CHECK=1`` make it an IndexError where the operation is
    called; ``cupyx.errstate(index="ignore")`` leaves it unsaid.

    Examples
    --------
    >>> import warnings, cupy
    >>> warnings.simplefilter("error", cupy.exceptions.IndexWarning)
    """


class PerformanceWarning(RuntimeWarning):
    """Something runs slower than it has to."""


for _class in (BackendWarning, IndexWarning):
    _class.__module__ = "cupy.exceptions"       # where users find it, and as it prints


def warn(message: str, category: type[Warning]) -> None:
    """Warn about the innermost line that is not of this library."""
    frame = sys._getframe(1)
    while frame.f_back is not None and (
            frame.f_code.co_filename.startswith(_OURS)
            or frame.f_globals.get("__name__", "").partition(".")[0] in ("cupy", "cupyx")):
        frame = frame.f_back
    warnings.warn_explicit(message, category, frame.f_code.co_filename, frame.f_lineno,
                           frame.f_globals.get("__name__") or "<string>",
                           frame.f_globals.setdefault("__warningregistry__", {}))


def deprecated(what: str, instead: str) -> None:
    """Warn of what NumPy gives up, or has given up and CuPy's programs still use."""
    warn(f"{what} is deprecated, as in NumPy: use {instead}", DeprecationWarning)
