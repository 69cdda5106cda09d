"""Products of matrices by a library: what an adapter offers, and how it may round.

An adapter is ``backend.service("blas")``.  It has::

    gemm(device, stream, dtype char, out_char, trans_a, trans_b, m, n, k,
         a, lda, stride_a, b, ldb, stride_b, c, ldc, stride_c, count, mode)

which computes ``c = op(a) @ op(b)`` for `count` matrices whose first items lie `stride_…` items apart.
A matrix has its rows contiguous and `ld…` items from row to row; with `trans_…` its columns are.
`char` is the element type of a and b (``"b"`` with `out_char` ``"i"``, or one of ``"eEfdFD"`` with the
same `out_char`), pointers and the stream are plain integers, and `mode` is None or one of `MODES`.

A backend without the service, or whose library is not installed, multiplies with core's own kernels
(`_kernels/device/matmul.hpp`).  The host works on NumPy views instead (`_host/services/blas.py`).
"""
from __future__ import annotations

import contextvars
import os
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["MODES", "modes"]

#: Ways to round the items of float32 products before they are multiplied, the default first.
MODES = ("float32", "tf32", "bfloat16", "float16", "pedantic")

modes = contextvars.ContextVar(
    "cupy_compute_mode", default="tf32" if os.environ.get("CUPY_TF32", "0") not in ("", "0") else None)


def adapter() -> ModuleType:
    """The BLAS service of the active backend; raises `ImportError` when it has none."""
    from cupy._runtime import driver

    return driver.backend().service("blas")


def gemm() -> Callable[..., None] | None:
    """The adapter's `gemm`, or None when core's own kernels have to do."""
    try:
        return adapter().gemm
    except ImportError as error:
        from cupy._runtime import driver

        if not driver.backend().host_memory:
            warnings.warn(f"products of matrices use slower kernels: {error}", RuntimeWarning, stacklevel=2)
        return None
