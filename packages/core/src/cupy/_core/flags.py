"""Small descriptions of an array: its memory layout, and what a kernel sees of it."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

_ALIASES = {"C": "c_contiguous", "C_CONTIGUOUS": "c_contiguous", "F": "f_contiguous",
            "F_CONTIGUOUS": "f_contiguous", "O": "owndata", "OWNDATA": "owndata",
            "A": "aligned", "ALIGNED": "aligned",
            "W": "writeable", "WRITEABLE": "writeable", "FNC": "fnc", "FORC": "forc",
            "CONTIGUOUS": "c_contiguous", "FORTRAN": "f_contiguous", "B": "behaved", "BEHAVED": "behaved",
            "CA": "carray", "CARRAY": "carray", "FA": "farray", "FARRAY": "farray"}


def is_aligned(a: ndarray) -> bool:
    """Whether items lie where their dtype wants them, which is less than what kernels may want."""
    places = a.data.ptr, *(stride for size, stride in zip(a.shape, a.strides, strict=True) if size > 1)
    return a.size == 0 or all(place % a.dtype.alignment == 0 for place in places)


class Flags(NamedTuple):
    """Memory layout of an array, as ``a.flags``."""

    c_contiguous: bool
    f_contiguous: bool
    owndata: bool
    writeable: bool = True
    aligned: bool = True

    @property
    def fnc(self) -> bool:
        """Fortran- but not C-contiguous."""
        return self.f_contiguous and not self.c_contiguous

    @property
    def forc(self) -> bool:
        """Fortran- or C-contiguous."""
        return self.f_contiguous or self.c_contiguous

    @property
    def contiguous(self) -> bool:
        """`c_contiguous` by NumPy's other name."""
        return self.c_contiguous

    @property
    def fortran(self) -> bool:
        """`f_contiguous` by NumPy's other name."""
        return self.f_contiguous

    @property
    def behaved(self) -> bool:
        """Writeable and aligned."""
        return self.writeable and self.aligned

    @property
    def carray(self) -> bool:
        """Behaved and C-contiguous."""
        return self.behaved and self.c_contiguous

    @property
    def farray(self) -> bool:
        """Behaved and Fortran- but not C-contiguous."""
        return self.behaved and self.fnc

    def __getitem__(self, name: str) -> bool:
        if isinstance(name, str):
            attribute = _ALIASES.get(name)
            if attribute is None:
                raise KeyError("Unknown flag")
            return getattr(self, attribute)
        return tuple.__getitem__(self, name)

    def __repr__(self) -> str:
        return (f"  C_CONTIGUOUS : {self.c_contiguous}\n  F_CONTIGUOUS : {self.f_contiguous}\n"
                f"  OWNDATA : {self.owndata}\n  WRITEABLE : {self.writeable}")


known = functools.cache(Flags)      # there are few


class CStruct(NamedTuple):
    """What a kernel is told about an array."""

    size: int
    pointer: int
    shape: tuple
    strides: tuple
