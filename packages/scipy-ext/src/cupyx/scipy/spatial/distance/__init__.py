"""Distances between vectors, and between all pairs of rows."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"cupyx.scipy.spatial": ("distance_matrix",)})
