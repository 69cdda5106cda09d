"""Splines through points and least-squares splines: collocation matrices are banded."""
from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy._host import to_host
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate._banded import Banded
from cupyx.scipy.interpolate._bspline import BSpline, collocation

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["make_interp_spline", "make_lsq_spline"]


def not_a_knot(x: numpy.ndarray[Any, Any], k: int) -> numpy.ndarray[Any, Any]:
    """Knots of an interpolating spline without conditions at the ends (NumPy arrays)."""
    inner = x if k % 2 else (x[1:] + x[:-1]) / 2
    cut = (k + 1) // 2
    return ended(x, inner[cut:-cut] if k % 2 else inner[k // 2:-(k // 2)], k + 1)


def ended(x: numpy.ndarray[Any, Any], inner: numpy.ndarray[Any, Any], times: int) -> numpy.ndarray[Any, Any]:
    """Knots with the ends of `x` so many times."""
    return numpy.concatenate(((x[0],) * times, inner, (x[-1],) * times))


def _periodic_knots(x: numpy.ndarray[Any, Any], k: int) -> numpy.ndarray[Any, Any]:
    x = x.copy()
    n = len(x)
    if k % 2 == 0:
        x[1:-1] -= numpy.diff(x)[:-1] / 2
    steps = numpy.diff(x)
    t = numpy.zeros(n + 2 * k)
    t[k:-k] = x
    for i in range(k):
        t[k - i - 1] = t[k - i] - steps[-(i % (n - 1)) - 1]
        t[-k + i] = t[-k + i - 1] + steps[i % (n - 1)]
    return t


def _rows_at(t: numpy.ndarray[Any, Any], k: int, x: float,
             orders: list[int]) -> tuple[int, list[numpy.ndarray[Any, Any]]]:
    """``(first column, rows)`` of derivatives of the basis at one point."""
    from scipy import interpolate

    n = len(t) - k - 1
    left = min(max(int(numpy.searchsorted(t, x, "right")) - 1, k), n - 1)
    local = interpolate.BSpline.construct_fast(t[left - k:left + k + 2], numpy.eye(k + 1), k)
    return left - k, [local(x, nu=int(nu)) for nu in orders]


def _collocation(x: numpy.ndarray[Any, Any], t: numpy.ndarray[Any, Any], k: int, left: list[int],
                 right: list[int]) -> numpy.ndarray[Any, Any]:
    """LAPACK's band storage of the rows of all points, between the derivatives at the ends."""
    n = len(t) - k - 1
    ab = to_host(collocation(cupy.asarray(x), cupy.asarray(t), k, len(left)))
    for start, end, orders in ((0, x[0], left), (n - len(right), x[-1], right)):
        if len(orders):
            column, values = _rows_at(t, k, end, orders)
            for i, row in enumerate(values):
                for a in range(k + 1):
                    if row[a]:
                        ab[2 * k + start + i - column - a, column + a] = row[a]
    return ab


def _conditions(condition: Any, shape: tuple[int, ...]) -> tuple[list[int], list[cupy.ndarray]]:
    """``(orders, values)`` of the derivatives that are given at one end."""
    if isinstance(condition, str):
        if condition not in ("clamped", "natural"):
            raise ValueError(f"Unknown boundary condition : {condition}")
        condition = [(1 if condition == "clamped" else 2, cupy.zeros(shape))]
    if condition is None:
        return [], []
    try:
        orders, values = zip(*condition, strict=True)
    except TypeError as error:
        raise ValueError("Derivatives, `bc_type`, should be specified as a pair of iterables of pairs of "
                         "(order, value).") from error
    return list(orders), [arguments.device(v) for v in values]


def _derivative(value: cupy.ndarray, shape: tuple[int, ...]) -> cupy.ndarray:
    """The row of a derivative: a value for each column, or one for all."""
    return cupy.broadcast_to(value, (1, *shape)) if value.size == 1 else value.reshape(1, *shape)


def _periodic(x: numpy.ndarray[Any, Any], y: cupy.ndarray, t: numpy.ndarray[Any, Any], k: int, axis: int) -> BSpline:
    """The rows of a periodic spline's points, with continuity of the derivatives, solved densely or by Woodbury."""
    n = len(x)
    size = n + k - 1
    if n <= k:
        matrix = numpy.zeros((size, size))
        for i in range(k - 1):
            for end, sign in ((x[0], 1), (x[-1], -1)):
                column, (row,) = _rows_at(t, k, end, [i + 1])
                matrix[i, column:column + k + 1] += sign * row
        for i, at in enumerate(x):
            column, (row,) = _rows_at(t, k, at, [0])
            matrix[i + k - 1, column:column + k + 1] = row
        rhs = cupy.concatenate([cupy.zeros((k - 1, *y.shape[1:]), y.dtype), y]).reshape(size, -1)
        c = cupy.linalg.solve(cupy.asarray(matrix).astype(rhs.dtype), rhs).reshape(size, *y.shape[1:])
        return BSpline.construct_fast(cupy.asarray(t), c, k, "periodic", axis)
    c = _cyclic(x, t, k).solve(y[:-1])
    wrap = k // 2
    c = cupy.concatenate([c[len(c) - wrap:], c, c[:wrap + k % 2]])
    return BSpline.construct_fast(cupy.asarray(t), c, k, "periodic", axis)


class _cyclic:
    """The system of a periodic spline's first n - 1 points: bands that continue at the other corner."""

    def __init__(self, x: numpy.ndarray[Any, Any] | Sequence[ArrayLike], t: numpy.ndarray[Any, Any], k: int) -> None:
        from scipy import interpolate

        m, wrap = len(x) - 1, k // 2
        inner = interpolate.BSpline.design_matrix(x[:-1], t, k, extrapolate=True)
        data = inner.data.reshape(-1, k + 1)
        column = inner.indices.reshape(-1, k + 1) - wrap
        row = numpy.broadcast_to(numpy.arange(m)[:, None], column.shape)
        inside = (column >= 0) & (column < m) & (abs(column - row) <= k)
        ab = numpy.zeros((3 * k + 1, m))
        ab[(2 * k + row - column)[inside], column[inside]] = data[inside]
        self.bands = Banded(ab, k, k)
        far = ~inside & (data != 0)
        rows, columns, values = row[far], column[far] % m, data[far]
        corner, where = numpy.unique(columns, return_inverse=True)
        left = numpy.zeros((m, len(corner)))
        numpy.add.at(left, (rows, where), values)
        self.corner = cupy.asarray(corner)
        z = self.bands.solve_on_host(left)
        self.z = cupy.asarray(z)
        self.small = cupy.asarray(numpy.linalg.inv(numpy.eye(len(corner)) + z[corner]))

    def solve(self, b: Any) -> cupy.ndarray:
        """Woodbury's formula for columns of `b`."""
        flat = self.bands.solve(cupy.ascontiguousarray(b).reshape(b.shape[0], -1))
        flat = flat - self.z @ (self.small @ flat[self.corner])
        return flat.reshape(b.shape)


def make_interp_spline(x: ArrayLike, y: ArrayLike, k: SupportsIndex = 3, t: ArrayLike | None = None,
                       bc_type: Sequence[Any] | str | None = None, axis: int = 0,
                       check_finite: bool = True) -> BSpline:
    """The B-spline through points.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, strictly increasing.
    y : array_like, shape (n, ...)
        Ordinates.
    k : int, optional
        Degree. Default is cubic.
    t : array_like, shape (nt + k + 1,), optional
        Knots. Default: without conditions at the ends, the third-derivative jumps of a cubic vanish at the points
        next to the ends ('not-a-knot').
    bc_type : 2-tuple, str or None
        'clamped' (first derivatives zero), 'natural' (second derivatives zero), 'periodic', 'not-a-knot', or for each
        end one of these or an iterable of ``(order, value)``.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.
    check_finite : bool, optional
        Whether NaN and infinities are refused. Default is True.

    Returns
    -------
    BSpline
        The spline.

    Raises
    ------
    ValueError
        If points repeat or are not sorted, or numbers of points, knots and conditions do not match.

    Notes
    -----
    The matrix is banded: it is factored once on the host, and all columns of `y` are solved together.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_interp_spline
    >>> x = cupy.linspace(0, 1, 11)
    >>> spline = make_interp_spline(x, x ** 3)
    >>> float(spline(0.55).round(6))
    0.166375
    """
    periodic = isinstance(bc_type, str) and bc_type == "periodic"
    if bc_type is None or (isinstance(bc_type, str) and bc_type in ("not-a-knot", "periodic")):
        left = right = None
    elif isinstance(bc_type, str):
        left = right = bc_type
    else:
        try:
            left, right = bc_type
        except TypeError as error:
            raise ValueError(f"Unknown boundary condition: {bc_type}") from error
    x = arguments.host(x, float)
    if check_finite and not numpy.isfinite(x).all():
        raise ValueError("Array must not contain infs or nans.")
    y = arguments.as_float(y, check_finite)
    axis = normalize_axis_index(axis, y.ndim)
    y = cupy.moveaxis(y, axis, 0)
    if periodic and not bool(cupy.allclose(y[0], y[-1], atol=1e-15)):
        raise ValueError("First and last points does not match while periodic case expected")
    if x.size != y.shape[0]:
        raise ValueError(f"Shapes of x {x.shape} and y {y.shape} are incompatible")
    if (x[1:] == x[:-1]).any():
        raise ValueError("Expect x to not have duplicates")
    if x.ndim != 1 or (x[1:] < x[:-1]).any():
        raise ValueError("Expect x to be a 1D strictly increasing sequence.")
    if k == 0:
        if any(v is not None for v in (t, left, right)):
            raise ValueError("Too much info for k=0: t and bc_type can only be None.")
        return BSpline.construct_fast(cupy.asarray(numpy.r_[x, x[-1]]), cupy.ascontiguousarray(y), 0, axis=axis)
    if k == 1 and t is None:
        if left is not None or right is not None:
            raise ValueError("Too much info for k=1: bc_type can only be None.")
        return BSpline.construct_fast(cupy.asarray(ended(x, x, 1)), cupy.ascontiguousarray(y), 1, axis=axis)
    k = operator.index(k)
    if periodic and t is not None:
        raise NotImplementedError("For periodic case t is constructed automatically and can not be passed manually")
    if t is not None:
        t = arguments.host(t, float)
    elif periodic:
        t = _periodic_knots(x, k)
    else:
        t = not_a_knot(x, k) if left is None and right is None else ended(x, x, k)
    if check_finite and not numpy.isfinite(t).all():
        raise ValueError("Array must not contain infs or nans.")
    if k < 0:
        raise ValueError("Expect non-negative k.")
    if t.ndim != 1 or (t[1:] < t[:-1]).any():
        raise ValueError("Expect t to be a 1-D sorted array_like.")
    if t.size < x.size + k + 1:
        raise ValueError(f"Got {t.size} knots, need at least {x.size + k + 1}.")
    if x[0] < t[k] or x[-1] > t[-k]:
        raise ValueError(f"Out of bounds w/ x = {x}.")
    if periodic:
        return _periodic(x, y, t, k, axis)
    (left, first), (right, last) = (_conditions(end, y.shape[1:]) for end in (left, right))
    if not all(0 <= order <= k for order in left):
        raise ValueError(f"Bad boundary conditions at {x[0]}.")
    if not all(0 <= order <= k for order in right):
        raise ValueError(f"Bad boundary conditions at {x[-1]}.")
    n = t.size - k - 1
    if n - x.size != len(left) + len(right):
        raise ValueError(f"The number of derivatives at boundaries does not match: expected {n - x.size}, "
                         f"got {len(left)}+{len(right)}")
    if y.size == 0:
        return BSpline.construct_fast(cupy.asarray(t), cupy.zeros((n, *y.shape[1:])), k, axis=axis)
    factors = Banded(_collocation(x, t, k, left, right), k, k)
    dtype = arguments.value_dtype(y.dtype, *[v.dtype for v in (*first, *last)])
    ends = [[_derivative(v, y.shape[1:]).astype(dtype) for v in values] for values in (first, last)]
    rhs = cupy.concatenate([*ends[0], y.astype(dtype, copy=False), *ends[1]])
    return BSpline.construct_fast(cupy.asarray(t), factors.solve(rhs), k, axis=axis)


def make_lsq_spline(x: ArrayLike, y: ArrayLike, t: ArrayLike, k: int = 3, w: ArrayLike | None = None,
                    axis: int = 0, check_finite: bool = True, *,
                    method: Literal["qr", "norm-eq"] = "qr") -> BSpline:
    """The B-spline of given knots that fits points best, in the sense of weighted least squares.

    Parameters
    ----------
    x : array_like, shape (m,)
        Abscissas, increasing.
    y : array_like, shape (m, ...)
        Ordinates.
    t : array_like, shape (n + k + 1,)
        Knots, which have to satisfy the conditions of Schoenberg and Whitney.
    k : int, optional
        Degree. Default is cubic.
    w : array_like, shape (m,), optional
        Positive weights of the residuals.
    axis : int, optional
        Interpolation axis of `y`. Default is zero.
    check_finite : bool, optional
        Whether NaN and infinities are refused. Default is True.
    method : {'qr', 'norm-eq'}, optional
        QR factorisation of the design matrix (the default), on the host; or normal equations, which are banded and
        need strictly increasing `x`.

    Returns
    -------
    BSpline
        The spline.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_lsq_spline
    >>> x = cupy.linspace(0, 1, 50)
    >>> t = cupy.array([0., 0, 0, 0, 0.5, 1, 1, 1, 1])
    >>> float(make_lsq_spline(x, x ** 3, t)(0.5).round(6))
    0.125
    """
    from scipy import interpolate

    x, t = arguments.host(x, float), arguments.host(t, float)
    w = None if w is None else arguments.host(w, float)
    y = arguments.device(y)
    if method != "norm-eq" or x.ndim != 1 or y.size == 0:
        return BSpline._of(interpolate.make_lsq_spline(x, y.get(), t, k, w, axis, check_finite, method=method))
    y = arguments.as_float(y, check_finite)
    axis = normalize_axis_index(axis, y.ndim)
    y = cupy.moveaxis(y, axis, 0)
    if x.size != y.shape[0]:
        raise ValueError(f"Shapes of x {x.shape} and y {y.shape} are incompatible")
    # SciPy judges the arguments and forms the bands with one column; the other columns only meet them.
    interpolate.make_lsq_spline(x, numpy.zeros(len(x)), t, k, w, 0, check_finite, method=method)
    matrix = interpolate.BSpline.design_matrix(x, t, k)
    weights = numpy.ones_like(x) if w is None else w
    weighted = matrix.multiply(weights[:, None]).tocsr()
    normal = (weighted.T @ weighted).todia()
    n = matrix.shape[1]
    ab = numpy.zeros((3 * k + 1, n))
    for offset, diagonal in zip(normal.offsets, normal.data, strict=True):
        ab[2 * k - offset, :len(diagonal)] = diagonal
    rhs = BSpline.design_matrix(cupy.asarray(x), cupy.asarray(t), k).T @ \
        (y * arguments.column_vector(cupy.asarray(weights ** 2), y.ndim)).reshape(len(x), -1)
    c = Banded(ab, k, k).solve(rhs.reshape(n, *y.shape[1:]))
    return BSpline.construct_fast(cupy.asarray(t), c, k, axis=axis)
