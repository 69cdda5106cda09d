"""Transforms along one axis."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, SupportsIndex

from cupy._core.arguments import as_array
from cupy._ops.arithmetic import conjugate
from cupy.fft._arguments import SWAPPED, one
from cupy.fft._engine import C2C, C2R, R2C

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["fft", "hfft", "ifft", "ihfft", "irfft", "rfft"]


def fft(a: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
        norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform along one axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the length, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; single precision for arrays of half or single precision.

    Raises
    ------
    ValueError
        When `n` is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.fft(cupy.array([1., 0., 0., 0.]))
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return one(a, n, axis, C2C, True, norm, out, "fft")


def ifft(a: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse Fourier transform along one axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the length, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; single precision for arrays of half or single precision.

    Raises
    ------
    ValueError
        When `n` is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.ifft(cupy.array([4., 0., 0., 0.]))
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return one(a, n, axis, C2C, False, norm, out, "ifft")


def rfft(a: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform of real numbers along one axis.

    Parameters
    ----------
    a : array_like
        Real input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the length, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex, ``n//2 + 1`` elements: the others are their conjugates.

    Raises
    ------
    ValueError
        When `n` is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.rfft(cupy.array([1., 0., 0., 0.]))
    array([1.+0.j, 1.+0.j, 1.+0.j])
    """
    return one(a, n, axis, R2C, True, norm, out, "rfft")


def irfft(a: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
          norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse of `rfft`.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Length of the result; ``2 * (m - 1)`` of `m` input elements by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the length, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Real.

    Raises
    ------
    ValueError
        When `n` is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.irfft(cupy.array([1., 1., 1.]))
    array([1., 0., 0., 0.])
    """
    return one(a, n, axis, C2R, False, norm, out, "irfft")


def hfft(a: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform of a signal with Hermitian symmetry, of which the input is one half.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Length of the result; ``2 * (m - 1)`` of `m` input elements by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the length, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Real.

    Raises
    ------
    ValueError
        When `n` is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.hfft(cupy.array([1., 1., 1.]))
    array([4., 0., 0., 0.])
    """
    a = as_array(a)
    if a.dtype.kind == "c":
        return one(conjugate(a), n, axis, C2R, False, _swapped(norm), out, "hfft", owned=True)
    return one(a, n, axis, C2R, False, _swapped(norm), out, "hfft")


def ihfft(a: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
          norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse of `hfft`.

    Parameters
    ----------
    a : array_like
        Real input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the length, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex, ``n//2 + 1`` elements.

    Raises
    ------
    ValueError
        When `n` is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.ihfft(cupy.array([4., 0., 0., 0.]))
    array([1.-0.j, 1.-0.j, 1.-0.j])
    """
    result = one(a, n, axis, R2C, True, _swapped(norm), out, "ihfft")
    return conjugate(result, out=result)


def _swapped(norm: str | None) -> str:
    try:
        return SWAPPED[norm]
    except (KeyError, TypeError):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".') from None
