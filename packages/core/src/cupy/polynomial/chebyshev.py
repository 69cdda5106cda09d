"""Chebyshev series: NumPy's functions and class over our arrays."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy.polynomial._borrow import family

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray


def _zseries_div(z1: ndarray, z2: ndarray) -> tuple[ndarray, ndarray]:
    """Quotient and remainder of symmetric series in z and 1/z; NumPy's relies on items being copies, not views."""
    import cupy

    z1 = z1.copy()
    more, width = len(z1) - len(z2), len(z2)
    if width == 1:
        return z1 / z2, z1[:1] * 0
    if more < 0:
        return z1[:1] * 0, z1
    lead = z2[0].copy()
    z2 = z2 / lead
    quotient = cupy.empty(more + 1, z1.dtype)
    middle = more // 2
    for i in range(middle + 1):
        step = z1[i].copy()
        for at in {i, more - i}:
            quotient[at] = step
            z1[at:at + width] -= step * z2
    return quotient / lead, z1[middle + 1:middle - 1 + width].copy()


__getattr__, __dir__, __all__ = family("chebyshev", {"_zseries_div": _zseries_div})
