"""Ufuncs on the parts of complex numbers."""
from cupy._ops._doc import unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = ["conj", "conjugate"]

conjugate = ufunc("conjugate", 1, 1, [
    each("bBhHiIlLeEfd", "out0 = in0"),
    each("FD", "out0 = conj(in0)"),
], doc=unary(
    "The argument with the sign of its imaginary part changed.",
    "cupy.conjugate(cupy.array([1 + 2j]))", "array([1.-2.j])"))

conj = conjugate
