"""Small handles on a backend's memory, streams and events for the tests."""
from __future__ import annotations

import contextlib
import ctypes
from typing import TYPE_CHECKING, Any

import numpy
import pytest

if TYPE_CHECKING:
    from cupy_testing.conformance._table import Table

NOT_PROVIDED = -1

HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, DEFAULT = 1, 2, 3, 4


class Device:
    """The functions of a table with outputs returned and bad statuses raised."""

    def __init__(self, table: Table, number: int = 0) -> None:
        self.table = table
        self.number = number
        self.check("device_set", number)

    def status(self, name: str, *arguments: Any) -> Any:
        """Call a function; skip the test when the backend says that it has none."""
        if name not in self.table:
            pytest.skip(f"the backend has no {name}")
        status = getattr(self.table, name)(*arguments)
        if status == NOT_PROVIDED:
            pytest.skip(f"{name} is not provided")
        return status

    def check(self, name: str, *arguments: Any) -> None:
        """Call a function that must succeed."""
        status = self.status(name, *arguments)
        assert status == 0, f"{name} returned {status}: {self.error(status)}"

    def error(self, status: Any) -> str:
        """``NAME: text`` of a status."""
        name, text = ctypes.c_char_p(), ctypes.c_char_p()
        if self.table.error_name(status, name) or self.table.error_text(status, text):
            return ""
        return f"{(name.value or b'').decode()}: {(text.value or b'').decode()}"

    def make(self, name: str, *arguments: Any) -> Any:
        """Call a function whose first parameter receives a handle."""
        handle = ctypes.c_void_p()
        self.check(name, handle, *arguments)
        assert handle.value, f"{name} returned no handle"
        return handle.value

    def number_of(self, name: str, *arguments: Any, kind: Any = ctypes.c_int) -> Any:
        """Call a function whose last parameter receives a number."""
        value = kind(-7) if kind is ctypes.c_int else kind()
        self.check(name, *arguments, value)
        return value.value

    @contextlib.contextmanager
    def memory(self, size: int) -> Any:
        """Device memory for the time of a block."""
        pointer = self.make("memory_alloc", size)
        try:
            yield pointer
        finally:
            self.check("memory_free", pointer)

    @contextlib.contextmanager
    def stream(self, flags: int = 1) -> Any:
        """A stream for the time of a block."""
        stream = self.make("stream_create", flags, 0)
        try:
            yield stream
        finally:
            self.check("stream_synchronize", stream)
            self.check("stream_destroy", stream)

    @contextlib.contextmanager
    def event(self, flags: int = 0) -> Any:
        """An event for the time of a block."""
        event = self.make("event_create", flags)
        try:
            yield event
        finally:
            self.check("event_destroy", event)

    def upload(self, pointer: int, array: Any) -> None:
        """Copy a NumPy array to the device and wait."""
        array = numpy.ascontiguousarray(array)
        self.check("copy_sync", pointer, array.ctypes.data, array.nbytes, HOST_TO_DEVICE)

    def download(self, pointer: Any, shape: Any, dtype: Any) -> Any:
        """Copy device memory to a new NumPy array and wait."""
        array = numpy.zeros(shape, dtype)
        self.check("copy_sync", array.ctypes.data, pointer, array.nbytes, DEVICE_TO_HOST)
        return array


def parameters(*values: Any) -> Any:
    """What `launch` takes: an array of addresses of the values, which keeps them alive."""
    return (ctypes.c_void_p * max(1, len(values)))(*(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p) for v in values))
