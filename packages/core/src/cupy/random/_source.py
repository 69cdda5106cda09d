"""What `Generator` and `RandomState` share: a bit generator, and how arrays are drawn from it."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._specs.distributions import DISTRIBUTIONS
from cupy.random import _check

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = []

_FLOATS = {float: "d", numpy.float64: "d", "d": "d", "f8": "d", "float64": "d", numpy.dtype("d"): "d",
           numpy.float32: "f", "f": "f", "f4": "f", "float32": "f", numpy.dtype("f"): "f", None: "d"}


def float_char(dtype: DTypeLike, name: str) -> str:
    """``"f"`` or ``"d"``; other types cannot be drawn."""
    try:
        return _FLOATS[dtype]
    except (KeyError, TypeError):
        found = _FLOATS.get(numpy.dtype(dtype))
        if found is None:
            raise TypeError(f"Unsupported dtype {numpy.dtype(dtype)!r} for {name}: only float32 and float64 "
                            "are supported") from None
        return found


def check_out(out: Any, size: Any, char: str) -> None:
    """Raise unless `out` can receive a draw of `size` items."""
    if not isinstance(out, ndarray):
        raise TypeError(f"Supplied output must be a cupy.ndarray, not {type(out)}")
    if not out.flags.c_contiguous:
        raise ValueError("Supplied output array must be C-contiguous, writable, aligned, and in machine byte-order.")
    if out.dtype.char != char:
        raise TypeError(f"Supplied output array has the wrong type. Expected {numpy.dtype(char)}, got {out.dtype}")
    if size is not None and _check.shape_of(size) != out.shape:
        raise ValueError("size must match out.shape when used together")


class Source:
    """An owner of a bit generator."""

    def __init__(self, bit_generator: Any) -> None:
        self._bit_generator = bit_generator
        self._stream = bit_generator._stream

    def _draw(self, name: str, values: Sequence[Any], size: Any, dtype: DTypeLike = float, out: ndarray | None = None,
              integers: Sequence[str] = ()) -> ndarray:
        """New array, or `out`, of items of a distribution."""
        spec = DISTRIBUTIONS[name]
        char = float_char(dtype, name) if spec.kind == "d" and spec.types == "df" else "l"
        if out is not None:
            check_out(out, size, char)
            size = out.shape
        found, shape = _check.parameters(values, spec.names, spec.constraints, size, integers)
        if out is None:
            out = empty(shape, char)
        return self._stream.fill(name, char, out, tuple(found))

    def _count(self, name: str, values: Sequence[Any], size: Any, dtype: DTypeLike,
               integers: Sequence[str] = ()) -> ndarray:
        """New array of counts, in an integer type or another one."""
        drawn = self._draw(name, values, size, integers=integers)
        return drawn if dtype is int or dtype is None else drawn.astype(dtype, copy=False)
