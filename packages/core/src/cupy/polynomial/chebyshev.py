"""Chebyshev series: NumPy's functions and class over our arrays."""
from cupy.polynomial._borrow import family
from cupy.polynomial._zseries import divide

__getattr__, __dir__, __all__ = family("chebyshev", {"_zseries_div": divide})
