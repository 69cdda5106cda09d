"""Filters on n-dimensional images, as in ``scipy.ndimage``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
