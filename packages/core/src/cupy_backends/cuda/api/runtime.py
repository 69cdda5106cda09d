"""`cupy.cuda.runtime` by CuPy's other path."""
import sys

from cupy.cuda import runtime

sys.modules[__name__] = runtime
