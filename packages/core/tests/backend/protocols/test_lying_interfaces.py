"""Interfaces, devices and versions that cannot be: an error, and never a crash."""
import cupy
import pytest
from cupy._runtime import driver

LIES = [("shape", lie) for lie in ((-1,), (2**62, 8), (2.5,), None, 5, (2**70,), ("a",))] + [
    ("typestr", lie) for lie in ("<f9", "", None, 8, "|O8", b"<f8")] + [
    ("strides", lie) for lie in ((8,) * 5, (2**61,) * 2, "abc", (None,), 8)] + [
    ("data", lie) for lie in ((0, False), None, (), (1,), "x", ("x", False), (2**70, False), 7)]


class Described:
    """Has an interface that says what it is told; it is read on the host too, whose addresses are those of memory."""

    def __init__(self, **lies):
        self.items = cupy.arange(6.0)
        self.__cuda_array_interface__ = {"shape": (2, 3), "typestr": "<f8", "data": (self.items.data.ptr, False),
                                         "version": 3, **lies}


@pytest.fixture(autouse=True)
def interfaces(monkeypatch):
    backend = driver.backend()
    monkeypatch.setattr(backend, "array_interface", backend.array_interface or backend.host_memory)
    if not backend.array_interface:
        pytest.skip("interfaces are read by CUDA only")


def test_true_interface():
    cupy.testing.assert_array_equal(cupy.asarray(Described()), cupy.arange(6.0).reshape(2, 3))
    cupy.testing.assert_array_equal(cupy.asarray(Described(strides=(8, 16))).get()[0], [0, 2, 4])


def test_items_of_lists():
    ours = cupy.ones((2, 3))
    cupy.testing.assert_array_equal(cupy.array([Described(), ours]), cupy.stack([cupy.asarray(Described()), ours]))
    cupy.testing.assert_array_equal(cupy.asarray([[Described()]], dtype="f4")[0, 0, 1], [3, 4, 5])


@pytest.mark.parametrize("name, lie", LIES)
def test_lies(name, lie):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        cupy.asarray(Described(**{name: lie}))


@pytest.mark.parametrize("name", ["shape", "typestr", "data"])
def test_missing_fields(name):
    described = Described()
    del described.__cuda_array_interface__[name]
    with pytest.raises(KeyError):
        cupy.asarray(described)


@pytest.mark.parametrize("options", [{"dl_device": ()}, {"dl_device": (1,)}, {"max_version": (1,)},
                                     {"dl_device": (99, 0)}])
def test_dlpack_options(options):
    with pytest.raises((ValueError, BufferError)):
        cupy.arange(3).__dlpack__(**options)
