"""Ufuncs that NumPy does not have."""
from cupy._ext import each, ufunc, ufunc_document

__all__ = ["rsqrt"]

rsqrt = cupyx_rsqrt = ufunc("cupyx_rsqrt", 1, 1, [each("eEfd", "out0 = out0_type(1) / sqrt(in0)")], doc=ufunc_document(
    "Reciprocal of the square root.", {"x": "Real numbers."}, "cupy.ndarray\n    ``1 / sqrt(x)``.",
    ">>> import cupy, cupyx\n>>> cupyx.rsqrt(cupy.array([0.25, 4.]))\narray([2. , 0.5])"))
