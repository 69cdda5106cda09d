"""LU factors of sparse matrices: made by SuperLU on the host, applied on the device."""
from __future__ import annotations

import functools
import time
import warnings
from collections.abc import Callable
from typing import Any, Literal, SupportsIndex, cast

import numpy

import cupy
from cupy._ext import host_memory
from cupy._ext import sparse as parts
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse.linalg._direct._library import factors

__all__ = ["SuperLU", "factorized", "spilu", "splu"]

_FEW = 2                # solves by each way before the faster one is known


class SuperLU:
    """Factors ``Pr @ A @ Pc = L @ U`` of a sparse matrix; `splu` and `spilu` make it.

    Parameters
    ----------
    factors : scipy.sparse.linalg.SuperLU
        SciPy's object with the factors.

    Notes
    -----
    On a device the first solves are made by both ways, SuperLU's on the host and triangular sweeps on the device; the
    faster one makes the others.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import splu
    >>> lu = splu(sparse.csc_matrix(cupy.asarray([[4., 1.], [2., 3.]])))
    >>> lu.solve(cupy.asarray([1., 2.]))
    array([0.1, 0.6])
    >>> type(lu).__name__, lu.nnz
    ('SuperLU', 6)
    """

    def __init__(self, factors: Any) -> None:
        import scipy.sparse.linalg

        if not isinstance(factors, scipy.sparse.linalg.SuperLU):
            raise TypeError(f"factors must be scipy.sparse.linalg.SuperLU, not {type(factors).__name__}")
        self._host: Any = factors
        self._times = {"host": [], "device": []}

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the matrix."""
        return self._host.shape

    @property
    def nnz(self) -> int:
        """Stored values of both factors."""
        return self._host.nnz

    @functools.cached_property
    def perm_r(self) -> cupy.ndarray:
        """Row permutation: row ``i`` of `A` is row ``perm_r[i]`` of ``L @ U``."""
        return cupy.asarray(self._host.perm_r)

    @functools.cached_property
    def perm_c(self) -> cupy.ndarray:
        """Column permutation: column ``perm_c[j]`` of ``L @ U`` is column ``j`` of `A`."""
        return cupy.asarray(self._host.perm_c)

    @functools.cached_property
    def L(self) -> Any:
        """The lower factor, with ones on its diagonal, a `csc_matrix`."""
        return _matrix(self._host.L)

    @functools.cached_property
    def U(self) -> Any:
        """The upper factor, a `csc_matrix`."""
        return _matrix(self._host.U)

    def solve(self, rhs: cupy.ndarray, trans: Literal["N", "T", "H"] = "N") -> cupy.ndarray:
        """Solve a system with the factored matrix.

        Parameters
        ----------
        rhs : cupy.ndarray
            Right-hand sides, of shape ``(N,)`` or ``(N, K)``.
        trans : {"N", "T", "H"}, optional
            Whether the matrix, its transpose or its conjugate transpose is meant.
        """
        rhs = cupy.asarray(rhs)
        if rhs.ndim not in (1, 2):
            raise ValueError("rhs must have one or two axes")
        if rhs.shape[0] != self.shape[0]:
            raise ValueError(f"rhs is of incompatible size: shape (N,) or (N, K) with N={self.shape[0]} expected, "
                             f"found {rhs.shape}")
        if trans not in ("N", "T", "H"):
            raise ValueError("trans must be N, T, or H")
        rhs = rhs.astype(numpy.promote_types(rhs.dtype, self._dtype), copy=False)
        return self._solve(rhs, trans)

    def _solve(self, rhs: cupy.ndarray, trans: str) -> cupy.ndarray:
        """By the faster way, which the first calls find out."""
        if host_memory():
            return self._solve_on_host(rhs, trans)
        known = all(len(times) >= _FEW for times in self._times.values())
        if known:
            way = min(self._times, key=lambda name: self._times[name][-1])
        else:
            way = min(self._times, key=lambda name: len(self._times[name]))
        solve = self._solve_on_host if way == "host" else self._solve_on_device
        if known:
            return solve(rhs, trans)
        stream = cupy.cuda.get_current_stream()
        stream.synchronize()
        start = time.perf_counter()
        x = solve(rhs, trans)
        stream.synchronize()
        self._times[way].append(time.perf_counter() - start)
        return x

    @property
    def _dtype(self) -> numpy.dtype[Any]:
        return self._host.U.dtype

    def _solve_on_host(self, rhs: Any, trans: str) -> cupy.ndarray:
        b = rhs.get()
        if b.dtype.kind == "c" and self._dtype.kind != "c":
            x = self._host.solve(b.real.copy(), trans) + 1j * self._host.solve(b.imag.copy(), trans)
        else:
            x = self._host.solve(b.astype(self._dtype, copy=False), trans)
        return cupy.asarray(x.astype(rhs.dtype, copy=False))

    def _solve_on_device(self, rhs: cupy.ndarray, trans: str) -> cupy.ndarray:
        first, last = (self.perm_r, self.perm_c) if trans == "N" else (self.perm_c, self.perm_r)
        c = cupy.empty(rhs.shape, rhs.dtype)
        c[first] = rhs
        for upper in (False, True) if trans == "N" else (True, False):
            c = parts.csr_solve_triangular(self._rows[upper, trans], self.shape, c, upper == (trans != "N"),
                                           not upper)
        return c[last]

    @functools.cached_property
    def _rows(self) -> _Rows:
        return _Rows(self)


class _Rows(dict):
    """Compressed rows of factors, by whether the upper one is meant, and how it is transposed."""

    def __init__(self, factors: SuperLU) -> None:
        self._factors = factors

    def __missing__(self, key: tuple[bool, str]) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        upper, trans = key
        factor = self._factors.U if upper else self._factors.L
        a = cast(Any, factor.tocsr() if trans == "N" else factor.T if trans == "T" else factor.T.conj())
        found = self[key] = (a.data, a.indices, a.indptr)
        return found


class _IncompleteLU(SuperLU):
    """Incomplete factors in the pattern of the matrix, in its order."""

    def __init__(self, A: Any) -> None:
        rows = A.tocsr()
        self._made = rows.copy() if rows is A else rows
        self._made._settle()
        self._made._take(type(self._made)._make(parts.csr_ilu0(self._made._triple, self._made._rows), None, A.shape,
                                                canonical=True))

    @property
    def shape(self) -> tuple[int, int]:
        return self._made.shape

    @property
    def nnz(self) -> int:
        return self._made.nnz + self.shape[0]

    @property
    def _dtype(self) -> numpy.dtype[Any]:
        return self._made.dtype

    @functools.cached_property
    def perm_r(self) -> cupy.ndarray:
        return cupy.arange(self.shape[0], dtype=numpy.int32)

    @functools.cached_property
    def perm_c(self) -> cupy.ndarray:
        return cupy.arange(self.shape[0], dtype=numpy.int32)

    @functools.cached_property
    def L(self) -> Any:
        from cupyx.scipy.sparse import eye_array, tril

        return _kind(tril(self._made, -1) + eye_array(self.shape[0], dtype=self._dtype), self._made)

    @functools.cached_property
    def U(self) -> Any:
        from cupyx.scipy.sparse import triu

        return _kind(triu(self._made), self._made)

    def _solve(self, rhs: cupy.ndarray, trans: str) -> cupy.ndarray:
        return self._solve_on_device(rhs, trans)


def _kind(a: Any, like: Any) -> Any:
    """`a` as compressed columns of the family of `like`."""
    return like._class("csc")(a)


def _matrix(factor: Any) -> Any:
    """SciPy's factor on the device."""
    from cupyx.scipy.sparse import csc_matrix

    return csc_matrix(factor)


