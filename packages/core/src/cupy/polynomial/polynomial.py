"""Series of powers: NumPy's functions and class over our arrays; values and bases have kernels."""
from cupy._polynomial import series as _series
from cupy.polynomial._borrow import family

__getattr__, __dir__, __all__ = family("polynomial", {
    name: getattr(_series, name) for name in ("polycompanion", "polyval", "polyvalfromroots", "polyvander")})
