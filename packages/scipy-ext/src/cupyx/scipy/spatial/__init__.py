"""Distances, nearest neighbours, triangulations and rotations by SciPy's interface."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"scipy.spatial": ("QhullError", "Rectangle")})
