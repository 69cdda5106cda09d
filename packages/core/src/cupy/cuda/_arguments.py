"""Arguments of kernels as bytes with an address, for ``cupy.cuda.driver.launchKernel``."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


class CPointer:
    """An address as an argument.

    Parameters
    ----------
    p : int, optional
        The address.

    Examples
    --------
    >>> from cupy.cuda import function
    >>> int(function.CPointer(512).value)
    512
    """

    __slots__ = ("_bytes",)

    dtype = numpy.dtype("u8")

    def __init__(self, p: SupportsIndex = 0) -> None:
        self._bytes = numpy.array(p, self.dtype)

    @property
    def ptr(self) -> int:
        """Address of the argument's bytes on the host."""
        return self._bytes.ctypes.data

    @property
    def value(self) -> Any:
        """What is passed."""
        return self._bytes[()]


class CIntptr(CPointer):
    """A signed integer of 64 bits as an argument; see `CPointer`."""

    __slots__ = ()

    dtype = numpy.dtype("i8")


class CUIntMax(CPointer):
    """An unsigned integer of 64 bits as an argument; see `CPointer`."""

    __slots__ = ()


class CNumpyArray(CPointer):
    """The bytes of a NumPy array as an argument that is passed by value.

    Parameters
    ----------
    a : array_like
        Kept alive, not copied if it is C-contiguous.
    """

    __slots__ = ()

    def __init__(self, a: ArrayLike) -> None:
        self._bytes = numpy.ascontiguousarray(a)

    @property
    def value(self) -> Any:
        """What is passed."""
        return self._bytes
