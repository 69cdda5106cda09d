"""Functions that SciPy computes on NumPy values: those of host mathematics, and others of few samples."""
from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy._ext import by_few

from cupyx.scipy._host import MANY, few_by_scipy, holds_arrays, to_device, to_host

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

_SECTION = re.compile(r"^(Parameters|Returns|Raises|Other Parameters)\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)",
                      re.MULTILINE | re.DOTALL)
_CITATION = re.compile(r",?\s*\[\d+\]_")     # of references, which are not taken along


def scipy_of_few_samples(most: int = 1 << 15, types: str = "d", function: Callable[..., Any] | None = None,
                         **limits: Any) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """A function that SciPy's of the same name, or another `function`, does of few samples in the host's memory.

    `most`: samples of which it takes less time than launches do.
    """
    def register(ours: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        theirs = function or f"signal.{ours.__name__}"
        return by_few(ours, few_by_scipy(theirs, types=types, most=most, **limits))
    return register


def through_scipy(function: Callable[..., Any], example: str) -> Callable[..., Any]:
    """The function of this name that SciPy has, for arguments with cupy arrays; its arrays come back as cupy's.

    Parameters
    ----------
    function : callable
        SciPy's function, whose signature and description of parameters are kept.
    example : str
        Lines for the docstring, with ``signal`` for this module.
    """
    of_numbers = few_by_scipy(function, scalars=False, types="")
    of_arrays = few_by_scipy(function, types="?bBhHiIlLfdFD", most=MANY)

    def call(*args: Any, **kwargs: Any) -> Any:
        for name in ("xp", "device"):
            kwargs.pop(name, None)
        for few in (of_numbers, of_arrays):
            found = few(args, kwargs)
            if found is not NotImplemented:
                return found
        scalars = holds_arrays(args) or holds_arrays(list(kwargs.values()))
        return to_device(function(*to_host(args, True), **to_host(kwargs, True)), scalars)

    call.__name__ = call.__qualname__ = function.__name__
    call.__module__ = "cupyx.scipy.signal"      # where pickles find it
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
