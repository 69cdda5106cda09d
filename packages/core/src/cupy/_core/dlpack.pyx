# DLPack in both directions, and the import of CUDA Array Interface objects.

import operator

import numpy

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.pycapsule cimport (
    PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New, PyCapsule_SetName)
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from cupy._core cimport dtypes
from cupy._core.ndarray cimport copy_of, ndarray
from cupy._runtime import driver

cdef extern from "Python.h":
    int Py_IsInitialized() nogil

cdef extern from "dlpack.h":
    ctypedef struct DLDevice:
        int32_t device_type
        int32_t device_id
    ctypedef struct DLDataType:
        uint8_t code
        uint8_t bits
        uint16_t lanes
    ctypedef struct DLTensor:
        void *data
        DLDevice device
        int32_t ndim
        DLDataType dtype
        int64_t *shape
        int64_t *strides
        uint64_t byte_offset
    ctypedef struct DLManagedTensor:
        DLTensor dl_tensor
        void *manager_ctx
        void (*deleter)(DLManagedTensor *) noexcept nogil
    ctypedef struct DLPackVersion:
        uint32_t major
        uint32_t minor
    ctypedef struct DLManagedTensorVersioned:
        DLPackVersion version
        void *manager_ctx
        void (*deleter)(DLManagedTensorVersioned *) noexcept nogil
        uint64_t flags
        DLTensor dl_tensor
    uint64_t DLPACK_READ_ONLY
    uint64_t DLPACK_COPIED

__all__ = ["from_dlpack", "fromDlpack"]

CPU, CUDA_HOST = 1, 3
ON_HOST = (CPU, CUDA_HOST)      # memory that every backend reads, by a copy if it is not its own
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_BFLOAT = 4


def device_of(ndarray a):
    """``(device type, device id)`` of an array, as DLPack numbers them."""
    return driver.backend().dlpack_devices[0], a.device_id_


cdef int _fill(DLTensor *tensor, ndarray a) except -1:
    cdef int i
    if a.code == dtypes.OTHER:
        raise BufferError(f"DLPack cannot describe items of dtype {a.dtype_}")
    tensor.shape = <int64_t *>PyMem_RawMalloc(max(2 * a.ndim_, 1) * sizeof(int64_t))
    if tensor.shape == NULL:
        raise MemoryError()
    tensor.strides = tensor.shape + a.ndim_
    for i in range(a.ndim_):
        tensor.shape[i] = a.shape_[i]
        tensor.strides[i] = a.strides_[i] // a.itemsize_
        if a.strides_[i] % a.itemsize_ and a.shape_[i] > 1:
            PyMem_RawFree(tensor.shape)
            raise BufferError("DLPack cannot describe strides that are not multiples of the item size")
    tensor.data = a.pointer()
    tensor.device.device_type, tensor.device.device_id = device_of(a)
    tensor.ndim = a.ndim_
    tensor.dtype.code = _BFLOAT if a.code == dtypes.BFLOAT16 else _CODES[a.dtype_.kind]
    tensor.dtype.bits = 8 * a.itemsize_
    tensor.dtype.lanes = 1
    tensor.byte_offset = 0
    return 0


# Consumers call these from any thread, some after the interpreter has ended: then nothing is left to free.

cdef void _release(DLManagedTensor *managed) noexcept nogil:
    if Py_IsInitialized():
        with gil:
            PyMem_RawFree(managed.dl_tensor.shape)
            Py_DECREF(<object>managed.manager_ctx)
            PyMem_RawFree(managed)


cdef void _release_versioned(DLManagedTensorVersioned *managed) noexcept nogil:
    if Py_IsInitialized():
        with gil:
            PyMem_RawFree(managed.dl_tensor.shape)
            Py_DECREF(<object>managed.manager_ctx)
            PyMem_RawFree(managed)


cdef void _drop(object capsule) noexcept:
    cdef DLManagedTensor *managed
    if PyCapsule_IsValid(capsule, "dltensor"):
        managed = <DLManagedTensor *>PyCapsule_GetPointer(capsule, "dltensor")
        managed.deleter(managed)


cdef void _drop_versioned(object capsule) noexcept:
    cdef DLManagedTensorVersioned *managed
    if PyCapsule_IsValid(capsule, "dltensor_versioned"):
        managed = <DLManagedTensorVersioned *>PyCapsule_GetPointer(capsule, "dltensor_versioned")
        managed.deleter(managed)


