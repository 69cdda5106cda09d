"""Functions of the stored values alone: those that map zero to zero."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import Sparse

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx._options import Int

#: Functions of one argument with f(0) = 0; each is a method.
ZERO_PRESERVING = ("arcsin", "arcsinh", "arctan", "arctanh", "ceil", "deg2rad", "expm1", "floor", "log1p", "rad2deg",
                   "rint", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")


#: Those of them whose result for integers is of the same dtype.
_KEEP_INTEGERS = ("ceil", "floor", "sign", "trunc")


class Data(Sparse):
    """A format whose items are its ``data`` and zeros."""

    sum_duplicates: Callable[[], None]          # adds up values of the same place

    @property
    def real(self) -> Any:
        """Real parts."""
        return self._with_data(self.data.real)

    @property
    def imag(self) -> Any:
        """Imaginary parts."""
        return self._with_data(self.data.imag)

    def __abs__(self) -> Self:
        return self._with_data(abs(self._single()))

    def __neg__(self) -> Self:
        if self.dtype.kind == "b":
            raise NotImplementedError("negating a boolean sparse array is not supported")
        return self._with_data(-self.data)

    def __round__(self, ndigits: Int = 0) -> Self:
        if self.dtype == "?":       # of which NumPy makes float16, and SciPy the same errors
            raise (TypeError if ndigits else ValueError)("bools are not rounded: use .astype(float)")
        return self._with_data(cupy.around(self._single(), ndigits))

    def __imul__(self, other: int) -> Data:
        if not _arguments.is_scalar(other):
            return NotImplemented
        self.data *= other
        return self

    def __itruediv__(self, other: int) -> Any:
        if not _arguments.is_scalar(other):
            return NotImplemented
        self.data *= 1.0 / other
        return self

    def power(self, n: Any, dtype: DTypeLike | None = None) -> Self:
        """Every value to the power `n`, a number other than zero.

        Parameters
        ----------
        n : scalar
            The exponent.
        dtype : dtype, optional
            Type of the values that are raised.
        """
        if not _arguments.is_scalar(n):
            raise NotImplementedError("input is not scalar")
        if not n:
            raise NotImplementedError("zero power is not supported as it would densify the matrix.\n"
                                      "Use `cupy.ones(A.shape, dtype=A.dtype)` for this case.")
        data = self._single()
        if dtype is not None:
            data = data.astype(_arguments.value_dtype(dtype))
        return self._with_data(data ** n)

    def _times_number(self, other: Any) -> Data:
        return self._with_data(self.data * other)

    def _single(self) -> cupy.ndarray:
        """The values, those of one place added up, as functions that are not linear need them."""
        self._settle()
        return self.data

    def _settle(self) -> None:
        """Add up values of the same place, which functions that are not linear need done."""
        self.sum_duplicates()


def _method(name: str) -> Callable[..., Any]:
    def method(self: Any) -> Data:
        data = self._single()
        if data.dtype.itemsize == 1 and name not in _KEEP_INTEGERS:     # there are no sparse float16
            data = data.astype("f")
        return self._with_data(getattr(cupy, name)(data))

    method.__name__ = name
    method.__qualname__ = f"Data.{name}"
    method.__doc__ = f"``{name}`` of every item; zeros stay zeros."
    return method


for _name in ZERO_PRESERVING:
    setattr(Data, _name, _method(_name))
