"""CUDA kernels written in Python: translated to C++, compiled and run on every backend."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
