"""Gradients along axes: one kernel where steps are even, else one for the inside and one for each end."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

from cupy._core.axes import normalize_axis_tuple
from cupy._core.gradient import gradient_along
from cupy._core.from_data import asarray
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty_like
from cupy._core.arguments import as_array
from cupy._core.subclass import keeps_class
from cupy._ops.composite import difference_quotient, three_products

if TYPE_CHECKING:
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["gradient"]


def _cut(a: ndarray, axis: int, *bounds: int | None) -> ndarray:
    return a[(slice(None),) * axis + (slice(*bounds),)]


def _spacings(varargs: Sequence[Any], axes: tuple[int, ...], shape: tuple[int, ...]) -> list[Any]:
    """For each axis a number, or the coordinates along it."""
    if not varargs:
        return [1.0] * len(axes)
    if len(varargs) == 1 and numpy.ndim(_plain(varargs[0])) == 0:
        return [varargs[0]] * len(axes)
    if len(varargs) != len(axes):
        raise TypeError("invalid number of arguments")
    spacings = []
    for given, axis in zip(varargs, axes, strict=True):
        if numpy.ndim(_plain(given)) == 0:
            spacings.append(given)
            continue
        x = as_array(given)
        if x.ndim != 1:
            raise ValueError("distances must be either scalars or 1d")
        if x.size != shape[axis]:
            raise ValueError("when 1d, distances must match the length of the corresponding "
                             "dimension")
        spacings.append(x.astype(float) if x.dtype.kind in "iub" else x)
    return spacings


def _plain(x: Any) -> Any:
    """Something that numpy.ndim takes without looking at the items."""
    return numpy.empty(x.shape, bool) if isinstance(x, ndarray) else x


def _gradient_even(f: ndarray, out: ndarray, axis: int, h: Any, edge_order: int) -> None:
    def at(*bounds: int | None) -> ndarray:
        return _cut(f, axis, *bounds)

    difference_quotient(at(2, None), at(None, -2), 2.0 * h, out=_cut(out, axis, 1, -1))
    first, last = _cut(out, axis, 0, 1), _cut(out, axis, -1, None)
    if edge_order == 1:
        difference_quotient(at(1, 2), at(0, 1), h, out=first)
        difference_quotient(at(-1, None), at(-2, -1), h, out=last)
    else:
        a, b, c = -1.5 / h, 2.0 / h, -0.5 / h
        three_products(a, at(0, 1), b, at(1, 2), c, at(2, 3), out=first)
        three_products(-c, at(-3, -2), -b, at(-2, -1), -a, at(-1, None), out=last)


def _gradient_uneven(f: ndarray, out: ndarray, axis: int, x: ndarray, edge_order: int) -> None:
    def at(*bounds: int | None) -> ndarray:
        return _cut(f, axis, *bounds)

    along = (slice(None),) + (None,) * (f.ndim - axis - 1)
    step = x[1:] - x[:-1]
    before, after = step[:-1], step[1:]
    a = -after / (before * (before + after))
    b = (after - before) / (before * after)
    c = before / (after * (before + after))
    three_products(a[along], at(None, -2), b[along], at(1, -1), c[along], at(2, None),
                   out=_cut(out, axis, 1, -1))
    first, last = _cut(out, axis, 0, 1), _cut(out, axis, -1, None)
    if edge_order == 1:
        difference_quotient(at(1, 2), at(0, 1), step[0], out=first)
        difference_quotient(at(-1, None), at(-2, -1), step[-1], out=last)
        return
    h, k = step[0], step[1]
    three_products(-(2.0 * h + k) / (h * (h + k)), at(0, 1), (h + k) / (h * k), at(1, 2),
                   -h / (k * (h + k)), at(2, 3), out=first)
    h, k = step[-2], step[-1]
    three_products(k / (h * (h + k)), at(-3, -2), -(h + k) / (h * k), at(-2, -1),
                   (2.0 * k + h) / (k * (h + k)), at(-1, None), out=last)


def _gradient_of_times(f: ndarray, varargs: Sequence[Any], axis: Any, edge_order: Any) -> Any:
    """Timedeltas, cut to whole ticks; they are the host's work."""
    varargs = [x.get() if isinstance(x, ndarray) else x for x in varargs]
    found = numpy.gradient(f.get(), *varargs, axis=axis, edge_order=edge_order)
    return tuple(map(asarray, found)) if isinstance(found, tuple) else asarray(found)


@keeps_class
def gradient(f: ArrayLike, *varargs: ArrayLike, axis: Ints | None = None,
             edge_order: Literal[1, 2] = 1) -> ndarray | tuple[ndarray, ...]:
    """Gradient along axes: second-order differences inside, one-sided ones at the ends.

    Parameters
    ----------
    f : array_like
        Samples of a function.
    *varargs : scalars or arrays
        Distance of the samples: one for all axes, or for each axis a distance or coordinates.
    axis : int or tuple of ints, optional
        Axes; all if not given.
    edge_order : {1, 2}, optional
        Order of the differences at the ends.

    Returns
    -------
    ndarray or tuple of ndarray
        The gradient along each axis.

    Raises
    ------
    ValueError
        If an axis is too short, or the coordinates do not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.gradient(cupy.array([1.0, 2.0, 4.0, 7.0]))
    array([1. , 1.5, 2.5, 3. ])
    """
    f = as_array(f, "f")
    axes = tuple(range(f.ndim)) if axis is None else normalize_axis_tuple(axis, f.ndim)
    spacings: list[Any] = _spacings(varargs, axes, f.shape)
    if edge_order not in (1, 2):
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype.kind in "mM":
        return _gradient_of_times(f, varargs, axis, edge_order)
    if f.dtype.kind in "iu":
        f = f.astype(float)
    results = []
    for i, spacing in zip(axes, spacings, strict=True):
        if f.shape[i] < edge_order + 1:
            raise ValueError("Shape of array too small to calculate a numerical gradient, at "
                             "least (edge_order + 1) elements are required.")
        if f.dtype.kind == "b":
            raise TypeError("boolean subtract, the `-` operator, is not supported")
        if type(spacing) in (int, float):
            result = gradient_along(f, i, spacing, edge_order)
            if result is not None:
                results.append(result)
                continue
        out = empty_like(f)
        uneven = isinstance(spacing, ndarray) and spacing.ndim == 1
        (_gradient_uneven if uneven else _gradient_even)(f, out, i, spacing, edge_order)
        results.append(out)
    return results[0] if len(results) == 1 else tuple(results)
