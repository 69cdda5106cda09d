"""Calls of NumPy's functions that warn of no numbers; ``numpy.errstate`` takes as long as a few elements do."""
from __future__ import annotations

from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = []

#: Where errors of floating-point numbers are ignored; entered by copies, as several threads may be in it.
_IGNORING = Context()
_IGNORING.run(numpy.seterr, all="ignore")


def call_quietly(function: Callable[_Given, _Result], *args: _Given.args, **kwargs: _Given.kwargs) -> _Result:
    """What a function of NumPy's gives."""
    return _IGNORING.copy().run(function, *args, **kwargs)


def quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy's, called so."""
    return partial(call_quietly, function)
