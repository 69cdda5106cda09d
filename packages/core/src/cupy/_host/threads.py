"""How many threads the host takes: those of its kernels, of what NumPy computes in shares, and of NumPy's BLAS."""
from __future__ import annotations

import ctypes
import functools
import importlib
import os
from typing import Any

import cupy._host.driver as driver
from cupy._runtime import driver as runtime

__all__ = ["MOST_THREADS", "limit_blas", "set_threads", "threads"]

_BLAS_VARIABLES = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS")
MOST_THREADS = 4096

threads = driver.thread_count


def set_threads(count: int) -> None:
    """Let `count` threads work from now on, whatever the environment says."""
    if not 1 <= count <= MOST_THREADS:
        raise ValueError(f"count must be from 1 to {MOST_THREADS}, not {count}")
    driver.set_thread_count(count)
    runtime.count_multiprocessors()
    if found := _blas():
        found[1](count)


def limit_blas() -> None:
    """NumPy's BLAS takes no more threads than kernels do, unless its own variables say how many it takes."""
    found = _blas()
    if found and not any(os.environ.get(name) for name in _BLAS_VARIABLES) and found[0]() > threads():
        found[1](threads())


@functools.cache
def _blas() -> Any:
    """Functions that read and set the threads of NumPy's OpenBLAS; None where it has another BLAS."""
    module = importlib.import_module("numpy._core._multiarray_umath")
    library = ctypes.CDLL(module.__file__)       # finds what its dependencies define, too
    for prefix in ("scipy_openblas", "openblas"):
        for suffix in ("64_", ""):
            if hasattr(library, f"{prefix}_set_num_threads{suffix}"):
                return tuple(getattr(library, f"{prefix}_{do}_num_threads{suffix}") for do in ("get", "set"))
    return None
