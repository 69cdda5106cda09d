"""Locks that a fork leaves free, and imports that a fork waits for.

A thread that holds a lock while another one forks does not exist in the child, where nobody would release it.  What
such a lock guards here is a table whose entries are made whole or not at all, so the child starts with free locks.
"""
from __future__ import annotations

import os
import sys
import time
import weakref
from _thread import RLock, allocate_lock, get_ident
from importlib import _bootstrap

__all__ = ["Lock", "cached_property", "watch_forks"]

TYPE_CHECKING = False        # as type checkers see it, True; `import cupy` waits for none of what only types need
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_PATIENCE = 5.0         # seconds that a fork waits for imports of other threads
_all = weakref.WeakSet()
_import_locks = vars(_bootstrap)["_module_locks"]       # no type checker knows it


class Lock:
    """As ``threading.Lock()``, or ``RLock()`` if `again` is true, but free in the child of a fork."""

    __slots__ = ("__weakref__", "_lock", "_make")

    def __init__(self, again: bool = False) -> None:
        self._make = RLock if again else allocate_lock
        self._lock = self._make()
        _all.add(self)

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock; whether it was had."""
        return self._lock.acquire(blocking, timeout)

    def release(self) -> None:
        """Let others take the lock."""
        self._lock.release()

    def locked(self) -> bool:
        """Whether the lock is taken; of one that its owner may take again, whether another thread has it."""
        free = self._lock.acquire(False)
        if free:
            self._lock.release()
        return not free

    def __enter__(self) -> Any:
        lock = self._lock
        lock.acquire()
        return lock

    def __exit__(self, *error: Any) -> None:
        try:
            self._lock.release()
        except RuntimeError:        # free already: this thread forked inside the block
            pass


class cached_property:
    """As ``functools.cached_property``, which before Python 3.12 computes under a lock that a fork leaves taken."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        value = self._function(instance)
        return instance.__dict__.setdefault(self._name, value)


def _owners() -> Iterator[tuple[Any, Any]]:
    """``(name, lock)`` of every import under way; the lock's `owner` is a thread or None."""
    for name, reference in list(_import_locks.items()):
        lock = reference()
        if lock is not None:
            yield name, lock


def _imported_elsewhere() -> bool:
    """Whether another thread is in the midst of an import, of which the child would have one half."""
    me = get_ident()
    return any(lock.owner not in (None, me) for _, lock in _owners())


def _wait_for_imports() -> None:
    stop = time.monotonic() + _PATIENCE
    time.sleep(0)       # a new turn with the interpreter: the fork follows before other threads get theirs
    while _imported_elsewhere() and time.monotonic() < stop:
        time.sleep(0.001)


def _drop_others_imports() -> None:
    """Imports that threads of the parent had begun start anew when the child wants them."""
    me = get_ident()
    mine = {name for name, lock in _owners() if lock.owner == me}
    for name, lock in _owners():
        if name in mine:
            lock.lock = RLock()
        else:
            _import_locks.pop(name, None)
    for name, module in list(sys.modules.items()):
        if name not in mine and getattr(getattr(module, "__spec__", None), "_initializing", False):
            del sys.modules[name]


def _renew() -> None:
    for lock in _all:
        lock._lock = lock._make()
    _drop_others_imports()


def watch_forks() -> None:
    """From now on the children of forks find locks free and imports whole."""
    os.register_at_fork(before=_wait_for_imports, after_in_child=_renew)
