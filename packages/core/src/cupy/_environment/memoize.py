"""Functions that remember their results."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

__all__ = ["clear_memo", "memoize"]

_remembered = []


def memoize(for_each_device: bool = False) -> Callable[..., Any]:
    """Make a function remember its result for each set of arguments.

    Parameters
    ----------
    for_each_device : bool, optional
        Whether results are remembered for each device by itself.

    Returns
    -------
    callable
        A decorator. Arguments of the function must be hashable.

    See Also
    --------
    clear_memo : Forgets all results.

    Examples
    --------
    >>> import cupy
    >>> calls = []
    >>> @cupy.memoize()
    ... def double(x):
    ...     calls.append(x)
    ...     return 2 * x
    >>> double(3), double(3), calls
    (6, 6, [3])
    """
    def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
        results = {}
        _remembered.append(results)

        @functools.wraps(function)
        def remembering(*args: Any, **kwargs: Any) -> Any:
            key = _device() if for_each_device else None, args, frozenset(kwargs.items())
            if key not in results:
                results[key] = function(*args, **kwargs)
            return results[key]

        return remembering

    return decorator


def _device() -> int:
    from cupy._runtime.device import get_device_id
    return get_device_id()


def clear_memo() -> None:
    """Forget the results of every function that `memoize` made remember.

    Examples
    --------
    >>> import cupy
    >>> cupy.clear_memo()
    """
    for results in tuple(_remembered):
        results.clear()
