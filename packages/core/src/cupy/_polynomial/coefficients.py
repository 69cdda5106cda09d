"""Arguments that are polynomials: `poly1d` objects, NumPy's, or their coefficients."""
from __future__ import annotations

from typing import Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.from_data import asarray
from cupy._core.arguments import as_array

__all__ = []


def is_polynomial(p: object) -> bool:
    """Whether `p` is an object rather than coefficients."""
    from cupy._polynomial.poly1d import poly1d

    return isinstance(p, (poly1d, numpy.poly1d))


def coefficients(p: Any, name: str = "p") -> ndarray:
    """Coefficients as a one-dimensional array."""
    if not is_polynomial(p):
        p = as_array(p, name)
        return p.reshape(1) if p.ndim == 0 else p
    return p.coeffs if isinstance(p.coeffs, ndarray) else asarray(p.coeffs)


def wrap(result: ndarray, *arguments: object) -> Any:
    """`result` as a `poly1d` if one of the arguments is an object."""
    from cupy._polynomial.poly1d import poly1d

    return poly1d(result) if any(is_polynomial(p) for p in arguments) else result
