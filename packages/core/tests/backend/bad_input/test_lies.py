"""Capsules, pointers and allocators that say what is not so: an error where it can be seen, never a crash."""
import ctypes
import io
import pickle

import numpy
import pytest

import cupy
from cupy._runtime import driver
from cupy.cuda import MemoryPointer, UnownedMemory, runtime

on_host = pytest.mark.skipif(cupy.asarray(0).__dlpack_device__()[0] != 1, reason="addresses of the host's memory")


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("byte_offset", ctypes.c_uint64), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Producer:
    """Gives a capsule with some fields that are not as they should be."""

    def __init__(self, name=b"dltensor", **fields):
        self.items = numpy.arange(64.0)
        self.kept = {k: (ctypes.c_int64 * len(v))(*v) for k, v in {"shape": (2, 3), **fields}.items()
                     if isinstance(v, tuple)}
        self.device = cupy.asarray(0).__dlpack_device__()
        given = {"data": self.items.ctypes.data, "device_type": self.device[0], "ndim": 2, "code": 2, "bits": 64,
                 "lanes": 1, **fields, **{k: ctypes.addressof(v) for k, v in self.kept.items()}}
        self.tensor = Tensor(**given)
        self.name = name

    def __dlpack__(self, **options):
        return new_capsule(ctypes.addressof(self.tensor), self.name, None)

    def __dlpack_device__(self):
        return self.device


@on_host
def test_a_capsule_that_tells_the_truth():
    producer = Producer(strides=(1, 2), byte_offset=8)
    assert cupy.from_dlpack(producer).tolist() == [[1, 3, 5], [2, 4, 6]]


@on_host
@pytest.mark.parametrize("fields", [
    {"ndim": 10**6}, {"ndim": -1}, {"ndim": 65}, {"shape": None}, {"data": None}, {"lanes": 4}, {"lanes": 0},
    {"bits": 7}, {"bits": 0}, {"code": 99}, {"device_type": 77}, {"shape": (-3, 2)}, {"shape": (2**40, 2**40)},
    {"shape": (2**62, 2)}, {"strides": (2**62, 1)}, {"strides": (-2**63, 1)},
    {"byte_offset": 2**64 - 8}, {"byte_offset": 2**63}, {"byte_offset": 2**64 - 2**45}, {"strides": (2**55, 1)},
    {"data": 2**63}, {"device_id": -1}, {"device_id": 77}, {"device_id": -1, "shape": (0, 3)},
], ids=str)
def test_tensors_that_cannot_be(fields):
    with pytest.raises((BufferError, ValueError)):
        cupy.from_dlpack(Producer(**fields))


@pytest.mark.skipif(bool(driver.attribute(0, 21)), reason="the device reads any memory of the host")
@pytest.mark.parametrize("make", [
    lambda items: cupy.from_dlpack(Producer()),
    lambda items: UnownedMemory(items.ctypes.data, items.nbytes, items),
    lambda items: UnownedMemory(items.ctypes.data, items.nbytes, items, 0),
], ids=["DLPack", "UnownedMemory", "of device 0"])
def test_memory_of_the_host_that_is_said_to_be_a_devices(make):
    with pytest.raises((BufferError, ValueError), match="no memory of a device"):
        make(numpy.arange(10.0))


@on_host
@pytest.mark.parametrize("name", [b"other", b"used_dltensor", b""])
def test_capsules_of_other_names(name):
    with pytest.raises(ValueError, match="not a DLPack tensor"):
        cupy.from_dlpack(Producer(name))


def test_objects_that_are_no_capsules():
    class Gives:
        def __init__(self, thing, device):
            self.thing, self.device = thing, device

        def __dlpack__(self, **options):
            return self.thing

        def __dlpack_device__(self):
            return self.device

    for thing in (3, None, "capsule", (1, 2)):
        with pytest.raises((TypeError, ValueError)):
            cupy.from_dlpack(Gives(thing, cupy.asarray(0).__dlpack_device__()))
    for device in ("x", None, (1,), 5):
        with pytest.raises((TypeError, ValueError)):
            cupy.from_dlpack(Gives(None, device))


