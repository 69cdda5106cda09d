"""`cupy.cuda.nvrtc` by CuPy's other path."""
import sys

from cupy.cuda import nvrtc

sys.modules[__name__] = nvrtc
