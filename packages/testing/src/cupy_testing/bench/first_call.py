"""The first call of common functions in a fresh process with an empty kernel cache.

The device's context, the operands and one copy to the host exist before the clock starts.
"""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import SAME, Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("first_call", fresh=True)


def row(name: str, call: Any, torch: Any = SAME) -> None:
    def bind(call: Any) -> Any:
        def measure(make_library: Any) -> Any:
            lib = make_library()
            a, b = lib.array(lib.values(1000)), lib.array(lib.values(1000))
            i, m = lib.array(lib.values(100, "l")), lib.array(lib.values(1000, "?"))
            lib.sync()
            start = time.perf_counter()
            call(lib.xp, a, b, i, m)
            lib.sync()
            return {"seconds": time.perf_counter() - start}

        return measure

    suite.row(name, bind(call), torch=SAME if torch is SAME else bind(torch))


row("add", lambda xp, a, b, i, m: a + b)
row("sin", lambda xp, a, b, i, m: xp.sin(a))
row("sum", lambda xp, a, b, i, m: a.sum())
row("mask", lambda xp, a, b, i, m: a[m])
row("take", lambda xp, a, b, i, m: a[i])
row("mean", lambda xp, a, b, i, m: a.mean())
row("where", lambda xp, a, b, i, m: xp.where(m, a, b))
row("astype", lambda xp, a, b, i, m: a.astype("d"), lambda xp, a, b, i, m: a.to(xp.float64))
row("concatenate", lambda xp, a, b, i, m: xp.concatenate((a, b)))
row("max_axis", lambda xp, a, b, i, m: a.reshape(10, 100).max(axis=0))
row("sort", lambda xp, a, b, i, m: xp.sort(a))
row("median", lambda xp, a, b, i, m: xp.median(a))
row("matmul", lambda xp, a, b, i, m: a.reshape(10, 100) @ b.reshape(100, 10))
row("fft", lambda xp, a, b, i, m: xp.fft.fft(a))


@suite.case()
def gaussian_filter(make_library: Callable[[], Library]) -> Any:
    lib = make_library()
    ndimage, a = lib.scipy("ndimage"), lib.array(lib.values((64, 64)))
    lib.sync()
    start = time.perf_counter()
    ndimage.gaussian_filter(a, 3)
    lib.sync()
    return {"seconds": time.perf_counter() - start}


@suite.case("context", torch=SAME)
def context(make_library: Any) -> Any:
    """From the import to a usable device: what the other rows leave out."""
    start = time.perf_counter()
    lib = make_library()
    lib.array(lib.values(1))
    lib.sync()
    return {"seconds": time.perf_counter() - start}
