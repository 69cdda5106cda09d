"""Exponentials of matrices, and the functions that they give."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy

import cupy
from cupy import linalg
from cupy._ext import Kernel

from cupyx.scipy._host import scipy_of_many
from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import as_lapack, both_finite, broadcast, finite, inexact, squares
from cupyx.scipy.linalg._solve import solve

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["coshm", "cosm", "expm", "expm_cond", "expm_frechet", "sinhm", "sinm", "tanhm", "tanm"]

_DERIVED = 1 << 22      # items of matrices whose derivatives are found at once

#: The Taylor polynomial of degree 18 in five products: rows of coefficients of 1, A, A², A³ and A⁶, and the norm up to
#: which it is exact to rounding, for single and double precision. P. Bader, S. Blanes and F. Casas, "Computing the
#: matrix exponential with an optimized Taylor polynomial approximation", Mathematics 7 (2019), section 3.
_TAYLOR = numpy.array([
    [0, -1.00365581030144618291e-01, -8.02924648241156932449e-03, -8.92138498045729985177e-04, 0],
    [0, 3.97849749499645077844e-01, 1.36783778460411720168, 4.98289622525382669416e-01, -6.37898194594723280150e-04],
    [-1.09676396052962061844e+01, 1.68015813878906206114, 5.71779846478865511061e-02, -6.98210122488052056106e-03,
     3.34975017086070470649e-05],
    [-9.04316832390810593223e-02, -6.76404519071381882256e-02, 6.75961301770459654925e-02, 2.95552570429315521194e-02,
     -1.39180257516060693404e-05],
    [0, 0, -9.23364619367118555360e-02, -1.69364939002081722752e-02, -1.40086798182036094347e-05]])
_BOUND = {"f": 3.010066362817634, "d": 1.090863719290036}

#: Halvings that may be saved by that, so that sixth powers of the difference are numbers of the type.
_MOST = {"f": 20, "d": 150}

_small = Kernel("expm.hpp", _kernels, "Expm", packed=("f", "d", "F", "D"))
_SHARED = 24 << 10      # bytes of shared memory for a block of small matrices


def _norms(a: cupy.ndarray) -> cupy.ndarray:
    return abs(a).sum(axis=-2).max(axis=-1)


def expm(A: ArrayLike) -> cupy.ndarray:
    """Exponentials of square matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    LinAlgError
        If `A` is not square.

    Notes
    -----
    Scaling and squaring, scaled as little as norms of powers allow (A. H. Al-Mohy and N. J. Higham, SIAM J. Matrix
    Anal. Appl. 31 (2009)), each matrix of a batch on its own. Those of at most 16 rows are computed in one launch by a
    Padé approximant; larger ones by a Taylor polynomial, which takes products only, and for them a GPU is waited for
    once, to learn how often the worst one is squared.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import expm
    >>> expm(cupy.array([[0.0, cupy.pi / 2], [-cupy.pi / 2, 0.0]])).round(6)
    array([[ 0.,  1.],
           [-1.,  0.]])
    """
    a = finite(A, False, "A")
    if a.size == 1 and a.ndim < 2:
        return cupy.exp(inexact(a)).reshape(1, 1)
    if a.ndim < 2:
        raise linalg.LinAlgError("The input array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise linalg.LinAlgError("Last 2 dimensions of the array must be square")
    a = as_lapack(inexact(a))
    if a.size == 0:
        return cupy.empty(a.shape, a.dtype)
    if a.shape[-1] == 1:
        return cupy.exp(a)
    batch = a.reshape(-1, *a.shape[-2:])
    return (_launched if a.shape[-1] <= _small.constants["kMostRows"] else _scaled)(batch).reshape(a.shape)


def _launched(a: cupy.ndarray) -> cupy.ndarray:
    """Those of small matrices."""
    count, n, _ = a.shape
    room = (_small.constants["kRooms"] * n * n + n) * a.itemsize
    warps = max(1, min(8, _SHARED // room))
    out = cupy.empty_like(a, order="C")
    _small(a.dtype.char, blocks=_small.blocks(count, warps, work=40 * n ** 3),
           threads=_small.constants["kLanes"] * warps, shared=warps * room, a=cupy.ascontiguousarray(a), out=out,
           count=count, n=n)
    return out


def _scaled(a: cupy.ndarray) -> cupy.ndarray:
    kind = a.dtype.char.lower()
    norm = _norms(a)
    before = _steps(norm)       # powers of what is scaled to norm one cannot overflow
    one = cupy.ones_like(norm)
    powers = cupy.empty((len(_TAYLOR), *a.shape), a.dtype)
    unit, first, square, cube, sixth = powers
    unit[:] = cupy.eye(a.shape[-1], dtype=a.dtype)
    cupy.multiply(a, cupy.ldexp(one, -before)[:, None, None], out=first)
    cupy.matmul(first, first, out=square)
    cupy.matmul(square, first, out=cube)
    size = _size(square, cube, cupy.matmul(square, square))
    times = cupy.maximum(_steps(size * cupy.ldexp(one, before) / _BOUND[kind]), before - _MOST[kind])
    scale = cupy.ldexp(one, before - times)[:, None, None]
    for k, power in enumerate((first, square, cube), 1):
        power *= scale ** k
    cupy.matmul(cube, cube, out=sixth)
    sums = cupy.tensordot(cupy.asarray(_TAYLOR.astype(a.dtype)), powers, 1)
    ninth = cupy.matmul(sums[0], sums[4]) + sums[3]
    result = cupy.matmul(sums[2] + ninth, ninth) + sums[1]
    least, most = cupy.stack((times.min(), times.max())).get().tolist()
    for k in range(most):
        squared = cupy.matmul(result, result)
        result = squared if k < least else cupy.where((times > k)[:, None, None], squared, result)
    return result


def _steps(size: cupy.ndarray) -> cupy.ndarray:
    """How often a size is halved until it is one at most."""
    times = cupy.ceil(cupy.log2(cupy.maximum(size, size.dtype.type(0.5))))
    return cupy.where(cupy.isfinite(times), cupy.maximum(times, 0), 0).astype("i4")


def _size(square: cupy.ndarray, cube: cupy.ndarray, fourth: cupy.ndarray) -> cupy.ndarray:
    """What takes the place of the norm: it is less for matrices whose powers grow slowly."""
    second, third, fourth = (_norms(x) ** (1 / k) for k, x in enumerate((square, cube, fourth), 2))
    return cupy.minimum(cupy.maximum(second, third), cupy.maximum(third, fourth))


@scipy_of_many
def expm_frechet(A: ArrayLike, E: ArrayLike, method: Literal["SPS", "blockEnlarge"] | None = None,
                 compute_expm: bool = True,
                 check_finite: bool = True) -> cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray]:
    """Fréchet derivatives of the exponential of `A` in the direction `E`.

    Parameters
    ----------
    A : (..., N, N) array_like
        Where the derivative is taken.
    E : (..., N, N) array_like
        The direction.
    method : {'SPS', 'blockEnlarge'}, optional
        Accepted for SciPy's signature; both name the exponential of a matrix of twice the size here.
    compute_expm : bool, optional
        Whether the exponential is returned too.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.

    Returns
    -------
    expm_A : (..., N, N) ndarray
        If `compute_expm`.
    expm_frechet_AE : (..., N, N) ndarray
        The derivative in direction `E`.

    Raises
    ------
    ValueError
        If the shapes differ or are not square, `method` is unknown, or elements are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import expm_frechet
    >>> expm_frechet(cupy.zeros((2, 2)), cupy.eye(2), compute_expm=False)
    array([[1., 0.],
           [0., 1.]])
    """
    A, E = both_finite(A, E, check_finite, ("A", "E"))
    for name, x in (("A", A), ("E", E)):
        if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
            raise ValueError(f"expected {name} to be a square matrix")
    if A.shape[-1] != E.shape[-1]:
        raise ValueError("expected A and E to be the same shape")
    if method not in (None, "SPS", "blockEnlarge"):
        raise ValueError(f"Unknown implementation {method}")
    A, E = broadcast(*as_lapack(inexact(A), inexact(E)))
    A, E = (x.astype(numpy.promote_types(x.dtype, "d"), copy=False) for x in (A, E))       # as SciPy
    n = A.shape[-1]
    both = cupy.zeros((*A.shape[:-2], 2 * n, 2 * n), A.dtype)
    both[..., :n, :n], both[..., n:, n:], both[..., :n, n:] = A, A, E
    result = expm(both)
    derivative = result[..., :n, n:]
    return (result[..., :n, :n], derivative) if compute_expm else derivative


def expm_cond(A: ArrayLike, check_finite: bool = True) -> float | cupy.ndarray:
    """Relative condition number of the exponential, in the Frobenius norm.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices.
    check_finite : bool, optional
        Whether infinities and NaNs are refused.

    Returns
    -------
    float or ndarray
        One for each matrix.

    Notes
    -----
    The largest singular value of the derivative, an (N², N²) matrix: of use for small matrices.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import expm_cond
    >>> round(float(expm_cond(cupy.eye(2))), 6)
    1.0
    """
    a = squares(A, check_finite, "A", "expected a square matrix")
    if not a.size:
        raise ValueError("expm_cond does not support empty arrays")
    if a.ndim > 2:
        found = [expm_cond(x, False) for x in a.reshape(-1, *a.shape[-2:])]
        return cupy.asarray(numpy.array(found, "d").reshape(a.shape[:-2]))
    a, n = a.astype(numpy.promote_types(a.dtype, "d"), copy=False), a.shape[-1]
    directions = cupy.eye(n * n, dtype=a.dtype).reshape(n * n, n, n)
    step = max(1, _DERIVED // (2 * n) ** 2)
    derivatives = cupy.concatenate([expm_frechet(a, directions[k:k + step], compute_expm=False, check_finite=False)
                                    for k in range(0, n * n, step)]).reshape(n * n, n * n)
    norm = linalg.norm(derivatives, 2) * linalg.norm(a) / linalg.norm(expm(a))
    return float(norm)


def _square(A: ArrayLike) -> cupy.ndarray:
    a = finite(A, False, "A")
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError("expected square array_like input")
    return inexact(a)


def _imaginary(a: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    """``expm(1j * a)``, and ``expm(-1j * a)`` if that is not its conjugate."""
    turned = a.astype(numpy.result_type(a.dtype, "F")) * 1j
    return expm(turned), (expm(-turned) if a.dtype.kind == "c" else None)


def cosm(A: ArrayLike) -> cupy.ndarray:
    """Cosines of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Computed by `expm`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import cosm
    >>> cosm(cupy.diag(cupy.array([0.0, 1.0]))).round(4)
    array([[1.    , 0.    ],
           [0.    , 0.5403]])
    """
    a = _square(A)
    forward, back = _imaginary(a)
    return forward.real.copy() if back is None else (forward + back) / 2


def sinm(A: ArrayLike) -> cupy.ndarray:
    """Sines of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Computed by `expm`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import sinm
    >>> sinm(cupy.diag(cupy.array([0.0, 1.0]))).round(4)
    array([[0.    , 0.    ],
           [0.    , 0.8415]])
    """
    a = _square(A)
    forward, back = _imaginary(a)
    return forward.imag.copy() if back is None else (forward - back) * -0.5j


def tanm(A: ArrayLike) -> cupy.ndarray:
    """Tangents of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Computed by `expm`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import tanm
    >>> tanm(cupy.diag(cupy.array([0.0, 1.0]))).round(4)
    array([[0.    , 0.    ],
           [0.    , 1.5574]])
    """
    a = _square(A)
    forward, back = _imaginary(a)
    if back is None:
        return solve(forward.real, forward.imag)
    return solve(forward + back, (forward - back) * -1j)


def coshm(A: ArrayLike) -> cupy.ndarray:
    """Hyperbolic cosines of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Computed by `expm`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import coshm
    >>> coshm(cupy.diag(cupy.array([0.0, 1.0]))).round(4)
    array([[1.    , 0.    ],
           [0.    , 1.5431]])
    """
    a = _square(A)
    return (expm(a) + expm(-a)) / 2


def sinhm(A: ArrayLike) -> cupy.ndarray:
    """Hyperbolic sines of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Computed by `expm`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import sinhm
    >>> sinhm(cupy.diag(cupy.array([0.0, 1.0]))).round(4)
    array([[0.    , 0.    ],
           [0.    , 1.1752]])
    """
    a = _square(A)
    return (expm(a) - expm(-a)) / 2


def tanhm(A: ArrayLike) -> cupy.ndarray:
    """Hyperbolic tangents of matrices.

    Parameters
    ----------
    A : (..., N, N) array_like
        The matrices; axes before the last two are a batch.

    Returns
    -------
    (..., N, N) ndarray
        The new matrix.

    Raises
    ------
    ValueError
        If `A` is not square.

    Notes
    -----
    Computed by `expm`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import tanhm
    >>> tanhm(cupy.diag(cupy.array([0.0, 1.0]))).round(4)
    array([[0.    , 0.    ],
           [0.    , 0.7616]])
    """
    a = _square(A)
    forward, back = expm(a), expm(-a)
    return solve(forward + back, forward - back)
