"""Transforms along one axis."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, SupportsIndex

from cupyx.scipy.fft._arguments import C2C, C2R, R2C, one

if TYPE_CHECKING:
    from cupy import cuda, ndarray
    from cupy.typing import ArrayLike

__all__ = ["fft", "hfft", "ifft", "ihfft", "irfft", "rfft"]

#: The normalisation under which the inverse transform has the factor of the forward one.
_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def fft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
        norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
        workers: SupportsIndex | None = None, *, plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
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
    >>> fft.fft(cupy.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return one(x, n, axis, C2C, True, norm, plan, "scipy.fft")


def ifft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, *, plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse Fourier transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
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
    >>> fft.ifft(cupy.ones(2))
    array([1.+0.j, 0.+0.j])
    """
    return one(x, n, axis, C2C, False, norm, plan, "scipy.ifft")


def rfft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, *, plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform of real numbers along one axis.

    Parameters
    ----------
    x : array_like
        Real input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
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
        Complex, ``n//2 + 1`` elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.rfft(cupy.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return one(x, n, axis, R2C, True, norm, plan, "scipy.rfft")


def irfft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse of `rfft`.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the result; ``2 * (m - 1)`` of `m` input elements by default.
    axis : int, optional
        Axis of the transform.
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
    >>> fft.irfft(cupy.ones(2))
    array([1., 0.])
    """
    return one(x, n, axis, C2R, False, norm, plan, "scipy.irfft")


def hfft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, *, plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Fourier transform of a signal with Hermitian symmetry, of which the input is one half.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the result; ``2 * (m - 1)`` of `m` input elements by default.
    axis : int, optional
        Axis of the transform.
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
    >>> fft.hfft(cupy.ones(2))
    array([2., 0.])
    """
    return one(x, n, axis, C2R, False, _SWAPPED.get(norm, norm), plan, "scipy.hfft", conjugate=True)


def ihfft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, *,
          plan: cuda.cufft.Plan1d | cuda.cufft.PlanNd | None = None) -> ndarray:
    """Inverse of `hfft`.

    Parameters
    ----------
    x : array_like
        Real input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
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
        Complex, ``n//2 + 1`` elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.ihfft(cupy.ones(2))
    array([1.-0.j, 0.-0.j])
    """
    result = one(x, n, axis, R2C, True, _SWAPPED.get(norm, norm), plan, "scipy.ihfft")
    return result.conj()
