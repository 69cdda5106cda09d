"""`cupy.cuda.driver` by CuPy's other path."""
import sys

from cupy.cuda import driver

sys.modules[__name__] = driver
