"""``ufunc.reduce``: on the built-in reductions where there is one, else on one made of the ufunc's loop."""
import math

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from cupy._core.broadcast import broadcast_to
from cupy._core.constructors import full
from cupy._core.copyto import merged
from cupy._core.dtype_rules import result_type
from cupy._core.from_data import asarray
from cupy._core.join import join
from cupy._core.reduction import Reduction
from cupy._core.scan import reduce_slices
from cupy._core.ufunc_loops import char_of, reduction_dtype, reduction_of
from cupy._core.arguments import into, single_output
from cupy._runtime import public_names

_reductions = {}


def reduce_ufunc(ufunc, array, axis, dtype, out, keepdims, initial, where):
    """Reduce axes of `array` by applying the ufunc along them."""
    out, spec = single_output(out), ufunc.spec
    if isinstance(axis, list):
        raise TypeError("'list' object cannot be interpreted as an integer")
    needs_items = initial is None
    if initial is numpy._NoValue:
        initial = None
    if array.ndim == 0 and axis in (0, -1, (), (0,), (-1,)):
        axis = None
    axes = tuple(range(array.ndim)) if axis is None else normalize_axis_tuple(axis, array.ndim, "axis")
    if needs_items and math.prod(array.shape[k] for k in axes) == 0:
        raise ValueError(f"zero-size array to reduction operation {spec.name} which has no identity")
    if array.dtype.kind in "mM" and dtype is None and where is True and initial is None and spec.reduces_as:
        return into(out, public_names.find(spec.reduces_as)(array, axes, keepdims=keepdims))
    if dtype is None and out is not None and not spec.logical:
        dtype = result_type(array.dtype, out.dtype)
    wanted = reduction_dtype(ufunc, array.dtype, dtype)
    if len(axes) > 1 and (not spec.associative or spec.one_axis):
        raise ValueError(f"reduction operation '{spec.name}' is not reorderable, so at most one axis may be specified")
    if where is not True and initial is None and (needs_items or ufunc.identity is None):
        raise ValueError(f"reduction operation '{spec.name}' does not have an identity, so to use a where mask "
                         "one has to specify 'initial'")
    if needs_items and spec.reduces_as == "sum" and wanted.kind in "fc":
        initial = -wanted.type(0)       # which changes no first item
    result = _reduced(spec, ufunc, array, axes, dtype, wanted, keepdims, initial, where)
    return into(out, result)


def _reduced(spec, ufunc, array, axes, dtype, wanted, keepdims, initial, where):
    name = spec.reduces_as      # the public function that reduces as it does
    if initial is not None:
        initial = wanted.type(initial)
    given = {} if initial is None else {"initial": initial}
    if name in ("sum", "prod"):
        return public_names.find(name)(array, axes, dtype, None, keepdims, where=where, **given)
    if name in ("max", "min"):
        return public_names.find(name)(array.astype(wanted, copy=False), axes, None, keepdims, where=where, **given)
    if name in ("all", "any") and initial is None:
        return public_names.find(name)(array, axes, None, keepdims, where=where)
    array = array.astype(wanted, copy=False)
    count = math.prod(array.shape[k] for k in axes)
    if count == 0:
        if initial is None and ufunc.identity is None:
            raise ValueError(f"zero-size array to reduction operation {spec.name} which has no identity")
        value = _identity(ufunc, wanted) if initial is None else initial
        result = full(_shape(array, axes), value, wanted)
    elif not spec.associative:
        result = _in_order(spec, ufunc, array, axes, initial, where)
    else:
        if where is not True:             # those without an identity do not mind `initial` more than once
            array = merged(asarray(where, bool), array, initial if ufunc.identity is None else _identity(ufunc, wanted))
        result = _reduction(spec, wanted)(array, axes)
        if initial is not None:
            result = ufunc(initial, result)
    return result.reshape(_shape(array, axes, keepdims))


def _identity(ufunc, dtype):
    """The ufunc's identity in a type: of ``bitwise_and``, all bits, whatever their number."""
    return numpy.asarray(ufunc.identity).astype(dtype)[()]


def _shape(array, axes, keepdims=False):
    if keepdims:
        return tuple([1 if k in axes else n for k, n in enumerate(array.shape)])
    return tuple([n for k, n in enumerate(array.shape) if k not in axes])


def _reduction(spec, dtype):
    key = (spec, char_of(dtype))
    found = _reductions.get(key)
    if found is None:
        found = _reductions[key] = Reduction(reduction_of(spec, dtype))
    return found


def _in_order(spec, ufunc, array, axes, initial, where):
    """Items join one after the other along one axis, after the initial one."""
    if not axes:
        if initial is None:
            return array.copy()
        joined = ufunc(initial, array)
        return joined if where is True else merged(asarray(where, bool), joined, initial)
    axis = axes[0]
    if where is not True:
        order = (axis, *(k for k in range(array.ndim) if k != axis))
        items = array.transpose(order)
        mask = broadcast_to(asarray(where), array.shape).transpose(order)
        result = full(items.shape[1:], initial, array.dtype)
        for item, takes_part in zip(items, mask, strict=True):
            ufunc(result, item, out=result, where=takes_part)
        return result
    if initial is not None:
        shape = tuple([1 if k == axis else n for k, n in enumerate(array.shape)])
        array = join([full(shape, initial, array.dtype), array], axis, None, None, "same_kind", False)
    bounds = asarray(numpy.array([0, array.shape[axis]], numpy.int64))
    return reduce_slices(reduction_of(spec, array.dtype), array, axis, bounds, False)
