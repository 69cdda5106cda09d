"""What the device itself can do, measured in the same run as everything else."""
from __future__ import annotations

import ctypes
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("floor")


@suite.case("copy", nbytes=lambda lib: 8 * lib.n)
def copy(lib: Any) -> Any:
    """The driver's copy from device to device."""
    a = lib.random(lib.n)
    o = a + 0
    if lib.name == "numpy":
        import numpy

        return lambda: numpy.copyto(o, a)
    copy_async = lib.xp.cuda.runtime.memcpyAsync
    return lambda: copy_async(o.data.ptr, a.data.ptr, a.nbytes, 3, 0)


def _copy_torch(lib: Any) -> Any:
    a = lib.random(lib.n)
    o = a + 0
    return lambda: o.copy_(a)


suite.cases[-1].make["torch"] = _copy_torch


@suite.case("call", torch=SAME)
def call(lib: Library) -> Callable[..., Any]:
    """The call of an empty Python function: part of every row."""
    return lambda: None


fresh = Suite("floor", fresh=True)


@fresh.case("launch", numpy=False)
def launch(make_library: Callable[[], Library]) -> Any:
    """The driver's launch of an empty kernel, less what calling C from Python costs.

    Only of a library whose backend keeps the contract.
    """
    from cupy_testing.conformance._table import Table

    lib = make_library()
    from cupy._runtime import driver

    table = Table(driver.backend().driver())
    kernel = lib.xp.RawKernel('extern "C" __global__ void empty() {}', "empty")
    kernel((1,), (32,), ())
    handle = kernel.kernel.ptr
    nothing = (ctypes.c_void_p * 1)()
    arguments = (handle, 1, 1, 1, 32, 1, 1, 0, None, nothing)
    idle = table.like("launch", ctypes.CDLL(None).abs)

    def once(function: Callable[..., Any]) -> Any:
        lib.sync()
        start = time.perf_counter()
        for _ in range(1000):
            function(*arguments)
        seconds = (time.perf_counter() - start) / 1000
        lib.sync()
        return seconds

    pairs = [(once(table.launch), once(idle)) for _ in range(9)]
    return {"seconds": statistics.median(a - b for a, b in pairs)}


suite.cases += fresh.cases
