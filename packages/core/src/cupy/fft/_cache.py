"""Plans are kept: one cache a thread and device, limited by their number and their workspaces."""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from cupy._runtime import driver

__all__ = ["PlanCache", "get_plan_cache"]


#: Different calls that are remembered; many of them may share a plan.
_MAX_CALLS = 1024


class Node:
    """A plan in the cache."""

    __slots__ = ("key", "memsize", "plan")

    def __init__(self, key: Any, plan: Any) -> None:
        self.key = key
        self.plan = plan
        self.memsize = plan.work_size

    def __repr__(self) -> str:
        return f"key: {self.key}, plan type: {type(self.plan).__name__}, memory usage: {self.memsize}"


class PlanCache:
    """Plans of one thread on one device; the ones used last are kept.

    Parameters
    ----------
    size : int, optional
        How many plans are kept; 0 keeps none, -1 means no limit.
    memsize : int, optional
        Bytes that their workspaces may need together; -1 means no limit.
    dev : int, optional
        Device; the current one by default.

    Notes
    -----
    Workspaces are borrowed from the memory pool while a transform runs, so a cached plan holds only the library's
    own tables.

    Examples
    --------
    >>> import cupy
    >>> cache = cupy.fft.config.get_plan_cache()
    >>> cache.set_size(32)
    >>> cache.get_size()
    32
    >>> cache.set_size(16)
    """

    def __init__(self, size: int = 16, memsize: int = -1, dev: int = -1) -> None:
        self._check(size, memsize)
        self._size, self._memsize = size, memsize
        self._device = driver.current_device() if dev < 0 else dev
        self._nodes = OrderedDict()
        self._used = 0
        self._hits = self._misses = 0
        self._calls = {}        # arguments → (key of the plan, what to do); emptied when any plan goes

    @staticmethod
    def _check(size: int, memsize: int) -> None:
        if size < -1 or memsize < -1:
            raise ValueError("size and memsize of a plan cache must be -1 (no limit), 0 or positive")

    def _fits(self, count: int, used: int) -> bool:
        return (self._size < 0 or count <= self._size) and (self._memsize < 0 or used <= self._memsize)

    def _shrink(self) -> None:
        while self._nodes and not self._fits(len(self._nodes), self._used):
            _, node = self._nodes.popitem(last=False)
            self._used -= node.memsize
            self._calls.clear()

    def __getitem__(self, key: Any) -> Any:
        node = self._nodes.get(key)
        if node is None:
            self._misses += 1
            raise KeyError(f"plan not found for key: {key}")
        self._hits += 1
        self._nodes.move_to_end(key)
        return node.plan

    def __setitem__(self, key: Any, plan: Any) -> None:
        node = Node(key, plan)
        if not self._fits(1, node.memsize):
            return
        old = self._nodes.pop(key, None)
        self._used += node.memsize - (old.memsize if old else 0)
        self._nodes[key] = node
        self._shrink()

    def __contains__(self, key: object) -> bool:
        return key in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[tuple[Any, Node]]:
        """``(key, node)`` from the plan used last to the one used first."""
        return iter(list(reversed(self._nodes.items())))

    def __repr__(self) -> str:
        limit = [str(n) if n >= 0 else "unlimited" for n in (self._size, self._memsize)]
        lines = [
            f"------------------- cuFFT plan cache (device {self._device}) -------------------",
            f"cache enabled? {self._size != 0}",
            f"current / max size   : {len(self._nodes)} / {limit[0]} (counts)",
            f"current / max memsize: {self._used} / {limit[1]} (bytes)",
            f"hits / misses: {self._hits} / {self._misses} (counts)",
            "", "cached plans (most recently used first):", *(repr(node) for _, node in self)]
        return "\n".join(lines)

    def get(self, key: Any, default: Any = None) -> Any:
        """The plan of a key, or `default`."""
        try:
            return self[key]
        except KeyError:
            return default

    def remember(self, arguments: tuple[Any, ...], key: Any, repeat: Any) -> None:
        """Keep what to do for a call with these arguments, as long as its plan is kept."""
        if len(self._calls) >= _MAX_CALLS:
            self._calls.clear()
        self._calls[arguments] = key, repeat

    def recall(self, arguments: tuple[Any, ...]) -> Any:
        """What to do for a call with these arguments, or None."""
        found = self._calls.get(arguments)
        if found is None:
            return None
        self._hits += 1
        self._nodes.move_to_end(found[0])
        return found[1]

    def get_size(self) -> int:
        """How many plans are kept; -1 for no limit."""
        return self._size

    def set_size(self, size: Any) -> None:
        """Keep at most this many plans."""
        self._check(size, -1)
        self._size = size
        self._shrink()

    def get_curr_size(self) -> int:
        """How many plans there are."""
        return len(self._nodes)

    def get_memsize(self) -> int:
        """Bytes that the workspaces may need together; -1 for no limit."""
        return self._memsize

    def set_memsize(self, memsize: Any) -> None:
        """Limit the bytes of all workspaces together."""
        self._check(-1, memsize)
        self._memsize = memsize
        self._shrink()

    def get_curr_memsize(self) -> int:
        """Bytes that the workspaces of the cached plans need together."""
        return self._used

    def clear(self) -> None:
        """Drop all plans, and the counts of hits and misses."""
        self._nodes.clear()
        self._calls.clear()
        self._used = self._hits = self._misses = 0

    def show_info(self) -> None:
        """Print the limits, the counts and the cached plans."""
        print(self)


_thread = threading.local()


def get_plan_cache() -> PlanCache:
    """The plan cache of this thread on the current device.

    Returns
    -------
    PlanCache

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.config.get_plan_cache().get_size()
    16
    """
    device = driver.current_device()
    try:
        return _thread.caches[device]
    except AttributeError:
        _thread.caches = {}
    except KeyError:
        pass
    cache = _thread.caches[device] = PlanCache(dev=device)
    return cache
