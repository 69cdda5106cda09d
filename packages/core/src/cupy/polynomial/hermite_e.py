"""Series of the probabilists' Hermite polynomials: NumPy's functions and class over our arrays."""
from cupy.polynomial._borrow import family

__getattr__, __dir__, __all__ = family("hermite_e")
