"""Ufuncs that NumPy does not have."""
from cupy._ext import each, ufunc

__all__ = ["rsqrt"]

rsqrt = ufunc("cupyx_rsqrt", 1, 1, [each("eEfd", "out0 = out0_type(1) / sqrt(in0)")],
              doc="""Reciprocal of the square root.

Parameters
----------
x : array_like
    Real numbers.

Returns
-------
cupy.ndarray

Examples
--------
>>> import cupy, cupyx
>>> cupyx.rsqrt(cupy.array([0.25, 4.]))
array([2. , 0.5])
""")
