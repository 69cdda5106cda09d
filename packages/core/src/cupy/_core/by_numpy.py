"""Few elements that lie in the host's memory: NumPy's function is the shortest way then."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.few import NUMBERS, OfFew
from cupy._runtime.quiet import quiet

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


def numpy_of_few(most: int = 4096, *, bools: bool = False, casts: bool = False, types: str = NUMBERS,
                 places: int = 64, theirs: Callable[..., Any] | None = None
                 ) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """A function that NumPy's of its name, or `theirs`, does of at most so many elements in the host's memory.

    Truth values are among them if `bools`, beside numbers of some `types`; at most `places` arguments have no name, as
    results are written to none. Kernels warn of no numbers, and neither does NumPy where it `casts` them.
    """
    def register(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        found = theirs or getattr(numpy, function.__name__)
        if casts:
            found = quiet(found)
        return by_few(function, OfFew(found, most=most, types="?" + types if bools else types, places=places))
    return register
