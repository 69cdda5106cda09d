"""Memory: allocated, filled, copied, described."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy
import pytest

from cupy_testing.conformance._device import (
    DEFAULT,
    DEVICE_TO_DEVICE,
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
)

if TYPE_CHECKING:
    from cupy_testing.conformance._device import Device

OUT_OF_MEMORY = 2
UNREGISTERED, HOST, DEVICE, MANAGED = range(4)


def pointer_kind(device: Device, pointer: int) -> Any:
    kind, number = ctypes.c_int(-1), ctypes.c_int(-1)
    device.check("memory_pointer_info", pointer, kind, number)
    return kind.value, number.value


def test_alignment_and_distinctness(device: Device) -> None:
    with device.memory(1) as a, device.memory(1) as b:
        assert a % 256 == 0 and b % 256 == 0 and a != b


@pytest.mark.parametrize("size", [1, 255, 4096, 1 << 20, (1 << 26) + 3])
def test_round_trip(device: Device, size: int) -> None:
    data = numpy.random.RandomState(0).randint(0, 256, size).astype("u1")
    with device.memory(size) as pointer:
        device.upload(pointer, data)
        numpy.testing.assert_array_equal(device.download(pointer, size, "u1"), data)


def test_too_much(device: Device) -> None:
    handle = ctypes.c_void_p()
    assert device.status("memory_alloc", handle, 1 << 60) == OUT_OF_MEMORY
    with device.memory(64) as pointer:
        assert pointer


def test_free_of_nothing(device: Device) -> None:
    device.check("memory_free", None)


def test_memory_info_moves(device: Device) -> None:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    device.check("memory_info", free, total)
    before = free.value
    with device.memory(1 << 28):
        device.check("memory_info", free, total)
        assert free.value <= before


@pytest.mark.parametrize("width, dtype", [(1, "u1"), (2, "u2"), (4, "u4")])
def test_fill(device: Device, width: Any, dtype: Any) -> None:
    value, count = 0x89ABCDEF & (1 << 8 * width) - 1, 1003
    with device.memory((count + 2) * width) as pointer:
        device.upload(pointer, numpy.zeros(count + 2, dtype))
        device.check("fill", pointer + width, value, width, count, None)
        device.check("device_synchronize")
        found = device.download(pointer, count + 2, dtype)
    expected = numpy.full(count + 2, value, dtype)
    expected[[0, -1]] = 0
    numpy.testing.assert_array_equal(found, expected)


def test_fill_of_nothing(device: Device) -> None:
    with device.memory(16) as pointer:
        device.check("fill", pointer, 0, 1, 0, None)


def test_fill_with_a_wrong_width(device: Device) -> None:
    with device.memory(16) as pointer:
        assert device.status("fill", pointer, 0, 3, 1, None) != 0


@pytest.mark.parametrize("up, between, down", [
    (HOST_TO_DEVICE, DEVICE_TO_DEVICE, DEVICE_TO_HOST), (DEFAULT, DEFAULT, DEFAULT)])
def test_copies_in_a_stream(device: Device, up: Any, between: Any, down: Any) -> None:
    data, back = numpy.arange(100_003, dtype="i4"), numpy.zeros(100_003, "i4")
    with device.memory(data.nbytes) as a, device.memory(data.nbytes) as b, device.stream() as s:
        device.check("copy", a, data.ctypes.data, data.nbytes, up, s)
        device.check("copy", b, a, data.nbytes, between, s)
        device.check("copy", back.ctypes.data, b, data.nbytes, down, s)
        device.check("stream_synchronize", s)
    numpy.testing.assert_array_equal(back, data)


def test_copy_of_nothing(device: Device) -> None:
    with device.memory(16) as pointer:
        device.check("copy", pointer, pointer, 0, DEVICE_TO_DEVICE, None)


def test_copy_2d(device: Device) -> None:
    data = numpy.arange(7 * 5, dtype="u1").reshape(7, 5)
    with device.memory(7 * 16) as pointer:
        device.check("fill", pointer, 0xFF, 1, 7 * 16, None)
        device.check("copy_2d", pointer, 16, data.ctypes.data, 5, 5, 7, HOST_TO_DEVICE, None)
        device.check("device_synchronize")
        found = device.download(pointer, (7, 16), "u1")
        numpy.testing.assert_array_equal(found[:, :5], data)
        assert (found[:, 5:] == 0xFF).all()
        back = numpy.zeros((7, 5), "u1")
        device.check("copy_2d", back.ctypes.data, 5, pointer, 16, 5, 7, DEVICE_TO_HOST, None)
        device.check("device_synchronize")
    numpy.testing.assert_array_equal(back, data)


def test_copy_to_the_same_device_as_a_peer(device: Device) -> None:
    data = numpy.arange(64, dtype="f8")
    with device.memory(data.nbytes) as a, device.memory(data.nbytes) as b:
        device.upload(a, data)
        device.check("copy_peer", b, 0, a, 0, data.nbytes, None)
        device.check("device_synchronize")
        numpy.testing.assert_array_equal(device.download(b, 64, "f8"), data)


def test_stream_ordered_memory(device: Device) -> None:
    data = numpy.arange(1000, dtype="f4")
    with device.stream() as s:
        pointer = device.make("memory_alloc_async", data.nbytes, s)
        back = numpy.zeros_like(data)
        device.check("copy", pointer, data.ctypes.data, data.nbytes, HOST_TO_DEVICE, s)
        device.check("copy", back.ctypes.data, pointer, data.nbytes, DEVICE_TO_HOST, s)
        device.check("memory_free_async", pointer, s)
        device.check("stream_synchronize", s)
    numpy.testing.assert_array_equal(back, data)


def test_pool_of_stream_ordered_memory(device: Device) -> None:
    used, reserved = ctypes.c_size_t(), ctypes.c_size_t()
    device.check("memory_pool_usage", 0, used, reserved)
    assert used.value <= reserved.value
    device.check("memory_pool_trim", 0, 0)


def test_pinned(device: Device) -> None:
    pointer = device.make("memory_alloc_pinned", 4096, 0)
    host = numpy.ctypeslib.as_array((ctypes.c_ubyte * 4096).from_address(pointer))
    host[:] = numpy.arange(4096) % 251
    with device.memory(4096) as there:
        device.check("copy_sync", there, pointer, 4096, HOST_TO_DEVICE)
        numpy.testing.assert_array_equal(device.download(there, 4096, "u1"), host)
    assert pointer_kind(device, pointer)[0] == HOST
    device.check("memory_free_pinned", pointer)


def test_register(device: Device) -> None:
    data = numpy.zeros(1 << 16, "u1")
    device.check("memory_register", data.ctypes.data, data.nbytes, 0)
    device.check("memory_unregister", data.ctypes.data)


def test_managed(device: Device) -> None:
    pointer = device.make("memory_alloc_managed", 4096)
    assert pointer_kind(device, pointer)[0] == MANAGED
    device.check("fill", pointer, 7, 1, 4096, None)
    device.check("device_synchronize")
    assert ctypes.string_at(pointer, 4096) == b"\7" * 4096
    device.check("memory_free", pointer)


def test_pointer_info(device: Device) -> None:
    with device.memory(64) as pointer:
        assert pointer_kind(device, pointer) == (DEVICE, 0)
    data = numpy.zeros(64)
    assert pointer_kind(device, data.ctypes.data)[0] == UNREGISTERED
