"""Arguments that many functions take: their types, for annotations, and words that they are one of."""
from collections.abc import Sequence
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypeVar

import numpy

__all__ = []

Casting: TypeAlias = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
#: Memory order of a new array: C, Fortran, as the given array lies if it is one of them, or as near as can be.
Order: TypeAlias = Literal["C", "F", "A", "K"]

#: What happens to places out of bounds.
ClipMode: TypeAlias = Literal["raise", "wrap", "clip"]

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

_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
#: In the order of NumPy's numbers for them.
_CLIP_MODES: tuple[ClipMode, ...] = ("clip", "wrap", "raise")


def plain_text(text: Any) -> Any:
    """A text of a type derived from str, as NumPy's is, as one of str itself; anything else as it is."""
    return str.__str__(text) if isinstance(text, str) else text


def checked_casting(casting: Any) -> Casting:
    """A rule of casts; for anything else what NumPy raises."""
    if not isinstance(casting, str):
        raise TypeError(f"casting must be str, not {type(casting).__name__}")
    if casting not in _CASTINGS:
        raise ValueError(f"casting must be one of {', '.join(map(repr, _CASTINGS))} (got {casting!r})")
    return casting


def clip_mode(mode: Any) -> ClipMode:
    """What a mode, which may be NumPy's number for one, is called."""
    if type(mode) is int and 0 <= mode < len(_CLIP_MODES):
        return _CLIP_MODES[mode]
    if mode not in _CLIP_MODES:
        error = ValueError if type(mode) in (str, int) else TypeError
        raise error(f"clipmode not understood: {mode!r}; use 'raise', 'wrap' or 'clip'")
    return mode


if TYPE_CHECKING:
    from numpy.typing import ArrayLike as _OfNumpy

    from cupy._core.ndarray import ndarray

    #: An array, or what NumPy makes one of.
    HostLike: TypeAlias = ndarray | _OfNumpy
    #: A number, or an array that holds one.
    Number: TypeAlias = complex | numpy.number[Any] | ndarray
