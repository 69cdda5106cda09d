"""This module as a backend of `scipy.fft`, and plans."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from cupy._ext import fourier

if TYPE_CHECKING:
    from cupy import cuda, ndarray

__all__ = ["get_fft_plan"]


def get_fft_plan(x: ndarray, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 value_type: Literal["C2C", "R2C", "C2R"] = "C2C") -> cuda.cufft.Plan1d | cuda.cufft.PlanNd:
    """A plan for transforms of arrays like `x`, to be used as a context manager or as an argument.

    Parameters
    ----------
    x : cupy.ndarray
        An array of the shape and dtype that is to be transformed.
    shape : int or tuple of ints, optional
        Lengths of the transform along `axes`.
    axes : int or tuple of ints, optional
        An int asks for a plan of `fft` and its like, a tuple for one of `fftn`; all axes by default.
    value_type : {'C2C', 'R2C', 'C2R'}
        Complex, real to complex, or complex to real.

    Returns
    -------
    cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd
        The plan, for this shape and dtype.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> a = cupy.ones((4, 8), 'F')
    >>> b = fft.fft(a, plan=fft.get_fft_plan(a, axes=1))
    """
    return fourier().get_fft_plan(x, shape, axes, value_type)


def run_as_backend(method: Any, args: tuple[ndarray, ...], kwargs: dict[Any, Any]) -> ndarray:
    """What `scipy.fft.set_backend` calls: the function of the same name here, if there is one."""
    fft: Any = sys.modules["cupyx.scipy.fft"]       # whose stub says only what is public
    function = getattr(fft, method.__name__, None) if method.__name__ in fft.TRANSFORMS else None
    return NotImplemented if function is None else function(*args, **kwargs)
