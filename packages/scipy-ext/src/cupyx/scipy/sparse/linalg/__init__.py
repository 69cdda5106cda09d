"""Linear algebra of sparse matrices and linear operators, as in ``scipy.sparse.linalg``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {
    "scipy.sparse.linalg": ("ArpackError", "ArpackNoConvergence", "MatrixRankWarning")})
