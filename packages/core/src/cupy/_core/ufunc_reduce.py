"""``ufunc.reduce`` for every binary ufunc, on the reductions where there is one."""
import numpy
from numpy.lib.array_utils import normalize_axis_tuple

#: Ufuncs that reduce as one of the built-in reductions does, and the function that takes its arguments.
_BUILT_IN = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min",
             "logical_and": "all", "logical_or": "any"}
_COMMUTATIVE = {"bitwise_and", "bitwise_or", "bitwise_xor", "logical_xor", "fmax", "fmin", "gcd", "lcm", "hypot",
                "logaddexp", "logaddexp2", *_BUILT_IN}


def reduce_ufunc(spec, array, axis, dtype, out, keepdims, initial, where):
    """Reduce axes of `array` by applying the ufunc along them."""
    import cupy
    ufunc = getattr(cupy, spec.name)
    axes = tuple(range(array.ndim)) if axis is None else normalize_axis_tuple(axis, array.ndim, "axis")
    if len(axes) > 1 and spec.name not in _COMMUTATIVE:
        raise ValueError(f"reduction operation '{spec.name}' is not reorderable, so at most one axis may be specified")
    if where is not True and initial is None and ufunc.identity is None:
        raise ValueError(f"reduction operation '{spec.name}' does not have an identity, so to use a where mask "
                         "one has to specify 'initial'")
    if array.ndim == 0:
        if axis is not None and axes and axis not in (0, -1):
            raise numpy.exceptions.AxisError(axis, 0)
        axes = ()
    result = _reduced(spec, ufunc, array, axes, dtype, keepdims, initial, where)
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError(f"output parameter for reduction operation {spec.name} has the wrong shape {out.shape}, "
                         f"not {result.shape}")
    if not numpy.can_cast(result.dtype, out.dtype, "same_kind"):
        raise TypeError(f"Cannot cast ufunc '{spec.name}' output from {result.dtype!r} to {out.dtype!r} "
                        "with casting rule 'same_kind'")
    out[...] = result
    return out


def _reduced(spec, ufunc, array, axes, dtype, keepdims, initial, where):
    import cupy
    name = _BUILT_IN.get(spec.name)
    given = {} if initial is None else {"initial": initial}
    if name in ("sum", "prod"):
        return getattr(cupy, name)(array, axes, dtype, None, keepdims, where=where, **given)
    if name in ("max", "min") and dtype is None:
        return getattr(cupy, name)(array, axes, None, keepdims, where=where, **given)
    if name in ("all", "any") and dtype is None and initial is None:
        return getattr(cupy, name)(array, axes, None, keepdims, where=where)
    if where is not True:
        filler = ufunc.identity if initial is None else initial
        array = cupy.where(where, array, array.dtype.type(filler))
    count = int(numpy.prod([array.shape[k] for k in axes], dtype=numpy.int64))
    kept = tuple(k for k in range(array.ndim) if k not in axes)
    shape = tuple(1 if k in axes else n for k, n in enumerate(array.shape)) if keepdims else tuple(
        array.shape[k] for k in kept)
    if count == 0:
        value = ufunc.identity if initial is None else initial
        if value is None:
            raise ValueError(f"zero-size array to reduction operation {spec.name} which has no identity")
        wanted = ufunc.resolve_dtypes((array.dtype, array.dtype, None))[-1] if dtype is None else dtype
        return cupy.full(shape, value, wanted)
    lined = array.transpose(kept + tuple(axes)).reshape(tuple(array.shape[k] for k in kept) + (count,))
    if count == 1 and lined.dtype == (dtype or ufunc.resolve_dtypes((lined.dtype, lined.dtype, None))[-1]):
        result = lined[..., 0]
    else:
        from cupy._core.scan import accumulate_ufunc
        result = accumulate_ufunc(spec, lined, -1, dtype, None)[..., -1]
    if initial is not None:
        result = ufunc(initial, result)
    result = result.reshape(shape)
    return result.copy() if result.base is not None else result
