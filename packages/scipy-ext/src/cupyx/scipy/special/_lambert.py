"""Lambert's W function and Wright's omega."""
from __future__ import annotations

from typing import TYPE_CHECKING

import cupy
from cupyx.scipy.special._common import family

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    pass

__all__ = [
    "lambertw", "wrightomega",
]

special = family("lambert.hpp")

wrightomega = special("wrightomega", "z", "ff dd FF DD", "wrightomega(in0)",
                      "Wright's omega: the solution of w + log(w) = z.", "1.0", "1.0")
_lambertw = special("lambertw", "z k tol", "Dld->D", "lambertw(in0, (double)in1, in2)", "Lambert's W.", "1.0, 0, 1e-8",
                    "(0.567143+0j)")


def lambertw(z: ArrayLike, k: Int | ArrayLike = 0, tol: float = 1e-8) -> cupy.ndarray:
    """Lambert's W: the solution of ``w exp(w) = z``.

    Parameters
    ----------
    z : array_like
        Real or complex numbers.
    k : int or array_like, default 0
        Number of the branch.
    tol : float, default 1e-8
        Relative size of the last of Halley's steps, which converge cubically.

    Returns
    -------
    cupy.ndarray
        Complex numbers.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> complex(special.lambertw(1.0).round(6))
    (0.567143+0j)
    """
    k = k if isinstance(k, (int, float)) else cupy.asarray(k)
    return _lambertw(z, k if isinstance(k, int) else cupy.asarray(k).astype("l"), tol)
