"""`cupy.cuda.cusparse` by CuPy's other path."""
import sys

from cupy.cuda import cusparse

sys.modules[__name__] = cusparse
