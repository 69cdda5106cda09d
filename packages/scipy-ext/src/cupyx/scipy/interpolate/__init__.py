"""Interpolation and splines, as in ``scipy.interpolate``."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
