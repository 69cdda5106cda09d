"""Arrays looked at for infinities and NaNs while what follows is launched."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

import cupy
from cupy._ext import Kernel, synchronous

from cupyx.scipy._report import report
from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import both_finite, not_finite

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
        both_finite(a, b)
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
                raise not_finite()
