"""Functions of host mathematics: SciPy computes on NumPy values, and arrays of the result are cupy's."""
from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from cupyx.scipy._host import holds_arrays, to_device, to_host

_SECTION = re.compile(r"^(Parameters|Returns|Raises|Other Parameters)\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)",
                      re.MULTILINE | re.DOTALL)
_CITATION = re.compile(r",?\s*\[\d+\]_")     # of references, which are not taken along


def through_scipy(function: Callable[..., Any], example: str) -> Callable[..., Any]:
    """The function of this name that SciPy has, for arguments with cupy arrays; its arrays come back as cupy's.

    Parameters
    ----------
    function : callable
        SciPy's function, whose signature and description of parameters are kept.
    example : str
        Lines for the docstring, with ``signal`` for this module.
    """
    def call(*args: Any, **kwargs: Any) -> Any:
        for name in ("xp", "device"):
            kwargs.pop(name, None)
        scalars = holds_arrays(args) or holds_arrays(list(kwargs.values()))
        return to_device(function(*to_host(args, True), **to_host(kwargs, True)), scalars)

    call.__name__ = call.__qualname__ = function.__name__
    call.__signature__ = inspect.signature(function)
    call.__doc__ = describe(function, example)
    return call


_NOTES = "SciPy computes it on the host; arrays may be given as cupy's, and come back as such."


def describe(function: Callable[..., Any], example: str, notes: str = _NOTES) -> str:
    """SciPy's summary, parameters and results, with an example of our own."""
    text = _CITATION.sub("", inspect.getdoc(function) or f"{function.__name__} of SciPy.")
    summary = text.split("\n\n")[0].strip()
    sections = [f"{title}\n{'-' * len(title)}\n{body.rstrip()}" for title, body in _SECTION.findall(text)]
    examples = f"Examples\n--------\n>>> from cupyx.scipy import signal\n{example}"
    return "\n\n".join([summary, *sections, f"Notes\n-----\n{notes}", examples]) + "\n"
