"""Polynomials as objects."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, SupportsIndex, SupportsInt

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import zeros
from cupy._core.from_data import array, asarray
from cupy._manipulation.edit import trim_zeros
from cupy._manipulation.join import concatenate
from cupy._math.convolution import convolve
from cupy._polynomial import arithmetic, calculus, fit
from cupy._polynomial.coefficients import coefficients
from cupy._runtime.errors import ImplicitTransferError

if TYPE_CHECKING:
    from cupy import cuda
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["poly1d"]

_REAL = (int, float, numpy.integer, numpy.floating, numpy.bool)


def _is_scalar(x: object) -> bool:
    return numpy.isscalar(x) or isinstance(x, (ndarray, numpy.ndarray)) and x.ndim == 0


def _taken(x: Any) -> Any:
    """`x` for arithmetic: a copy on the device of an array of NumPy, which polynomials take as CuPy's do; what a
    polynomial was given, perhaps with zeros before."""
    return asarray(x) if isinstance(x, numpy.ndarray) else x._found if isinstance(x, poly1d) else x


class poly1d:
    """A polynomial of one variable.

    Parameters
    ----------
    c_or_r : array_like or poly1d
        Coefficients, the highest power first; leading zeros are dropped. To find them waits for the device: that is
        done when the degree or the coefficients are first asked for, not by arithmetic and values.
    r : bool, optional
        Whether `c_or_r` are the roots instead.
    variable : str, optional
        Name of the variable in text; 'x' if not given.

    Raises
    ------
    ValueError
        If there is more than one axis.

    Examples
    --------
    >>> import cupy
    >>> p = cupy.poly1d(cupy.array([1, 2, 3]))
    >>> p(2), p.order, (p * p).coeffs
    (array(11), 2, array([ 1,  4, 10, 12,  9]))
    """

    __hash__: ClassVar[None] = None
    __array_ufunc__ = None          # arrays leave arithmetic with a polynomial to it

    def __init__(self, c_or_r: ArrayLike | poly1d, r: bool = False, variable: str | None = None) -> None:
        if isinstance(c_or_r, (poly1d, numpy.poly1d)):
            variable = c_or_r.variable if variable is None else variable
        if isinstance(c_or_r, poly1d):
            self._found, self._trimmed = c_or_r._found, c_or_r._trimmed
        elif isinstance(c_or_r, numpy.poly1d):
            self._coeffs = coefficients(c_or_r)
        elif isinstance(c_or_r, numpy.ndarray) and c_or_r.ndim == 1 and not r:
            kept = numpy.trim_zeros(c_or_r, "f")        # on the host, so that nothing waits for the device
            self._coeffs = asarray(kept if kept.size else numpy.zeros(1, c_or_r.dtype))
        else:
            c_or_r = _taken(c_or_r)
            c = coefficients(arithmetic.poly(c_or_r) if r else c_or_r, "c_or_r")
            if c.ndim > 1:
                raise ValueError("Polynomial must be 1d only.")
            self._found, self._trimmed = c if c.size else zeros(1, c.dtype), c.size < 2
        self._variable = "x" if variable is None else variable

    @property
    def _coeffs(self) -> Any:
        if not self._trimmed:
            kept = trim_zeros(self._found, "f")
            self._coeffs = kept if kept.size else zeros(1, self._found.dtype)
        return self._found

    @_coeffs.setter
    def _coeffs(self, value: Any) -> Any:
        self._found, self._trimmed = value, True

    @property
    def coeffs(self) -> Any:
        """Coefficients, the highest power first."""
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value: Any) -> Any:
        # What an operation in place, like ``p.coeffs += 1``, ends with.
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs

    @property
    def variable(self) -> str:
        """Name of the variable in text."""
        return self._variable

    @property
    def order(self) -> int:
        """The degree."""
        return self._coeffs.size - 1

    o = order

    @property
    def roots(self) -> ndarray:
        """The roots."""
        return fit.roots(self._coeffs)

    r = roots

    def get(self, stream: cuda.Stream | None = None, out: numpy.poly1d | None = None) -> numpy.poly1d:
        """Copy to the host.

        Parameters
        ----------
        stream : cupy.cuda.Stream, optional
            Where the copy is ordered.
        out : numpy.poly1d, optional
            Receives the coefficients.

        Returns
        -------
        numpy.poly1d
            The same polynomial.

        Examples
        --------
        >>> import cupy
        >>> cupy.poly1d(cupy.array([1, 2])).get()
        poly1d([1, 2])
        """
        if out is not None:
            self._coeffs.get(stream=stream, out=out.coeffs)
            return out
        return numpy.poly1d(self._coeffs.get(stream=stream), variable=self._variable)

    def set(self, polyin: numpy.poly1d, stream: cuda.Stream | None = None) -> None:
        """Take the coefficients of a polynomial on the host.

        Parameters
        ----------
        polyin : numpy.poly1d
            A polynomial of the same order and type.
        stream : cupy.cuda.Stream, optional
            Where the copy is ordered.

        Raises
        ------
        TypeError
            If `polyin` is not a `numpy.poly1d`.

        Examples
        --------
        >>> import cupy, numpy
        >>> p = cupy.poly1d(cupy.array([1, 2]))
        >>> p.set(numpy.poly1d([3, 4]))
        >>> p
        poly1d([3, 4])
        """
        if not isinstance(polyin, numpy.poly1d):
            raise TypeError("Only numpy.poly1d can be set to cupy.poly1d")
        self._coeffs.set(polyin.coeffs, stream)
        self._variable = polyin.variable

    def deriv(self, m: SupportsIndex = 1) -> poly1d:
        """Derivative; see `polyder`.

        Parameters
        ----------
        m : int, optional
            How often to derive.

        Returns
        -------
        poly1d
            The derivative.

        Examples
        --------
        >>> import cupy
        >>> cupy.poly1d(cupy.array([1, 2, 3])).deriv()
        poly1d([2, 2])
        """
        return poly1d(calculus.polyder(self._coeffs, m))

    def integ(self, m: SupportsIndex = 1, k: ArrayLike = 0) -> poly1d:
        """Integral; see `polyint`.

        Parameters
        ----------
        m : int, optional
            How often to integrate.
        k : array_like, optional
            Constants of integration.

        Returns
        -------
        poly1d
            The integral.

        Examples
        --------
        >>> import cupy
        >>> cupy.poly1d(cupy.array([2, 2])).integ(k=3)
        poly1d([1., 2., 3.])
        """
        return poly1d(calculus.polyint(self._coeffs, m, k))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NoReturn:
        raise ImplicitTransferError("a polynomial on the device is never transferred implicitly; use its method get()")

    def __cupy_get_ndarray__(self) -> ndarray:
        return self._coeffs

    def __call__(self, val: Any) -> Any:
        return calculus.polyval(self._found, val if isinstance(val, poly1d) else _taken(val))

    def __repr__(self) -> str:
        return f"poly1d({repr(self._coeffs)[6:-1]})"

    def __str__(self) -> str:
        return str(self.get())

    def __len__(self) -> int:
        return self.order

    def __iter__(self) -> Iterator[ndarray]:
        return iter(self._coeffs)

    def __getitem__(self, power: int) -> ndarray:
        if not 0 <= power <= self.order:
            return zeros((), self._coeffs.dtype)
        return self._coeffs[self.order - power]

    def __setitem__(self, power: int, value: Any) -> None:
        if power < 0:
            raise ValueError("Does not support negative powers.")
        if power > self.order:
            lead = zeros(power - self.order, self._coeffs.dtype)
            self._coeffs = concatenate([lead, self._coeffs])
        self._coeffs[self.order - power] = value

    def __neg__(self) -> poly1d:
        return poly1d(-self._found)

    def __pos__(self) -> poly1d:
        return self

    def __add__(self, other: Any) -> poly1d:
        return poly1d(arithmetic.polyadd(self._found, _taken(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> poly1d:
        return poly1d(arithmetic.polysub(self._found, _taken(other)))

    def __rsub__(self, other: Any) -> poly1d:
        return poly1d(arithmetic.polysub(_taken(other), self._found))

    def __mul__(self, other: Any) -> poly1d:
        if _is_scalar(other):
            return poly1d(self._found * other)
        return poly1d(convolve(self._found, coefficients(_taken(other))))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if _is_scalar(other):
            return poly1d(self._found / other)
        return arithmetic.polydiv(self, other if isinstance(other, poly1d) else _taken(other))

    def __rtruediv__(self, other: Any) -> Any:
        if _is_scalar(other):
            return poly1d(other / self._coeffs)
        return arithmetic.polydiv(_taken(other), self)

    def __pow__(self, exponent: SupportsInt) -> poly1d:
        if not isinstance(exponent, _REAL) or int(exponent) != exponent or exponent < 0:
            raise ValueError("Power to non-negative integers only.")
        result = poly1d(array([1]))
        for _ in range(int(exponent)):
            result = result * self
        return result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (poly1d, numpy.poly1d)):
            return NotImplemented
        other = coefficients(other)
        return self._coeffs.shape == other.shape and bool((self._coeffs == other).all())

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal
