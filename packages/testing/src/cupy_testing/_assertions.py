"""`numpy.testing`'s assertions for arrays of either library; device arrays are fetched."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy
import numpy.testing
from numpy.testing._private import utils

import cupy

if TYPE_CHECKING:
    from cupy.typing import DTypeLike


def asnumpy(value: Any) -> Any:
    """`value` with every cupy array in it copied to the host; containers keep their type."""
    if isinstance(value, cupy.ndarray):
        return value.get()
    if isinstance(value, list):
        return [asnumpy(item) for item in value]
    if isinstance(value, tuple):
        items = [asnumpy(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, dict):
        return {key: asnumpy(item) for key, item in value.items()}
    return value


def assert_allclose(actual: Any, desired: Any, rtol: float = 1e-7, atol: float = 0, err_msg: str = "",
                    verbose: bool = True, **kwargs: Any) -> None:
    """Raise an AssertionError unless two arrays are equal up to a tolerance.

    Parameters
    ----------
    actual, desired : array_like
        Arrays of either library.
    rtol, atol : float, optional
        Relative and absolute tolerance.
    err_msg : str, optional
        Text to show on failure.
    verbose : bool, optional
        Show the conflicting values.
    **kwargs
        As of `numpy.testing.assert_allclose`.

    Examples
    --------
    >>> import cupy
    >>> cupy.testing.assert_allclose(cupy.ones(2), [1, 1 + 1e-9])
    """
    numpy.testing.assert_allclose(asnumpy(actual), asnumpy(desired), rtol=rtol, atol=atol,
                                  err_msg=err_msg, verbose=verbose, **kwargs)


def assert_array_equal(x: Any, y: Any, err_msg: str = "", verbose: bool = True, strides_check: bool = False,
                       **kwargs: Any) -> None:
    """Raise an AssertionError unless two arrays are equal.

    Parameters
    ----------
    x, y : array_like
        Arrays of either library.
    err_msg : str, optional
        Text to show on failure.
    verbose : bool, optional
        Show the conflicting values.
    strides_check : bool, optional
        The strides must be equal, too.
    **kwargs
        As of `numpy.testing.assert_array_equal`, such as ``strict``.

    Examples
    --------
    >>> import cupy
    >>> cupy.testing.assert_array_equal(cupy.arange(3), [0, 1, 2])
    """
    numpy.testing.assert_array_equal(asnumpy(x), asnumpy(y), err_msg=err_msg, verbose=verbose,
                                     **kwargs)
    if strides_check and x.strides != y.strides:
        text = f"Strides differ: {x.strides} and {y.strides}"
        raise AssertionError(f"{err_msg}\n{text}" if err_msg else text)


def assert_array_list_equal(xlist: Sequence[Any], ylist: Sequence[Any], err_msg: str = "",
                            verbose: bool = True) -> None:
    """Raise an AssertionError unless two sequences hold equal arrays in the same order.

    Parameters
    ----------
    xlist, ylist : sequence of array_like
        Arrays of either library.
    err_msg : str, optional
        Text to show on failure.
    verbose : bool, optional
        Show the conflicting values.

    Examples
    --------
    >>> import cupy
    >>> cupy.testing.assert_array_list_equal([cupy.ones(2)], [[1, 1]])
    """
    if type(xlist) is not type(ylist):
        raise AssertionError(
            f"Sequences of different types: {type(xlist).__name__} and {type(ylist).__name__}")
    if len(xlist) != len(ylist):
        raise AssertionError(f"Different numbers of arrays: {len(xlist)} and {len(ylist)}")
    for x, y in zip(xlist, ylist):
        assert_array_equal(x, y, err_msg=err_msg, verbose=verbose)


def assert_array_almost_equal(x: Any, y: Any, decimal: int = 6, err_msg: str = "", verbose: bool = True) -> None:
    """Raise an AssertionError unless two arrays agree to `decimal` decimal places.

    See `numpy.testing.assert_array_almost_equal`; device arrays are fetched.
    """
    numpy.testing.assert_array_almost_equal(asnumpy(x), asnumpy(y), decimal=decimal,
                                            err_msg=err_msg, verbose=verbose)


def assert_array_almost_equal_nulp(x: Any, y: numpy.ndarray, nulp: int = 1) -> None:
    """Raise an AssertionError if arrays differ by more than `nulp` units in the last place.

    See `numpy.testing.assert_array_almost_equal_nulp`; device arrays are fetched.
    """
    numpy.testing.assert_array_almost_equal_nulp(asnumpy(x), asnumpy(y), nulp=nulp)


def assert_array_max_ulp(a: Any, b: Any, maxulp: int = 1, dtype: DTypeLike | None = None) -> numpy.ndarray:
    """Raise an AssertionError if an element differs by more than `maxulp` units in the last place.

    See `numpy.testing.assert_array_max_ulp`; device arrays are fetched.
    """
    return numpy.testing.assert_array_max_ulp(asnumpy(a), asnumpy(b), maxulp=maxulp, dtype=dtype)


def assert_array_less(x: Any, y: Any, err_msg: str = "", verbose: bool = True, **kwargs: Any) -> None:
    """Raise an AssertionError unless every element of `x` is less than that of `y`.

    See `numpy.testing.assert_array_less`; device arrays are fetched.
    """
    numpy.testing.assert_array_less(asnumpy(x), asnumpy(y), err_msg=err_msg, verbose=verbose,
                                    **kwargs)


def assert_equal(actual: object, desired: object, err_msg: str = "", verbose: bool = True, **kwargs: Any) -> None:
    """Raise an AssertionError unless two objects are equal.

    See `numpy.testing.assert_equal`; device arrays, also inside containers, are fetched.
    """
    numpy.testing.assert_equal(asnumpy(actual), asnumpy(desired), err_msg=err_msg,
                               verbose=verbose, **kwargs)


def assert_almost_equal(actual: Any, desired: Any, decimal: Any = 7, err_msg: Any = "", verbose: Any = True) -> None:
    """Raise an AssertionError unless two items agree to `decimal` decimal places.

    See `numpy.testing.assert_almost_equal`; device arrays are fetched.
    """
    numpy.testing.assert_almost_equal(asnumpy(actual), asnumpy(desired), decimal=decimal,
                                      err_msg=err_msg, verbose=verbose)


def assert_approx_equal(actual: Any, desired: Any, significant: Any = 7, err_msg: Any = "",
                        verbose: Any = True) -> None:
    """Raise an AssertionError unless two numbers agree to `significant` digits.

    See `numpy.testing.assert_approx_equal`; device arrays are fetched.
    """
    numpy.testing.assert_approx_equal(asnumpy(actual), asnumpy(desired), significant=significant,
                                      err_msg=err_msg, verbose=verbose)


def assert_array_compare(comparison: Any, x: Any, y: Any, *args: Any, **kwargs: Any) -> None:
    """Raise an AssertionError unless ``comparison(x, y)`` holds everywhere.

    The comparison receives NumPy arrays; device arrays are fetched.
    """
    from numpy.testing import assert_array_compare

    assert_array_compare(comparison, asnumpy(x), asnumpy(y), *args, **kwargs)


def build_err_msg(arrays: Any, *args: Any, **kwargs: Any) -> Any:
    """The text of a failed comparison; see `numpy.testing.build_err_msg`."""
    from numpy.testing import build_err_msg

    return build_err_msg(asnumpy(list(arrays)), *args, **kwargs)


def print_assert_equal(test_string: Any, actual: Any, desired: Any) -> None:
    """Raise an AssertionError that starts with `test_string` unless two objects are equal."""
    numpy.testing.print_assert_equal(test_string, asnumpy(actual), asnumpy(desired))


def from_numpy(name: str) -> Callable[..., Any]:
    """The object that `numpy.testing` has under this name."""
    for module in (numpy.testing, utils):
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"this version of numpy.testing has no {name!r}")
