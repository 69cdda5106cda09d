"""`cupy.cuda.curand` by CuPy's other path."""
import sys

from cupy.cuda import curand

sys.modules[__name__] = curand