def _hand_over(ndarray a, stream):
    """Make work queued here visible to the consumer's stream (rules of the array API standard)."""
    backend = driver.backend()
    if backend.host_memory:
        if stream is not None:
            raise ValueError("stream must be None: the host's memory has no streams")
        return
    from cupy._runtime.event import Event
    from cupy._runtime.stream import ExternalStream, get_current_stream
    if stream is not None and (not isinstance(stream, int) or stream < -1):
        raise ValueError(f"stream must be None, -1 or the number of a stream, not {stream!r}")
    if stream == -1:
        return
    if stream == 0 and backend.default_stream:
        raise ValueError("stream 0 is ambiguous: use 1 for the legacy, 2 for the per-thread default stream")
    current = get_current_stream()
    number = 0 if stream in (None, 1) else stream
    if current.ptr != number:
        event = Event(disable_timing=True)
        event.record(current)
        ExternalStream(number).wait_event(event)


def to_dlpack(ndarray a, stream, max_version, dl_device, copy):
    """``ndarray.__dlpack__``."""
    cdef DLManagedTensor *managed
    cdef DLManagedTensorVersioned *versioned
    if dl_device is not None and tuple(dl_device) != device_of(a):
        kind, _ = dl_device
        if int(kind) == CPU:
            if copy is False:
                raise BufferError("the array is not in the host's memory: copy=False cannot be kept")
            return a.get(order="A").__dlpack__(max_version=max_version)
        raise BufferError(f"cannot export to DLPack device {tuple(dl_device)}")
    copied = copy is True
    if copied:
        a = copy_of(a, c"K")
    _hand_over(a, stream)
    major, _ = max_version or (0, 0)
    if major >= 1:
        versioned = <DLManagedTensorVersioned *>PyMem_RawMalloc(sizeof(DLManagedTensorVersioned))
        if versioned == NULL:
            raise MemoryError()
        try:
            _fill(&versioned.dl_tensor, a)
        except BaseException:
            PyMem_RawFree(versioned)
            raise
        versioned.version.major = 1
        versioned.version.minor = 0
        versioned.flags = DLPACK_COPIED if copied else 0
        versioned.deleter = _release_versioned
        Py_INCREF(a)
        versioned.manager_ctx = <void *>a
        return PyCapsule_New(versioned, "dltensor_versioned", _drop_versioned)
    managed = <DLManagedTensor *>PyMem_RawMalloc(sizeof(DLManagedTensor))
    if managed == NULL:
        raise MemoryError()
    try:
        _fill(&managed.dl_tensor, a)
    except BaseException:
        PyMem_RawFree(managed)
        raise
    managed.deleter = _release
    Py_INCREF(a)
    managed.manager_ctx = <void *>a
    return PyCapsule_New(managed, "dltensor", _drop)


cdef class _Imported:
    """Holds a consumed capsule until the array that looks at its memory is gone."""

    cdef DLManagedTensor *managed
    cdef DLManagedTensorVersioned *versioned

    def __dealloc__(self):
        if self.managed != NULL and self.managed.deleter != NULL:
            self.managed.deleter(self.managed)
        if self.versioned != NULL and self.versioned.deleter != NULL:
            self.versioned.deleter(self.versioned)


cdef object _dtype_of_tensor(DLTensor *tensor):
    if tensor.dtype.lanes != 1:
        raise BufferError("DLPack tensors of vector items are not supported")
    if tensor.dtype.code == _BFLOAT and tensor.dtype.bits == 16:
        found = dtypes.dtype_of(dtypes.BFLOAT16)
        if found is None:
            raise BufferError("a bfloat16 tensor needs the package ml_dtypes: pip install ml_dtypes")
        return found
    for dtype in map(dtypes.dtype_of, range(dtypes.OTHER)):
        if dtype is not None and _CODES.get(dtype.kind) == tensor.dtype.code \
                and 8 * dtype.itemsize == tensor.dtype.bits:
            return dtype
    raise BufferError(f"DLPack items of type code {tensor.dtype.code} and {tensor.dtype.bits} bits are not supported")


LARGEST_ADDRESS = 1 << 57       # of the processors that there are


