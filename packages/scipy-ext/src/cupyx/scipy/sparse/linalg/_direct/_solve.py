"""Solutions of sparse systems without iteration."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import sparse as parts
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse.linalg._direct._library import factors

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix

__all__ = ["inv", "spsolve", "spsolve_triangular", "use_solver"]


def use_solver(**kwargs: Any) -> None:
    """Choose the solver of `spsolve`, as SciPy's function of the same name does.

    Parameters
    ----------
    **kwargs
        ``useUmfpack`` and ``assumeSortedIndices``. UMFPACK is used by neither: there is one solver, SuperLU.

    Raises
    ------
    TypeError
        For another argument.

    Examples
    --------
    >>> from cupyx.scipy.sparse.linalg import use_solver
    >>> use_solver(useUmfpack=False)
    """
    unknown = set(kwargs) - {"useUmfpack", "assumeSortedIndices"}
    if unknown:
        raise TypeError(f"unknown arguments: {', '.join(sorted(unknown))}")


def spsolve(A: spmatrix | sparray | ArrayLike, b: Any,
            permc_spec: Literal["NATURAL", "MMD_ATA", "MMD_AT_PLUS_A", "COLAMD"] | None = None,
            use_umfpack: bool = True) -> cupy.ndarray | spmatrix | sparray:
    """Solve a sparse system.

    Parameters
    ----------
    A : sparse matrix or array
        Square; other formats than CSC and CSR are converted, with a warning.
    b : cupy.ndarray or sparse matrix
        Right-hand sides, of shape ``(N,)`` or ``(N, K)``.
    permc_spec : {"NATURAL", "MMD_ATA", "MMD_AT_PLUS_A", "COLAMD"}, optional
        How columns are ordered.
    use_umfpack : bool, optional
        Accepted for SciPy's signature.

    Returns
    -------
    cupy.ndarray or sparse matrix
        The solutions; sparse if `b` is sparse and has several columns, of shape ``(N,)`` for one column. NaN, with a
        ``MatrixRankWarning``, if the matrix is singular.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Notes
    -----
    cuDSS solves the system where it is installed (the extra ``cudss`` of ``cupy-core``), unless a pivot is too small,
    an order of the columns is given, or `b` is sparse; else SuperLU does so on the host. `cg` and its kin on the device
    are faster for large systems that are well conditioned.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import spsolve
    >>> spsolve(sparse.csr_matrix(cupy.asarray([[4., 1.], [2., 3.]])), cupy.asarray([1., 2.]))
    array([0.1, 0.6])
    """
    import scipy.sparse.linalg

    A, b = from_host(A), from_host(b)
    if not issparse(A) or A.format not in ("csc", "csr"):
        from cupyx.scipy.sparse._csc import csc_array

        A = csc_array(A)
        warnings.warn("spsolve requires A be CSC or CSR matrix format", scipy.sparse.SparseEfficiencyWarning,
                      stacklevel=2)
    if not issparse(b):
        b = cupy.asarray(b)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"matrix must be square (has shape {A.shape})")
    if A.shape[0] != b.shape[0]:
        raise ValueError(f"matrix - rhs dimension mismatch ({A.shape} - {b.shape[0]})")
    if not issparse(b) and b.ndim > 2:
        raise ValueError("b must have one or two axes")
    A._settle()
    if not A.shape[0] or 0 in b.shape:
        return cupy.zeros(b.shape, numpy.result_type(A.dtype, b.dtype, numpy.float32))
    if permc_spec is None and not issparse(b):
        dtype = numpy.promote_types(A.dtype, b.dtype)
        found = factors(A, dtype if dtype.char in "fdFD" else numpy.dtype(numpy.float64))
        if found is not None:
            return found.solve(b.reshape(len(b)) if b.size == len(b) else b)
    x = scipy.sparse.linalg.spsolve(A.get(), b.get(), permc_spec, use_umfpack=False)
    if scipy.sparse.issparse(x):
        return from_host(x).asformat(A.format)
    return cupy.asarray(x)


def spsolve_triangular(A: spmatrix | sparray | ArrayLike, b: cupy.ndarray, lower: bool = True,
                       overwrite_A: bool = False, overwrite_b: bool = False,
                       unit_diagonal: bool = False) -> cupy.ndarray:
    """Solve a sparse triangular system.

    Parameters
    ----------
    A : sparse matrix or array
        Square and triangular; other formats than CSC and CSR are converted, with a warning.
    b : cupy.ndarray
        Right-hand sides, of shape ``(N,)`` or ``(N, K)``.
    lower : bool, optional
        Whether the matrix is lower triangular.
    overwrite_A : bool, optional
        Accepted for SciPy's signature.
    overwrite_b : bool, optional
        Whether `b` may be overwritten by the solution.
    unit_diagonal : bool, optional
        Whether the diagonal counts as ones.

    Returns
    -------
    cupy.ndarray
        The solution, of the shape of `b`.

    Raises
    ------
    numpy.linalg.LinAlgError
        If an element of the diagonal is zero.
    ValueError
        If shapes do not fit.

    Notes
    -----
    Rows are solved as soon as those that they need are: one launch, in which rows wait for each other.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import spsolve_triangular
    >>> spsolve_triangular(sparse.csr_matrix(cupy.asarray([[2., 0.], [1., 4.]])), cupy.asarray([2., 9.]))
    array([1., 2.])
    """
    A = from_host(A)
    if not issparse(A) or A.format not in ("csc", "csr"):
        from scipy.sparse import SparseEfficiencyWarning

        from cupyx.scipy.sparse._csr import csr_array

        A = csr_array(A)
        warnings.warn("CSC or CSR matrix format is required. Converting to CSR matrix.", SparseEfficiencyWarning,
                      stacklevel=2)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"A must be a square matrix but its shape is {A.shape}.")
    b = cupy.asarray(b)
    if b.ndim not in (1, 2):
        raise ValueError(f"b must have 1 or 2 dims but its shape is {b.shape}.")
    if A.shape[0] != b.shape[0]:
        raise ValueError("The size of the dimensions of A must be equal to the size of the first dimension of b but "
                         f"the shape of A is {A.shape} and the shape of b is {b.shape}.")
    if not unit_diagonal and bool((A.diagonal() == 0).any()):
        raise numpy.linalg.LinAlgError("A is singular: zero entry on diagonal.")
    rows = A.tocsr()
    if not rows._is_canonical():
        rows = rows.copy() if rows is A else rows
        rows._settle()
    dtype = numpy.result_type(rows.dtype, numpy.float32, b.dtype)
    x = parts.csr_solve_triangular(rows.astype(dtype, copy=False)._triple, rows.shape, b.astype(dtype, copy=False),
                                   lower, unit_diagonal)
    if overwrite_b and b.dtype == dtype:
        b[...] = x
        return b
    return x


def inv(A: spmatrix | sparray | ArrayLike) -> spmatrix | sparray:
    """The inverse of a sparse matrix, which is seldom sparse.

    Parameters
    ----------
    A : sparse matrix or array
        Square.

    Returns
    -------
    sparse matrix
        The inverse, of the format of `A`.

    Raises
    ------
    TypeError
        If `A` is not sparse.
    RuntimeError
        If it is singular.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import inv
    >>> inv(sparse.csc_matrix(cupy.asarray([[2., 0.], [1., 4.]]))).toarray()
    array([[ 0.5  ,  0.   ],
           [-0.125,  0.25 ]])
    """
    from cupyx.scipy.sparse.linalg._direct._superlu import splu

    A = from_host(A)
    if not issparse(A):
        raise TypeError("Input must be a sparse matrix")
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"matrix must be square (has shape {A.shape})")
    x = splu(A.tocsc()).solve(cupy.eye(A.shape[0], dtype=numpy.result_type(A.dtype, numpy.float32)))
    return A._class("csc")(x).asformat(A.format)
