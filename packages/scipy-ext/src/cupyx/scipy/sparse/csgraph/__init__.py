"""Graphs as sparse matrices, as in ``scipy.sparse.csgraph``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"scipy.sparse.csgraph": ("NegativeCycleError",)})
