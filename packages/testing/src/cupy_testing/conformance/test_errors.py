"""Statuses have names and texts, and a failure leaves the backend usable."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from cupy_testing.conformance._device import Device

SHARED = {1: "INVALID", 2: "MEMORY", 100: "DEVICE", 101: "DEVICE", 500: "FOUND", 600: "READY"}


@pytest.mark.parametrize("status, word", SHARED.items())
def test_names(device: Device, status: Any, word: Any) -> None:
    name = ctypes.c_char_p()
    device.check("error_name", status, name)
    assert word in (name.value or b"").decode().upper().replace("_", "")


@pytest.mark.parametrize("status", SHARED)
def test_texts(device: Device, status: Any) -> None:
    text = ctypes.c_char_p()
    device.check("error_text", status, text)
    assert len(text.value or b"") > 5


def test_unknown_status_does_not_crash(device: Device) -> None:
    name, text = ctypes.c_char_p(b""), ctypes.c_char_p(b"")
    assert isinstance(device.status("error_name", 987_654, name), int)
    assert isinstance(device.status("error_text", 987_654, text), int)


def test_exceptions_name_operation_and_status() -> None:
    import cupy
    from cupy._runtime.errors import BackendError

    with pytest.raises(BackendError) as caught:
        cupy.cuda.Device(1000).use()
    assert "1000" in str(caught.value) and caught.value.status == 101


def test_usable_after_a_failure(device: Device) -> None:
    handle = ctypes.c_void_p()
    assert device.status("memory_alloc", handle, 1 << 60) != 0
    assert device.status("event_synchronize", None) != 0
    with device.memory(64) as pointer:
        device.check("fill", pointer, 0, 1, 64, None)
    device.check("device_synchronize")