def columns(A: Any, name: str) -> Any:
    """`A` as compressed columns in floating point, checked to be square."""
    A = from_host(A)
    if not issparse(A) or A.format != "csc":
        from scipy.sparse import SparseEfficiencyWarning

        from cupyx.scipy.sparse import csc_array

        A = A.tocsc() if issparse(A) else csc_array(cupy.asarray(A))
        warnings.warn(f"{name} converted its input to CSC format", SparseEfficiencyWarning, stacklevel=3)
    if A.shape[0] != A.shape[1]:
        raise ValueError("can only factor square matrices")
    return A.astype(numpy.result_type(A.dtype, numpy.float32) if A.dtype.char not in "fdFD" else A.dtype, copy=False)


def splu(A: Any, permc_spec: Literal["NATURAL", "MMD_ATA", "MMD_AT_PLUS_A", "COLAMD"] | None = None,
         diag_pivot_thresh: float | None = None, relax: SupportsIndex | None = None,
         panel_size: SupportsIndex | None = None, options: dict[Any, Any] | None = None) -> SuperLU:
    """LU factors of a square sparse matrix.

    Parameters
    ----------
    A : sparse matrix or array
        The matrix; other formats than CSC are converted, with a warning.
    permc_spec : {"NATURAL", "MMD_ATA", "MMD_AT_PLUS_A", "COLAMD"}, optional
        How columns are ordered; COLAMD if not given.
    diag_pivot_thresh : float, optional
        From 0 to 1: the least ratio to the largest element for which the diagonal one is the pivot.
    relax, panel_size : int, optional
        Sizes for SuperLU.
    options : dict, optional
        Further options of SuperLU.

    Returns
    -------
    SuperLU
        The factors, with a method ``solve``.

    Raises
    ------
    ValueError
        If the matrix is not square.
    RuntimeError
        If it is singular.

    Notes
    -----
    The factors are made by SuperLU on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import splu
    >>> lu = splu(sparse.csc_matrix(cupy.asarray([[4., 1.], [2., 3.]])))
    >>> lu.solve(cupy.asarray([1., 2.]), "T")
    array([-0.1,  0.7])
    """
    import scipy.sparse.linalg

    A = columns(A, "splu")
    return SuperLU(scipy.sparse.linalg.splu(A.get(), permc_spec, diag_pivot_thresh, relax, panel_size, options))


