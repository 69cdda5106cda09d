"""Objects that are no arrays but have a method of a function's name: the function calls it, as NumPy's do.

So ``cupy.sum(matrix, axis=0)`` of a sparse matrix is ``matrix.sum(axis=0)``.
"""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.arguments import as_array
from cupy._core.ndarray import ndarray

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    from cupy._core.reduction import Reduction

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = []

_VALUES = (ndarray, numpy.ndarray, numpy.generic, int, float, complex, list, tuple, str, bytes, bytearray, memoryview)
#: What an object has that can be read as an array, or stands for one.
_PROTOCOLS = ("__cuda_array_interface__", "__cupy_get_ndarray__", "__dlpack__", "__array__", "__array_interface__",
              "__array_struct__", "__cupy_fused__")

#: Reduction → the method that NumPy's function calls; those that leave NaN out call none.
_REDUCTIONS = {"amax": "max", "amin": "min",
               **{name: name for name in ("all", "any", "argmax", "argmin", "mean", "prod", "std", "sum", "var")}}


def method_of(x: Any, name: str) -> Any:
    """A method, or another attribute, of an object of which no array can be made; None of all others."""
    if isinstance(x, _VALUES) or any(hasattr(x, word) for word in _PROTOCOLS):
        return None
    return getattr(x, name, None)


def owner_of(x: Any, name: str, argument: str = "a") -> ndarray:
    """Such an object itself if it has what is asked for, and any other as an array."""
    return x if isinstance(x, ndarray) or method_of(x, name) is not None else as_array(x, argument)


def reduced_by_method(reduction: Reduction, x: Any, axis: Any, dtype: Any, out: Any,
                      **others: tuple[Any, Any]) -> Any:
    """What such an object's reduction gives, or NotImplemented; of `others`, with defaults, it gets what differs."""
    name = _REDUCTIONS.get(reduction.name)
    if name is None or (method := method_of(x, name)) is None:
        return NotImplemented
    given = {key: value for key, (value, default) in others.items() if value is not default}
    if dtype is not None:
        given["dtype"] = dtype
    return method(axis=axis, out=out, **given)


def by_method(name: str | None = None, place: int = 0) -> Callable[[Callable[_Given, _Result]],
                                                                  Callable[_Given, _Result]]:
    """A function that calls its argument's method of the same name, if the argument at a place is such an object."""
    def register(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        called, parameter = name or function.__name__, function.__code__.co_varnames[place]

        @functools.wraps(function)
        def asking(*args: Any, **kwargs: Any) -> Any:
            if len(args) > place:
                x = args[place]
                method = None if type(x) is ndarray else method_of(x, called)
                if method is not None:
                    return method(*args[:place], *args[place + 1:], **kwargs)
            elif (method := method_of(kwargs.get(parameter), called)) is not None:
                return method(*args, **{key: value for key, value in kwargs.items() if key != parameter})
            return function(*args, **kwargs)
        return asking
    return register
