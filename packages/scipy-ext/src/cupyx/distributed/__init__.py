"""Several processes and several devices: collectives by CuPy's names, arrays that lie on more than one device."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