cdef ndarray _read(object capsule, object copy):
    """The array of a capsule, which is consumed; a copy of what may not be written to."""
    from cupy._memory.direct import UnownedMemory, device_of
    from cupy._memory.pointer import MemoryPointer
    cdef DLTensor *tensor
    cdef _Imported keeper = _Imported()
    cdef int i
    versioned = bool(PyCapsule_IsValid(capsule, "dltensor_versioned"))
    if versioned:
        keeper.versioned = <DLManagedTensorVersioned *>PyCapsule_GetPointer(capsule, "dltensor_versioned")
        tensor = &keeper.versioned.dl_tensor
        PyCapsule_SetName(capsule, "used_dltensor_versioned")
        if keeper.versioned.version.major > 1:
            raise BufferError(f"DLPack version {keeper.versioned.version.major} is newer than this library reads")
    elif PyCapsule_IsValid(capsule, "dltensor"):
        keeper.managed = <DLManagedTensor *>PyCapsule_GetPointer(capsule, "dltensor")
        tensor = &keeper.managed.dl_tensor
        PyCapsule_SetName(capsule, "used_dltensor")
    else:
        raise ValueError("the capsule is not a DLPack tensor, or was already consumed")
    allowed = driver.backend().dlpack_devices
    elsewhere = tensor.device.device_type not in allowed
    dtype = _dtype_of_tensor(tensor)
    if not 0 <= tensor.ndim <= 64:
        raise BufferError(f"the tensor says that it has {tensor.ndim} axes; there can be 0 to 64")
    if tensor.ndim and tensor.shape == NULL:
        raise BufferError(f"the tensor has {tensor.ndim} axes but no shape")
    shape = tuple([tensor.shape[i] for i in range(tensor.ndim)])
    strides = None
    if tensor.strides != NULL:
        strides = tuple([tensor.strides[i] * dtype.itemsize for i in range(tensor.ndim)])
    size = 1
    for n in shape:
        if n < 0:
            raise BufferError(f"the tensor has the shape {shape}")
        size *= n
    if elsewhere and tensor.device.device_type not in ON_HOST:
        raise BufferError(f"the tensor is on DLPack device type {tensor.device.device_type}; "
                          f"the {driver.backend().name} backend reads {allowed}")
    devices = 1 if elsewhere else driver.device_count()        # of the host's memory there is one
    if not 0 <= tensor.device.device_id < devices:
        raise BufferError(f"the tensor is on device {tensor.device.device_id}; there are {devices}")
    if size == 0:
        return ndarray(shape, dtype)
    if tensor.data == NULL:
        raise BufferError(f"the tensor has no memory for its shape {shape}")
    cdef object address = <object><size_t>tensor.data + <object>tensor.byte_offset      # whose sum may have 65 bits
    low = sum(min(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True)) if strides else 0
    high = dtype.itemsize + (sum(max(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True)) if strides
                             else (size - 1) * dtype.itemsize)
    if size * dtype.itemsize >= 1 << 62 or not 0 < address + low < address + high <= LARGEST_ADDRESS:
        raise BufferError(f"no memory holds a tensor of shape {shape}, strides {strides} and byte offset "
                          f"{tensor.byte_offset}")
    if elsewhere:
        if copy is False:
            raise BufferError("the tensor is in the host's memory: copy=False cannot be kept")
        return _copy_of_host(address + low, high - low, -low, shape, strides, dtype)
    try:
        device_of(address + high - 1)
        memory = UnownedMemory(address + low, high - low, keeper, tensor.device.device_id)
    except ValueError as error:
        raise BufferError(str(error)) from None
    result = ndarray(shape, dtype, MemoryPointer(memory, -low), strides)
    if not (versioned and keeper.versioned.flags & DLPACK_READ_ONLY):
        return result
    if copy is False:
        raise BufferError("the tensor is read-only, which arrays here cannot be: copy=False cannot be kept")
    return copy_of(result, c"K")


cdef ndarray _copy_of_host(address, nbytes, offset, shape, strides, dtype):
    """The array of a tensor that was checked: NumPy's import would believe whatever it says."""
    import ctypes
    from cupy._core.from_data import asarray
    items = (ctypes.c_byte * nbytes).from_address(address)
    return asarray(numpy.ndarray(shape, dtype, items, offset, strides))


