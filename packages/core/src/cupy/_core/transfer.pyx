# Arrays to and from the host's memory.

import sys
import threading

import numpy

cimport numpy as cnp
from cpython.object cimport PyTypeObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from cupy._core cimport dtypes, layout
from cupy._core.deferred cimport deferred
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport (
    FLAG_C, FLAG_F, bare, cast_to, copy_of, hooks, ndarray, new_array, read_order)
from cupy._memory cimport capture, growth
from cupy._memory.memory cimport use_on
from cupy._memory.staging cimport copy_to_device, copy_to_host
from cupy._runtime cimport driver
from cupy._memory.direct import memory_of_driver
from cupy._runtime.errors import DeviceSynchronized

cdef extern from "numpy/arrayobject.h":
    object PyArray_NewFromDescr(PyTypeObject *, cnp.dtype, int, cnp.npy_intp *, cnp.npy_intp *, void *, int, object)

cdef extern from "Python.h":
    double PyFloat_Unpack2(const char *, int) except? -1.0

cdef extern from "upload_params.hpp" namespace "cupy" nogil:
    int kUploadMost, kUploadThreads
    cdef struct UploadParams "cupy::Upload":
        void *output
        unsigned int size
        unsigned char *bytes

cnp.import_array()


class _Setting(threading.local):
    allowed = True      # whether this thread may wait for the device


cdef bint _LITTLE = sys.byteorder == "little"
cdef object _thread = _Setting()
cdef object _before_download = None
cdef Kernel _upload = core_kernel("items", "upload")


def set_check_before_download(check):
    """Call a function without arguments before every copy to the host; it may raise."""
    global _before_download
    _before_download = check


cdef int _refuse_waiting(str what) except -1:
    if not _thread.allowed:
        raise DeviceSynchronized(f"{what}, which allow_synchronize(False) forbids")
    return 0


cdef int _refuse_download() except -1:
    _refuse_waiting("a transfer to the host waits for the device")
    if _before_download is not None:
        _before_download()
    return 0


cdef object _download(ndarray a, object stream, object order, object out, bint blocking):
    """Copy to a NumPy array; the body of ``ndarray.get``."""
    cdef char c = read_order(order)
    cdef Py_ssize_t[64] shape
    cdef int i
    cdef object host
    cdef void *s
    if c == c"A" or c == c"K":
        c = c"F" if a.flags_ & (FLAG_C | FLAG_F) == FLAG_F else c"C"
    if out is not None:
        if not isinstance(out, numpy.ndarray):
            raise TypeError(f"out: only numpy.ndarray can be obtained from cupy.ndarray, not {type(out).__name__}")
        host = out
        if host.dtype != a.dtype_:
            raise TypeError(f"out has dtype {host.dtype}, the array has {a.dtype_}")
        if host.shape != a.shape:
            raise ValueError(f"out has shape {host.shape}, the array has {a.shape}")
        if not host.flags.writeable:
            raise ValueError("out is read-only")
        if host.flags.c_contiguous:
            c = c"C"
        elif host.flags.f_contiguous:
            c = c"F"
        else:
            host[...] = _download(a, stream, "A", None, True)
            return host
    else:
        for i in range(a.ndim_):
            shape[i] = a.shape_[i]
        if a.code < 15 and a.code != dtypes.BFLOAT16:
            host = cnp.PyArray_EMPTY(a.ndim_, <cnp.npy_intp *>shape, (<cnp.dtype>a.dtype_).type_num, c == c"F")
        else:
            host = numpy.ndarray(a.shape, a.dtype_, order="F" if c == c"F" else "C")     # which takes items of no bytes
    if a.size == 0:
        return host
    _refuse_download()
    cdef int previous = driver.thread_state().device
    driver.use_device(a.device_id_)
    try:
        if not a.flags_ & (FLAG_F if c == c"F" else FLAG_C):
            a = copy_of(a, c)
        s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        copy_to_host(cnp.PyArray_DATA(<cnp.ndarray>host), a.pointer(), a.size * a.itemsize_, s, blocking)
    finally:
        driver.use_device(previous)
    return host

hooks.download = _download


def only_item(ndarray a):
    """The item of an array that has one, as a Python scalar."""
    cdef unsigned char[16] item
    cdef int code = a.code, previous
    if a.size != 1:
        raise TypeError("only length-1 arrays can be converted to Python scalars")
    if code in (dtypes.OTHER, dtypes.BFLOAT16):
        return a.get().item()
    _refuse_download()
    driver.bind_thread()
    previous = driver.thread_state().device
    if driver.target(a.device_id_).host_memory and driver.target(a.device_id_).synchronous and not growth.captures \
            and a.memory.block is not NULL:
        memcpy(item, a.pointer(), a.itemsize_)
    elif previous == a.device_id_:
        copy_to_host(item, a.pointer(), a.itemsize_, driver.thread_state().stream, True)
    else:
        driver.use_device(a.device_id_)
        try:
            copy_to_host(item, a.pointer(), a.itemsize_, driver.thread_state().stream, True)
        finally:
            driver.use_device(previous)
    if code == dtypes.FLOAT64:
        return (<double *>item)[0]
    if code == dtypes.FLOAT32:
        return (<float *>item)[0]
    if code == dtypes.INT64:
        return (<int64_t *>item)[0]
    if code == dtypes.INT32:
        return (<int32_t *>item)[0]
    if code == dtypes.BOOL:
        return item[0] != 0
    if code == dtypes.UINT8:
        return item[0]
    if code == dtypes.FLOAT16:
        return PyFloat_Unpack2(<char *>item, _LITTLE)
    if code == dtypes.COMPLEX128:
        return (<double complex *>item)[0]
    if code == dtypes.COMPLEX64:
        return <double complex>(<float complex *>item)[0]
    return numpy.frombuffer(bytes(item[:a.itemsize_]), a.dtype_)[0].item()


