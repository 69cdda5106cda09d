"""Launch parameters of kernels, as CuPy's module of this name is used."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
