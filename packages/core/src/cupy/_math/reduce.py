"""How the reductions of the namespace read their arguments."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.by_method import reduced_by_method
from cupy._core.arguments import as_mask, into

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupy._core.reduction import Reduction
    from cupy._core.ufunc import ufunc

no_value: Any = numpy._NoValue


def reduce(reduction: Reduction, a: Any, axis: Any = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
           keepdims: bool = False, *, initial: Any = no_value, where: ArrayLike = True, neutral: Any = None,
           combine: ufunc, extra: Any = 0.0) -> Any:
    """Call a reduction; `where` replaces items by the neutral one, `initial` joins at the end.

    Sums begin with 0.0, so that one from -0.0, or from the first item, is -0.0 where all items are is seen to here.
    """
    import cupy
    if not isinstance(a, ndarray):
        if hasattr(type(a), "__cupy_reduced__") and (initial is no_value or initial is None) and where is True:
            return a.__cupy_reduced__(reduction, axis, dtype, out, keepdims, extra)
        result = reduced_by_method(reduction, a, axis, dtype, out, keepdims=(keepdims, False),
                                   initial=(initial, no_value), where=(where, True))
        if result is not NotImplemented:
            return result
        a = cupy.asanyarray(a)
    if keepdims is no_value:
        keepdims = False
    needs_items, sums = initial is None, neutral == 0 and a.dtype.kind in "fc"
    if needs_items:
        neutral, initial = None, no_value
    if where is not True and where is not no_value:
        if neutral is None and initial is no_value:
            raise ValueError(f"reduction operation '{combine.name}' does not have an identity, so to use a where "
                             "mask one has to specify 'initial'")
        filler = scalar_of(initial, a.dtype) if neutral is None else a.dtype.type(neutral)
        a = cupy.where(as_mask(where, a.shape), a, -filler if sums and neutral == 0 else filler)
    if needs_items and a.size == 0 and items_reduced(a.shape, axis) == 0:
        raise ValueError(f"zero-size array to reduction operation {combine.name} which has no identity")
    if needs_items and sums:
        initial = -0.0 if dtype is not None else -a.dtype.type(0)
    if initial is no_value:
        return reduction(a, axis, dtype, out, keepdims, extra)
    if a.size == 0 and neutral is None:
        dtype = a.dtype if dtype is None else dtype
        result = cupy.full(reduced_shape(a.shape, axis, keepdims), scalar_of(initial, dtype), dtype)
    else:
        result = reduction(a, axis, dtype, None, keepdims, extra)
        first = scalar_of(initial, result.dtype)
        result = combine(result, first)
        if sums and not isinstance(first, ndarray):
            _sign_zeros(result, first, a, axis, keepdims)
    return into(out, result)


def _sign_zeros(result: ndarray, first: Any, a: ndarray, axis: Any, keepdims: bool) -> None:
    """Make those sums -0.0 whose first term and items all are."""
    import cupy
    for part in {"f": ("real",), "c": ("real", "imag")}.get(first.dtype.kind, ()):
        if getattr(first, part) == 0 and numpy.signbit(getattr(first, part)):
            items, sums = getattr(a, part), getattr(result, part)
            negative = cupy.all((items == 0) & cupy.signbit(items), axis, None, keepdims)
            cupy.copyto(sums, -0.0, where=negative)


def without_nan(a: Any, dtype: DTypeLike | None, filler: int) -> ndarray:
    """The items with NaN replaced where `dtype` has none and would make some number of it."""
    if dtype is None or normalize_dtype(dtype).kind not in "biu":
        return a
    import cupy
    a = a if isinstance(a, ndarray) else cupy.asarray(a)
    return cupy.where(cupy.isnan(a), filler, a) if a.dtype.kind in "fc" else a


def scalar_of(value: Any, dtype: Any) -> Any:
    """A number as one of `dtype`, refused as an assignment would refuse it."""
    if isinstance(value, ndarray):
        return value.astype(dtype)
    return numpy.asarray(value, dtype)[()]


def reduced_shape(shape: tuple[int, ...], axis: Any, keepdims: bool) -> tuple[int, ...]:
    """Shape of the result of reducing `axis`."""
    from numpy.lib.array_utils import normalize_axis_tuple
    axes = tuple(range(len(shape))) if axis is None else normalize_axis_tuple(axis, len(shape))
    if keepdims:
        return tuple(1 if i in axes else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axes)


def items_reduced(shape: tuple[int, ...], axis: Any) -> int:
    """How many items each result is made of."""
    from numpy.lib.array_utils import normalize_axis_tuple
    axes = range(len(shape)) if axis is None else normalize_axis_tuple(axis, len(shape))
    count = 1
    for i in axes:
        count *= shape[i]
    return count