def from_dlpack(x, /, *, device=None, copy=None):
    """Array from an object of another library, sharing its memory where possible.

    Parameters
    ----------
    x : object
        Anything with ``__dlpack__`` and ``__dlpack_device__``.
    device : cupy.cuda.Device or int, optional
        Device of the result.
    copy : bool or None, optional
        True copies always, None only if needed, False never.

    Returns
    -------
    ndarray

    Raises
    ------
    BufferError
        When the data cannot be read here without a copy that is not allowed.

    Examples
    --------
    >>> import cupy as cp
    >>> cp.from_dlpack(cp.arange(3))
    array([0, 1, 2])
    """
    if type(x).__name__ == "PyCapsule":
        return _read(x, copy)
    from cupy._runtime.stream import get_current_stream
    backend = driver.backend()
    if not hasattr(x, "__dlpack_device__"):
        raise AttributeError(f"x: {type(x).__name__} has no __dlpack_device__")
    kind = int(x.__dlpack_device__()[0])
    stream = None
    if kind not in ON_HOST:
        stream = get_current_stream().ptr or backend.default_stream
    copied_anyway = kind in ON_HOST and kind not in backend.dlpack_devices
    try:
        capsule = x.__dlpack__(stream=stream, max_version=(1, 0), copy=None if copied_anyway else copy)
    except TypeError:
        capsule = x.__dlpack__(stream=stream) if stream is not None else x.__dlpack__()
    result = _read(capsule, copy)
    if copy is True and isinstance(x, ndarray) is False and backend.host_memory:
        result = result.copy()
    return result if device is None else result.to_device(device)


def fromDlpack(dltensor):
    """Legacy name of `from_dlpack` for capsules.

    Parameters
    ----------
    dltensor : capsule
        A DLPack tensor.

    Returns
    -------
    ndarray
        A view of its memory.

    Examples
    --------
    >>> import cupy
    >>> cupy.fromDlpack(cupy.arange(3).toDlpack())
    array([0, 1, 2])
    """
    return from_dlpack(dltensor)


def import_device_array(x):
    """A view of another library's device array: CUDA Array Interface first, else DLPack."""
    from cupy._memory.direct import UnownedMemory, device_of
    from cupy._memory.pointer import MemoryPointer
    from cupy._runtime.stream import ExternalStream
    interface = getattr(x, "__cuda_array_interface__", None)
    if interface is None:
        return from_dlpack(x)
    if not driver.backend().array_interface:
        raise TypeError("an object with __cuda_array_interface__ can be read on the CUDA backend only")
    if not isinstance(interface["typestr"], str):
        raise TypeError(f"the typestr of an interface is a string, not {interface['typestr']!r}")
    dtype = numpy.dtype(interface["typestr"])
    if interface.get("mask") is not None:
        raise ValueError("masked arrays cannot be imported")
    descr = interface.get("descr")
    if descr and dtype.kind == "V" and descr != [("", dtype.str)]:
        dtype = numpy.lib.format.descr_to_dtype(descr)          # which knows what padding looks like there
    shape, strides = tuple([operator.index(n) for n in interface["shape"]]), interface.get("strides")
    address, _ = interface["data"]
    import os
    stream = interface.get("stream")
    if stream is not None and os.environ.get("CUPY_CUDA_ARRAY_INTERFACE_SYNC", "1") != "0":
        ExternalStream(0 if stream == 1 else stream).synchronize()
    size = 1
    for n in shape:
        size *= n
    if size == 0:
        return ndarray(shape, dtype)
    if min(shape, default=0) < 0 or not address:
        raise ValueError(f"__cuda_array_interface__ with shape {shape} and address {address}")
    steps = [(n - 1) * s for n, s in zip(shape, strides, strict=True)] if strides is not None else [
        (size - 1) * dtype.itemsize]
    low, high = sum(min(0, s) for s in steps), sum(max(0, s) for s in steps) + dtype.itemsize
    if not 0 < address + low <= address + high < LARGEST_ADDRESS:
        raise ValueError(f"__cuda_array_interface__ with shape {shape}, strides {strides} and address {address}")
    device_of(address + high - 1)
    memory = UnownedMemory(address + low, high - low, x)
    result = ndarray(shape, dtype, MemoryPointer(memory, -low), strides)
    return result if dtype.isnative else result.byteswap()
