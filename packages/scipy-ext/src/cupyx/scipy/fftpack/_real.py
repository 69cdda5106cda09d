"""Cosine and sine transforms by SciPy's older names: no "forward" norm, and orthogonal when norm is "ortho"."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from cupyx.scipy.fft import _realtransforms as _new
from cupyx.scipy.fftpack._transforms import every_axis

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = ["dct", "dctn", "dst", "dstn", "idct", "idctn", "idst", "idstn"]


def _check(norm: str | None) -> Any:
    if norm not in (None, "ortho"):
        raise ValueError(f"Invalid norm value {norm!r}; should be None or 'ortho'")
    return norm


def dct(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
        norm: Literal[None, "ortho"] | None = None, overwrite_x: bool = False) -> ndarray:
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
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.dct(cupy.ones(2))
    array([4., 0.])
    """
    return _new.dct(x, type, n, axis, _check(norm))


def idct(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal[None, "ortho"] | None = None, overwrite_x: bool = False) -> ndarray:
    """Inverse discrete cosine transform along one axis, not scaled.

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
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.idct(cupy.array([4., 0.]))
    array([4., 4.])
    """
    if norm == "ortho":
        return _new.idct(x, type, n, axis, norm)
    return _new.idct(x, type, n, axis, _check(norm) or "forward")


def dst(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
        norm: Literal[None, "ortho"] | None = None, overwrite_x: bool = False) -> ndarray:
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
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> abs(fftpack.dst(cupy.zeros(2))).round(6)
    array([0., 0.])
    """
    return _new.dst(x, type, n, axis, _check(norm))


def idst(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
         norm: Literal[None, "ortho"] | None = None, overwrite_x: bool = False) -> ndarray:
    """Inverse discrete sine transform along one axis, not scaled.

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
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> abs(fftpack.idst(cupy.zeros(2))).round(6)
    array([0., 0.])
    """
    if norm == "ortho":
        return _new.idst(x, type, n, axis, norm)
    return _new.idst(x, type, n, axis, _check(norm) or "forward")


def dctn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] | None = None, norm: Literal[None, "ortho"] | None = None,
         overwrite_x: bool = False) -> ndarray:
    """Discrete cosine transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.dctn(cupy.ones((1, 2)))
    array([[8., 0.]])
    """
    return _new.dctn(x, type, every_axis(x, shape, axes), axes, _check(norm))


def idctn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None, norm: Literal[None, "ortho"] | None = None,
          overwrite_x: bool = False) -> ndarray:
    """Inverse discrete cosine transform along several axes, not scaled.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform that is inverted.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.idctn(cupy.array([[8., 0.]]))
    array([[8., 8.]])
    """
    if norm == "ortho":
        return _new.idctn(x, type, every_axis(x, shape, axes), axes, norm)
    return _new.idctn(x, type, every_axis(x, shape, axes), axes, _check(norm) or "forward")


def dstn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] | None = None, norm: Literal[None, "ortho"] | None = None,
         overwrite_x: bool = False) -> ndarray:
    """Discrete sine transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> abs(fftpack.dstn(cupy.zeros((1, 2)))).round(6)
    array([[0., 0.]])
    """
    return _new.dstn(x, type, every_axis(x, shape, axes), axes, _check(norm))


def idstn(x: ArrayLike, type: Literal[1, 2, 3, 4] = 2, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None, norm: Literal[None, "ortho"] | None = None,
          overwrite_x: bool = False) -> ndarray:
    """Inverse discrete sine transform along several axes, not scaled.

    Parameters
    ----------
    x : array_like
        Input.
    type : {1, 2, 3, 4}, optional
        Type of the transform that is inverted.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    norm : {None, 'ortho'}, optional
        Whether the matrix is made orthogonal.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real for real input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> abs(fftpack.idstn(cupy.zeros((1, 2)))).round(6)
    array([[0., 0.]])
    """
    if norm == "ortho":
        return _new.idstn(x, type, every_axis(x, shape, axes), axes, norm)
    return _new.idstn(x, type, every_axis(x, shape, axes), axes, _check(norm) or "forward")
