"""Ufuncs of logic: every type has a truth value, the result is bool."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = ["logical_and", "logical_not", "logical_or", "logical_xor"]

_ALL = "?bBhHiIlLeEfdFD"

logical_and = ufunc("logical_and", 2, 1, [
    each(_ALL, "out0 = bool(in0) && bool(in1)", out="?"),
], identity=True, doc=binary(
    "Whether both arguments are true.",
    "cupy.logical_and(cupy.arange(3), [1, 1, 0])", "array([False,  True, False])"),
    associative=True, reduces_as="all", logical=True)

logical_or = ufunc("logical_or", 2, 1, [
    each(_ALL, "out0 = bool(in0) || bool(in1)", out="?"),
], identity=False, doc=binary(
    "Whether one of the arguments is true.",
    "cupy.logical_or(cupy.arange(3), [0, 1, 0])", "array([False,  True,  True])"),
    associative=True, reduces_as="any", logical=True)

logical_xor = ufunc("logical_xor", 2, 1, [
    each(_ALL, "out0 = bool(in0) != bool(in1)", out="?"),
], identity=False, doc=binary(
    "Whether exactly one of the arguments is true.",
    "cupy.logical_xor(cupy.arange(3), [1, 1, 0])", "array([ True, False,  True])"), associative=True, logical=True)

logical_not = ufunc("logical_not", 1, 1, [
    each(_ALL, "out0 = !bool(in0)", out="?"),
], doc=unary(
    "Whether the argument is false.",
    "cupy.logical_not(cupy.arange(3))", "array([ True, False, False])"), logical=True)
