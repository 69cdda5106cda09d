"""Factorisations that `cupy.linalg` does not offer: which implementation serves the active backend.

Each implementation has the same functions of C-contiguous batches ``(batch, m, n)`` with items of type f, d, F or D:
``lu``, ``lu_solve`` and ``triangular``.  The host's stands on SciPy's LAPACK, the other on the solver library.
"""
from __future__ import annotations

from types import ModuleType

from cupy._ext import host_memory

__all__ = []


def implementation() -> ModuleType:
    """The module with the functions for the active backend."""
    if host_memory():
        from cupyx.scipy.linalg import _lapack_host as module
    else:
        from cupyx.scipy.linalg import _lapack_device as module
    return module
