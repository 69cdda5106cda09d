"""Text of the histogram kernels, and the element types compiled in advance."""
from cupy._codegen.template import unit

__all__ = ["EXTENT", "HEADER", "units"]

HEADER = "device/histogram.hpp"
EXTENT = "device/extent.hpp"

#: Letters of items, of comparisons, and of weights (``?``: none).
_COMMON = ("Bl?", "il?", "ll?", "ild", "lld", "ff?", "dd?", "ffd", "ddd")


def units():
    """Yield the modules of common element types."""
    for letters in _COMMON:
        yield unit(HEADER, letters)
    for letter in "Bilfd":
        yield unit(EXTENT, letter)
