"""Streams and events: order, queries, callbacks, times."""
from __future__ import annotations

import ctypes
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy
import pytest

from cupy_testing.conformance._device import DEVICE_TO_DEVICE, DEVICE_TO_HOST

if TYPE_CHECKING:
    from cupy_testing.conformance._device import Device

NOT_READY = 600

Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@pytest.mark.parametrize("flags", [0, 1])
def test_create(device: Device, flags: int) -> None:
    with device.stream(flags) as stream:
        device.check("stream_synchronize", stream)
        device.check("stream_query", stream)


def test_default_stream(device: Device) -> None:
    device.check("stream_synchronize", None)
    device.check("stream_query", None)


def test_priority(device: Device) -> None:
    least, greatest = ctypes.c_int(), ctypes.c_int()
    device.check("device_stream_priorities", least, greatest)
    stream = device.make("stream_create", 1, greatest.value)
    device.check("stream_destroy", stream)


def test_work_of_one_stream_is_in_order(device: Device) -> None:
    count, rounds = 1 << 16, 20
    with device.memory(4 * count) as a, device.memory(4 * count) as b, device.stream() as s:
        for value in range(rounds):
            device.check("fill", a, value, 4, count, s)
            device.check("copy", b, a, 4 * count, DEVICE_TO_DEVICE, s)
        device.check("fill", a, 99, 4, count, s)
        device.check("stream_synchronize", s)
        assert (device.download(b, count, "u4") == rounds - 1).all()
        assert (device.download(a, count, "u4") == 99).all()


def test_event_orders_two_streams(device: Device) -> None:
    count = 1 << 20
    with device.memory(4 * count) as a, device.memory(4 * count) as b, \
            device.stream() as s, device.stream() as t, device.event() as e:
        for value in range(10):
            device.check("fill", a, value, 4, count, s)
            device.check("event_record", e, s)
            device.check("stream_wait_event", t, e)
            device.check("copy", b, a, 4 * count, DEVICE_TO_DEVICE, t)
            device.check("event_record", e, t)
            device.check("stream_wait_event", s, e)
        device.check("stream_synchronize", t)
        assert (device.download(b, count, "u4") == 9).all()


def test_callback_follows_the_work_before_it(device: Device) -> None:
    back, seen = numpy.zeros(1000, "u4"), []

    @Callback
    def call(argument: Any) -> None:
        seen.append((argument, back.copy()))

    with device.memory(4000) as a, device.stream() as s:
        device.check("fill", a, 5, 4, 1000, s)
        device.check("copy", back.ctypes.data, a, 4000, DEVICE_TO_HOST, s)
        device.check("stream_host_callback", s, ctypes.cast(call, ctypes.c_void_p), 1234)
        device.check("stream_synchronize", s)
    (argument, data), = seen
    assert argument == 1234 and (data == 5).all()


def test_work_after_a_callback_waits_for_it(device: Device) -> None:
    ended = []

    @Callback
    def call(argument: Any) -> None:
        time.sleep(0.05)
        ended.append(time.perf_counter())

    with device.stream() as s, device.event() as e:
        device.check("stream_host_callback", s, ctypes.cast(call, ctypes.c_void_p), None)
        device.check("event_record", e, s)
        device.check("event_synchronize", e)
        assert ended and ended[0] <= time.perf_counter()


def test_event_states(device: Device) -> None:
    with device.event() as e:
        device.check("event_query", e)
        device.check("event_record", e, None)
        device.check("event_synchronize", e)
        device.check("event_query", e)


def test_query_says_not_ready_or_ready(device: Device) -> None:
    with device.memory(1 << 26) as a, device.stream() as s:
        for _ in range(20):
            device.check("fill", a, 1, 1, 1 << 26, s)
        assert device.status("stream_query", s) in (0, NOT_READY)
        device.check("stream_synchronize", s)
        device.check("stream_query", s)


def test_elapsed(device: Device) -> None:
    milliseconds = ctypes.c_float(-1)
    with device.memory(1 << 26) as a, device.stream() as s, \
            device.event() as first, device.event() as second:
        device.check("event_record", first, s)
        for _ in range(4):
            device.check("fill", a, 1, 1, 1 << 26, s)
        device.check("event_record", second, s)
        device.check("event_synchronize", second)
        device.check("event_elapsed", milliseconds, first, second)
    assert 0 < milliseconds.value < 10_000


def test_elapsed_without_timing(device: Device) -> None:
    milliseconds = ctypes.c_float()
    with device.event(2) as first, device.event(2) as second:
        device.check("event_record", first, None)
        device.check("event_record", second, None)
        device.check("event_synchronize", second)
        assert device.status("event_elapsed", milliseconds, first, second) != 0


def test_threads_use_their_own_streams(device: Device) -> None:
    failures = []

    def work(value: Any) -> None:
        device.check("device_set", 0)
        with device.memory(4 << 16) as a, device.stream() as s:
            for _ in range(20):
                device.check("fill", a, value, 4, 1 << 16, s)
                device.check("stream_synchronize", s)
                if not (device.download(a, 1 << 16, "u4") == value).all():
                    failures.append(value)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