cdef ndarray upload(object host, object dtype, char order, bint blocking):
    """A new array with the items of a NumPy array, cast to `dtype` unless None."""
    cdef ndarray a
    cdef object wanted = dtypes.as_dtype(host.dtype if dtype is None else dtype)
    cdef object carried = wanted
    if dtype is not None and host.dtype != wanted:
        carried = dtypes.as_dtype(host.dtype)
        # Fewer bytes cross the bus when a widening cast happens on the device.
        if carried.itemsize >= wanted.itemsize or dtypes.code_of(wanted) == 15 or dtypes.code_of(carried) == 15:
            carried = wanted
    if order == c"A" or order == c"K":
        order = c"F" if (host.flags.f_contiguous and not host.flags.c_contiguous) else c"C"
    a = moved(numpy.asarray(host, dtype=carried, order="F" if order == c"F" else "C"), carried, order, blocking)
    return a if carried is wanted or carried == wanted else cast_to(a, wanted, c"K")


cdef ndarray moved(cnp.ndarray source, object dtype, char order, bint blocking):
    """A new array with the items of a NumPy array of this dtype whose memory is in this order."""
    cdef Py_ssize_t[64] shape
    cdef int i, ndim = cnp.PyArray_NDIM(source)
    for i in range(ndim):
        shape[i] = cnp.PyArray_DIM(source, i)
    cdef ndarray a = new_array(dtype, dtypes.code_of(dtype), dtype.itemsize, ndim, shape, order)
    if a.size:
        _copy_in(a, cnp.PyArray_DATA(source), driver.thread_state().stream, blocking)
    return a


cdef int _copy_in(ndarray a, const void *host, void *stream, bint blocking) except -1:
    """Fill a contiguous array; few bytes come with a launch, which waits for nothing."""
    cdef driver.ThreadState *state
    cdef UploadParams p
    cdef Py_ssize_t size = a.size * a.itemsize_
    if size <= kUploadMost:
        driver.bind_thread()
        state = driver.thread_state()
        if stream == state.stream and a.device_id_ == state.device and not driver.target(state.device).host_memory:
            use_on(a.memory, stream)
            p.output = a.pointer()
            p.size = <unsigned int>size
            memcpy(p.bytes, host, size)
            return _upload.run("B", 1, kUploadThreads, &p)
    return copy_to_device(a.pointer(), host, size, stream, blocking)


def upload_into(ndarray a, arr, stream=None):
    """Copy a NumPy array of the same shape and dtype into `a`; the body of ``ndarray.set``."""
    cdef ndarray staged
    if not isinstance(arr, numpy.ndarray):
        raise TypeError(f"arr: only numpy.ndarray can be set to cupy.ndarray, not {type(arr).__name__}")
    if arr.dtype != a.dtype_:
        raise TypeError(f"{arr.dtype} array cannot be set to {a.dtype_} array")
    if arr.shape != a.shape:
        raise ValueError(f"Shape mismatch: shape {arr.shape} array cannot be set to shape {a.shape} array")
    if a.size == 0:
        return
    cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
    cdef cnp.ndarray source
    if a.flags_ & (FLAG_C | FLAG_F) and not (
            a.dtype_.names is not None and deferred("times_and_text.has_gaps")(a.dtype_)):
        source = numpy.asarray(arr, order="C" if a.flags_ & FLAG_C else "F")
        _copy_in(a, cnp.PyArray_DATA(source), s, True)
    else:
        staged = upload(arr, None, c"A", True)
        a[...] = staged


def to_device(ndarray a, device, stream=None):
    """The array on `device`: itself, a copy on another device, or a NumPy array for "cpu"."""
    from cupy._runtime.device import Device
    from cupy._runtime import registry
    if isinstance(device, str):
        if device == "cpu":
            return a.get(stream=stream)
        name, _, number = device.partition(":")
        if name not in ("gpu", *registry.known()) or not (number or "0").isdigit():
            raise ValueError(f"Unsupported device {device!r}")
        device = int(number or 0)
    if int(device) == a.device_id_:
        return a
    with Device(int(device)):
        return copy_of(a, c"K")


def unpickle(host):
    """The array of a pickle, on whatever backend reads it."""
    return upload(host, None, c"A", True)


