"""Repeated timing of a function on the host's clock and on the device's; IPython's magic for it."""
from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy import cuda
from cupy._ext import shown

if TYPE_CHECKING:
    from cupy.cuda import Event
    from cupyx._options import Int

__all__ = ["benchmark"]


class _PerfCaseResult:
    """Times of one case: ``cpu_times`` and ``gpu_times`` in seconds."""

    __slots__ = ("_devices", "_times", "name")

    def __init__(self, name: str, times: numpy.ndarray[Any, Any], devices: tuple[int, ...]) -> None:
        self.name = name
        self._times = times
        self._devices = devices

    @property
    def cpu_times(self) -> numpy.ndarray[Any, Any]:
        """Seconds the host spent in each call."""
        return self._times[0]

    @property
    def gpu_times(self) -> numpy.ndarray[Any, Any]:
        """Seconds each device needed for each call; a row a device."""
        return self._times[1:]

    def to_str(self, show_gpu: bool = False) -> str:
        """The result as one line of text."""
        parts = [_statistics("CPU", self.cpu_times)]
        if show_gpu:
            parts += [_statistics(f"GPU-{d}", t) for d, t in zip(self._devices, self.gpu_times, strict=True)]
        return f"{self.name:<20s}:{' '.join(parts)}"

    def __str__(self) -> str:
        return self.to_str(show_gpu=True)

    __repr__ = __str__


def _statistics(label: str, seconds: numpy.ndarray[Any, Any]) -> str:
    t = seconds * 1e6
    text = f"    {label}:{t.mean():9.3f} us"
    if len(t) > 1:
        text += f"   +/-{t.std():6.3f} (min:{t.min():9.3f} / max:{t.max():9.3f}) us"
    return text


def benchmark(func: Callable[..., Any], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None,
              n_repeat: Int = 10000, *, name: str | None = None, n_warmup: Int = 10, max_duration: float = math.inf,
              devices: Sequence[int] | None = None) -> _PerfCaseResult:
    """Time a function by repeating it.

    Parameters
    ----------
    func : callable
        What to time.
    args, kwargs : tuple, dict, optional
        Its arguments.
    n_repeat : int, optional
        Timed calls at most.
    name : str, optional
        Name in the report; that of `func` if not given.
    n_warmup : int, optional
        Calls before timing.
    max_duration : float, optional
        Seconds after which no further call is made.
    devices : tuple of int, optional
        Devices to time on; the current one if not given.

    Returns
    -------
    result
        Has ``cpu_times``, ``gpu_times`` and ``to_str()``.

    Raises
    ------
    ValueError
        For arguments of the wrong kind.

    Examples
    --------
    >>> import cupy as cp, cupyx
    >>> cupyx.profiler.benchmark(cp.zeros, (10,), n_repeat=3).cpu_times.shape
    (3,)
    """
    if not callable(func):
        raise ValueError("`func` should be a callable object.")
    if not isinstance(args, tuple):
        raise ValueError("`args` should be of tuple type.")
    kwargs = {} if kwargs is None else kwargs
    if not isinstance(kwargs, dict):
        raise ValueError("`kwargs` should be of dict type.")
    if not isinstance(n_repeat, int):
        raise ValueError("`n_repeat` should be an integer.")
    if not isinstance(n_warmup, int):
        raise ValueError("`n_warmup` should be an integer.")
    if name is not None and not isinstance(name, str):
        raise ValueError("`name` should be a string.")
    devices = (cuda.Device().id,) if devices is None else tuple(devices)
    events = []
    for d in devices:
        with cuda.Device(d):
            events.append((cuda.Event(), cuda.Event()))
    for _ in range(n_warmup):
        func(*args, **kwargs)
    _wait(devices, events)
    rows, spent = [], 0.0
    for _ in shown(range(n_repeat), "benchmark", unit="calls"):
        _record(devices, [e[0] for e in events])
        begin = time.perf_counter()
        func(*args, **kwargs)
        host = time.perf_counter() - begin
        _wait(devices, events)
        rows.append([host, *(cuda.get_elapsed_time(first, last) * 1e-3 for first, last in events)])
        spent += time.perf_counter() - begin
        if spent >= max_duration:
            break
    times = numpy.array(rows, dtype=float).reshape(-1, 1 + len(devices)).T
    return _PerfCaseResult(name or getattr(func, "__name__", "function"), times, devices)


def _record(devices: tuple[int, ...], events: list[Event]) -> None:
    for d, event in zip(devices, events, strict=True):
        with cuda.Device(d):
            event.record()


def _wait(devices: tuple[int, ...], events: list[tuple[Event, Event]]) -> None:
    _record(devices, [e[1] for e in events])
    for _, last in events:
        last.synchronize()


def register_magic(ipython: Any) -> None:
    """Add ``%gpu_timeit [-n N_REPEAT] [-w N_WARMUP] statement`` to a running IPython."""

    def gpu_timeit(line: str) -> None:
        parser = argparse.ArgumentParser("gpu_timeit")
        parser.add_argument("-n", "--n-repeat", type=int, default=100)
        parser.add_argument("-w", "--n-warmup", type=int, default=10)
        parser.add_argument("statement", nargs=argparse.REMAINDER)
        options = parser.parse_args(line.split())
        code = compile(" ".join(options.statement), "<gpu_timeit>", "exec")
        print(benchmark(lambda: ipython.ex(code), n_repeat=options.n_repeat, n_warmup=options.n_warmup))

    ipython.register_magic_function(gpu_timeit, "line", "gpu_timeit")
