"""Splines in the B-spline basis."""
from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

import cupy
from cupy._ext import (
    Kernel,
    all_finite,
    host_view,
    most_shared,
    multiprocessors,
    normalize_axis_index,
    on_devices,
    serial_blocks,
    type_characters,
)

from cupyx.scipy._host import few_by_scipy, of_scipy, to_host
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.interpolate._cubic_spline import CubicSpline
    from cupyx._options import Int

__all__ = ["BSpline", "splantider", "splder"]

_FEW = 64                # points of which SciPy's compiled code has values in less time than a launch takes
_few = few_by_scipy(types="d", most=_FEW)

_MANY = 4                # queries an interval for which polynomials of the intervals pay
_RESERVED = 1 << 10      # bytes of shared memory of each block that are not its own
_WORTH = 16              # bytes that all blocks put into tables, for a query, at most: what is read and written for it

_values, _expand, _expanded, _basis, _collocate = (
    Kernel("bspline.hpp", _kernels, "BSpline", packed=packed, arguments=function)
    for function, packed in (("values", "dD"), ("expand", "dD"), ("expanded", "dD"), ("basis", "il"),
                             ("collocate", "d")))
_tabled = Kernel("bspline_tables.hpp", _kernels, "BSpline", packed=on_devices("d"))


def check_degree(k: int) -> None:
    """ValueError for a degree that the kernels do not have."""
    most = _values.constants["kMostDegree"]
    if k > most:
        raise ValueError(f"Splines of degree {k} are not supported: at most {most}.")


