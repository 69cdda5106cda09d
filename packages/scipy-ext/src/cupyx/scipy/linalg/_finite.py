"""Arrays looked at for infinities and NaNs while what follows is launched."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

import cupy
from cupy._ext import Kernel, linalg_check, synchronous

from cupyx.scipy._report import Report, report
from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import as_lapack, both_finite, not_finite

__all__ = []

_kernel = Kernel("unusual.hpp", _kernels, "Unusual", packed=("f", "d"))


@contextlib.contextmanager
def finite_meanwhile(a: cupy.ndarray, b: cupy.ndarray | None = None, check: bool = True) -> Iterator[None]:
    """ValueError at the end of the block, whatever else went wrong in it, if items of the arrays are not finite.

    On a GPU the block launches what it has to before the answer is there; failures of decompositions in it count only
    where items are finite.
    """
    given = [x for x in (a, b) if x is not None and x.dtype.kind in "fc" and x.size] if check else []
    if not given:
        yield
    elif synchronous() or cupy.cuda.get_current_stream().is_capturing():     # which says that it cannot wait
        both_finite(given[0], given[-1])
        yield
    else:
        first, *rest = (x if x.flags.forc else cupy.ascontiguousarray(x) for x in as_lapack(given[0], given[-1]))
        unusual = _looked_at(first, rest[0] if len(given) > 1 else None)
        try:
            with linalg_check.unless(unusual.address):
                try:
                    yield
                finally:
                    if unusual.read()[0]:
                        raise not_finite()
        except ValueError:
            linalg_check.check()        # which comes first: what failed before leaves NaNs
            raise


def _looked_at(a: cupy.ndarray, b: cupy.ndarray | None) -> Report:
    """A flag that is set before later kernels start if items of the arrays, which have one type, are not finite."""
    unusual, parts = report(1), 1 if a.dtype.kind == "f" else 2
    sizes = a.size * parts, 0 if b is None else b.size * parts
    _kernel.map(a.dtype.char.lower(), -(-sum(sizes) // _kernel.constants["kItemsLooked"]), a=a, b=b, size_a=sizes[0],
                size_b=sizes[1], unusual=unusual.address)
    unusual.launched()
    return unusual
