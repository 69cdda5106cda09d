"""Statistics that SciPy's own code computes on device arrays, through the array API."""
from cupyx.scipy.stats import _names
from cupyx.scipy.stats._array_api import find, on_device

__getattr__ = find(frozenset(_names.ARRAY_API), on_device)
