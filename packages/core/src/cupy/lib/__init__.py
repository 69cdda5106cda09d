"""Names of NumPy's ``lib``: array utilities, files, stride tricks, classes to derive from."""
from numpy.lib import Arrayterator, NumpyVersion

from cupy.lib import array_utils, format, mixins, npyio, stride_tricks

__all__ = ["Arrayterator", "NumpyVersion", "array_utils", "format", "mixins", "npyio", "stride_tricks"]
