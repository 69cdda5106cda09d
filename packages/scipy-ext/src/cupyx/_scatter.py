"""Assignment through index arrays where every occurrence of an index counts."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["scatter_add", "scatter_max", "scatter_min"]


def scatter_add(a: cupy.ndarray, slices: Any, value: ArrayLike) -> None:
    """Add `value` to the elements of `a` at `slices`; repeated indices add up.

    Parameters
    ----------
    a : cupy.ndarray
        Changed in place.
    slices : index
        Anything that indexes `a`.
    value : array_like
        Broadcast to the shape of ``a[slices]``.

    Examples
    --------
    >>> import cupy, cupyx
    >>> a = cupy.zeros(3)
    >>> cupyx.scatter_add(a, cupy.array([0, 2, 0]), 1)
    >>> a
    array([2., 0., 1.])
    """
    cupy.add.at(a, slices, value)


def scatter_max(a: cupy.ndarray, slices: Any, value: ArrayLike) -> None:
    """Raise the elements of `a` at `slices` to `value` where it is larger.

    Parameters
    ----------
    a : cupy.ndarray
        Changed in place.
    slices : index
        Anything that indexes `a`.
    value : array_like
        Broadcast to the shape of ``a[slices]``.

    Examples
    --------
    >>> import cupy, cupyx
    >>> a = cupy.zeros(2)
    >>> cupyx.scatter_max(a, cupy.array([1, 1]), cupy.array([3., 2.]))
    >>> a
    array([0., 3.])
    """
    cupy.maximum.at(a, slices, value)


def scatter_min(a: cupy.ndarray, slices: Any, value: ArrayLike) -> None:
    """Lower the elements of `a` at `slices` to `value` where it is smaller.

    Parameters
    ----------
    a : cupy.ndarray
        Changed in place.
    slices : index
        Anything that indexes `a`.
    value : array_like
        Broadcast to the shape of ``a[slices]``.

    Examples
    --------
    >>> import cupy, cupyx
    >>> a = cupy.zeros(2)
    >>> cupyx.scatter_min(a, cupy.array([1, 1]), cupy.array([-3., -2.]))
    >>> a
    array([ 0., -3.])
    """
    cupy.minimum.at(a, slices, value)
