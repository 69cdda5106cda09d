"""Types of arguments that many functions take, for annotations."""
from collections.abc import Sequence
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypeVar

import numpy

__all__ = []

Casting: TypeAlias = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
#: Memory order of a new array: C, Fortran, as the given array lies if it is one of them, or as near as can be.
Order: TypeAlias = Literal["C", "F", "A", "K"]

#: One integer or several: a shape, axes, repetitions.
Ints: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
#: What functions read from and write to.
File: TypeAlias = IO[Any] | str | PathLike[str]

#: An integer to compute with.
Int: TypeAlias = int | numpy.integer[Any]
#: Type of the elements of an array that a function takes or gives.
Scalar = TypeVar("Scalar", bound=numpy.generic)
#: A dtype that tells a type checker that type.
DTypeOf: TypeAlias = type[Scalar] | numpy.dtype[Scalar]

if TYPE_CHECKING:
    from numpy.typing import ArrayLike as _OfNumpy

    from cupy._core.ndarray import ndarray

    #: An array, or what NumPy makes one of.
    HostLike: TypeAlias = ndarray | _OfNumpy
    #: A number, or an array that holds one.
    Number: TypeAlias = complex | numpy.number[Any] | ndarray
