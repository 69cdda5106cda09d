"""Functions applied along axes and to parts of arrays."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._core.axes import normalize_axis_index
from cupy._core.constructors import empty, zeros_like
from cupy._core.copyto import copyto
from cupy._core.arguments import as_array
from cupy._core.subclass import keeps_class

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["apply_along_axis", "apply_over_axes", "piecewise"]


@keeps_class
def apply_along_axis(func1d: Callable[..., Any], axis: SupportsIndex, arr: ArrayLike, *args: Any,
                     **kwargs: Any) -> ndarray:
    """Apply a function to every vector along an axis.

    Parameters
    ----------
    func1d : callable
        Function of a one-dimensional array; it is called for each vector.
    axis : int
        The axis.
    arr : array_like
        Input.
    *args, **kwargs
        Passed to the function.

    Returns
    -------
    ndarray
        Results, their axes in the place of `axis`.

    Raises
    ------
    ValueError
        If there is no vector to call the function with.

    Examples
    --------
    >>> import cupy
    >>> cupy.apply_along_axis(cupy.cumsum, 1, cupy.ones((2, 3)))
    array([[1., 2., 3.],
           [1., 2., 3.]])
    """
    arr = as_array(arr, "arr")
    axis = normalize_axis_index(axis, arr.ndim)
    order = [i for i in range(arr.ndim) if i != axis]
    vectors = arr.transpose([*order, axis])
    lead = vectors.shape[:-1]
    result = None
    for index in numpy.ndindex(*lead):
        value = as_array(func1d(vectors[index], *args, **kwargs))
        if result is None:
            result = empty((*lead, *value.shape), value.dtype)
        result[index] = value
    if result is None:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    tail = list(range(len(lead), result.ndim))
    front = list(range(len(lead)))
    return result.transpose(front[:axis] + tail + front[axis:])


def apply_over_axes(func: Callable[..., Any], a: ArrayLike, axes: Ints) -> ndarray:
    """Apply a reduction to one axis after another, keeping the number of axes.

    Parameters
    ----------
    func : callable
        Function of an array and an axis.
    a : array_like
        Input.
    axes : int or sequence of ints
        The axes.

    Returns
    -------
    ndarray
        The result.

    Raises
    ------
    ValueError
        If the function changes the number of axes by more than one.

    Examples
    --------
    >>> import cupy
    >>> cupy.apply_over_axes(cupy.sum, cupy.ones((2, 3)), [0, 1])
    array([[6.]])
    """
    result = as_array(a)
    ndim = result.ndim
    for axis in axes if isinstance(axes, Iterable) else (axes,):
        axis = normalize_axis_index(axis, ndim)
        result = func(result, axis)
        if result.ndim == ndim - 1:
            result = result.reshape(result.shape[:axis] + (1,) + result.shape[axis:])
        if result.ndim != ndim:
            raise ValueError("function is not returning an array of the correct shape")
    return result


def piecewise(x: ArrayLike, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any) -> ndarray:
    """Apply to each element the function whose condition holds.

    Parameters
    ----------
    x : array_like
        Input.
    condlist : list of array_like of bool, or one
        Conditions; the last that holds decides.
    funclist : list of callables or scalars
        One for each condition, and one more for the elements where none holds (0 if left out).
    *args, **kw
        Passed to the functions.

    Returns
    -------
    ndarray
        Values of the shape and type of `x`.

    Raises
    ------
    ValueError
        If the number of functions does not fit.

    Examples
    --------
    >>> import cupy
    >>> x = cupy.array([-2.0, 3.0])
    >>> cupy.piecewise(x, [x < 0], [lambda v: -v, 10])
    array([ 2., 10.])
    """
    x = as_array(x, "x")
    if numpy.isscalar(condlist) or getattr(condlist, "ndim", 1) == 0 or x.ndim and not isinstance(
            condlist[0], (list, numpy.ndarray)) and getattr(condlist[0], "ndim", 0) == 0:
        condlist = [condlist]
    conditions = [as_array(c).astype(bool, copy=False) for c in condlist]
    functions: list[Any] = list(funclist)
    if len(functions) == len(conditions) + 1:
        anywhere = conditions[0]
        for c in conditions[1:]:
            anywhere = anywhere | c
        conditions.append(~anywhere)
    elif len(functions) != len(conditions):
        n = len(conditions)
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    y = zeros_like(x)
    for condition, function in zip(conditions, functions, strict=True):
        if callable(function):
            items = x[condition]
            if items.size:
                given: Any = function(items, *args, **kw)
                y[condition] = given
        elif condition.shape == y.shape:
            copyto(y, function, "unsafe", where=condition)
        else:           # a mask of the first axes, or none
            y[condition] = function
    return y
