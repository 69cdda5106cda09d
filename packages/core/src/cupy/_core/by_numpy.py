"""Few elements that lie in the host's memory: NumPy's function is the shortest way then."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.few import NUMBERS, OfFew

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = []


def by_few(function: Callable[_Given, _Result], few: OfFew) -> Callable[_Given, _Result]:
    """The function, but of few elements what another gives."""
    @functools.wraps(function)
    def through(*args: _Given.args, **kwargs: _Given.kwargs) -> Any:
        found = few(args, kwargs)
        return function(*args, **kwargs) if found is NotImplemented else found
    return through


def numpy_of_few(most: int = 4096, *, bools: bool = False, casts: bool = False
                 ) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """A function that NumPy's of the same name does of at most so many elements in the host's memory.

    Truth values are among them if `bools`. Kernels warn of no numbers, and neither does NumPy where it `casts` them.
    """
    def register(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        theirs = getattr(numpy, function.__name__)
        if casts:
            theirs = numpy.errstate(all="ignore")(theirs)
        return by_few(function, OfFew(theirs, most=most, types="?" + NUMBERS if bools else NUMBERS))
    return register
