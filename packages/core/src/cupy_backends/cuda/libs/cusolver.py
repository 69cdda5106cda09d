"""`cupy.cuda.cusolver` by CuPy's other path."""
import sys

from cupy.cuda import cusolver

sys.modules[__name__] = cusolver
