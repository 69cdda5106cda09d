"""Arrays written with brackets: ``r_``, ``c_``, ``mgrid``, ``ogrid``."""
from __future__ import annotations

import operator
from typing import Any

import numpy

from cupy._core.constructors import empty
from cupy._core.ndarray import ndarray
from cupy._core.from_data import asarray
from cupy._creation.ranges import arange, linspace
from cupy._manipulation.join import concatenate
from cupy._core.dtype_rules import result_type

__all__ = ["c_", "mgrid", "ogrid", "r_"]

_COMPLEX = (complex, numpy.complexfloating)


def _ends_and_step(key: slice) -> tuple[Any, Any, Any]:
    """What a slice says; of a step that is complex, and so counts, the size."""
    start = 0 if key.start is None else key.start
    step = 1 if key.step is None else key.step
    return start, key.stop, abs(step) if isinstance(step, _COMPLEX) else step


def _from_slice(key: slice) -> ndarray:
    """The numbers that a slice stands for; an imaginary step counts them."""
    start, stop, step = _ends_and_step(key)
    return linspace(start, stop, int(step)) if isinstance(key.step, _COMPLEX) else arange(start, stop, step)


class _Grid:
    def __init__(self, sparse: bool) -> None:
        self._sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return _from_slice(key)
        lines = [_from_slice(k) for k in key]
        dtype = result_type(*(x for k in key for x in _ends_and_step(k)))
        n = len(lines)
        if self._sparse:
            return tuple(line.astype(dtype, copy=False).reshape(
                (1,) * i + (-1,) + (1,) * (n - i - 1)) for i, line in enumerate(lines))
        grid = empty((n, *(line.size for line in lines)), dtype)
        for i, line in enumerate(lines):
            grid[i] = line.reshape((-1,) + (1,) * (n - i - 1))
        return grid


#: Dense grid of coordinates: ``mgrid[0:2, 0:3]`` has shape (2, 2, 3); an imaginary step counts.
mgrid = _Grid(sparse=False)

#: Open grid of coordinates: one array for each axis, which broadcast together.
ogrid = _Grid(sparse=True)


class _Concatenator:
    """Joins what stands between its brackets; see `numpy.r_` for the strings it takes.

    Differs from NumPy: ``'r'`` and ``'c'`` give the row or the column as an array of two axes, not as a matrix.
    """

    def __init__(self, axis: int = 0, ndmin: int = 1, trans1d: int = -1) -> None:
        self._defaults = axis, ndmin, trans1d

    def _directive(self, text: str) -> tuple[int, ...]:
        axis, ndmin, trans1d = self._defaults
        try:
            numbers = [operator.index(int(x)) for x in text.split(",")]
        except ValueError as e:
            raise ValueError(f"unknown special directive {text!r}") from e
        return (*numbers, *(axis, ndmin, trans1d)[len(numbers):])

    @staticmethod
    def _lift(a: ndarray, ndmin: int, trans1d: int) -> ndarray:
        """New axes around a part with fewer than `ndmin`."""
        missing = ndmin - a.ndim
        if missing <= 0:
            return a
        shape = [1] * ndmin
        where = trans1d if trans1d >= 0 else trans1d + missing + 1
        shape[where:where + a.ndim] = a.shape
        return a.reshape(shape)

    def __getitem__(self, key: Any) -> ndarray:
        parts = key if isinstance(key, tuple) else (key,)
        axis, ndmin, trans1d = self._defaults
        matrix = None
        if parts and isinstance(parts[0], str):
            if parts[0] in ("r", "c"):
                matrix = parts[0]
            else:
                axis, ndmin, trans1d = self._directive(parts[0])
            parts = parts[1:]
        arrays, scalars = [], []
        for part in parts:
            if isinstance(part, str):
                raise ValueError("special directives must be the first entry.")
            if isinstance(part, slice):
                arrays.append(self._lift(_from_slice(part), ndmin, trans1d))
            elif numpy.isscalar(part):
                scalars.append((len(arrays), part))
                arrays.append(None)
            else:
                a = part if isinstance(part, ndarray) else asarray(part)
                arrays.append(self._lift(a, ndmin, trans1d))
        if not arrays:
            raise ValueError("need at least one array to concatenate")
        dtype = result_type(*(a for a in arrays if a is not None), *(x for _, x in scalars))
        for place, x in scalars:
            arrays[place] = asarray(x, dtype).reshape((1,) * ndmin)
        result = concatenate(arrays, axis, dtype=dtype, casting="unsafe")
        if matrix is None or result.ndim > 1:
            return result
        return result.reshape((1, -1) if matrix == "r" else (-1, 1))

    def __len__(self) -> int:
        return 0


#: Joins slices, arrays and scalars along the first axis: ``r_[0:3, 5, a]``.
r_ = _Concatenator()

#: Joins along the last axis, vectors as columns: ``c_[a, b]``.
c_ = _Concatenator(-1, 2, 0)
