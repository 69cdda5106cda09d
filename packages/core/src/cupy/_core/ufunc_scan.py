"""``ufunc.accumulate`` and ``ufunc.reduceat``."""
import numpy
from numpy.lib.array_utils import normalize_axis_index

from cupy._core.dtype_rules import result_type
from cupy._core.from_data import asarray
from cupy._core.ndarray import ndarray
from cupy._core.scan import reduce_slices, scan
from cupy._core.subclass import like_inputs
from cupy._core.ufunc_loops import reduction_dtype, reduction_of
from cupy._core.arguments import into, single_output
from cupy._specs import scans


def _prepare(ufunc, array, dtype, out):
    """The items in the type to combine them in, that type, and what combines them."""
    spec = ufunc.spec
    if dtype is None and out is not None:
        dtype = result_type(array.dtype, out.dtype)
    wanted = reduction_dtype(ufunc, array.dtype, dtype)
    array = array.astype(wanted, copy=False)
    return array, wanted, getattr(scans, spec.accumulates_as) if spec.accumulates_as else reduction_of(spec, wanted)


def _finish(result, dtype, out, source):
    result = result.astype(dtype, copy=False)
    return into(out, result) if out is not None else like_inputs(result, [source], [None])


def accumulate_ufunc(ufunc, array, axis, dtype, out):
    """Running results of the ufunc along an axis."""
    out = single_output(out)
    if array.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    if axis is None and array.ndim > 1 or isinstance(axis, tuple) and len(axis) != 1:
        raise ValueError("accumulate does not allow multiple axes")
    axis = axis[0] if isinstance(axis, tuple) else axis or 0
    axis = normalize_axis_index(axis, array.ndim)
    items, dtype, combined = _prepare(ufunc, array, dtype, out)
    return _finish(scan(combined, items, axis, ufunc.spec.associative), dtype, out, array)


def reduceat_ufunc(ufunc, array, indices, axis, dtype, out):
    """Reduce the slices between neighbouring indices; the item itself where they do not ascend."""
    out = single_output(out)
    if array.ndim == 0:
        raise TypeError("cannot reduceat on a scalar")
    axis = normalize_axis_index(axis, array.ndim)
    first = (indices.get() if isinstance(indices, ndarray) else numpy.asarray(indices)).astype(numpy.int64)
    if first.ndim != 1:
        raise ValueError(f"indices: reduceat takes one axis of them, not {first.ndim}")
    length = array.shape[axis]
    wrong = first[(first < 0) | (first >= length)]
    if wrong.size:
        raise IndexError(f"index {wrong[0]} out-of-bounds in {ufunc.name}.reduceat [0, {length})")
    stop = numpy.maximum(numpy.append(first[1:], length)[:first.size], first + 1)
    items, dtype, combined = _prepare(ufunc, array, dtype, out)
    if combined is scans.cumsum and dtype.kind not in "biu":
        combined = scans.slice_sum
    bounds = asarray(numpy.stack([first, stop], axis=1))
    return _finish(reduce_slices(combined, items, axis, bounds, ufunc.spec.associative), dtype, out, array)
