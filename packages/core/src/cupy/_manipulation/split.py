"""Arrays taken apart: every part is a view."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy._core.axes import normalize_axis_index
from cupy._core.by_method import owner_of
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["array_split", "dsplit", "hsplit", "split", "unstack", "vsplit"]


def _are_indices(indices_or_sections: Any) -> bool:
    return hasattr(indices_or_sections, "__len__") and getattr(indices_or_sections, "ndim", 1) > 0


def array_split(ary: ArrayLike, indices_or_sections: Ints, axis: SupportsIndex = 0) -> list[ndarray]:
    """Split an array into parts that need not be equally large.

    Parameters
    ----------
    ary : array_like
        Input.
    indices_or_sections : int or sequence of ints
        Number of parts, or the indices where parts begin.
    axis : int, optional
        Axis to split.

    Returns
    -------
    list of ndarray
        Views of `ary`.

    Raises
    ------
    ValueError
        If the number of parts is not positive.

    Examples
    --------
    >>> import cupy
    >>> cupy.array_split(cupy.arange(3), 2)
    [array([0, 1]), array([2])]
    """
    ary = as_array(ary, "ary")
    given: Any = indices_or_sections
    axis = normalize_axis_index(axis, ary.ndim)
    total = ary.shape[axis]
    if _are_indices(given):
        cuts = [0, *map(operator.index, given), total]
    else:
        sections = int(given)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = divmod(total, sections)
        cuts = [i * each + min(i, extra) for i in range(sections + 1)]
    before = (slice(None),) * axis
    return [ary[(*before, slice(a, b))] for a, b in zip(cuts[:-1], cuts[1:], strict=True)]


def split(ary: ArrayLike, indices_or_sections: Ints, axis: SupportsIndex = 0) -> list[ndarray]:
    """Split an array into equally large parts, or at indices.

    Parameters
    ----------
    ary : array_like
        Input.
    indices_or_sections : int or sequence of ints
        Number of parts, or the indices where parts begin.
    axis : int, optional
        Axis to split.

    Returns
    -------
    list of ndarray
        Views of `ary`.

    Raises
    ------
    ValueError
        If the axis cannot be divided equally.

    Examples
    --------
    >>> import cupy
    >>> cupy.split(cupy.arange(4), 2)
    [array([0, 1]), array([2, 3])]
    """
    ary = as_array(ary, "ary")
    given: Any = indices_or_sections
    if not _are_indices(given):
        size = ary.shape[normalize_axis_index(axis, ary.ndim)]
        if size % int(given):
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary: ArrayLike, indices_or_sections: Ints) -> list[ndarray]:
    """Split an array along its second axis, a vector along its only one.

    Parameters
    ----------
    ary : array_like
        Input.
    indices_or_sections : int or sequence of ints
        As in `split`.

    Returns
    -------
    list of ndarray
        Views of `ary`.

    Examples
    --------
    >>> import cupy
    >>> cupy.hsplit(cupy.arange(4), 2)
    [array([0, 1]), array([2, 3])]
    """
    ary = as_array(ary, "ary")
    if ary.ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary: ArrayLike, indices_or_sections: Ints) -> list[ndarray]:
    """Split an array along its first axis.

    Parameters
    ----------
    ary : array_like
        Input of at least two dimensions.
    indices_or_sections : int or sequence of ints
        As in `split`.

    Returns
    -------
    list of ndarray
        Views of `ary`.

    Examples
    --------
    >>> import cupy
    >>> cupy.vsplit(cupy.arange(4).reshape(2, 2), 2)
    [array([[0, 1]]), array([[2, 3]])]
    """
    ary = as_array(ary, "ary")
    if ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary: ArrayLike, indices_or_sections: Ints) -> list[ndarray]:
    """Split an array along its third axis.

    Parameters
    ----------
    ary : array_like
        Input of at least three dimensions.
    indices_or_sections : int or sequence of ints
        As in `split`.

    Returns
    -------
    list of ndarray
        Views of `ary`.

    Examples
    --------
    >>> import cupy
    >>> [part.shape for part in cupy.dsplit(cupy.zeros((2, 2, 4)), 2)]
    [(2, 2, 2), (2, 2, 2)]
    """
    ary = as_array(ary, "ary")
    if ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def unstack(x: ArrayLike, /, *, axis: SupportsIndex = 0) -> tuple[ndarray, ...]:
    """Take an array apart along an axis; the inverse of `stack`.

    Parameters
    ----------
    x : array_like
        Input.
    axis : int, optional
        Axis that disappears.

    Returns
    -------
    tuple of ndarray
        Views of `x`.

    Examples
    --------
    >>> import cupy
    >>> cupy.unstack(cupy.arange(4).reshape(2, 2))
    (array([0, 1]), array([2, 3]))
    """
    x = owner_of(x, "ndim", "x")
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    axis = normalize_axis_index(axis, x.ndim)
    before = (slice(None),) * axis
    return tuple(x[(*before, i)] for i in range(x.shape[axis]))
