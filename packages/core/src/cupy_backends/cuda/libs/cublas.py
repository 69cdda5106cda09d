"""`cupy.cuda.cublas` by CuPy's other path."""
import sys

from cupy.cuda import cublas

sys.modules[__name__] = cublas
