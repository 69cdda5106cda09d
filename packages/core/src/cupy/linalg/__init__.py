"""Linear algebra: NumPy's interface on cuSOLVER and hipSOLVER, or on NumPy's LAPACK on the host."""
from numpy.linalg import LinAlgError

from cupy._linalg.chains import matrix_power, multi_dot
from cupy._linalg.dots import tensordot
from cupy._linalg.mode import compute_mode
from cupy._linalg.products import matmul
from cupy._linalg.standard import cross, diagonal, outer, trace, vecdot
from cupy._manipulation.transpose import matrix_transpose
from cupy.linalg._eigen import eig, eigh, eigvals, eigvalsh
from cupy.linalg._factorize import cholesky, qr, svd, svdvals
from cupy.linalg._norms import matrix_norm, norm, vector_norm
from cupy.linalg._numbers import cond, det, matrix_rank, slogdet
from cupy.linalg._solve import inv, lstsq, pinv, solve, tensorinv, tensorsolve

__all__ = [
    "LinAlgError", "cholesky", "compute_mode", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals",
    "eigvalsh", "inv", "lstsq", "matmul", "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose",
    "multi_dot", "norm", "outer", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensordot", "tensorinv",
    "tensorsolve", "trace", "vecdot", "vector_norm",
]
