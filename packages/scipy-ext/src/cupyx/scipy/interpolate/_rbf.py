"""Interpolation by radial basis functions."""
from __future__ import annotations

import contextlib
import functools
import itertools
import numbers
import warnings
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel, all_finite, host_memory, host_view, linalg_check, only_host, serial_blocks

from cupyx.scipy._host import adopted
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _kernels
from cupyx.scipy.interpolate._nearest import make_tree

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["RBFInterpolator"]

#: As SciPy and rbf.hpp name them.
_FUNCTIONS = {"linear": "kLinear", "thin_plate_spline": "kThinPlate", "cubic": "kCubic", "quintic": "kQuintic",
              "multiquadric": "kMultiquadric", "inverse_multiquadric": "kInverseMultiquadric",
              "inverse_quadratic": "kInverseQuadratic", "gaussian": "kGaussian"}
_SCALE_FREE = {"linear", "thin_plate_spline", "cubic", "quintic"}
_LEAST_DEGREE = {"multiquadric": 0, "linear": 0, "thin_plate_spline": 1, "cubic": 1, "quintic": 2}
_CHUNK = 1 << 28         # bytes of the systems of neighbours that are solved at once

_sums = Kernel("rbf.hpp", _kernels, "Rbf", packed=("d",), arguments="Rbf, sums")
_matrix = Kernel("rbf.hpp", _kernels, "RbfMatrix", packed=("d",), arguments="RbfMatrix, matrix")
#: A host's thread takes distances side by side.
_sums_beside = Kernel("rbf.hpp", _kernels, "Rbf", packed=only_host("d"), arguments="Rbf, sums_beside")
_matrix_square = Kernel("rbf.hpp", _kernels, "RbfMatrix", packed=only_host("d"), arguments="RbfMatrix, matrix_square")


@functools.cache
def _powers(dims: int, degree: int) -> numpy.ndarray[Any, Any]:
    """Exponents (terms, dims) of all monomials up to a degree."""
    found = [[combination.count(d) for d in range(dims)] for total in range(degree + 1)
             for combination in itertools.combinations_with_replacement(range(dims), total)]
    return numpy.array(found, dtype=int).reshape(-1, dims)


def _monomials(x: cupy.ndarray, powers: numpy.ndarray[Any, Any]) -> cupy.ndarray:
    """Values (..., terms) at points (..., dims)."""
    out = cupy.ones((*x.shape[:-1], len(powers)))
    for i, row in enumerate(powers):
        for d, power in enumerate(row):
            if power:
                out[..., i] *= x[..., d] ** int(power)
    return out


