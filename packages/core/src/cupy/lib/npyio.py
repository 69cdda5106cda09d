"""Names of NumPy's ``lib.npyio``."""
from numpy.lib.npyio import DataSource

from cupy._io.npz import NpzFile

__all__ = ["DataSource", "NpzFile"]
