"""Exceptions and warnings of array functions: NumPy's, and those of devices."""
from numpy.exceptions import (
    AxisError,
    ComplexWarning,
    DTypePromotionError,
    ModuleDeprecationWarning,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)

from cupy._runtime.warned import BackendWarning, IndexWarning

__all__ = ["AxisError", "BackendWarning", "ComplexWarning", "DTypePromotionError", "IndexWarning",
           "ModuleDeprecationWarning", "RankWarning", "TooHardError", "VisibleDeprecationWarning"]
