"""Names of the axes of tensors."""
from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = ["Mode", "create_mode"]


class Mode:
    """The labels of a tensor's axes, as a C array.

    Parameters
    ----------
    mode : iterable of int or str
        Numbers, or single characters, which stand for their code points.

    Attributes
    ----------
    data : int
        Address of the labels, of type int32.
    ndim : int
        How many there are.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> mode = cutensor.Mode("ik")
    >>> mode.ndim, tuple(mode)
    (2, (105, 107))
    """

    __slots__ = ("_array", "_given", "_labels")

    def __init__(self, mode: range | str | Sequence[Any]) -> None:
        self._given = [*mode]
        self._labels = tuple([ord(x) if isinstance(x, str) else int(x) for x in self._given])
        self._array = (ctypes.c_int32 * len(self._labels))(*self._labels)

    @property
    def data(self) -> int:
        """Address of the labels."""
        return ctypes.addressof(self._array)

    @property
    def ndim(self) -> Any:
        """Number of labels."""
        return len(self._labels)

    def __len__(self) -> int:
        return len(self._labels)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._labels)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mode) and self._labels == other._labels

    def __hash__(self) -> int:
        return hash(self._labels)

    def __repr__(self) -> str:
        return f"Mode({self._given})"


def create_mode(*mode: Int | str) -> Mode:
    """The labels of a tensor's axes.

    Parameters
    ----------
    *mode : int or str
        One for each axis: numbers, or single characters.

    Returns
    -------
    Mode
        The new description.

    Raises
    ------
    TypeError
        If a label is a string of several characters.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> cutensor.create_mode("i", "j", 7)
    Mode(['i', 'j', 7])
    """
    return Mode(mode)


def labels(mode: Any) -> tuple[int, ...]:
    """The labels of a `Mode`, or of a tuple, list or string of labels."""
    if type(mode) is Mode:
        return mode._labels
    return _labels(mode) if type(mode) in (tuple, str) else Mode(mode)._labels


@functools.lru_cache(maxsize=256)
def _labels(mode: str | tuple[int | str, ...]) -> tuple[int, ...]:
    return Mode(mode)._labels


def check(names: tuple[str, ...], modes: tuple[tuple[int, ...], ...] | tuple[str, ...],
          shapes: tuple[tuple[int, ...], ...] | tuple[tuple[Int, ...], ...], closed: bool) -> None:
    """Raise `ValueError` unless shapes fit labels; with `closed` the last tensor has every label, else only known ones.
    """
    sizes = {}
    for name, mode, shape in zip(names, modes, shapes, strict=True):
        if len(mode) != len(shape):
            raise ValueError(f"{name} has {len(shape)} axes and {len(mode)} modes")
        if len({*mode}) != len(mode):
            raise ValueError(f"a mode occurs twice in {name}")
        for label, size in zip(mode, shape, strict=True):
            if sizes.setdefault(label, size) != size:
                raise ValueError(f"mode {label} of {name} has {size} items, and {sizes[label]} elsewhere")
    result, inputs = {*modes[-1]}, {label for mode in modes[:-1] for label in mode}
    if closed and inputs - result:
        raise ValueError(f"modes {sorted(inputs - result)} are not among those of {names[-1]}")
    if not closed and result - inputs:
        raise ValueError(f"modes {sorted(result - inputs)} of {names[-1]} are in no other tensor")
