"""`cupy.cuda.cusparselt` by CuPy's other path."""
import sys

from cupy.cuda import cusparselt

sys.modules[__name__] = cusparselt
