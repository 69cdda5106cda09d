"""DLPack both ways: who frees what and when, what cannot be described, what may not be written to."""
import ctypes
import gc
import threading
import weakref

import numpy
import pytest

import cupy
from cupy import testing
from cupy._runtime import driver
from cupy_testing.fuzz.hostile import Producer

api = ctypes.pythonapi
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]

USED = b"used_dltensor"
on_host = pytest.mark.skipif(cupy.asarray(0).__dlpack_device__()[0] != 1, reason="NumPy reads memory of the host")


class Managed(ctypes.Structure):
    _fields_ = [("tensor", ctypes.c_char * 48), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


def consume(capsule):
    """The capsule's tensor as another library takes it: its address and its deleter, called without the lock."""
    address = api.PyCapsule_GetPointer(capsule, b"dltensor")
    api.PyCapsule_SetName(capsule, USED)
    return address, ctypes.CFUNCTYPE(None, ctypes.c_void_p)(Managed.from_address(address).deleter)


class Kept(cupy.ndarray):
    """An array whose end can be seen."""


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_capsules_that_nobody_consumes_are_freed(version):
    a = Kept((10,), "i8")
    end = weakref.ref(a)
    capsule = a.__dlpack__(max_version=version)
    del a
    assert end() is not None
    del capsule
    gc.collect()
    assert end() is None


def test_deleter_of_another_thread():
    a = Kept((10,), "i8")
    end = weakref.ref(a)
    address, deleter = consume(a.__dlpack__())
    del a
    gc.collect()
    assert end() is not None
    thread = threading.Thread(target=deleter, args=(address,))
    thread.start()
    thread.join()
    gc.collect()
    assert end() is None


def test_consumer_that_raises():
    class Producer:
        def __dlpack_device__(self):
            return cupy.arange(1).__dlpack_device__()

        def __dlpack__(self, **options):
            self.capsule = cupy.arange(3).__dlpack__()
            raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        cupy.from_dlpack(Producer())


def test_a_capsule_is_consumed_once():
    capsule = cupy.arange(3).__dlpack__()
    testing.assert_array_equal(cupy.from_dlpack(capsule), numpy.arange(3))
    with pytest.raises(ValueError, match="already consumed"):
        cupy.from_dlpack(capsule)


@pytest.mark.parametrize("view", [numpy.s_[::-1], numpy.s_[:, ::2], numpy.s_[1:, None], numpy.s_[:0], numpy.s_[1, 2]])
@testing.for_all_dtypes()
def test_views_share_memory(view, dtype):
    a = testing.shaped_arange((4, 6), cupy, dtype)
    b = cupy.from_dlpack(a[view])
    testing.assert_array_equal(b, a.get()[view])
    b[...] = 0
    assert not a[view].any()


def test_strides_that_cannot_be_described():
    parts = cupy.ndarray((3,), "i4", cupy.zeros(18, "u1").data, (6,))
    with pytest.raises(BufferError, match="multiples"):
        parts.__dlpack__()


@on_host
class TestWithNumPy:
    @testing.for_all_dtypes()
    def test_both_ways(self, dtype):
        a = testing.shaped_arange((3, 4), cupy, dtype)
        theirs = numpy.from_dlpack(a.T)
        assert theirs.ctypes.data == a.data.ptr
        testing.assert_array_equal(cupy.from_dlpack(theirs), a.get().T)

    def test_read_only_memory_is_copied(self):
        data = b"abcdefgh"
        a = cupy.from_dlpack(numpy.frombuffer(data, "u1"))
        a[...] = 0
        assert data == b"abcdefgh"
        with pytest.raises(BufferError, match="read-only"):
            cupy.from_dlpack(numpy.frombuffer(data, "u1"), copy=False)

    def test_arrays_outlive_their_producers(self):
        theirs = numpy.from_dlpack(cupy.arange(100_000))
        ours = cupy.from_dlpack(numpy.arange(100_000))
        gc.collect()
        testing.assert_array_equal(ours, theirs)


#: What a tensor of the host's memory says, and of which error that is the reason.
LIES = {"axes": ({"ndim": 10**6}, "axes"), "no axes": ({"ndim": -1}, "axes"), "no shape": ({"shape": None}, "no shape"),
        "no memory": ({"data": None}, "no memory"), "items": ({"bits": 7}, "7 bits"),
        "vectors": ({"lanes": 4}, "vector"), "device": ({"device_type": 99}, "device type 99")}


class TestOfTheHostOnAnotherDevice:
    """Items are copied, and what the tensor says is checked as that of an own tensor."""

    @pytest.fixture(autouse=True)
    def own_memory_is_another(self, monkeypatch):
        monkeypatch.setattr(driver.backend(), "dlpack_devices", (2,))

    @pytest.mark.parametrize("fields, reason", LIES.values(), ids=LIES)
    def test_lies(self, fields, reason):
        with pytest.raises(BufferError, match=reason):
            cupy.from_dlpack(Producer({"device_type": 1, "ndim": 2, "code": 2, "bits": 64, **fields}, (2, 3), None))

    @testing.for_all_dtypes()
    def test_items(self, dtype):
        a = testing.shaped_arange((4, 6), numpy, dtype)
        for view in (a, a.T, a[::-1, ::2], a[:0], a[1, 2, ...]):
            found = cupy.from_dlpack(view)
            assert found.dtype == dtype and found.data.ptr != view.ctypes.data
            testing.assert_array_equal(found, view)

    def test_a_view_cannot_be(self):
        with pytest.raises(BufferError, match="copy=False"):
            cupy.from_dlpack(numpy.zeros(3), copy=False)
