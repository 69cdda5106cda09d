"""Names of NumPy's ``lib``: array utilities, stride tricks, classes to derive from."""
from numpy.lib import Arrayterator, NumpyVersion

from cupy.lib import array_utils, mixins, stride_tricks

__all__ = ["Arrayterator", "NumpyVersion", "array_utils", "mixins", "stride_tricks"]
