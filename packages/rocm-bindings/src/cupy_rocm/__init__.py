"""The ROCm backend of cupy: AMD's driver, compiler and libraries behind cupy's contract.

Importing it opens no library.  `cupy_rocm.backend` is what cupy finds through the
entry point group ``cupy.backends``.
"""

__version__ = "0.1.0"
