"""Arrays as raw kernels take them in C++: ``cuda::std::mdspan``."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import DTypeLike

__all__ = ["Mdspan"]


@functools.cache
def _layout(ndim: int, index_type: numpy.dtype) -> numpy.dtype:
    """The bytes of a ``mdspan`` with dynamic extents and ``layout_stride``, as libcu++ lays them out."""
    return numpy.dtype([("data", "u8"), ("extents", index_type, (ndim,)), ("strides", index_type, (ndim,))], align=True)


class Mdspan:
    """An array as ``cuda::std::mdspan<T, cuda::std::dextents<I, ndim>, cuda::std::layout_stride>``.

    `ndarray.mdspan` makes it; raw kernels take it by value.

    Parameters
    ----------
    array : ndarray
        Kept alive.
    index_type : dtype
        The ``I`` above, of extents and strides.
    allow_unsafe : bool
        Whether elements may be out of the reach of `index_type`, axes empty, and strides zero or negative.

    Attributes
    ----------
    array : ndarray
        The array.
    value : numpy.void
        The bytes that are passed: address, extents, and strides in elements.

    Examples
    --------
    >>> import cupy
    >>> cupy.zeros((2, 3)).mdspan(index_type='i4')
    <Mdspan of shape (2, 3), int32 indices>
    """

    __slots__ = ("array", "value")

    def __init__(self, array: ndarray, index_type: DTypeLike, allow_unsafe: bool) -> None:
        kind: numpy.dtype[Any] = numpy.dtype(numpy.int64 if index_type is None else index_type)
        if kind.kind not in "iu" or kind.itemsize < 4:
            raise ValueError(f"index_type must be an integer of 32 or 64 bits, not {kind}")
        steps = [divmod(stride, array.itemsize) for stride in array.strides]
        if any(rest for _, rest in steps):
            raise ValueError(f"strides {array.strides} are not multiples of the item size {array.itemsize}")
        steps = [step for step, _ in steps]
        if kind.kind == "u" and any(step < 0 for step in steps):
            raise ValueError(f"{kind} cannot hold the negative strides of the array")
        reach = sum(max(n - 1, 0) * abs(step) for n, step in zip(array.shape, steps, strict=True))
        if not allow_unsafe and max(reach, *array.shape, 0) > numpy.iinfo(kind).max:
            raise ValueError(f"{kind} cannot count the items of the array; use int64, or allow_unsafe=True")
        if not allow_unsafe and any(n == 0 or step <= 0 for n, step in zip(array.shape, steps, strict=True)):
            raise ValueError(f"the array of shape {array.shape} and strides {array.strides} has an axis without items "
                             "or with a stride that is not positive, for which mdspan is not defined; use "
                             "allow_unsafe=True if the kernel knows what to do")
        value = numpy.zeros((), _layout(array.ndim, kind))
        value["data"], value["extents"], value["strides"] = array.data.ptr, array.shape, steps
        self.array, self.value = array, value[()]

    def __repr__(self) -> str:
        return f"<Mdspan of shape {self.array.shape}, {self.value.dtype['extents'].base} indices>"
