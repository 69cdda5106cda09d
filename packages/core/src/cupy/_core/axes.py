"""NumPy's checks of axes, which take all that has an index though NumPy's own types say int."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

    def normalize_axis_index(axis: SupportsIndex, ndim: int, msg_prefix: str | None = None) -> int: ...
    def normalize_axis_tuple(axis: SupportsIndex | Iterable[SupportsIndex], ndim: int, argname: str | None = None,
                             allow_duplicate: bool = False) -> tuple[int, ...]: ...
else:
    from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple      # noqa: F401

__all__ = []


def integer_axis(axis: SupportsIndex, ndim: int) -> int:
    """An axis of a function that NumPy has in C, where a bool is no integer."""
    if isinstance(axis, bool):
        raise TypeError("an integer is required for the axis")
    return normalize_axis_index(axis, ndim)
