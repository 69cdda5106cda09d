"""Transforms along several axes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex

from cupyx.scipy.fft._arguments import C2C, C2R, R2C, array_of, many

if TYPE_CHECKING:
    from cupy import cuda, ndarray
    from cupy.typing import ArrayLike

__all__ = [
    "fft2", "fftn", "hfft2", "hfftn", "ifft2", "ifftn", "ihfft2", "ihfftn", "irfft2", "irfftn", "rfft2", "rfftn",
]

#: The normalisation under which the inverse transform has the factor of the forward one.
_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def fft2(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, *, plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform, along two axes.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.fft2(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(x, s, axes, C2C, True, norm, plan, "scipy.fftn")


def fftn(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, *, plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform, along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.fftn(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(x, s, axes, C2C, True, norm, plan, "scipy.fftn")


def ifft2(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse Fourier transform, along two axes.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.ifft2(cupy.ones((2, 2)))
    array([[1.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(x, s, axes, C2C, False, norm, plan, "scipy.ifftn")


def ifftn(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse Fourier transform, along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.ifftn(cupy.ones((2, 2)))
    array([[1.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(x, s, axes, C2C, False, norm, plan, "scipy.ifftn")


def rfft2(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform of real numbers, along two axes.

    Parameters
    ----------
    x : array_like
        Real input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex; the last transformed axis has ``n//2 + 1`` elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.rfft2(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(x, s, axes, R2C, True, norm, plan, "scipy.rfftn")


def rfftn(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform of real numbers, along several axes.

    Parameters
    ----------
    x : array_like
        Real input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex; the last transformed axis has ``n//2 + 1`` elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.rfftn(cupy.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return many(x, s, axes, R2C, True, norm, plan, "scipy.rfftn")


def irfft2(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
           axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
           norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
           workers: SupportsIndex | None = None, *,
           plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse of `rfft2`.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths of the result along `axes`; ``2 * (m - 1)`` of `m` input elements along the last one by default.
    axes : int or sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.irfft2(cupy.ones((2, 2)))
    array([[1., 0.],
           [0., 0.]])
    """
    return many(x, s, axes, C2R, False, norm, plan, "scipy.irfftn")


def irfftn(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
           axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
           norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
           workers: SupportsIndex | None = None, *,
           plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse of `rfftn`.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths of the result along `axes`; ``2 * (m - 1)`` of `m` input elements along the last one by default.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.irfftn(cupy.ones((2, 2)))
    array([[1., 0.],
           [0., 0.]])
    """
    return many(x, s, axes, C2R, False, norm, plan, "scipy.irfftn")


def hfft2(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform of a signal with Hermitian symmetry, along two axes.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths of the result along `axes`; ``2 * (m - 1)`` of `m` input elements along the last one by default.
    axes : int or sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.hfft2(cupy.ones((2, 2)))
    array([[4., 0.],
           [0., 0.]])
    """
    return many(array_of(x).conj(), s, axes, C2R, False, _SWAPPED.get(norm, norm), plan, "scipy.hfftn")


def hfftn(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform of a signal with Hermitian symmetry, along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    s : int or sequence of ints, optional
        Lengths of the result along `axes`; ``2 * (m - 1)`` of `m` input elements along the last one by default.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.hfftn(cupy.ones((2, 2)))
    array([[4., 0.],
           [0., 0.]])
    """
    return many(array_of(x).conj(), s, axes, C2R, False, _SWAPPED.get(norm, norm), plan, "scipy.hfftn")


def ihfft2(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
           axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1),
           norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
           workers: SupportsIndex | None = None, *,
           plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse of `hfft2`.

    Parameters
    ----------
    x : array_like
        Real input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        The two axes of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex; the last transformed axis has ``n//2 + 1`` elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.ihfft2(cupy.ones((2, 2)))
    array([[1.-0.j, 0.-0.j],
           [0.-0.j, 0.-0.j]])
    """
    return many(x, s, axes, R2C, True, _SWAPPED.get(norm, norm), plan, "scipy.ihfftn").conj()


def ihfftn(x: ArrayLike, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
           axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
           norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
           workers: SupportsIndex | None = None, *,
           plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse of `hfftn`.

    Parameters
    ----------
    x : array_like
        Real input.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the number of points, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex; the last transformed axis has ``n//2 + 1`` elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.ihfftn(cupy.ones((2, 2)))
    array([[1.-0.j, 0.-0.j],
           [0.-0.j, 0.-0.j]])
    """
    return many(x, s, axes, R2C, True, _SWAPPED.get(norm, norm), plan, "scipy.ihfftn").conj()
