"""Special functions that are ufuncs of one argument."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy._core.arguments import as_array
from cupy._core.subclass import drops_class
from cupy._ops.composite import i0 as _i0
from cupy._ops.composite import sinc as _sinc

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["i0", "sinc"]


@drops_class
def sinc(x: ArrayLike) -> ndarray:
    """Sine of pi*x over pi*x; 1 at zero.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Values.

    Examples
    --------
    >>> import cupy
    >>> cupy.sinc(cupy.array([0.0, 0.5]))
    array([1.        , 0.63661977])
    """
    return _sinc(as_array(x, "x"))


def i0(x: ArrayLike) -> ndarray:
    """Modified Bessel function of the first kind, order zero.

    Parameters
    ----------
    x : array_like
        Real input.

    Returns
    -------
    ndarray
        Values.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import cupy
    >>> cupy.i0(cupy.array([0.0, 1.0]))
    array([1.        , 1.26606588])
    """
    x = as_array(x, "x")
    if x.dtype.kind == "c":
        raise TypeError("i0 not supported for complex values")
    return _i0(x)
