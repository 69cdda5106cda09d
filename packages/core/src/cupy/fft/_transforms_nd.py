"""Transforms along several axes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex

from cupy.fft._arguments import many
from cupy.fft._engine import C2C, C2R, R2C

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["fft2", "fftn", "ifft2", "ifftn", "irfft2", "irfftn", "rfft2", "rfftn"]


def fft2(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] = (-2, -1),
         norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform along two axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros; -1 means the axis's own.
    axes : sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; single precision for arrays of half or single precision.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.fft2(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(a, s, axes, C2C, True, norm, out, "fftn")


def fftn(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] | None = None,
         norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform along several axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros; -1 means the axis's own.
    axes : sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; single precision for arrays of half or single precision.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.fftn(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(a, s, axes, C2C, True, norm, out, "fftn")


def ifft2(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] = (-2, -1),
          norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse Fourier transform along two axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros; -1 means the axis's own.
    axes : sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; single precision for arrays of half or single precision.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.ifft2(cupy.ones((2, 2)))
    array([[1.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(a, s, axes, C2C, False, norm, out, "ifftn")


def ifftn(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse Fourier transform along several axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros; -1 means the axis's own.
    axes : sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; single precision for arrays of half or single precision.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.ifftn(cupy.ones((2, 2)))
    array([[1.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(a, s, axes, C2C, False, norm, out, "ifftn")


def rfft2(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] = (-2, -1),
          norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform of real numbers along two axes.

    Parameters
    ----------
    a : array_like
        Real input.
    s : sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros; -1 means the axis's own.
    axes : sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; the last transformed axis has ``n//2 + 1`` elements.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.rfft2(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(a, s, axes, R2C, True, norm, out, "rfftn")


def rfftn(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Fourier transform of real numbers along several axes.

    Parameters
    ----------
    a : array_like
        Real input.
    s : sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros; -1 means the axis's own.
    axes : sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Complex; the last transformed axis has ``n//2 + 1`` elements.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.rfftn(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(a, s, axes, R2C, True, norm, out, "rfftn")


def irfft2(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] = (-2, -1),
           norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse of `rfft2`.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Lengths of the result along `axes`; ``2 * (m - 1)`` of `m` input elements along the last one by default.
    axes : sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Real.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.irfft2(cupy.ones((2, 2)))
    array([[1., 0.],
           [0., 0.]])
    """
    return many(a, s, axes, C2R, False, norm, out, "irfftn")


def irfftn(a: ArrayLike, s: Sequence[SupportsIndex] | None = None, axes: Sequence[SupportsIndex] | None = None,
           norm: Literal["backward", "ortho", "forward"] | None = None, out: ndarray | None = None) -> ndarray:
    """Inverse of `rfftn`.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Lengths of the result along `axes`; ``2 * (m - 1)`` of `m` input elements along the last one by default.
    axes : sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the product of the lengths, or both by its square root.
    out : ndarray, optional
        Where the result goes; of its shape, and of a dtype that it can be cast to ("same_kind").

    Returns
    -------
    ndarray
        Real.

    Raises
    ------
    ValueError
        When a length is less than 1, or `norm` is none of the three.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.irfftn(cupy.ones((2, 2)))
    array([[1., 0.],
           [0., 0.]])
    """
    return many(a, s, axes, C2R, False, norm, out, "irfftn")
