"""Devices: counted, described, made current."""
from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from cupy_testing.conformance._device import Device

WARP_SIZE, MAX_THREADS, MULTIPROCESSORS, SHARED = 3, 4, 2, 5
INVALID_DEVICE = 101


def count(device: Device) -> Any:
    return device.number_of("device_count")


def test_count(device: Device) -> None:
    assert count(device) >= 1


@pytest.mark.parametrize("attribute", range(22))
def test_attributes(device: Device, attribute: Any) -> None:
    assert device.number_of("device_attribute", 0, attribute) >= -1


def test_attributes_that_launches_depend_on(device: Device) -> None:
    assert device.number_of("device_attribute", 0, WARP_SIZE) in (1, 32, 64)
    assert device.number_of("device_attribute", 0, MAX_THREADS) >= 256
    assert device.number_of("device_attribute", 0, MULTIPROCESSORS) >= 1
    assert device.number_of("device_attribute", 0, SHARED) >= 16 << 10


def test_unknown_attribute(device: Device) -> None:
    value = ctypes.c_int()
    assert device.status("device_attribute", 0, 999_999, value) != 0


@pytest.mark.parametrize("function", ["device_name", "device_pci_bus_id"])
def test_text(device: Any, function: Any) -> None:
    text = ctypes.create_string_buffer(256)
    device.check(function, 0, text, 256)
    assert text.value


def test_uuid(device: Device) -> None:
    first, second = (ctypes.create_string_buffer(16) for _ in range(2))
    device.check("device_uuid", 0, first)
    device.check("device_uuid", 0, second)
    assert first.raw == second.raw != bytes(16)


def test_memory(device: Device) -> None:
    total = device.number_of("device_total_memory", 0, kind=ctypes.c_size_t)
    free, again = ctypes.c_size_t(), ctypes.c_size_t()
    device.check("memory_info", free, again)
    assert 0 < free.value <= again.value
    assert again.value <= total * 1.01


def test_synchronize(device: Device) -> None:
    device.check("device_synchronize")


@pytest.mark.parametrize("number", [-1, 1000])
def test_wrong_number(device: Device, number: int) -> None:
    assert device.status("device_set", number) == INVALID_DEVICE
    device.check("device_set", 0)


def test_priorities(device: Device) -> None:
    least, greatest = ctypes.c_int(-9), ctypes.c_int(9)
    device.check("device_stream_priorities", least, greatest)
    assert greatest.value <= least.value


def test_current_device_belongs_to_a_thread(device: Device) -> None:
    seen = []

    def other() -> None:
        seen.append(device.status("device_set", 0))
        with device.memory(16) as pointer:
            seen.append(pointer != 0)

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [0, True]


def test_peer(device: Device) -> None:
    if count(device) < 2:
        pytest.skip("needs two devices")
    can = ctypes.c_int()
    device.check("device_can_access_peer", can, 0, 1)
    assert can.value in (0, 1)
