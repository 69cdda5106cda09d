"""Names of NumPy's ``lib``: array utilities and stride tricks."""
from cupy.lib import array_utils, mixins, stride_tricks

__all__ = ["array_utils", "mixins", "stride_tricks"]
