"""cuSOLVER by the names of its C interface, over NVIDIA's `nvmath.bindings`, where that is installed."""
from cupy._runtime.libraries import open_names

__getattr__, __dir__ = open_names(__name__, "cusolver")
