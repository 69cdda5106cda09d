"""Legendre series: NumPy's functions and class over our arrays."""
from cupy.polynomial._borrow import family

__getattr__, __dir__, __all__ = family("legendre")
