"""Filters of cascaded sections of order two."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy
import scipy.signal as scipy_signal

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.signal._recurrence import _engine
from cupyx.scipy.signal._recurrence._signals import as_lines, filtered_type, signal_of, where_it_lies
from cupyx.scipy.signal._through_scipy import through_scipy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["sosfilt", "sosfilt_zi"]

sosfilt_zi = through_scipy(scipy_signal.sosfilt_zi, """\
>>> sos = signal.butter(2, 0.5, output="sos")
>>> signal.sosfilt_zi(sos).round(4)
array([[0.7071, 0.1213]])""")


def sections_of(sos: Any) -> cupy.ndarray | numpy.ndarray[Any, Any]:
    """The rows of `sos`, checked, as an array of NumPy, or of the device if `sos` is one."""
    sos = where_it_lies(sos)
    if sos.ndim < 2:
        sos = sos.reshape(1, -1)
    if sos.ndim != 2:
        raise ValueError("sos array must be 2D")
    if sos.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    if isinstance(sos, numpy.ndarray) and not (sos[:, 3] == 1).all():
        raise ValueError("sos[:, 3] should be all ones")
    return sos


def cascaded(sos: cupy.ndarray | numpy.ndarray[Any, Any], lines: cupy.ndarray, state: cupy.ndarray | None,
             want_state: bool) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    """Filter (outer, length, inner) with states (lines, 2 * sections), some sections at a time."""
    finals = []
    for first in range(0, len(sos), _engine.MOST_SECTIONS):
        some = slice(first, first + _engine.MOST_SECTIONS)
        part = None if state is None else state[:, 2 * first:2 * (first + _engine.MOST_SECTIONS)]
        lines, final = _engine.cascade(sos[some], lines, part, want_state)
        finals.append(final)
    if not want_state:
        return lines, None
    return lines, finals[0] if len(finals) == 1 else cupy.concatenate(finals, axis=1)


@overload
def sosfilt(sos: ArrayLike, x: ArrayLike, axis: int = ..., zi: None = ...) -> cupy.ndarray: ...
@overload
def sosfilt(sos: ArrayLike, x: ArrayLike, axis: int = ..., *,
            zi: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def sosfilt(sos: ArrayLike, x: ArrayLike, axis: int, zi: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]: ...
@overload
def sosfilt(sos: ArrayLike, x: ArrayLike, axis: int = ...,
            zi: ArrayLike | None = ...) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]: ...
def sosfilt(sos: ArrayLike, x: ArrayLike, axis: int = -1,
            zi: ArrayLike | None = None) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Filter a signal along one axis by cascaded sections of order two.

    Parameters
    ----------
    sos : array_like
        A row of six coefficients for each section: three of the numerator, three of the denominator, the first of
        which is one.
    x : array_like
        The signal.
    axis : int, optional
        Axis to filter along, the last by default.
    zi : array_like, optional
        States before the first sample: ``(sections, ..., 2, ...)``, where ``..., 2, ...`` is the shape of `x` with two
        along `axis`.  Zeros by default.

    Returns
    -------
    y : cupy.ndarray
        The filtered signal, of the shape of `x`.
    zf : cupy.ndarray
        States after the last sample, if `zi` is given.

    Raises
    ------
    ValueError
        If `sos` has not six columns or ones in the fourth, or `zi` has another shape.  What is in the fourth column
        on a device is found out with the next copy to the host.

    Notes
    -----
    All sections are passed at once, eight at most; see `lfilter` for the method.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> sos = signal.butter(4, 0.2, output="sos")
    >>> signal.sosfilt(sos, cupy.ones(100))[-1].round(6)
    array(1.)
    """
    sos, x = sections_of(sos), signal_of(x)
    zi = None if zi is None else zi if isinstance(zi, cupy.ndarray) else cupy.asarray(zi)
    axis = normalize_axis_index(axis, x.ndim)
    dtype = filtered_type(sos, x, zi)
    lines = as_lines(x, axis, dtype)
    count = len(sos)
    if zi is None:
        return _in_order(cascaded(sos, lines, None, False)[0].reshape(x.shape), axis)
    expected = (count, *x.shape[:axis], 2, *x.shape[axis + 1:])
    if zi.shape != expected:
        sections_of(cupy.asnumpy(sos))      # what would be found out later is the first error
        raise ValueError(f"Invalid zi shape. With axis={axis!r}, an input with shape {x.shape!r}, and an sos array "
                         f"with {count} sections, zi must have shape {expected!r}, got {zi.shape!r}.")
    state = cupy.moveaxis(zi, (0, axis + 1), (-2, -1))
    others = state.shape[:-2]
    y, final = cascaded(sos, lines, state.reshape(-1, 2 * count), True)
    assert final is not None
    final = cupy.moveaxis(final.astype(dtype).reshape(*others, count, 2), (-2, -1), (0, axis + 1))
    return _in_order(y.reshape(x.shape), axis), final


def _in_order(y: cupy.ndarray, axis: int) -> cupy.ndarray:
    """In SciPy's memory order: samples of a signal lie beside each other."""
    return cupy.moveaxis(cupy.ascontiguousarray(cupy.moveaxis(y, axis, -1)), -1, axis)
