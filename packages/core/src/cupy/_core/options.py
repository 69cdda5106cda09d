"""Types of arguments that many functions take, for annotations."""
from typing import TYPE_CHECKING, Literal, TypeAlias

__all__ = []

Casting: TypeAlias = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
#: Memory order of a new array: C, Fortran, as the given array lies if it is one of them, or as near as can be.
Order: TypeAlias = Literal["C", "F", "A", "K"]

if TYPE_CHECKING:       # `cupy.typing` has it for users
    from numpy.typing import ArrayLike as _NumpyArrayLike

    from cupy._core.ndarray import ndarray

    ArrayLike: TypeAlias = ndarray | _NumpyArrayLike
