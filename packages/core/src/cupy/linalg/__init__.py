"""Linear algebra: NumPy's interface on cuSOLVER and hipSOLVER, or on NumPy's LAPACK on the host."""
from numpy.linalg import LinAlgError

from cupy._linalg.mode import compute_mode
from cupy.linalg._eigen import eig, eigh, eigvals, eigvalsh
from cupy.linalg._factorize import cholesky, qr, svd, svdvals
from cupy.linalg._norms import matrix_norm, norm, vector_norm
from cupy.linalg._numbers import cond, det, matrix_rank, slogdet
from cupy.linalg._solve import inv, lstsq, pinv, solve, tensorinv, tensorsolve

__all__ = [
    "LinAlgError", "cholesky", "compute_mode", "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq",
    "matrix_norm", "matrix_rank", "norm", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensorinv",
    "tensorsolve", "vector_norm",
]
