"""`cupy.cuda.cutensor` by CuPy's other path."""
import sys

from cupy.cuda import cutensor

sys.modules[__name__] = cutensor