def _scaling(y: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Shift and scale of points (..., n, dims) to [-1, 1]."""
    low, high = y.min(axis=-2), y.max(axis=-2)
    scale = (high - low) / 2
    return (high + low) / 2, cupy.where(scale == 0, 1.0, scale)


def radial_sums(y: cupy.ndarray, x: cupy.ndarray, coefficients: cupy.ndarray, function: str, epsilon: float,
                powers: cupy.ndarray | None = None, shift: cupy.ndarray | None = None,
                scale: cupy.ndarray | None = None) -> cupy.ndarray:
    """Sums (queries, columns) of a radial function of the distances to `y` (n, dims), and of polynomial terms."""
    columns = coefficients.shape[1]
    out = cupy.empty((len(x), columns))
    shares = 1 if serial_blocks() else -(-columns // _sums.constants["kColumns"])
    (_sums_beside if serial_blocks() else _sums).map(
        "d", len(x) * shares, work=20 * len(y), y=y, q=x, coefficients=cupy.ascontiguousarray(coefficients),
        powers=powers, shift=shift, scale=scale, out=out, n=len(y), columns=columns, dims=x.shape[1],
        terms=0 if powers is None else len(powers), kernel=_sums.constants[_FUNCTIONS[function]], epsilon=epsilon)
    return out


def _solved_on_host(system: cupy.ndarray, rhs: cupy.ndarray) -> cupy.ndarray:
    """The solution of one symmetric system, which is lost."""
    from scipy.linalg import lapack

    _, _, x, info = lapack.dgesv(host_view(system)[0].T, host_view(rhs)[0], overwrite_a=True)
    if info:
        raise numpy.linalg.LinAlgError
    return adopted(numpy.ascontiguousarray(x))[None]


class RBFInterpolator:
    """Interpolation of scattered data in any number of dimensions by radial basis functions and polynomials.

    Parameters
    ----------
    y : array_like, shape (npoints, ndims)
        Points.
    d : array_like, shape (npoints, ...)
        Values, real or complex.
    neighbors : int, optional
        How many of the nearest points each value is made from. Default: all.
    smoothing : float or array_like, shape (npoints,), optional
        Zero (default) interpolates; larger numbers approach a least-squares fit of the polynomial.
    kernel : str, optional
        Of a distance r times `epsilon`: 'linear' ``-r``, 'thin_plate_spline' ``r**2 * log(r)`` (default), 'cubic'
        ``r**3``, 'quintic' ``-r**5``, 'multiquadric' ``-sqrt(1 + r**2)``, 'inverse_multiquadric',
        'inverse_quadratic' or 'gaussian'.
    epsilon : float, optional
        Factor of the distance. Default is 1 for the first four; the others need it.
    degree : int, optional
        Of the polynomial, -1 for none. Default is the least that the function needs, or zero.

    Raises
    ------
    ValueError
        If shapes do not match, the function is unknown or there are too few points.
    numpy.linalg.LinAlgError
        If the points do not determine the polynomial.

    Notes
    -----
    G. Fasshauer, Meshfree Approximation Methods with MATLAB (2007). Values are sums over tiles of points: the matrix
    of all distances between points and queries is never stored.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import RBFInterpolator
    >>> y = cupy.array([[0., 0.], [1., 0.], [0., 1.], [1., 1.]])
    >>> f = RBFInterpolator(y, y[:, 0] + 2 * y[:, 1])
    >>> f(cupy.array([[0.5, 0.25]])).round(6)
    array([1.])
    """

    __slots__ = ("d", "d_dtype", "d_shape", "epsilon", "kernel",
                 "neighbors", "powers", "smoothing", "y", "__dict__", "__weakref__")

    def __init__(self, y: ArrayLike, d: ArrayLike, neighbors: Int | None = None, smoothing: ArrayLike = 0.0,
                 kernel: str = "thin_plate_spline", epsilon: float | None = None,
                 degree: SupportsIndex | None = None) -> None:
        y = cupy.ascontiguousarray(arguments.device(y), dtype=float)
        if y.ndim != 2:
            raise ValueError("`y` must be a 2-dimensional array.")
        ny, dims = y.shape
        d = arguments.as_float(d)
        if d.shape[0] != ny:
            raise ValueError(f"Expected the first axis of `d` to have length {ny}.")
        self.d_dtype, self.d_shape = d.dtype.type, d.shape[1:]
        d = d.reshape(ny, -1).view(float)
        if isinstance(smoothing, numbers.Real):
            each = cupy.full(ny, float(smoothing))
        else:
            each = arguments.device(smoothing).astype(float)
            if each.ndim == 0:
                each = cupy.full(ny, each)
            elif each.shape != (ny,):
                raise ValueError(f"Expected `smoothing` to be a scalar or have shape ({ny},).")
        kernel = kernel.lower()
        if kernel not in _FUNCTIONS:
            raise ValueError(f"`kernel` must be one of {set(_FUNCTIONS)}.")
        if epsilon is None:
            if kernel not in _SCALE_FREE:
                raise ValueError(f"`epsilon` must be specified if `kernel` is not one of {_SCALE_FREE}.")
            epsilon = 1.0
        least = _LEAST_DEGREE.get(kernel, -1)
        degree = max(least, 0) if degree is None else int(degree)
        if degree < -1:
            raise ValueError("`degree` must be at least -1.")
        if -1 < degree < least:
            warnings.warn(f"`degree` should not be below {least} except -1 when `kernel` is '{kernel}'.The interpolant "
                          "may not be uniquely solvable, and the smoothing parameter may have an unintuitive effect.",
                          UserWarning, stacklevel=2)
        neighbors = None if neighbors is None else int(min(neighbors, ny))
        powers = _powers(dims, degree)
        if len(powers) > (ny if neighbors is None else neighbors):
            raise ValueError(f"At least {len(powers)} data points are required when `degree` is {degree} and the "
                             f"number of dimensions is {dims}.")
        self.y, self.d, self.neighbors, self.smoothing = y, d, neighbors, each
        self.kernel, self.epsilon, self.powers = kernel, float(epsilon), cupy.asarray(powers)
        self._host_powers = powers
        if neighbors is None:
            fitted = self._fit(y[None], d[None], each[None])
            self._shift, self._scale, self._coeffs = (v[0] for v in fitted)
        else:
            self._tree = make_tree(y)

    def _solve(self, y: cupy.ndarray, d: cupy.ndarray,
               smoothing: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        """Shifts, scales and coefficients for batches of points (batch, n, dims)."""
        batch, n, dims = y.shape
        size = n + len(self.powers)
        shift, scale = _scaling(y)
        system = cupy.empty((batch, size, size))
        kernel, calls, side = _matrix, system.size, _matrix.constants["kBeside"]
        if serial_blocks():
            kernel, calls = _matrix_square, batch * (-(-size // side)) ** 2
        kernel.map("d", calls, work=20 * system.size // calls, y=y, smoothing=smoothing, powers=self.powers,
                   shift=shift, scale=scale, out=system, n=n, dims=dims, terms=len(self.powers),
                   kernel=_matrix.constants[_FUNCTIONS[self.kernel]], epsilon=self.epsilon)
        rhs = cupy.zeros((batch, size, d.shape[2]))
        rhs[:, :n] = d
        return shift, scale, (_solved_on_host if batch == 1 and host_memory() else cupy.linalg.solve)(system, rhs)

    def _fit(self, y: cupy.ndarray, d: cupy.ndarray,
             smoothing: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        """`_solve`; LinAlgError where points do not determine the polynomial.  NaN among values stays in its column."""
        with linalg_check.at_once(), contextlib.suppress(numpy.linalg.LinAlgError):
            found = self._solve(y, d, smoothing)
            if all_finite(found[2]) or not all_finite(d):
                return found
        message, powers = "Singular matrix.", self._host_powers
        if len(powers):
            shift, scale = _scaling(y)
            terms = _monomials((y - shift[:, None]) / scale[:, None], powers).get()
            rank = numpy.linalg.matrix_rank(terms).min()
            if rank < len(powers):
                message += (" The matrix of monomials evaluated at the data point coordinates does not have full "
                            f"column rank ({rank}/{len(powers)}).")
        raise numpy.linalg.LinAlgError(message)

    def _chunk_evaluator(self, x: cupy.ndarray, y: cupy.ndarray, shift: cupy.ndarray, scale: cupy.ndarray,
                         coeffs: cupy.ndarray, memory_budget: Any = None) -> cupy.ndarray:
        """Sums over all points; SciPy's chunks, which need a budget of memory, are tiles of a kernel here."""
        return radial_sums(y, x, coeffs, self.kernel, self.epsilon, self.powers, shift, scale)

    def __call__(self, x: ArrayLike) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        x : array_like, shape (npoints, ndims)
            Points.

        Returns
        -------
        cupy.ndarray, shape (npoints, ...)
        """
        x = cupy.ascontiguousarray(arguments.device(x), dtype=float)
        if x.ndim != 2:
            raise ValueError("`x` must be a 2-dimensional array.")
        if x.shape[1] != self.y.shape[1]:
            raise ValueError(f"Expected the second axis of `x` to have length {self.y.shape[1]}.")
        if self.neighbors is None:
            out = self._chunk_evaluator(x, self.y, self._shift, self._scale, self._coeffs)
        else:
            out = self._from_neighbors(x, self.neighbors)
        return out.view(self.d_dtype).reshape((len(x), *self.d_shape))

    def _from_neighbors(self, x: cupy.ndarray, count: int) -> cupy.ndarray:
        """A system for every set of neighbours, solved in batches."""
        columns = self.d.shape[1]
        out = cupy.empty((len(x), columns))
        if not len(x):
            return out
        _, near = self._tree.query(x, count)
        near = cupy.sort(near.reshape(len(x), count), axis=1)
        size = count + len(self._host_powers)
        step = max(1, _CHUNK // (8 * size * size))
        for start in range(0, len(x), step):
            chosen, q = near[start:start + step], x[start:start + step]
            y = self.y[chosen]
            shift, scale, coeffs = self._fit(cupy.ascontiguousarray(y), self.d[chosen], self.smoothing[chosen])
            phi = _radial(self.kernel, self.epsilon ** 2 * ((y - q[:, None]) ** 2).sum(axis=2))
            terms = _monomials((q - shift) / scale, self._host_powers)
            out[start:start + step] = (cupy.concatenate([phi, terms], axis=1)[:, None] @ coeffs)[:, 0]
        return out


def _radial(kernel: str, r2: cupy.ndarray) -> cupy.ndarray:
    """The function of squared distances, as expressions."""
    if kernel == "thin_plate_spline":
        return 0.5 * r2 * cupy.log(cupy.where(r2 == 0, 1.0, r2))
    return {"linear": lambda: -cupy.sqrt(r2), "cubic": lambda: r2 * cupy.sqrt(r2),
            "quintic": lambda: -r2 * r2 * cupy.sqrt(r2), "multiquadric": lambda: -cupy.sqrt(r2 + 1),
            "inverse_multiquadric": lambda: 1 / cupy.sqrt(r2 + 1), "inverse_quadratic": lambda: 1 / (r2 + 1),
            "gaussian": lambda: cupy.exp(-r2)}[kernel]()
