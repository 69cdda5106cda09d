"""Linear algebra by SciPy's interface: solves, decompositions, functions of matrices, special matrices."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__, {"numpy.linalg": ("LinAlgError",), "scipy.linalg": ("LinAlgWarning",)})
