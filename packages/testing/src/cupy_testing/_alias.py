"""Tests of functions that are NumPy's own or look like them, and of what a function calls."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy

import cupy

if TYPE_CHECKING:
    from unittest.mock import MagicMock


class NumpyAliasTestBase:
    """A function that both libraries have; a subclass names it in the attribute ``func``."""

    @property
    def func(self) -> Any:
        raise TypeError(f"{type(self).__name__} must have an attribute func: a function's name")

    @property
    def cupy_func(self) -> Callable[..., Any]:
        return getattr(cupy, self.func)

    @property
    def numpy_func(self) -> Callable[..., Any]:
        return getattr(numpy, self.func)


class NumpyAliasBasicTestBase(NumpyAliasTestBase):
    """Checks the signature and the docstring of a function that NumPy has, too.

    Examples
    --------
    >>> from cupy import testing
    >>> class TestIscomplexobj(testing.NumpyAliasBasicTestBase):
    ...     func = "iscomplexobj"
    """

    def test_argspec(self) -> None:
        ours, theirs = (inspect.signature(f) for f in (self.cupy_func, self.numpy_func))
        assert _argspec(ours) == _argspec(theirs)

    def test_docstring(self) -> None:
        assert self.cupy_func.__doc__
        if self.cupy_func is not self.numpy_func:
            assert self.cupy_func.__doc__ != self.numpy_func.__doc__


def _argspec(signature: inspect.Signature) -> list[tuple[str, Any, Any]]:
    return [(p.name, p.kind, p.default) for p in signature.parameters.values()]


class NumpyAliasValuesTestBase(NumpyAliasTestBase):
    """Checks that both functions return equal values for the attribute ``args``.

    Examples
    --------
    >>> from cupy import testing
    >>> class TestIsscalar(testing.NumpyAliasValuesTestBase):
    ...     func, args = "isscalar", (1.0,)
    """

    args: tuple

    def test_values(self) -> None:
        assert self.cupy_func(*self.args) == self.numpy_func(*self.args)


class AssertFunctionIsCalled:
    """Context in which a function is replaced by a mock that must be called.

    Parameters
    ----------
    mock_mod : str
        Full name of the function.
    times_called : int, optional
        How many calls there must be.
    **kwargs
        As of `unittest.mock.patch`, such as ``wraps`` or ``return_value``.

    Examples
    --------
    >>> from cupy import testing
    >>> with testing.AssertFunctionIsCalled("os.getcwd", return_value="here"):
    ...     import os
    ...     os.getcwd()
    'here'
    """

    def __init__(self, mock_mod: str, *, times_called: int = 1, **kwargs: Any) -> None:
        self.patch = mock.patch(mock_mod, **kwargs)
        self.times_called = times_called

    def __enter__(self) -> MagicMock:
        self.handle = self.patch.__enter__()
        return self.handle

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        self.patch.__exit__(kind, value, trace)
        if kind is None and self.handle.call_count != self.times_called:
            raise AssertionError(f"called {self.handle.call_count} times, "
                                 f"not {self.times_called} times")
