"""Making the random numbers of a test the same each time."""
from __future__ import annotations

import functools
import inspect
import os
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy


def generate_seed() -> int:
    """A seed for a test: fixed, unless the environment asks for new ones.

    ``CUPY_TEST_RANDOM_NONDETERMINISTIC=1`` gives a different one each time.

    Examples
    --------
    >>> from cupy import testing
    >>> 0 <= testing.generate_seed() < 2**31
    True
    """
    if os.environ.get("CUPY_TEST_RANDOM_NONDETERMINISTIC", "0") != "0":
        return random.SystemRandom().randrange(2**31)
    return int(numpy.random.RandomState(0).randint(0x7FFFFFFF))


class _Fixed:
    """Seeds Python's, NumPy's and cupy's generators, and puts the states back."""

    def __enter__(self) -> _Fixed:
        seed = generate_seed()
        self._python = random.getstate()
        self._numpy = numpy.random.get_state()
        random.seed(seed)
        numpy.random.seed(seed % 2**32)
        try:
            import cupy.random as device
        except ImportError:
            self._device = self._states = None
        else:
            self._device = device
            self._states = device.get_random_state()
            device.set_random_state(device.RandomState(seed))
        return self

    def __exit__(self, *details: Any) -> None:
        random.setstate(self._python)
        numpy.random.set_state(self._numpy)
        if self._device is not None and self._states is not None:
            self._device.set_random_state(self._states)


def fix_random() -> Callable[..., Any]:
    """Decorator that seeds every random number generator before a test and restores it after.

    It takes a test function, a test method, or a test class.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> @testing.fix_random()
    ... def draw():
    ...     return numpy.random.rand()
    >>> draw() == draw()
    True
    """
    def decorator(target: Any) -> Any:
        if not inspect.isclass(target):
            @functools.wraps(target)
            def run(*args: Any, **kwargs: Any) -> Any:
                with _Fixed():
                    return target(*args, **kwargs)

            return run
        setup, teardown = (("setUp", "tearDown") if hasattr(target, "setUp")
                           else ("setup_method", "teardown_method"))
        before, after = getattr(target, setup, None), getattr(target, teardown, None)

        def with_setup(self: Any, *args: Any) -> None:
            self._fixed_random = _Fixed().__enter__()
            if before:
                _call(before, self, args)

        def with_teardown(self: Any, *args: Any) -> None:
            try:
                if after:
                    _call(after, self, args)
            finally:
                self._fixed_random.__exit__()

        setattr(target, setup, _named(with_setup, before, setup))
        setattr(target, teardown, _named(with_teardown, after, teardown))
        return target

    return decorator


def _call(function: Callable[..., Any], self: Any, args: Sequence[Any]) -> Any:
    """Call a setup function, which may or may not ask for the test method."""
    takes = len(inspect.signature(function).parameters) > 1
    return function(self, *args) if takes else function(self)


def _named(function: Callable[..., Any], like: Any, name: str) -> Callable[..., Any]:
    if like is not None:
        functools.update_wrapper(function, like)
        del function.__wrapped__
    function.__name__ = name
    return function
