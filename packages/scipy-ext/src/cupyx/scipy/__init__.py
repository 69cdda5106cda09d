"""SciPy's functions on device arrays; submodules load at first use."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
