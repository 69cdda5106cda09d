"""How much more memory than asked for is taken."""
from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._case import Suite

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("memory", fresh=True)


@suite.case("pool_replay", numpy=False)
def pool_replay(make_library: Callable[[], Library]) -> Any:
    """100,000 random allocations and frees: peak of the pool over peak of live bytes."""
    lib = make_library()
    xp, pool, source = lib.xp, lib.xp.get_default_memory_pool(), random.Random(0)
    budget = max(1 << 26, int((1 << 31) * lib.scale))
    live, live_bytes, peak_live, peak_pool = [], 0, 0, 0
    import time

    start = time.perf_counter()
    for _ in range(100_000):
        size = int(2 ** source.uniform(9, 24))
        while live_bytes + size > budget or (live and source.random() < 0.45):
            i = source.randrange(len(live))
            live[i], live[-1] = live[-1], live[i]
            live_bytes -= live.pop().nbytes
        live.append(xp.empty(size, dtype="u1"))
        live_bytes += size
        if live_bytes > peak_live:
            peak_live = live_bytes
        peak_pool = max(peak_pool, pool.total_bytes())
    seconds = (time.perf_counter() - start) / 200_000
    return {"seconds": seconds, "value": peak_pool / peak_live, "unit": "pool / live"}


@suite.case("asarray_rss", numpy=False)
def asarray_rss(make_library: Callable[[], Library]) -> Any:
    """Host memory that copying a 4 GB array to the device takes at its peak, in GB."""
    import time

    lib = make_library()
    lib.array(numpy.zeros(1))
    host = numpy.ones(max(1 << 20, int((1 << 30) * lib.scale)), "f4")
    before = _peak_rss()
    start = time.perf_counter()
    device = lib.array(host)
    lib.sync()
    seconds = time.perf_counter() - start
    added = _peak_rss() - before
    assert device.nbytes == host.nbytes
    if lib.backend == "host":  # then the device's memory is this process's own
        added -= host.nbytes
    return {"seconds": seconds, "value": added / 1e9, "unit": "GB", "gbps": host.nbytes / seconds / 1e9}


def _peak_rss() -> Any:
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
