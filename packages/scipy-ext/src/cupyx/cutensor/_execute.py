"""Runs an operation by cuTENSOR: plans by layouts, factors, workspace."""
import ctypes
import functools

import cupy
from cupy import _ext
from cupy.cuda import get_current_stream, get_device_id
from cupyx.cutensor._create import Plan, PlanPreference, alignment
from cupyx.cutensor._objects import OperationDescriptor, TensorDescriptor

__all__ = []

_FACTORS = {"f": (ctypes.c_float, 1), "d": (ctypes.c_double, 1), "F": (ctypes.c_float, 2), "D": (ctypes.c_double, 2)}


def _layout(x):
    """What a descriptor says of an array, or None where the library takes no such strides or extents."""
    itemsize, shape, strides = x.itemsize, x.shape, x.strides
    for size, stride in zip(shape, strides, strict=True):
        if size == 0 or (stride <= 0 or stride % itemsize) and size > 1:
            return None
    return shape, strides, x.dtype.char, alignment(x.data.ptr)


def _input(x):
    """An array that is only read, in a layout that the library takes."""
    layout = _layout(x)
    if layout is None and x.size:
        x = cupy.ascontiguousarray(x)
        layout = _layout(x)
    return x, layout


@functools.lru_cache(maxsize=1024)
def _descriptor(device, shape, strides, letter, bound):
    itemsize = cupy.dtype(letter).itemsize if letter != "E" else 2
    return TensorDescriptor(shape, [max(stride // itemsize, 1) for stride in strides], letter, bound)


class _Prepared:
    """A plan with what every run of it needs."""

    def __init__(self, service, device, plan):
        self.plan, self.kind = plan, plan.operation.kind
        self.execute = functools.partial(service.execute, self.kind, service.handle(device), plan.ptr)
        self.workspace = plan.workspace if self.kind in ("Contraction", "Reduction") else None
        self.factor = factor_maker(service.scalar(service.handle(device), plan.operation.ptr))


@functools.cache
def factor_maker(letter):
    kind, count = _FACTORS[letter]
    array = kind * count

    @functools.lru_cache(maxsize=64)
    def make(value):
        return array(value) if count == 1 else array(value.real, value.imag)

    return make


@functools.lru_cache(maxsize=1024)
def _prepare(device, kind, layouts, modes, unary, joining, precision, algo, jit_mode, ws_pref):
    """A plan for tensors in these layouts, the result's last; None if the library has no kernel for them."""
    service = _ext.tensor_service()
    descriptors = [_descriptor(device, *layout) for layout in layouts]
    operands = tuple(zip(descriptors, modes, unary, strict=False))
    operation = OperationDescriptor(kind, operands, (descriptors[-1], modes[-1]), joining, precision)
    try:
        return _Prepared(service, device, Plan(operation, PlanPreference(algo, jit_mode), None, ws_pref))
    except service.Error as error:
        if not service.unsupported(error):
            raise
        return None


def run(kind, factors, arrays, modes, unary, joining, out, precision, algo=-1, jit_mode=0, ws_pref=2):
    """Whether cuTENSOR did it: ``factors[i] * unary[i](arrays[i])`` joined into `out`; B has no factor of its own."""
    if _ext.tensor_service() is None:
        return False
    same = arrays[-1] is out
    pairs = [_input(x) for x in (arrays[:-1] if same else arrays)]
    result = _layout(out)
    if result is None or any(layout is None for _, layout in pairs):
        return False
    if same:
        pairs.append((out, result))
    elif pairs[-1][1][:3] == result[:3]:        # the library wants one descriptor for both where it can be
        result = *result[:3], min(pairs[-1][1][3], result[3])
        pairs[-1] = pairs[-1][0], result
    device = get_device_id()
    layouts = *[layout for _, layout in pairs], result
    prepared = _prepare(device, kind, layouts, (*modes, modes[-1]), unary, joining, precision, algo, jit_mode, ws_pref)
    if prepared is None:
        return False
    arguments, kept = [], []
    for factor, (x, _) in zip(factors, pairs, strict=True):
        if factor is not None:
            kept.append(prepared.factor(factor))
            arguments.append(ctypes.addressof(kept[-1]))
        arguments.append(x.data.ptr)
    arguments.append(out.data.ptr)
    if prepared.workspace is not None:
        size = prepared.workspace
        work = cupy.cuda.alloc(size) if size else None
        arguments += work.ptr if size else 0, size
    prepared.execute(*arguments, get_current_stream().ptr)
    return True
