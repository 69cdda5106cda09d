"""Functions by the names of CuPy's private ones; `private_names` says where programs look for them."""
from __future__ import annotations

import contextlib
import math
import os
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy
from numpy.exceptions import AxisError

from cupy._core.arguments import as_array  # noqa: F401 (one of the table's)
from cupy._core.constructors import empty
from cupy._core.from_data import array, asarray, ascontiguousarray
from cupy._core.transfer import synchronize_allowed
from cupy._runtime.device import Device
from cupy._runtime.stream import get_current_stream
from cupy._core.options import Order

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike, DTypeLike

__all__ = []


def prod(sequence: Iterable[int]) -> int:
    """Product of integers; 1 of none."""
    return math.prod(sequence)


prod_sequence = prod


def get_size(size: Any) -> tuple[int, ...]:
    """A shape that may be given as None, one integer or a sequence, as a tuple."""
    if size is None:
        return ()
    if isinstance(size, (int, numpy.integer)):
        return (int(size),)
    if not hasattr(size, "__iter__"):
        raise ValueError(f"size should be None, collections.abc.Sequence, or int, not {size!r}")
    return tuple(int(n) for n in size)


def vector_equal(x: Iterable[Any], y: Iterable[Any]) -> bool:
    """Whether two sequences have the same items."""
    return list(x) == list(y)


def is_in(items: Collection[Any], value: object) -> bool:
    """Whether a sequence has an item."""
    return value in items


def infer_unknown_dimension(shape: Sequence[int], size: int) -> list[int]:
    """The shape with its one -1 replaced by what gives `size` items."""
    shape = list(shape)
    unknown = [k for k, n in enumerate(shape) if n < 0]
    if len(unknown) > 1:
        raise ValueError("can only specify only one unknown dimension")
    if unknown:
        known = math.prod(n for n in shape if n >= 0)
        if known == 0 or size % known:
            raise ValueError("total size of new array must be unchanged")
        shape[unknown[0]] = size // known
    return shape


def clp2(x: int) -> int:
    """The smallest power of two that is not less than an integer; 0 for 0."""
    return 1 << (x - 1).bit_length() if x > 0 else 0


def complete_slice(slc: slice, dim: int) -> slice:
    """The slice with its three numbers for an axis of length `dim`."""
    return slice(*slc.indices(dim))


def get_c_contiguity(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> bool:
    """Whether items of such an array lie in C order without gaps."""
    if 0 in shape:
        return True
    for n, stride in zip(reversed(shape), reversed(strides), strict=True):
        if n != 1:
            if stride != itemsize:
                return False
            itemsize *= n
    return True


def _normalize_axis_index(axis: int, ndim: int) -> int:
    """The axis counted from the first; raises `AxisError` outside of ``-ndim`` to ``ndim - 1``."""
    if not -ndim <= axis < ndim:
        raise AxisError(axis, ndim)
    return axis + ndim if axis < 0 else axis


def _normalize_axis_indices(axes: Any, ndim: int, sort_axes: bool = True) -> tuple[int, ...]:
    """Axes given as None, one or a tuple, counted from the first; sorted unless that is not wanted."""
    if axes is None:
        return tuple(range(ndim))
    axes = axes if isinstance(axes, tuple) else (axes,)
    found = []
    for axis in axes:
        axis = _normalize_axis_index(axis, ndim)
        if axis in found:
            raise ValueError("Duplicate value in 'axis'")
        found.append(axis)
    return tuple(sorted(found) if sort_axes else found)


def get_typename(dtype: Any) -> str:
    """The C++ type of elements of a dtype.

    Examples
    --------
    >>> get_typename("uint8"), get_typename("F")
    ('unsigned char', 'complex<float>')
    """
    dtype = numpy.dtype(dtype)
    found = dict(zip("?bBhHiIlLqQefdFD", (
        "bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long",
        "unsigned long long", "long long", "unsigned long long", "float16", "float", "double", "complex<float>",
        "complex<double>"), strict=True)).get(dtype.char)
    if found is None and dtype.name == "bfloat16":
        return "bfloat16"
    if found is None:
        raise ValueError(f"{dtype} has no C++ type")
    return found


def elementwise_copy(source: ndarray, out: ndarray | None = None) -> ndarray:
    """A copy of an array, in `out` if that is given."""
    out = empty(source.shape, source.dtype) if out is None else out
    out[...] = source
    return out


def _array_from_nested_sequence(obj: Any, dtype: DTypeLike | None = None, order: Order | None = "K", ndmin: int = 0,
                                *_: object) -> ndarray:
    """An array from nested lists of numbers and of arrays."""
    return array(obj, dtype, order=order or "K", ndmin=ndmin)


def _convert_object_with_cuda_array_interface(a: Any) -> ndarray:
    return asarray(a)


_internal_ascontiguousarray = ascontiguousarray


def _internal_asfortranarray(a: ArrayLike) -> ndarray:
    return asarray(a, order="F")


@contextlib.contextmanager
def allow_synchronize(allow: bool) -> Iterator[None]:
    """`cupyx.allow_synchronize`."""
    old = synchronize_allowed(bool(allow))
    try:
        yield
    finally:
        synchronize_allowed(old)


def experimental(api_name: str) -> None:
    """Warn once that a function may change."""
    warnings.warn(f"{api_name} is experimental. The interface can change in the future.", FutureWarning, stacklevel=2)


def get_cub_path() -> str | None:
    """Folder of the user's copy of CUB, which ``CUB_PATH`` names, or None: none is needed."""
    return os.environ.get("CUB_PATH") or None


def _get_arch() -> str:
    """The current device's compute capability, as `compile_using_nvrtc` takes it."""
    return Device().compute_capability


def get_current_stream_ptr() -> int:
    """Address of the current stream."""
    return get_current_stream().ptr
