"""Places in sorted arrays."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy

from cupy._codegen.sort import searches
from cupy._core.by_numpy import numpy_of_few
from cupy._core.kernel import Kernel
from cupy._core.times import time_keys
from cupy._core.sort import key_order
from cupy._core.constructors import empty
from cupy._core.by_method import by_method
from cupy._core.arguments import as_array
from cupy._core.target import serial_blocks
from cupy._indexing.bounds import check_bounds
from cupy._core.dtype_rules import result_type
from cupy._sorting import _rows

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["digitize", "searchsorted"]

_FILTERED = 32768   # so many items leave most bits of its filter unset
_MANY = 1 << 20     # for so many values the filter is faster even where all items fit, …
_STEPS = 2048       # … if there are so many that their search takes longer
_CHARS = {1: "B", 2: "H", 4: "I", 8: "L"}


_kernel = Kernel(searches)


def common_type(a: ndarray, b: ndarray) -> numpy.dtype:
    """The type in which items of two arrays compare: complex64 as complex128, bools as bytes that are 0 and 1."""
    dtype = a.dtype
    if dtype is b.dtype and dtype.kind in "iuf":
        return dtype            # the usual case, without NumPy's rules
    dtype = result_type(dtype, b.dtype)
    if dtype.kind not in "biufcV" or dtype.names is not None:
        raise TypeError(f"arrays of dtype {dtype} cannot be sorted")
    return numpy.dtype({"c": numpy.complex128, "b": numpy.uint8}.get(dtype.kind, dtype))


def run(a: ndarray, values: ndarray, *, right: bool = False, sorter: ndarray | None = None,
        contains: int = 0) -> ndarray:
    """Launch a search of `values` in the sorted `a`, both contiguous and of one type of `common_type`."""
    out = empty(values.shape, numpy.bool_ if contains else numpy.int64)
    if values.size == 0:
        return out
    char = "D" if a.dtype.kind == "c" else _CHARS[a.itemsize]
    order = bytes(searches.struct("KeyOrder").size) if char == "D" else key_order(a)
    fields = {"sorted": a, "sorter": sorter, "values": values, "out": out, "length": a.size, "size": values.size,
              "order": order, "right": right, "contains": contains}
    known = _kernel.constants
    large, threads = a.nbytes > known["kSearchBytes"], known["kSearchThreads"]
    many = large or (a.size >= _STEPS and values.size >= _MANY)
    filtered = contains and many and a.size <= _FILTERED and not serial_blocks()
    if filtered or large and not serial_blocks():
        keys = fields["keys"] = empty(a.size + 32, a.dtype)
        _kernel.tiles(("search_encode", char), keys.size, threads, threads=threads, waves=4, **fields)
    _kernel.tiles(("search_filter" if filtered else "search", char), values.size, threads, threads=threads, work=4,
                  waves=4, **fields)
    return out


@numpy_of_few()
@by_method()
def searchsorted(a: ArrayLike, v: ArrayLike, side: Literal["left", "right"] = "left",
                 sorter: ArrayLike | None = None) -> ndarray:
    """Places where elements belong in a sorted array.

    Parameters
    ----------
    a : array_like
        Array of one dimension, in ascending order if `sorter` is not given.
    v : array_like
        Elements.
    side : {'left', 'right'}, optional
        Before or behind equal elements.
    sorter : array_like of int, optional
        Positions that sort `a`.

    Returns
    -------
    ndarray of int64
        Places, of the shape of `v`.

    Raises
    ------
    ValueError
        If `a` does not have one dimension, `side` is another word, or `sorter` has another length.
    TypeError
        If `sorter` has no integers.

    Examples
    --------
    >>> import cupy
    >>> cupy.searchsorted(cupy.array([1, 3, 5]), cupy.array([0, 3, 9]))
    array([0, 1, 3])
    """
    import cupy
    a, v = as_array(a, "a"), as_array(v, "v", True)
    if a.ndim != 1:
        raise ValueError("object of too small depth for desired array" if a.ndim < 1 else
                         "object too deep for desired array")
    if not isinstance(side, str):
        raise TypeError(f"search side must be str, not {type(side).__name__}")
    if side not in ("left", "right"):
        raise ValueError(f"search side must be one of 'left' or 'right' (got {side!r})")
    if sorter is not None:
        sorter = as_array(sorter, "sorter")
        if sorter.dtype.kind not in "iu":
            raise TypeError("sorter must only contain integers")
        if sorter.ndim != 1:
            raise TypeError("sorter must have one dimension")
        if sorter.size != a.size:
            raise ValueError("sorter.size must equal a.size")
        sorter = cupy.ascontiguousarray(sorter.astype(numpy.int64, copy=False))
        check_bounds(sorter, 0, a.size, "Sorter index out of range.", ValueError)
    if a.dtype.kind in "mM" and v.dtype.kind == a.dtype.kind:
        unit = numpy.promote_types(a.dtype, v.dtype)
        a, v = (time_keys(x.astype(unit, copy=False)) for x in (a, v))
    elif _rows.is_composite(a.dtype):
        a, v = _rows.ranks(a, v)
    dtype = common_type(a, v)
    a, v = a.astype(dtype, "C", copy=False), v.astype(dtype, "C", copy=False)
    return run(a, v, right=side == "right", sorter=sorter)


@numpy_of_few()
def digitize(x: ArrayLike, bins: ArrayLike, right: bool = False) -> ndarray:
    """Numbers of the bins that elements belong to.

    Parameters
    ----------
    x : array_like
        Elements.
    bins : array_like
        Edges in ascending or descending order.
    right : bool, optional
        Whether a bin includes its right edge and not its left one.

    Returns
    -------
    ndarray of int64
        0 for elements before the first edge, the number of edges for those behind the last.

    Raises
    ------
    ValueError
        If `bins` does not have one dimension, or is neither ascending nor descending; its order is
        read, so this waits for the device.
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import cupy
    >>> cupy.digitize(cupy.array([0.2, 6.4, 3.0]), cupy.array([0.0, 1.0, 2.5, 4.0]))
    array([1, 4, 3])
    """
    x, bins = as_array(x, "x"), as_array(bins, "bins")
    if x.dtype.kind == "c":
        raise TypeError("x may not be complex")
    if bins.ndim != 1:
        raise ValueError("object of too small depth for desired array" if bins.ndim < 1 else
                         "object too deep for desired array")
    if bins.dtype.kind == "c":
        raise TypeError("bins may not be complex")
    side = "left" if right else "right"
    ascends, descends, changes = _steps(bins)
    if ascends and descends:
        raise ValueError("bins must be monotonically increasing or decreasing")
    if ascends or not changes:
        return searchsorted(bins, x, side)
    return bins.size - searchsorted(bins[::-1], x, side)


def _steps(bins: ndarray) -> list[bool]:
    """Whether some step between neighbours goes up, some down, and some anywhere (to or from NaN too)."""
    import cupy
    before, after = bins[:-1], bins[1:]
    return cupy.stack([(before < after).any(), (before > after).any(), (before != after).any()]).tolist()
