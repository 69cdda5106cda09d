"""The CUDA backend of cupy: NVIDIA's driver, compiler and libraries behind cupy's contract.

Importing it opens no library.  `cupy_cuda.backend` is what cupy finds through the
entry point group ``cupy.backends``.
"""

__version__ = "0.1.0"
