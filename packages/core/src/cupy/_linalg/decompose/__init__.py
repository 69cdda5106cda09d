"""Decompositions of batches of matrices: which implementation serves the active backend.

Each implementation has the same functions of C-contiguous batches ``(batch, m, n)`` with items of type f, d, F or D:
``cholesky``, ``solve``, ``inv``, ``det``, ``slogdet``, ``qr``, ``svd``, ``eigh``, ``eig``.  The host's, which has
``lstsq`` too, stands on NumPy's LAPACK; the other on the LAPACK-like routines of a backend's service ``solver``
(`cupy._runtime.services.solver`).
"""
from typing import Any

from cupy._runtime import driver

__all__ = []


def implementation() -> Any:
    """The module with the functions for the active backend."""
    if driver.backend().host_memory:
        from cupy._linalg.decompose import lapack as module
    else:
        from cupy._linalg.decompose import library as module
    return module
