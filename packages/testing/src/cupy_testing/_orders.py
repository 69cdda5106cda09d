"""Decorators that run a test for memory orders, casting rules, and axes that lie together in memory."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cupy_testing._loops import inject, over


def for_orders(orders: Iterable[str], name: str = "order") -> Callable[..., Any]:
    """Run the test for each of `orders`.

    Parameters
    ----------
    orders : iterable
        Values to pass, such as ``"CFA"``.
    name : str, optional
        Keyword argument of the test that receives one.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.for_orders("CFK")
    ... @testing.numpy_cupy_array_equal(strides_check=True)
    ... def check(xp, order):
    ...     return testing.shaped_arange((2, 3), xp).T.copy(order)
    >>> check()
    """
    return over([{name: order} for order in orders])


def for_CF_orders(name: str = "order") -> Callable[..., Any]:
    """Run the test for C and Fortran order, in either case of letter; see `for_orders`."""
    return for_orders("CFcf", name)


def for_castings(castings: Sequence[str] | None = None, name: str = "casting") -> Callable[..., Any]:
    """Run the test for casting rules, by default all of NumPy's; see `for_orders`.

    Parameters
    ----------
    castings : iterable of str, optional
        Rules to pass.
    name : str, optional
        Keyword argument of the test that receives one.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> @testing.for_castings()
    ... def check(casting):
    ...     assert numpy.can_cast("f4", "f8", casting) == (casting not in ("no", "equiv"))
    >>> check()
    """
    return for_orders(("no", "equiv", "safe", "same_kind", "unsafe") if castings is None else castings, name)


def for_contiguous_axes(name: str = "axis") -> Callable[..., Any]:
    """Run the test for every tuple of axes that is contiguous in memory.

    The test is a method; its class has the attributes ``shape`` and ``order``.  For three
    dimensions the axes are ``(2,), (1, 2), (0, 1, 2)`` in C order and
    ``(0,), (0, 1), (0, 1, 2)`` in Fortran order.

    Parameters
    ----------
    name : str, optional
        Keyword argument of the test that receives the axes.

    Examples
    --------
    >>> from cupy import testing
    >>> class TestSum:
    ...     shape, order = (2, 3), "C"
    ...     @testing.for_contiguous_axes()
    ...     def test_sum(self, axis):
    ...         print(axis)
    >>> TestSum().test_sum()
    (0, 1)
    (1,)
    """
    def decorator(impl: Callable[..., Any]) -> Callable[..., Any]:
        def run(self: Any, *args: Any, **kwargs: Any) -> None:
            ndim = len(self.shape)
            if self.order not in ("C", "c", "F", "f"):
                raise ValueError(f"order must be 'C' or 'F', not {self.order!r}")
            if self.order in "Cc":
                axes = [tuple(range(first, ndim)) for first in range(ndim)]
            else:
                axes = [tuple(range(last + 1)) for last in range(ndim)]
            over([{name: a} for a in axes])(impl)(self, *args, **kwargs)

        return inject(impl, run, {name})

    return decorator
