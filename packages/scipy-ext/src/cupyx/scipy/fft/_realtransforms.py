"""Cosine and sine transforms with SciPy's arguments."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex

from cupyx.scipy.fft._real_steps import many, one

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = ["dct", "dctn", "dst", "dstn", "idct", "idctn", "idst", "idstn"]


def dct(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
        norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
        workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Discrete cosine transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.dct(cupy.ones(2))
    array([4., 0.])
    """
    return one(x, False, type, n, axis, True, norm, orthogonalize)


def idct(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Inverse discrete cosine transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform that is inverted.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.idct(cupy.array([4., 0.]))
    array([1., 1.])
    """
    return one(x, False, type, n, axis, False, norm, orthogonalize)


def dst(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
        norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
        workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Discrete sine transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> abs(fft.dst(cupy.ones(2), 1)).round(6)
    array([3.464102, 0.      ])
    """
    return one(x, True, type, n, axis, True, norm, orthogonalize)


def idst(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Inverse discrete sine transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform that is inverted.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> abs(fft.idst(cupy.zeros(2))).round(6)
    array([0., 0.])
    """
    return one(x, True, type, n, axis, False, norm, orthogonalize)


def dctn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, *, orthogonalize: bool | None = None) -> ndarray:
    """Discrete cosine transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.dctn(cupy.ones((1, 2)))
    array([[8., 0.]])
    """
    return many(x, False, type, s, axes, True, norm, orthogonalize)


def idctn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Inverse discrete cosine transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform that is inverted.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> fft.idctn(cupy.array([[8., 0.]]))
    array([[1., 1.]])
    """
    return many(x, False, type, s, axes, False, norm, orthogonalize)


def dstn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
         norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
         workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Discrete sine transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> abs(fft.dstn(cupy.zeros((1, 2)))).round(6)
    array([[0., 0.]])
    """
    return many(x, True, type, s, axes, True, norm, orthogonalize)


def idstn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, s: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
          norm: Literal["backward", "ortho", "forward"] | None = None, overwrite_x: bool = False,
          workers: SupportsIndex | None = None, orthogonalize: bool | None = None) -> ndarray:
    """Inverse discrete sine transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform that is inverted.
    s : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform; all by default, the last ``len(s)`` when only `s` is given.
    norm : {"backward", "ortho", "forward"}, optional
        Which direction is divided by the factor that both together have, or both by its square root.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    workers : int, optional
        Accepted for SciPy's signature.
    orthogonalize : bool, optional
        Whether the end elements are scaled so that the matrix is orthogonal; by default when `norm` is "ortho".

    Returns
    -------
    cupy.ndarray
        Real for real input; complex input is transformed part by part.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> abs(fft.idstn(cupy.zeros((1, 2)))).round(6)
    array([[0., 0.]])
    """
    return many(x, True, type, s, axes, False, norm, orthogonalize)
