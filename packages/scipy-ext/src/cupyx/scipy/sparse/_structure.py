"""Whether the arrays of a compressed matrix fit each other."""
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, few_indices, host_memory, host_view
from cupyx.scipy._host import adopted
from cupyx.scipy.sparse import _kernels

_check = Kernel("structure_check.hpp", _kernels, "StructureCheck", packed=("i", "l"))


def checked(data: cupy.ndarray, indices: cupy.ndarray, indptr: cupy.ndarray, rows: tuple[int, ...],
            items: int | None = None) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Arrays without the room behind the last row; a ValueError where they lead out of the matrix.

    Parameters
    ----------
    data, indices, indptr : cupy.ndarray
        Of a compressed matrix; of indices of two dtypes, or of neither int32 nor int64, int64 is made.
    rows : tuple of int
        Its shape, where rows are rows.
    items : int, optional
        Elements, or blocks, of `data`; its size if not given.

    Notes
    -----
    One launch, and one wait for what it found; of few items in the host's memory none.
    """
    count, columns = rows
    if _few(indices, indptr, rows, data.size if items is None else items):
        return data, indices, indptr
    if indptr.size != count + 1:
        raise ValueError(f"index pointer size {indptr.size} should be {count + 1}")
    if indices.size != (data.size if items is None else items):
        raise ValueError("indices and data should have the same size")
    if indices.dtype != indptr.dtype or indices.dtype.char not in "il":
        indices, indptr = indices.astype("l"), indptr.astype("l")
    found = cupy.zeros(_check.constants["kFindings"], "l")
    _check.map(indices.dtype.char, max(count, indices.size, 1), indices=_in_a_row(indices), indptr=_in_a_row(indptr),
               found=found, items=indices.size, rows=count, columns=columns)
    outside, descends, start, end = found.get().tolist()
    if start != 0:
        raise ValueError("index pointer should start with 0")
    if end > indices.size:
        raise ValueError("Last value of index pointer should be less than the size of index and data arrays")
    if descends:
        raise ValueError("index pointer values must form a non-decreasing sequence")
    if end < indices.size:
        return checked(data[:end], indices[:end], indptr, rows, None if items is None else end)
    if outside:
        raise ValueError(f"indices must be < {columns} and not negative")
    return data, indices, indptr


def copied(data: cupy.ndarray, indices: cupy.ndarray, indptr: cupy.ndarray, rows: tuple[int, ...],
           items: int | None = None, stream: cupy.cuda.Stream | None = None) -> Any:
    """Copies in host memory of the arrays that `checked` returns, and what it raises."""
    few = None if stream else _few(indices, indptr, rows, data.size if items is None else items)
    if few:
        return data.get(), *few
    return [a.get(stream) for a in checked(data, indices, indptr, rows, items)]


def _few(indices: cupy.ndarray, indptr: cupy.ndarray, rows: tuple[int, ...],
         items: int) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]] | None:
    """NumPy's copies of few indices and row starts that fit each other and so many items, or None."""
    count, columns = rows
    if indices.size != items or indptr.size != count + 1 or indices.dtype != indptr.dtype:
        return None
    starts = few_indices(indptr, 0, items, True)
    if starts is None:
        return None
    places = few_indices(indices, 0, columns - 1)
    return None if places is None else (places, starts)


def counts(indices: cupy.ndarray, size: int) -> cupy.ndarray:
    """How many of the indices are each of the numbers below `size`."""
    if host_memory():
        given = few_indices(indices, 0, size - 1)
        if given is None:
            given = host_view(indices)
            if given.size and (given.max() >= size or given.min() < 0):
                raise ValueError(f"indices must be < {size} and not negative")
        return adopted(numpy.bincount(given, minlength=size), alone=True)
    found = cupy.zeros(size, "l")
    cupy.add.at(found, indices, 1)
    return found


def _in_a_row(a: Any) -> Any:
    return a if a.flags.c_contiguous else cupy.ascontiguousarray(a)


def compressed_on_host(cls: type[Any], triple: Any, shape: tuple[int, ...], canonical: bool | None = None) -> Any:
    """SciPy's matrix of rows, columns or blocks, of arrays of the host that fit each other."""
    data, indices, indptr = triple
    if not _narrow(indices, shape):
        return cls((data, indices, indptr), shape=shape)
    made = _made(cls, shape, data=data, indices=indices, indptr=indptr)
    if canonical:       # what SciPy would look for
        made._has_canonical_format = made._has_sorted_indices = True
    return made


def coordinates_on_host(cls: type[Any], data: cupy.ndarray, coords: Sequence[cupy.ndarray], shape: tuple[int, ...],
                        canonical: bool, stream: cupy.cuda.Stream | None = None) -> Any:
    """SciPy's matrix of copies of coordinates; a ValueError where they lead out of the matrix."""
    plain = len(shape) <= 2 and data.ndim == 1 and all(c.shape == data.shape and _narrow(c, shape) for c in coords)
    if plain and not stream:
        few = [few_indices(c, 0, n - 1) for c, n in zip(coords, shape, strict=True)]
        if all(c is not None for c in few):
            return _made(cls, shape, data=data.get(), coords=tuple(few), has_canonical_format=canonical)
    host, places = data.get(stream), tuple(c.get(stream) for c in coords)
    if not plain or host.size and not all(_inside(c, n) for c, n in zip(places, shape, strict=True)):
        return cls((host, places), shape=shape)
    return _made(cls, shape, data=host, coords=places, has_canonical_format=canonical)


def diagonals_on_host(cls: type[Any], data: numpy.ndarray[Any, Any], offsets: numpy.ndarray[Any, Any],
                      shape: tuple[int, ...]) -> Any:
    """SciPy's matrix of diagonals, of arrays of the host; without those beside the matrix, which overflow there."""
    rows, columns = shape
    each = offsets.tolist()
    if each and not -rows < min(each) <= max(each) < columns:
        inside = (offsets > -rows) & (offsets < columns)
        data, offsets = data[inside], offsets[inside]
    if not _narrow(offsets, shape) or data.ndim != 2 or not len(data) == offsets.size or len(set(each)) < len(each):
        return cls((data, offsets), shape=shape)
    return _made(cls, shape, data=data, offsets=offsets)


def _narrow(indices: cupy.ndarray | numpy.ndarray[Any, Any], shape: tuple[int, ...]) -> bool:
    """Whether the type of indices is the one that SciPy would choose."""
    return indices.dtype.char == "i" and max(shape) < 1 << 31


def _inside(indices: numpy.ndarray[Any, Any], length: int) -> cupy.ndarray:
    """Whether int32 numbers are places of an axis: taken for unsigned, negative ones are the largest."""
    return indices.view(numpy.uint32).max() < length


def _made(cls: Any, shape: tuple[int, ...], **arrays: Any) -> Any:
    """A matrix of SciPy with these arrays: its constructor would look at what is known already."""
    matrix = object.__new__(cls)
    arrays["_shape"] = shape
    matrix.__dict__ = _state(cls) | arrays
    return matrix


@functools.cache
def _state(cls: type[Any]) -> dict[Any, Any]:
    """What a matrix of SciPy holds, beside its arrays and its shape."""
    return dict(cls((1, 1)).__dict__)
