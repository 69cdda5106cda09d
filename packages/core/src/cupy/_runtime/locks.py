"""Locks that a fork leaves free, and imports that a fork waits for.

A thread that holds a lock while another one forks does not exist in the child, where nobody would release it.  What
such a lock guards here is a table whose entries are made whole or not at all, so the child starts with free locks.
"""
import contextlib
import os
import sys
import time
import weakref
from _thread import RLock, allocate_lock, get_ident

__all__ = ["Lock"]

_PATIENCE = 5.0         # seconds that a fork waits for imports of other threads
_all = weakref.WeakSet()


class Lock:
    """As ``threading.Lock()``, or ``RLock()`` if `again` is true, but free in the child of a fork."""

    __slots__ = ("__weakref__", "_lock", "_make")

    def __init__(self, again=False):
        self._make = RLock if again else allocate_lock
        self._lock = self._make()
        _all.add(self)

    def acquire(self, blocking=True, timeout=-1):
        """Take the lock; whether it was had."""
        return self._lock.acquire(blocking, timeout)

    def release(self):
        """Let others take the lock."""
        self._lock.release()

    def locked(self):
        """Whether the lock is taken."""
        return self._lock.locked()

    def __enter__(self):
        lock = self._lock
        lock.acquire()
        return lock

    def __exit__(self, *error):
        with contextlib.suppress(RuntimeError):         # free already: this thread forked inside the block
            self._lock.release()


def _renew():
    for lock in _all:
        lock._lock = lock._make()


def _imported_elsewhere():
    """Whether another thread is in the midst of an import, whose lock the child would find taken for ever."""
    locks = getattr(sys.modules.get("importlib._bootstrap", sys.modules.get("_frozen_importlib")), "_module_locks", {})
    for name, module in list(sys.modules.items()):
        if getattr(getattr(module, "__spec__", None), "_initializing", False):
            lock = locks.get(name)
            owner = getattr(lock and lock(), "owner", None)
            if owner is not None and (owner[0] if isinstance(owner, list) else owner) != get_ident():
                return True
    return False


def _wait_for_imports():
    stop = time.monotonic() + _PATIENCE
    while _imported_elsewhere() and time.monotonic() < stop:
        time.sleep(0.001)


os.register_at_fork(before=_wait_for_imports, after_in_child=_renew)
