"""Exponentials of matrices, and the functions that they give."""
import math

import numpy

import cupy
from cupy import linalg
from cupy._ext import Kernel

from cupyx.scipy._host import on_host
from cupyx.scipy.linalg import _kernels
from cupyx.scipy.linalg._arguments import as_lapack, both_finite, broadcast, finite, inexact

__all__ = ["coshm", "cosm", "expm", "expm_cond", "expm_frechet", "sinhm", "sinm", "tanhm", "tanm"]

#: Degree of the Padé approximant, and the norm up to which it is exact to rounding: N. J. Higham, "The scaling and
#: squaring method for the matrix exponential revisited", SIAM J. Matrix Anal. Appl. 26 (2005), table 2.3 and section 5.
_DOUBLE, _SINGLE = (13, 5.371920351148152), (7, 3.925724783138660)

#: Halvings that may be saved by that, so that sixth powers of the difference are numbers of the type.
_MOST = {"f": 20, "d": 150}

_small = Kernel("expm.hpp", _kernels, "Expm", packed=("f", "d", "F", "D"))
_WARP = 32
_SHARED = 24 << 10      # bytes of shared memory for a block of small matrices


def _coefficients(degree):
    """Of the numerator's powers, from the constant on."""
    f = math.factorial
    return [f(2 * degree - k) * f(degree) / (f(2 * degree) * f(k) * f(degree - k)) for k in range(degree + 1)]


def _norms(a):
    return abs(a).sum(axis=-2).max(axis=-1)


def expm(A):
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
    Scaling and squaring with a Padé approximant of degree 13 (7 in single precision), scaled as little as norms of
    powers allow (A. H. Al-Mohy and N. J. Higham, SIAM J. Matrix Anal. Appl. 31 (2009)), each matrix of a batch on its
    own. Those of at most 16 rows are computed in one launch; for larger ones a GPU is waited for once, to learn how
    often the worst one is squared.

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
    stack = a.reshape(-1, *a.shape[-2:])
    return (_launched if a.shape[-1] <= _small.constants["kMostRows"] else _scaled)(stack).reshape(a.shape)


def _launched(a):
    """Those of small matrices."""
    count, n, _ = a.shape
    room = (_small.constants["kRooms"] * n * n + n) * a.itemsize
    warps = max(1, min(8, _SHARED // room))
    out = cupy.empty_like(a, order="C")
    _small(a.dtype.char, blocks=_small.blocks(count, warps, work=40 * n ** 3), threads=_WARP * warps,
           shared=warps * room, a=cupy.ascontiguousarray(a), out=out, count=count, n=n)
    return out


def _scaled(a):
    n = a.shape[-1]
    degree, bound = _SINGLE if a.dtype.char in "fF" else _DOUBLE
    unit = cupy.eye(n, dtype=a.dtype)
    norm = _norms(a)
    before = _steps(norm)       # powers of what is scaled to norm one cannot overflow
    one = cupy.ones_like(norm)
    a = a * cupy.ldexp(one, -before)[:, None, None]
    squares = cupy.matmul(a, a)
    powers = [unit, squares, cupy.matmul(squares, squares)]
    powers.append(cupy.matmul(powers[2], squares))
    times = cupy.maximum(_steps(_size(powers) * cupy.ldexp(one, before) / bound), before - _MOST[a.dtype.char.lower()])
    scale = cupy.ldexp(one, before - times)[:, None, None]
    powers = [unit] + [power * scale ** (2 * k) for k, power in enumerate(powers[1:], 1)]
    a = a * scale
    c = _coefficients(degree)
    even, odd = c[0::2], c[1::2]
    if degree == 13:
        high = [sum_of(powers[1:], part[4:]) for part in (odd, even)]
        low = [sum_of(powers, part[:4]) for part in (odd, even)]
        u, v = (cupy.matmul(powers[3], x) + y for x, y in zip(high, low, strict=True))
    else:
        u, v = sum_of(powers, odd), sum_of(powers, even)
    u = cupy.matmul(a, u)
    result = linalg.solve(v - u, v + u)
    for k in range(int(times.max())):
        result = cupy.where((times > k)[:, None, None], cupy.matmul(result, result), result)
    return result


def sum_of(powers, coefficients):
    """A polynomial of powers that are there."""
    terms = [power * power.dtype.type(c) for power, c in zip(powers, coefficients, strict=False)]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def _steps(size):
    """How often a size is halved until it is one at most."""
    times = cupy.ceil(cupy.log2(cupy.maximum(size, size.dtype.type(0.5))))
    return cupy.where(cupy.isfinite(times), cupy.maximum(times, 0), 0).astype("i4")


def _size(powers):
    """What takes the place of the norm: it is less for matrices whose powers grow slowly."""
    sixth, eighth, tenth = (_norms(x) ** (1 / k) for x, k in (
        (powers[3], 6), (cupy.matmul(powers[2], powers[2]), 8), (cupy.matmul(powers[2], powers[3]), 10)))
    return cupy.minimum(cupy.maximum(sixth, eighth), cupy.maximum(eighth, tenth))


def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
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
        If the shapes differ or are not square, `method` is unknown, or items are not finite.

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


@on_host
def expm_cond(A, check_finite=True):
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
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import expm_cond
    >>> round(float(expm_cond(cupy.eye(2))), 6)
    1.0
    """


def _square(A):
    a = finite(A, False, "A")
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError("expected square array_like input")
    return inexact(a)


def _imaginary(a):
    """``expm(1j * a)``, and ``expm(-1j * a)`` if that is not its conjugate."""
    turned = a.astype(numpy.result_type(a.dtype, "F")) * 1j
    return expm(turned), (expm(-turned) if a.dtype.kind == "c" else None)


def cosm(A):
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


def sinm(A):
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


def tanm(A):
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
        return linalg.solve(forward.real, forward.imag)
    return linalg.solve(forward + back, (forward - back) * -1j)


def coshm(A):
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


def sinhm(A):
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


def tanhm(A):
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
    return linalg.solve(forward + back, forward - back)
