"""Sparse matrices and arrays, as in ``scipy.sparse``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"scipy.sparse": ("SparseEfficiencyWarning", "SparseWarning")})
