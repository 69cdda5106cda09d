"""Linear algebra beyond NumPy's and SciPy's."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"cupyx.scipy.linalg": ("cho_solve",)})
