"""Piecewise linear interpolation in one dimension, in one kernel."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.constructors import empty
from cupy._core.arguments import as_array
from cupy._core.target import serial_blocks
from cupy._core.dtype_rules import result_type

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["interp"]

_MANY = 1 << 20         # x from which tables are worth their while on a GPU

# The last sample not beyond x, then a line; x on a sample gives it exactly.  The search begins where x would be
# among evenly spaced samples, and looks ever further from there.
_BODY = """
    const double x = (double)item, first = (double)xp[0], end = (double)xp[points - 1];
    if (isnan(x) && points > 1) { y = U(x); }
    else if (x < first) { y = LEFT; }
    else if (x > end) { y = RIGHT; }
    else {
        const float place = float(x - first) * (float(points - 1) / float(end - first));
        long long low = place > 0 ? place < float(points - 1) ? (long long)place : points - 1 : 0;
        long long high = low + 1, step = 1;
        if ((double)xp[low] <= x) {
            for (; high < points && (double)xp[high] <= x; step *= 2) { low = high; high += step; }
            if (high > points) high = points;
        } else {
            do { high = low; low = low > step ? low - step : 0; step *= 2; } while ((double)xp[low] > x);
        }
        while (high - low > 1) {
            const long long middle = (low + high) / 2;
            if ((double)xp[middle] <= x) low = middle; else high = middle;
        }
        const U here = U(fp[low]);
        const double start = (double)xp[low];
        if (low == points - 1 || start == x) {
            y = here;
        } else {
            const U there = U(fp[low + 1]);
            const double stop = (double)xp[low + 1];
            const U slope = (there - here) / (stop - start);
            y = slope * (x - start) + here;
            if (isnan(y)) {
                y = slope * (x - stop) + there;
                if (isnan(y) && here == there) y = here;
            }
        }
    }
    """


def _kernel(parameters: str, left: str, right: str, name: str) -> ElementwiseKernel:
    return ElementwiseKernel(f"T item, raw P xp, raw V fp, int64 points{parameters}", "U y",
                             _BODY.replace("LEFT", left).replace("RIGHT", right), name)


_interp = _kernel("", "U(fp[0])", "U(fp[points - 1])", "cupy_interp")
_interp_between = _kernel(", U left, U right", "left", "right", "cupy_interp_between")

# Of many x: a look at where x would be among evenly spaced samples; then a search in what `starts` leaves, which
# has, for equal parts of the samples' range, the number of samples in the parts before.
_PART = "const double place = (x - xp[0]) * scale; const int part = place > 0 ? place < parts ? int(place) : parts : 0;"
_part = ElementwiseKernel("float64 x, raw float64 xp, float64 scale, int32 parts", "int32 y", f"{_PART} y = part;",
                          "cupy_interp_part")
_interp_many = ElementwiseKernel(
    "T item, raw float64 xp, raw U fp, raw U slopes, raw int32 starts, float64 scale, float64 even, int32 parts, "
    "int32 points, U left, U right", "U y", """
    const double x = (double)item;
    if (isnan(x)) { y = U(x); }
    else if (x < xp[0]) { y = left; }
    else if (x > xp[points - 1]) { y = right; }
    else {
        const double guess = (x - xp[0]) * even;
        int low = guess > 0 ? guess < points - 2 ? int(guess) : points - 2 : 0;
        double start = xp[low];
        if (start > x || xp[low + 1] <= x) {
            PART
            low = starts[part] - 1;
            int high = starts[part + 1];
            while (high - low > 1) {
                const int middle = (low + high) / 2;
                if (xp[middle] <= x) low = middle; else high = middle;
            }
            start = xp[low];
        }
        const U here = fp[low];
        if (low == points - 1 || start == x) {
            y = here;
        } else {
            const U slope = slopes[low];
            y = slope * (x - start) + here;
            if (isnan(y)) {
                const U there = fp[low + 1];
                y = slope * (x - xp[low + 1]) + there;
                if (isnan(y) && here == there) y = here;
            }
        }
    }
    """.replace("PART", _PART), "cupy_interp_many")


def interp(x: ArrayLike, xp: ArrayLike, fp: ArrayLike, left: ArrayLike | None = None, right: ArrayLike | None = None,
           period: float | None = None) -> ndarray:
    """Values between samples on straight lines.

    Parameters
    ----------
    x : array_like
        Where to interpolate.
    xp, fp : array_like
        Where the samples were taken, in ascending order, and their real or complex values.
    left, right : scalar, optional
        Values outside the samples; the first and last sample if not given.
    period : float, optional
        Period of `xp`; then its order does not matter and `left` and `right` are ignored.

    Returns
    -------
    ndarray
        Values of the shape of `x`.

    Raises
    ------
    ValueError
        If `xp` and `fp` are not vectors of one length, there are no samples for elements of `x`, or `period` is 0.

    Examples
    --------
    >>> import cupy
    >>> cupy.interp(cupy.array([1.5, 4.0]), cupy.array([1.0, 2.0]), cupy.array([10.0, 20.0]))
    array([15., 20.])
    """
    x, xp, fp = as_array(x, "x"), as_array(xp, "xp"), as_array(fp, "fp")
    if x.dtype.kind == "c" or xp.dtype.kind == "c":
        raise TypeError("Cannot cast array data from dtype('complex128') to dtype('float64') "
                        "according to the rule 'safe'")
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if xp.shape != fp.shape:
        raise ValueError("fp and xp are not of the same length.")
    if xp.size == 0 and x.size:
        raise ValueError("array of sample points is empty")
    dtype = fp.dtype if fp.dtype.char in "dD" else result_type(fp, numpy.float64)
    if x.size == 0 and period != 0:
        return empty(x.shape, dtype)
    if period is not None:
        x, xp, fp = _periodic(x, xp.astype(numpy.float64, copy=False), fp, period)
        left = right = None
    if (x.size >= _MANY and dtype.kind == "f" and 1 < xp.size <= x.size // 16 and xp.size < 1 << 30
            and not serial_blocks()):
        return _of_many(x, xp.astype(numpy.float64, copy=False), fp.astype(dtype, copy=False), left, right)
    result = empty(x.shape, dtype)
    if left is None and right is None:
        return _interp(x, xp, fp, xp.size, result)
    left, right = (value.astype(dtype, copy=False) if isinstance(value, ndarray) else value
                   for value in (fp[0] if left is None else left, fp[-1] if right is None else right))
    return _interp_between(x, xp, fp, xp.size, left, right, result)


def _of_many(x: ndarray, xp: ndarray, fp: ndarray, left: Any, right: Any) -> ndarray:
    """Slopes are computed once, and the table of parts leaves little to search."""
    import cupy
    parts = 1 << min(xp.size.bit_length(), 16)
    length = xp[-1] - xp[0]
    scale, even = parts / length, (xp.size - 1) / length
    starts = cupy.searchsorted(_part(xp, xp, scale, parts), cupy.arange(parts + 2, dtype=numpy.int32))
    slopes = (fp[1:] - fp[:-1]) / (xp[1:] - xp[:-1])
    return _interp_many(x, xp, fp, slopes, starts.astype(numpy.int32), scale, even, parts, xp.size,
                        fp[0] if left is None else left, fp[-1] if right is None else right, empty(x.shape, fp.dtype))


def _periodic(x: ndarray, xp: ndarray, fp: ndarray, period: float) -> tuple[ndarray, ndarray, ndarray]:
    """Everything within one period, with a sample of the next at each end."""
    if period == 0:
        raise ValueError("period must be a non-zero value")
    period = abs(period)
    x, xp = x.astype(numpy.float64, copy=False) % period, xp % period
    order = xp.argsort()
    xp, fp = xp[order], fp[order]
    wide, values = empty(xp.size + 2, xp.dtype), empty(fp.size + 2, fp.dtype)
    wide[1:-1], values[1:-1] = xp, fp
    wide[:1], values[:1] = xp[-1:] - period, fp[-1:]
    wide[-1:], values[-1:] = xp[:1] + period, fp[:1]
    return x, wide, values