def from_plain(cnp.ndarray host):
    """A new array with the items, dtype and order of a NumPy array."""
    cdef object dtype = host.dtype
    if cnp.PyArray_ISCARRAY_RO(host) and dtypes.as_dtype(dtype) is dtype:
        return moved(host, dtype, c"C", True)
    return upload(host, None, c"K", True)


def from_host(host, dtype=None, order="K", blocking=True):
    """A new array with the items of a NumPy array."""
    return upload(host, dtype, read_order(order), blocking)


def from_nested(obj, dtype, order="K"):
    """A new array from nested sequences that hold arrays of this library.

    Raises
    ------
    ValueError
        When the parts have different shapes.
    """
    from cupy._core.creation import empty
    from cupy._core.dtype_rules import result_type
    from cupy._core.from_data import asarray

    parts = []      # where in the result, and what
    scalars = (bool, int, float, complex, numpy.generic)

    def collect(item, where=()):
        if isinstance(item, (list, tuple)) and not all(isinstance(x, scalars) for x in item):
            shapes = [collect(x, (*where, i)) for i, x in enumerate(item)]
            if any(s != shapes[0] for s in shapes):
                raise ValueError("setting an array element with a sequence. The requested array has an "
                                 "inhomogeneous shape: its parts have different shapes")
            return (len(item), *(shapes[0] if shapes else ()))
        if not isinstance(item, (ndarray, *scalars)):
            item = asarray(item)
        parts.append((where, item))
        return getattr(item, "shape", ())

    shape = collect(obj)
    if dtype is None:
        dtype = result_type(*(part if isinstance(part, ndarray) else numpy.asarray(part).dtype for _, part in parts))
    result = empty(shape, dtype, "F" if read_order(order) == c"F" else "C")
    for where, part in parts:
        result[where] = part
    return result


cdef int touch(ndarray a) except -1:
    """Read the ends of memory that is no pool's: what libraries do there is not guarded, as copies and kernels are."""
    cdef Py_ssize_t low, high
    cdef char byte
    if a.memory is None or a.memory.block is not NULL:
        return 0
    layout.extent(a.ndim_, a.shape_, a.strides_, a.itemsize_, &low, &high)
    for position in (low, high - 1):
        copy_to_host(&byte, a.pointer() + <Py_ssize_t>position, 1, driver.thread_state().stream, True)
    return 0


def host_view(ndarray a, recorded=False):
    """A NumPy array on the same memory; for services of the host backend only.

    The view does not keep the memory alive longer than `a`, which it holds as its base. What NumPy does with it
    happens at once, and so not in a capture, unless the caller records it.
    """
    cdef cnp.npy_intp[64] shape
    cdef cnp.npy_intp[64] strides
    cdef int i
    cdef cnp.ndarray view
    driver.bind_thread()
    if not driver.target(a.device_id_).host_memory:
        raise TypeError("the array is not in the host's memory; use .get() to copy it there")
    if growth.captures and not recorded:
        capture.refuse_wait(driver.thread_state().stream, "this routine of the host backend")
    if a.size == 0:
        return numpy.empty(a.shape, a.dtype_)
    if not growth.captures:
        touch(a)
    for i in range(a.ndim_):
        shape[i] = a.shape_[i]
        strides[i] = a.strides_[i]
    cdef cnp.dtype dtype = a.dtype_
    Py_INCREF(dtype)
    view = PyArray_NewFromDescr(<PyTypeObject *>cnp.ndarray, dtype, a.ndim_, shape, strides, a.pointer(),
                                cnp.NPY_ARRAY_WRITEABLE, None)
    Py_INCREF(a)
    cnp.PyArray_SetBaseObject(view, a)
    return view


def on_host_array(cnp.ndarray host):
    """An array on the memory of a NumPy array, kept, where kernels work there and on such items, or a copy."""
    cdef object dtype = host.dtype
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t low, high
    cdef int i, ndim = cnp.PyArray_NDIM(host)
    cdef ndarray a
    driver.bind_thread()
    if not driver.target(driver.thread_state().device).host_memory or not cnp.PyArray_ISBEHAVED(host) \
            or not cnp.PyArray_SIZE(host) or dtypes.as_dtype(dtype) is not dtype:
        return upload(host, None, c"K", True)
    for i in range(ndim):
        shape[i] = cnp.PyArray_DIM(host, i)
    a = bare(dtype, dtypes.code_of(dtype), dtype.itemsize, ndim, shape)
    for i in range(ndim):
        a.strides_[i] = cnp.PyArray_STRIDE(host, i)
    a.size = cnp.PyArray_SIZE(host)
    a.ptr = <char *>cnp.PyArray_DATA(host)
    a.device_id_ = driver.thread_state().device
    a.update_flags()
    layout.extent(ndim, a.shape_, a.strides_, a.itemsize_, &low, &high)
    a.memory = memory_of_driver(<size_t>(a.ptr + low), high - low, host, a.device_id_)
    return a


def check_waiting(str what):
    """Raise DeviceSynchronized, which names what waits, if this thread may not wait for the device."""
    _refuse_waiting(what)


def synchronize_allowed(bint allowed):
    """Whether this thread may wait for transfers to the host; the old setting comes back."""
    old = _thread.allowed
    _thread.allowed = allowed
    return old
