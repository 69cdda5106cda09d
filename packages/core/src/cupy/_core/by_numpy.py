"""Few elements that lie in the host's memory: NumPy's function is the shortest way then."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.few import few_views
from cupy._core.from_data import asarray
from cupy._core.transfer import from_plain

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = []


def numpy_of_few(most: int = 4096, *, bools: bool = False, casts: bool = False
                 ) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """A function that NumPy's of the same name does of at most so many elements in the host's memory.

    Truth values are among them if `bools`. Kernels warn of no numbers, and neither does NumPy where it `casts` them.

    What NumPy refuses comes to the function itself, which says so in its own words. So do calls with None for an array.
    """
    def register(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        theirs = getattr(numpy, function.__name__)
        if casts:
            theirs = numpy.errstate(all="ignore")(theirs)

        @functools.wraps(function)
        def through(*args: _Given.args, **kwargs: _Given.kwargs) -> Any:
            views = few_views(args, bools, most)
            if views and (not kwargs or few_views(kwargs.values(), False, 0) is not None):
                try:
                    return _taken(theirs(*views, **kwargs))
                except Exception:       # ours has its own words for it, or another answer
                    pass
            return function(*args, **kwargs)
        return through
    return register


def _taken(x: Any) -> Any:
    """Results of NumPy's as ours."""
    if type(x) is numpy.ndarray:
        return from_plain(x)
    return tuple(map(_taken, x)) if type(x) is tuple else asarray(x)
