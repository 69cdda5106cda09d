"""cuTENSORMg behind core's protocol of tensor operations on several devices."""
import ctypes

from cupy_cuda import find
from cupy_cuda.adapters.tensor import unsupported
from cupy_cuda.errors import TensorError as Error
from cupy_cuda.libs.cutensor import COMPUTES, DTYPES, call, create

__all__ = ["Error", "contraction", "contraction_descriptor", "contraction_find", "contraction_plan",
           "contraction_workspace", "copy", "copy_descriptor", "copy_plan", "copy_workspace", "destroy", "handle",
           "tensor", "unsupported"]

find.load("cutensormg")     # where it is missing, so is the service


def _array(kind, values):
    return (kind * len(values))(*values)


def _longs(values):
    return _array(ctypes.c_int64, values)


def _ints(values):
    return _array(ctypes.c_int32, values)


def _pointers(values):
    return _array(ctypes.c_void_p, values)


def handle(devices):
    """A new handle of some devices."""
    return create("MgCreate", len(devices), _ints(devices))


def tensor(handle, extent, element_stride, block_size, block_stride, device_count, devices, char):
    """A tensor descriptor; strides in items."""
    return create("MgCreateTensorDescriptor", handle, len(extent), _longs(extent), _longs(element_stride),
                  _longs(block_size), _longs(block_stride), _ints(device_count), len(devices), _ints(devices),
                  DTYPES[char])


def copy_descriptor(handle, dst, modes_dst, src, modes_src):
    """The copy of a tensor to another, by the labels of their axes."""
    return create("MgCreateCopyDescriptor", handle, dst, _ints(modes_dst), src, _ints(modes_src))


def _workspace(name, count, *arguments):
    on_devices, on_host = (ctypes.c_int64 * count)(), ctypes.c_int64()
    call(name, *arguments, on_devices, ctypes.addressof(on_host))
    return list(on_devices), on_host.value


def copy_workspace(handle, count, desc):
    """Bytes of workspace on each of `count` devices, and on the host."""
    return _workspace("MgCopyGetWorkspace", count, handle, desc)


def copy_plan(handle, desc, on_devices, on_host):
    """A plan that takes no more workspace than this."""
    return create("MgCreateCopyPlan", handle, desc, _longs(on_devices), on_host)


def copy(handle, plan, dst, src, on_devices, on_host, streams):
    """Copy; lists of addresses, one a device."""
    call("MgCopy", handle, plan, _pointers(dst), _pointers(src), _pointers(on_devices), on_host, _pointers(streams))


def contraction_descriptor(handle, operands, precision):
    """The contraction of A and B into C, operands are (descriptor, labels)."""
    given = [part for desc, modes in (*operands, operands[-1]) for part in (desc, _ints(modes))]
    return create("MgCreateContractionDescriptor", handle, *given, COMPUTES[precision])


def contraction_find(handle, algorithm):
    """How kernels are chosen."""
    return create("MgCreateContractionFind", handle, algorithm)


def contraction_workspace(handle, count, desc, find, kind):
    """Bytes of workspace on each of `count` devices, and on the host: least (1) to most (3)."""
    return _workspace("MgContractionGetWorkspace", count, handle, desc, find, kind)


def contraction_plan(handle, desc, find, on_devices, on_host):
    """A plan that takes no more workspace than this."""
    return create("MgCreateContractionPlan", handle, desc, find, _longs(on_devices), on_host)


def contraction(handle, plan, alpha, a, b, beta, c, d, on_devices, on_host, streams):
    """``d = alpha * a * b + beta * c``; lists of addresses, one a device, and factors as ctypes arrays."""
    call("MgContraction", handle, plan, ctypes.addressof(alpha), _pointers(a), _pointers(b), ctypes.addressof(beta),
         _pointers(c), _pointers(d), _pointers(on_devices), on_host, _pointers(streams))


def destroy(kind, made):
    """End a Handle, a descriptor, a ContractionFind or a plan."""
    call("MgDestroy" if kind == "Handle" else f"MgDestroy{kind}", made)