def spilu(A: Any, drop_tol: float | None = None, fill_factor: float | None = None, drop_rule: str | None = None,
          permc_spec: Literal["NATURAL", "MMD_ATA", "MMD_AT_PLUS_A", "COLAMD"] | None = None,
          diag_pivot_thresh: float | None = None, relax: SupportsIndex | None = None,
          panel_size: SupportsIndex | None = None, options: dict[Any, Any] | None = None) -> SuperLU:
    """Incomplete LU factors of a square sparse matrix, for a preconditioner.

    Parameters
    ----------
    A : sparse matrix or array
        The matrix; other formats than CSC are converted, with a warning.
    drop_tol : float, optional
        Values that are smaller, relatively, are dropped; 1e-4 if not given.
    fill_factor : float, optional
        How many times as many values as `A` the factors may have; 10 if not given. For 1 the factors have the pattern
        of `A`, without permutations, and are made on the device.
    drop_rule : str, optional
        SuperLU's rules, joined by commas.
    permc_spec : {"NATURAL", "MMD_ATA", "MMD_AT_PLUS_A", "COLAMD"}, optional
        How columns are ordered; COLAMD if not given.
    diag_pivot_thresh : float, optional
        From 0 to 1: the least ratio to the largest element for which the diagonal one is the pivot.
    relax, panel_size : int, optional
        Sizes for SuperLU.
    options : dict, optional
        Further options of SuperLU.

    Returns
    -------
    SuperLU
        The factors, with a method ``solve``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import spilu
    >>> ilu = spilu(sparse.csc_matrix(cupy.asarray([[4., 1.], [2., 3.]])), fill_factor=1)
    >>> ilu.U.toarray()
    array([[4. , 1. ],
           [0. , 2.5]])
    """
    import scipy.sparse.linalg

    A = columns(A, "spilu")
    if fill_factor == 1:
        return _IncompleteLU(A)
    return SuperLU(scipy.sparse.linalg.spilu(A.get(), drop_tol, fill_factor, drop_rule, permc_spec, diag_pivot_thresh,
                                             relax, panel_size, options))


def factorized(A: Any) -> Callable[..., Any]:
    """A function that solves systems with a square sparse matrix.

    Parameters
    ----------
    A : sparse matrix or array
        The matrix; other formats than CSC are converted, with a warning.

    Returns
    -------
    callable
        ``solve(b)``, for one right-hand side or several.

    Notes
    -----
    The factors are those of cuDSS where it is installed, as in `spsolve`, and else those of `splu`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import factorized
    >>> factorized(sparse.csc_matrix(cupy.asarray([[4., 1.], [2., 3.]])))(cupy.asarray([1., 2.]))
    array([0.1, 0.6])
    """
    A = columns(A, "factorized")
    found = factors(A, A.dtype)
    return splu(A).solve if found is None else found.solve


def solve_on_host(data: numpy.ndarray[Any, Any], indices: numpy.ndarray[Any, Any], indptr: numpy.ndarray[Any, Any],
                  b: numpy.ndarray[Any, Any], tol: float) -> tuple[numpy.ndarray[Any, Any], bool]:
    """Solve a system by SciPy's SuperLU whose rows are given, all arrays NumPy's.

    Returns
    -------
    x : numpy.ndarray
        The solution, NaN where there is none.
    singular : bool
        Whether a pivot's magnitude is at most `tol`.
    """
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    columns = csc_array((data, indices.astype("i"), indptr.astype("i")), shape=(b.size, b.size))
    try:
        factors = splu(columns)
    except RuntimeError:        # a pivot is exactly zero
        return numpy.full_like(b, numpy.nan), True
    return factors.solve(b, "T"), bool((abs(factors.U.diagonal()) <= tol).any())
