"""Arrays looked at for infinities and NaNs while what follows is launched."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

import cupy
from cupy._ext import Kernel, all_finite, synchronous

from cupyx.scipy._report import report
from cupyx.scipy.linalg import _kernels

__all__ = []

_kernel = Kernel("unusual.hpp", _kernels, "Unusual", packed=("f", "d"))
_CHARACTERS = {"f": "f", "d": "d", "F": "f", "D": "d"}


@contextlib.contextmanager
def finite_meanwhile(a: cupy.ndarray, b: cupy.ndarray, check: bool = True) -> Iterator[int | None]:
    """ValueError at the end of the block, whatever else went wrong in it, if items of the arrays are not finite.

    The block is given the address of a flag that is set before its first kernel starts, or None where all has been
    looked at already or nothing is.
    """
    if not check:
        yield None
    elif synchronous() or a.dtype != b.dtype or a.dtype.char not in _CHARACTERS:
        if not (_finite(a) and _finite(b)):
            raise _error()
        yield None
    else:
        unusual = report(1)
        parts = 1 if a.dtype.kind == "f" else 2
        a, b = (x if x.flags.forc else cupy.ascontiguousarray(x) for x in (a, b))
        total = (a.size + b.size) * parts
        _kernel.map(_CHARACTERS[a.dtype.char], -(-total // _kernel.constants["kItemsLooked"]), a=a, b=b,
                    size_a=a.size * parts, size_b=b.size * parts, unusual=unusual.address)
        unusual.launched()
        try:
            yield unusual.address
        finally:
            if unusual.read()[0]:
                raise _error()


def _finite(x: cupy.ndarray) -> bool:
    return x.dtype.kind not in "fc" or not x.size or bool(all_finite(x))


def _error() -> ValueError:
    return ValueError("array must not contain infs or NaNs")