def test_memory_that_is_too_small():
    memory = cupy.cuda.alloc(512)
    size = memory.mem.size
    assert cupy.ndarray((size,), "u1", memory).size == size
    for shape, offset, strides in (((size + 1,), 0, None), ((size,), 1, None), ((size // 8,), 0, (16,)),
                                   ((2,), 0, (-1,)), ((1,), -1, None)):
        with pytest.raises(ValueError, match="does not fit"):
            cupy.ndarray(shape, "u1" if strides is None or strides[0] < 0 else "f8",
                         MemoryPointer(memory.mem, offset) if offset >= 0 else memory - 1, strides)
    assert cupy.ndarray((0,), "f8", memory + size).size == 0


@on_host
@pytest.mark.parametrize("address", [8, 4096, 0xffff800000000000])
def test_addresses_of_no_memory(address):
    """In copies and fills as in kernels."""
    host = numpy.zeros(100, "u1")
    pointer = MemoryPointer(UnownedMemory(address, 100, None), 0)
    good = cupy.zeros(100, "u1")
    calls = [
        lambda: pointer.memset(0, 100), lambda: pointer.copy_to_host(ctypes.c_void_p(host.ctypes.data), 100),
        lambda: pointer.copy_from_host(ctypes.c_void_p(host.ctypes.data), 100),
        lambda: pointer.copy_from_device(good.data, 100), lambda: good.data.copy_from_device(pointer, 100),
        lambda: runtime.memcpy(address, good.data.ptr, 100, runtime.memcpyDefault),
        lambda: runtime.memset(address, 1, 100), lambda: cupy.ndarray((100,), "u1", pointer).get(),
        lambda: cupy.ndarray((100,), "u1", pointer).set(host), lambda: cupy.ndarray((100,), "u1", pointer).sum(),
        lambda: cupy.ndarray((100,), "u1", pointer).fill(1), lambda: cupy.ndarray((100,), "u1", pointer).copy(),
    ]
    for call in calls:
        with pytest.raises(cupy.BackendError):
            call()
    assert int(good.sum()) == 0


@on_host
@pytest.mark.parametrize("call", [
    lambda a: a.sort(), lambda a: cupy.unique(a), lambda a: cupy.partition(a, 3), lambda a: cupy.median(a),
    lambda a: a.item(5), lambda a: float(a[3]), lambda a: str(a), lambda a: a.dot(a), lambda a: a[::-1].dot(a),
    lambda a: a.reshape(2, 5) @ a.reshape(5, 2), lambda a: cupy.save(io.BytesIO(), a),
    lambda a: cupy.linalg.eigh(a[:9].reshape(3, 3)), lambda a: cupy.fft.fft(a.view("D")), lambda a: pickle.dumps(a),
])
def test_addresses_of_no_memory_given_to_libraries(call):
    """What NumPy and LAPACK would read unguarded; their own handlers may have been installed since."""
    a = cupy.ndarray((10,), "f8", MemoryPointer(UnownedMemory(4096, 80, None), 0))
    with pytest.raises(cupy.BackendError):
        call(a)


@on_host
def test_memory_of_others_that_is_there():
    items = numpy.arange(10.0)[::-1].copy()
    a = cupy.ndarray((10,), "f8", MemoryPointer(UnownedMemory(items.ctypes.data, 80, items), 0))
    assert (float(a[3]), float(a[::-1].dot(a))) == (6.0, 120.0)
    a.sort()
    assert items.tolist() == list(range(10))


def test_sizes_that_allocators_refuse():
    with pytest.raises((OverflowError, ValueError)):
        cupy.cuda.alloc(-1)
    with pytest.raises((MemoryError, cupy.cuda.memory.OutOfMemoryError)):
        cupy.cuda.alloc(2**62)
