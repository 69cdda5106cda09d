"""Tests of random numbers: running one several times, and whether counts fit what is expected."""
from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable
from typing import Any

import numpy

from cupy_testing._runner import SKIPS


def repeat_with_success_at_least(times: int, min_success: int) -> Callable[..., Any]:
    """Run a test several times; some of the runs have to pass.

    Parameters
    ----------
    times : int
        How often it runs; it ends as soon as enough runs have passed or failed.
    min_success : int
        How many runs have to pass.

    Examples
    --------
    >>> from cupy_testing._repeated import repeat_with_success_at_least
    >>> runs = iter([False, True, True])
    >>> @repeat_with_success_at_least(3, 2)
    ... def test():
    ...     assert next(runs)
    >>> test()
    """
    if not 0 < min_success <= times:
        raise ValueError(f"of {times} runs {min_success} cannot be asked to pass")

    def decorator(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            passed, failed = 0, []
            while passed < min_success:
                try:
                    test(*args, **kwargs)
                    passed += 1
                except SKIPS:
                    raise
                except Exception as error:
                    failed.append(error)
                    if len(failed) > times - min_success:
                        raise AssertionError(f"{len(failed)} of {passed + len(failed)} runs failed, the last with "
                                             f"{type(error).__name__}: {error}") from error

        return run

    return decorator


def repeat(times: int, intensive_times: int | None = None) -> Callable[..., Any]:
    """Run a test several times, of which every one has to pass.

    Parameters
    ----------
    times : int
        How often it runs.
    intensive_times : int, optional
        How often it runs where the environment has ``CUPY_TEST_RANDOM_INTENSIVE=1``.
    """
    if intensive_times is not None and os.environ.get("CUPY_TEST_RANDOM_INTENSIVE", "0") != "0":
        times = intensive_times
    return repeat_with_success_at_least(times, times)


def retry(times: int) -> Callable[..., Any]:
    """Run a test until it passes, at most `times` times."""
    return repeat_with_success_at_least(times, 1)


def chi_square_test(observed: numpy.ndarray, expected: numpy.ndarray, alpha: float = 0.05,
                    df: int | None = None) -> bool:
    """Whether counts fit the counts that are expected: Pearson's test.

    Parameters
    ----------
    observed, expected : numpy.ndarray
        Counts, all expected ones above 0.
    alpha : float, optional
        Share of the right counts that are refused.
    df : int, optional
        Degrees of freedom; one less than there are counts if not given.

    Returns
    -------
    bool
        True unless the counts are among the `alpha` least likely.

    Examples
    --------
    >>> import numpy
    >>> from cupy_testing._repeated import chi_square_test
    >>> chi_square_test(numpy.array([48, 52]), numpy.array([50, 50]))
    True
    >>> chi_square_test(numpy.array([20, 80]), numpy.array([50, 50]))
    False
    """
    observed, expected = numpy.asarray(observed), numpy.asarray(expected)
    freedom = observed.size - 1 if df is None else df
    return _beyond(float(((observed - expected) ** 2 / expected).sum()), freedom) > alpha


def _beyond(value: float, freedom: int) -> float:
    """The probability of more than `value` in a chi-squared distribution of whole degrees of freedom."""
    half = value / 2
    if freedom % 2:
        total, order = math.erfc(math.sqrt(half)), 0.5
    else:
        total, order = 0.0, 0.0
    while order < freedom / 2:
        total += math.exp(order * math.log(half) - half - math.lgamma(order + 1)) if half else float(order == 0)
        order += 1
    return total
