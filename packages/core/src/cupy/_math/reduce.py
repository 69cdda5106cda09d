"""How the reductions of the namespace read their arguments."""
import numpy

from cupy._core.ndarray import ndarray

no_value = numpy._NoValue


def reduce(reduction, a, axis=None, dtype=None, out=None, keepdims=False, *, initial=no_value, where=True,
           neutral=None, combine=None, extra=0.0):
    """Call a reduction; `where` replaces items by the neutral one, `initial` joins at the end."""
    import cupy
    if not isinstance(a, ndarray):
        if hasattr(type(a), "__cupy_reduced__") and (initial is no_value or initial is None) and where is True:
            return a.__cupy_reduced__(reduction, axis, dtype, out, keepdims, extra)
        a = cupy.asarray(a)
    if keepdims is no_value:
        keepdims = False
    if where is not True and where is not no_value:
        if neutral is None and initial is no_value:
            raise ValueError(f"reduction operation '{reduction.name}' does not have an identity, so to use a where "
                             "mask one has to specify 'initial'")
        filler = initial if neutral is None else neutral
        a = cupy.where(where, a, a.dtype.type(filler))
    if initial is no_value or initial is None:
        return reduction(a, axis, dtype, out, keepdims, extra)
    if a.size == 0 and neutral is None:
        shape = reduced_shape(a.shape, axis, keepdims)
        result = cupy.full(shape, initial, a.dtype if dtype is None else dtype)
    else:
        result = reduction(a, axis, dtype, None, keepdims, extra)
        initial = initial.astype(result.dtype) if isinstance(initial, ndarray) else _scalar(initial, result.dtype)
        result = combine(result, initial)
    if out is None:
        return result
    out[...] = result
    return out


def _scalar(x, dtype):
    """`x` cast to the dtype as NumPy casts an item that is set."""
    return numpy.asarray(x, dtype)[()]


def reduced_shape(shape, axis, keepdims):
    """Shape of the result of reducing `axis`."""
    from numpy.lib.array_utils import normalize_axis_tuple
    axes = tuple(range(len(shape))) if axis is None else normalize_axis_tuple(axis, len(shape))
    if keepdims:
        return tuple(1 if i in axes else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axes)


def items_reduced(shape, axis):
    """How many items each result is made of."""
    from numpy.lib.array_utils import normalize_axis_tuple
    axes = range(len(shape)) if axis is None else normalize_axis_tuple(axis, len(shape))
    count = 1
    for i in axes:
        count *= shape[i]
    return count