def evaluate(t: cupy.ndarray, c: cupy.ndarray, k: int, x: cupy.ndarray, nu: int = 0,
             extrapolate: bool = True) -> cupy.ndarray:
    """Values (queries, ...) of the spline (t, c, k) at a flat array of points."""
    check_degree(k)
    if nu < 0:
        raise NotImplementedError(f"Cannot do derivative order nu= {nu}")
    check_length(t, c, k)
    c, t = arguments.contiguous(c), arguments.contiguous(t)
    width = arguments.columns(c, 1)
    out = cupy.empty((x.size, width), c.dtype)
    fields = {"t": t, "c": c, "q": x, "out": out, "knots": t.size, "columns": width, "degree": k, "nu": nu,
              "extrapolate": extrapolate}
    intervals, types = t.size - 2 * k - 1, type_characters(c.dtype)
    if nu <= k <= _values.constants["kMostExpanded"] and x.size >= _MANY * intervals:
        words = -(-c.itemsize * (k - nu + 1) // 16)
        fields |= {"guess": cupy.empty(2), "pieces": cupy.empty((intervals * width, 2 * words))}
        _expand.map(types, intervals * width, work=8 * (k + 1) ** 3, **fields)
        launch = _table_launch(words, intervals, x.size) if out.size == x.size and types == "d" else None
        if launch:
            _tabled(types, count=x.size, **launch, **fields)
        else:
            _expanded.map(types, out.size, work=20, **fields)
    else:
        _values.map(types, out.size, work=8 * (k + 1) ** 2, **fields)
    return out.reshape(x.shape + c.shape[1:])


def _table_launch(words: int, intervals: int, queries: int) -> dict[str, Any] | None:
    """How knots and records of `words` of 16 bytes are put into shared memory; None where they do not fit or pay."""
    if serial_blocks():
        return None
    shared, most = (16 * words + 8) * intervals + 8, most_shared()
    resident = 2 if 2 * (shared + _RESERVED) <= most + _RESERVED else 1
    threads = _tabled.constants["kTableThreads"] * 2 // resident
    blocks = min(resident * multiprocessors(), -(-queries // (threads * _tabled.constants["kPoints"])))
    if shared > most or blocks * shared > _WORTH * queries:
        return None
    return {"blocks": blocks, "threads": threads, "shared": shared}


def basis(x: cupy.ndarray, t: cupy.ndarray, k: int, nu: int = 0, extrapolate: bool = True,
          index_dtype: str = "i") -> tuple[cupy.ndarray, cupy.ndarray]:
    """``(values, columns)``, both (queries, k + 1): the rows of a design matrix."""
    check_degree(k)
    values, spans = cupy.empty((x.size, k + 1)), cupy.empty((x.size, k + 1), index_dtype)
    _basis.map(type_characters(spans.dtype), x.size, work=8 * (k + 1) ** 2, t=t, q=x, out=values, spans=spans,
               knots=t.size, columns=1, degree=k, nu=nu, extrapolate=extrapolate)
    return values, spans


def collocation(x: cupy.ndarray, t: cupy.ndarray, k: int, above: int) -> cupy.ndarray:
    """A collocation matrix in LAPACK's storage of 2k bands (3 * k + 1, n), with `above` rows of zeros first."""
    check_degree(k)
    out = cupy.zeros((t.size - k - 1, 3 * k + 1))
    _collocate.map("d", x.size, work=8 * (k + 1) ** 2, t=t, q=x, out=out, knots=t.size, columns=1, degree=k, nu=0,
                   extrapolate=True, above=above)
    return out.T


def check_length(t: cupy.ndarray | numpy.ndarray[Any, Any], c: cupy.ndarray | numpy.ndarray[Any, Any],
                 k: int) -> None:
    """ValueError where a spline that nobody checked has too few coefficients."""
    if c.shape[0] < t.size - k - 1 or t.size < 2 * k + 2:
        raise ValueError("Knots, coefficients and degree are inconsistent.")


def check_knots(t: numpy.ndarray[Any, Any], k: int, n: int, finite: bool = True) -> None:
    """Errors of knots (a NumPy array) of n splines of degree k."""
    if k < 0:
        raise ValueError("Spline order cannot be negative.")
    if t.ndim != 1:
        raise ValueError("Knot vector must be one-dimensional.")
    if n < k + 1:
        raise ValueError(f"Need at least {2 * k + 2} knots for degree {k}")
    if (numpy.diff(t) < 0).any():
        raise ValueError("Knots must be in a non-decreasing order.")
    if t[k] == t[n]:
        raise ValueError("Need at least two internal knots.")
    if not numpy.isfinite(t).all():
        raise ValueError("Knots should not have nans or infs.")


class _InPlace:
    """SciPy's spline on the memory of the arrays of one of ours; a copy of what holds it makes its own."""

    def __init__(self, t: Any = None, c: Any = None, k: int = 0, axis: int = 0) -> None:
        self.key = t, c, k, axis
        if t is None:
            return
        check_length(t, c, k)       # which SciPy believes
        if k < 0 or t.dtype.char != "d" or c.dtype.char not in "dD" or not (
                t.flags.c_contiguous and c.flags.c_contiguous):
            raise ValueError("This is for the kernels.")
        self.spline = of_scipy("interpolate.BSpline").construct_fast(host_view(t), host_view(c), k, axis=axis)

    def is_of(self, spline: BSpline) -> bool:
        t, c, k, axis = self.key
        return t is spline.t and c is spline.c and k == spline.k and axis == spline.axis

    def __reduce__(self) -> tuple[Any, ...]:
        return _InPlace, ()


class BSpline:
    """Spline of knots, coefficients and a degree, ``sum(c[j] * B_j(x))``.

    Parameters
    ----------
    t : array_like, shape (n + k + 1,)
        Knots, non-decreasing.
    c : array_like, shape (>= n, ...)
        Coefficients.
    k : int
        Degree, at most 63.
    extrapolate : bool or 'periodic', optional
        Outside ``t[k] .. t[n]``: values of the first and last piece (True, the default), NaN (False), or of the
        periodic function.
    axis : int, optional
        Interpolation axis of `c`. Default is zero.

    Attributes
    ----------
    t, c : cupy.ndarray
        Knots and coefficients.
    k, axis : int
        Degree and interpolation axis.
    extrapolate : bool or 'periodic'
        As given.
    tck : tuple
        ``(t, c, k)``.

    Raises
    ------
    ValueError
        If knots are not sorted or finite, or the numbers of knots and coefficients do not match.

    Notes
    -----
    Values come from de Boor's recurrences (A Practical Guide to Splines, chapter X), which for degrees up to 5 stay
    in registers. Of such degrees, more points than four an interval are put into the intervals' Taylor polynomials.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import BSpline
    >>> spline = BSpline(cupy.arange(7.), cupy.array([-1., 2., 0., -1.]), 2)
    >>> spline(cupy.array(2.5))
    array(1.375)
    """

    __slots__ = ("t", "c", "k", "extrapolate", "axis", "__dict__", "__weakref__")

    def __init__(self, t: ArrayLike, c: ArrayLike, k: SupportsIndex, extrapolate: bool | Literal["periodic"] = True,
                 axis: int = 0) -> None:
        self.k = operator.index(k)
        periodic = isinstance(extrapolate, str) and extrapolate == "periodic"
        self.extrapolate: bool | Literal["periodic"] = "periodic" if periodic else bool(extrapolate)
        c = arguments.device(c)
        self.t = cupy.ascontiguousarray(arguments.device(t), dtype=float)
        n = self.t.shape[0] - self.k - 1 if self.t.ndim else 0
        self.axis = normalize_axis_index(axis, c.ndim)
        c = cupy.moveaxis(c, self.axis, 0)
        check_knots(self.t.get(), self.k, n)
        if c.shape[0] < n:
            raise ValueError("Knots, coefficients and degree are inconsistent.")
        self.c = cupy.ascontiguousarray(c, dtype=arguments.value_dtype(c.dtype))

    @classmethod
    def construct_fast(cls, t: ArrayLike, c: Any, k: SupportsIndex | Sequence[SupportsIndex],
                       extrapolate: bool | Literal["periodic"] = True, axis: SupportsIndex = 0) -> BSpline:
        """A spline of arrays that are taken as they are, without checks.

        Parameters
        ----------
        t, c, k, extrapolate, axis
            As for the constructor, of the right shape and dtype.

        Returns
        -------
        BSpline
        """
        self = object.__new__(cls)
        self.t, self.c, self.k = cupy.asarray(t), cupy.asarray(c), k
        self.extrapolate, self.axis = extrapolate, axis
        return self

    @property
    def tck(self) -> tuple[Any, Any, Any]:
        return self.t, self.c, self.k

    @classmethod
    def basis_element(cls, t: ArrayLike, extrapolate: bool | Literal["periodic"] = True) -> BSpline:
        """One element ``B(x | t[0], ..., t[k + 1])`` of the basis.

        Parameters
        ----------
        t : array_like, shape (k + 2,)
            Inner knots.
        extrapolate : bool or 'periodic', optional
            As for the constructor.

        Returns
        -------
        BSpline

        Raises
        ------
        ValueError
            If there are fewer than two knots.
        """
        t = arguments.host(t, float)
        if len(t) < 2:
            raise ValueError("BSpline.basis_element requires at least 2 knots")
        k = len(t) - 2
        t = numpy.r_[(t[0] - 1,) * k, t, (t[-1] + 1,) * k]
        c = numpy.zeros_like(t)
        c[k] = 1
        return cls.construct_fast(cupy.asarray(t), cupy.asarray(c), k, extrapolate)

    @classmethod
    def design_matrix(cls, x: ArrayLike, t: ArrayLike, k: int, extrapolate: bool | Literal["periodic"] = False) -> Any:
        """The values of all basis elements at points, as a sparse matrix.

        Parameters
        ----------
        x : array_like, shape (n,)
            Points.
        t : array_like
            Knots.
        k : int
            Degree.
        extrapolate : bool or 'periodic', optional
            Whether points outside are allowed. Default is False.

        Returns
        -------
        cupyx.scipy.sparse.csr_matrix
            Row i has the k + 1 elements that do not vanish at ``x[i]``.
        """
        from cupyx.scipy.sparse import csr_matrix

        x, t = arguments.as_float(x, True), arguments.as_float(t, True)
        if x.ndim != 1:
            raise ValueError(f"Expect x to be a 1-D array_like, but it has {x.ndim} dimensions.")
        if k < 0:
            raise ValueError("Spline order cannot be negative.")
        knots = t.get()
        if t.ndim != 1 or (knots[1:] < knots[:-1]).any():
            raise ValueError(f"Expect t to be a 1-D sorted array_like, but got t={t}.")
        if len(knots) < 2 * k + 2:
            raise ValueError(f"Length t is not enough for k={k}.")
        n = t.size - k - 1
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            x = arguments.wrapped(x, knots[k], knots[n])
        elif not extrapolate and x.size and bool(((x < knots[k]) | (x > knots[n])).any()):
            raise ValueError(f"Out of bounds w/ x = {x}.")
        index_dtype = "i" if x.size * (k + 1) < numpy.iinfo("i").max else "l"
        data, indices = basis(x, t, k, 0, True, index_dtype)
        indptr = cupy.arange(0, (x.size + 1) * (k + 1), k + 1, dtype=index_dtype)
        return csr_matrix((data.ravel(), indices.ravel(), indptr), shape=(x.size, n))

    def __call__(self, x: ArrayLike, nu: int = 0,
                 extrapolate: bool | Literal["periodic"] | None = None) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        x : array_like
            Points.
        nu : int, optional
            Order of the derivative.
        extrapolate : bool or 'periodic', optional
            Default: as constructed.

        Returns
        -------
        cupy.ndarray
            The interpolation axis is replaced by the shape of `x`.
        """
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        if type(x) is float or type(x) is cupy.ndarray and x.size <= _FEW:
            found = _few((x, nu, extrapolate), by=self._values_of_few)
            if found is not NotImplemented:
                return found
        x, shape = arguments.queries(x)
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            n = self.t.size - self.k - 1
            x, extrapolate = arguments.wrapped(x, self.t[self.k], self.t[n]), False
        out = evaluate(self.t, self.c, self.k, x, nu, bool(extrapolate))
        return arguments.move_values(out.reshape(shape + self.c.shape[1:]), len(shape), self.axis)

    def _values_of_few(self, x: Any, nu: Any, extrapolate: Any) -> Any:
        if not 0 <= nu <= self.k:
            raise ValueError("This is for the kernels.")
        held = self.__dict__.get("_in_place")
        if held is None or not held.is_of(self):
            held = self._in_place = _InPlace(self.t, self.c, self.k, self.axis)
        return held.spline(x, nu, extrapolate)

    def _padded(self) -> cupy.ndarray:
        check_length(self.t, self.c, self.k)
        missing = self.t.shape[0] - self.c.shape[0]
        if missing <= 0:
            return self.c
        return cupy.concatenate([self.c, cupy.zeros((missing, *self.c.shape[1:]), self.c.dtype)])

    def derivative(self, nu: SupportsIndex = 1) -> BSpline:
        """The derivative, as a spline.

        Parameters
        ----------
        nu : int, optional
            Order, at most the degree.

        Returns
        -------
        BSpline
        """
        return self.construct_fast(*_derived(self.t, self._padded(), self.k, nu), extrapolate=self.extrapolate,
                                   axis=self.axis)

    def antiderivative(self, nu: Int = 1) -> BSpline:
        """The antiderivative, as a spline.

        Parameters
        ----------
        nu : int, optional
            Order.

        Returns
        -------
        BSpline
        """
        extrapolate = False if self.extrapolate == "periodic" else self.extrapolate
        return self.construct_fast(*_derived(self.t, self._padded(), self.k, -nu), extrapolate=extrapolate,
                                   axis=self.axis)

    def integrate(self, a: float, b: float, extrapolate: bool | Literal["periodic"] | None = None) -> cupy.ndarray:
        """The definite integral from `a` to `b`.

        Parameters
        ----------
        a, b : float
            Ends.
        extrapolate : bool or 'periodic', optional
            Default: as constructed. Without, the function is zero outside.

        Returns
        -------
        cupy.ndarray
        """
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        a, b, sign = float(a), float(b), 1
        if b < a:
            a, b, sign = b, a, -1
        check_length(self.t, self.c, self.k)
        spanned = self.t.size - 2 * self.k - 1
        first, last = self.t[self.k:self.k + spanned + 1:spanned].get().tolist()
        t, c, k = _integrated(self.t, self._padded()[:self.t.size], self.k, 1)

        def difference(*pieces: tuple[float, ...]) -> cupy.ndarray:
            values = evaluate(t, c, k, cupy.asarray(numpy.array(pieces, float).reshape(-1)))
            found = values[1] - values[0]
            return found if len(pieces) == 1 else found + values[3] - values[2]

        if isinstance(extrapolate, str) and extrapolate == "periodic":
            period = last - first
            whole, left = divmod(b - a, period)
            a = first + (a - first) % period
            b = a + left
            total = difference((a, b)) if b <= last else difference((a, last), (first, first + b - last))
            return sign * (total + whole * difference((first, last)) if whole else total)
        if not extrapolate:
            a, b = max(a, first), max(min(b, last), max(a, first))
        return sign * difference((a, b))

    @classmethod
    def from_power_basis(cls, pp: CubicSpline, bc_type: str = "not-a-knot") -> BSpline:
        """The B-spline that a cubic spline in the power basis is.

        Parameters
        ----------
        pp : CubicSpline
            The spline.
        bc_type : str, optional
            Its boundary condition: 'not-a-knot', 'natural', 'clamped' or 'periodic'.

        Returns
        -------
        BSpline
        """
        from scipy import interpolate

        from cupyx.scipy.interpolate._cubic_spline import CubicSpline

        if not isinstance(pp, CubicSpline):
            raise NotImplementedError(f"Only CubicSpline objects are accepted for now. Got {type(pp)} instead.")
        twin = interpolate.CubicSpline.construct_fast(pp.c.get(), pp.x.get(), pp.extrapolate, pp.axis)
        return cls._of(interpolate.BSpline.from_power_basis(twin, bc_type))

    @classmethod
    def _of(cls, spline: Any) -> BSpline:
        """From SciPy's."""
        return cls.construct_fast(cupy.asarray(spline.t), cupy.asarray(spline.c), spline.k, spline.extrapolate,
                                  spline.axis)

    def _twin(self) -> Any:
        """SciPy's, for what leaves it as it is: on the host it is of the same memory."""
        check_length(self.t, self.c, self.k)
        return of_scipy("interpolate.BSpline").construct_fast(to_host(self.t), to_host(self.c), self.k,
                                                              self.extrapolate, self.axis)

    def insert_knot(self, x: float, m: SupportsIndex = 1) -> BSpline:
        """The same spline with one more knot, after Boehm.

        Parameters
        ----------
        x : float
            The knot, inside the base interval.
        m : int, optional
            How many times. Default is one.

        Returns
        -------
        BSpline
        """
        return self._of(self._twin().insert_knot(x, m))


def _unpack(
        tck: tuple[cupy.ndarray | numpy.ndarray[Any, Any], cupy.ndarray | numpy.ndarray[Any, Any],
            int]) -> tuple[cupy.ndarray, cupy.ndarray, int]:
    if isinstance(tck, BSpline):
        return tck.tck
    t, c, k = tck
    return arguments.as_float(t), arguments.as_float(c), k


@overload
def splder(tck: BSpline, n: int = ...) -> BSpline: ...


@overload
def splder(tck: tuple[Any, Any, Any], n: int = ...) -> tuple[Any, Any, Any]: ...


def splder(tck: Any, n: Int = 1) -> Any:
    """The derivative of a spline.

    Parameters
    ----------
    tck : BSpline or tuple of (t, c, k)
        The spline; the coefficients of a tuple are as long as its knots.
    n : int, optional
        Order, at most the degree.

    Returns
    -------
    BSpline or tuple
        As given.

    Raises
    ------
    ValueError
        If `n` is more than the degree, or the derivative does not exist because knots repeat.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_interp_spline, splder
    >>> x = cupy.arange(5.)
    >>> splder(make_interp_spline(x, x ** 2))(2.5)
    array(5.)
    """
    return tck.derivative(n) if isinstance(tck, BSpline) else _derived(*_unpack(tck), n)


def _derived(t: cupy.ndarray, c: cupy.ndarray, k: int, n: Any) -> tuple[cupy.ndarray, cupy.ndarray, int]:
    """``(t, c, k)`` of the n-th derivative; of the antiderivative where n is negative."""
    if n < 0:
        return _integrated(t, c, k, -n)
    if n > k:
        raise ValueError(f"Order of derivative (n = {n!r}) must be <= order of spline (k = {k!r})")
    for _ in range(n):
        steps = arguments.column_vector(t[k + 1:-1] - t[1:-k - 1], c.ndim)
        rises = c[1:-1 - k] - c[:-2 - k]
        slopes = rises * (k / steps)
        if not all_finite(slopes) and bool(((steps == 0) & cupy.isfinite(rises)).any()):    # else of no spline before
            raise ValueError(f"The spline has internal repeated knots and is not differentiable {n} times")
        c = cupy.concatenate([slopes, cupy.zeros((k, *c.shape[1:]), c.dtype)])
        t, k = t[1:-1], k - 1
    return cupy.ascontiguousarray(t), c, k


@overload
def splantider(tck: BSpline, n: int = ...) -> BSpline: ...


@overload
def splantider(tck: tuple[Any, Any, Any], n: int = ...) -> tuple[Any, Any, Any]: ...


def splantider(tck: Any, n: Int = 1) -> Any:
    """The antiderivative of a spline, zero at its first knot.

    Parameters
    ----------
    tck : BSpline or tuple of (t, c, k)
        The spline; the coefficients of a tuple are as long as its knots.
    n : int, optional
        Order.

    Returns
    -------
    BSpline or tuple
        As given.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import make_interp_spline, splantider
    >>> x = cupy.arange(5.)
    >>> splantider(make_interp_spline(x, x ** 2))(3.0)
    array(9.)
    """
    return tck.antiderivative(n) if isinstance(tck, BSpline) else _derived(*_unpack(tck), -n)


def _integrated(t: cupy.ndarray, c: cupy.ndarray, k: int, n: int) -> tuple[cupy.ndarray, cupy.ndarray, int]:
    """``(t, c, k)`` of the n-th antiderivative that is zero at the first knot."""
    for _ in range(n):
        steps = arguments.column_vector(t[k + 1:] - t[:-k - 1], c.ndim)
        rising = cupy.empty((len(t) + 2, *c.shape[1:]), c.dtype)
        rising[0] = 0
        total = rising[1:-k - 2]
        cupy.cumsum(c[:-k - 1] * steps, axis=0, out=total)
        total /= k + 1
        rising[-k - 2:] = total[-1:]
        c, t, k = rising, cupy.concatenate([t[:1], t, t[-1:]]), k + 1
    return t, c, k
