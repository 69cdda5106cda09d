"""Axes brought into range, and the addresses of an array."""

from cupy._core.axes import normalize_axis_index, normalize_axis_tuple
from cupy._core.overlap import byte_bounds

__all__ = ["byte_bounds", "normalize_axis_index", "normalize_axis_tuple"]
