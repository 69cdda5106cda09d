"""How many threads the host backend takes."""
from __future__ import annotations

import operator
from contextlib import AbstractContextManager
from typing import Any, SupportsIndex

from cupy._ext import host_threads

__all__ = ["get_host_threads", "set_host_threads"]


class _Restoring:
    """Brings the number of threads before a change back when a block ends."""

    def __init__(self, before: int) -> None:
        self._before = before

    def __enter__(self) -> None:
        return None

    def __exit__(self, *reason: object) -> None:
        host_threads.set_threads(self._before)


def get_host_threads() -> int:
    """How many threads the host backend takes for a kernel, and NumPy's work for it.

    Returns
    -------
    int
        The number of the last `set_host_threads`; else the variable ``CUPY_HOST_THREADS``; else ``OMP_NUM_THREADS``;
        else the processors that the system grants: those of the affinity of the thread that asked first, and no more
        than the quota of the control groups (containers), rounded.

    Examples
    --------
    >>> import cupyx
    >>> cupyx.get_host_threads() >= 1
    True
    """
    return host_threads.threads()


def set_host_threads(count: SupportsIndex) -> AbstractContextManager[Any]:
    """Change how many threads the host backend takes, in the whole process; as a context manager, for a block.

    Results of ``cupy`` do not depend on it, but for the last bits of what BLAS and LAPACK compute. The threads of
    NumPy's OpenBLAS, with which the host multiplies and decomposes matrices, become as many, for NumPy's own calls too.
    On a GPU backend nothing else changes.

    Parameters
    ----------
    count : int
        From 1 to 4096; more than there are processors is allowed and gains nothing.

    Returns
    -------
    context manager
        Ends with the number that was in force before this call.

    Raises
    ------
    ValueError
        For other numbers.

    Examples
    --------
    >>> import cupy, cupyx
    >>> before = cupyx.get_host_threads()
    >>> with cupyx.set_host_threads(1):
    ...     total = cupy.arange(10).sum()
    >>> cupyx.get_host_threads() == before
    True
    """
    before = host_threads.threads()
    host_threads.set_threads(operator.index(count))
    return _Restoring(before)
