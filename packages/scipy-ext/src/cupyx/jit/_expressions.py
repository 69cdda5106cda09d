"""Expressions of a kernel: syntax trees to `Value`."""
import ast
import builtins
import math
import types

import numpy

import cupy
from cupy._ext import scalar_types

from cupyx.jit._builtins import Builtin
from cupyx.jit._types import (
    BOOL, INT64, Array, Object, Pointer, Scalar, Tuple, Value, constant, promote, typed_literal)

__all__ = []

_BINARY = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "true_divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.Pow: "power", ast.LShift: "left_shift", ast.RShift: "right_shift",
    ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
}
_UNARY = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
_COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_PYTHON = {bool: "?", int: "i", float: "f", complex: "F"}
_MATH = {"acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
         "atan2": "arctan2", "atanh": "arctanh", "pow": "power"}


class Expressions:
    """Translates expressions; a subclass has `source`, `module`, `variables` and `put`."""

    def fail(self, node, what):
        """TypeError that names the line and the types of all variables."""
        known = ", ".join(f"{name}: {v.type}" for name, v in self.variables.items() if v.type is not None)
        try:
            self.source.fail(node, what)
        except TypeError as error:
            raise TypeError(f"{error}{f' (types here: {known})' if known else ''}") from None

    def value(self, node):
        """The value of an expression."""
        method = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, f"uses {type(node).__name__.lower()}, which kernels do not have,")
        return method(node)

    def number(self, node):
        """The value of an expression that must be a number."""
        found = self.value(node)
        if found.dtype is None:
            self.fail(node, f"needs a number, not {found.type or type(found.static).__name__},")
        return found

    def cast(self, value, dtype, node=None, casting="same_kind"):
        """A number in another dtype."""
        have, want = value.dtype, numpy.dtype(dtype)
        if have == want:
            return value
        if casting == "same_kind" and "biufc".index(have.kind.replace("u", "i")) > "biufc".index(
                want.kind.replace("u", "i")):
            self.fail(node, f"cannot cast from {have} to {want}, which is of a lower kind,")
        if value.weak and want.kind in "fc":
            return Value(typed_literal(value.static, want), Scalar(want), value.static)
        return Value(f"cast<{scalar_types.cpp(want)}>({value.code})", Scalar(want), value.static)

    def wrap(self, node, thing):
        """Any object of Python's as a value."""
        if isinstance(thing, Value):
            return thing
        if isinstance(thing, (bool, int, float, complex, numpy.number, numpy.bool)):
            return constant(thing)
        if isinstance(thing, tuple):
            items = [self.wrap(node, item) for item in thing]
            return self.tuple_of(items)
        made = getattr(thing, "as_value", None)
        return made() if made is not None and not isinstance(thing, type) else Value("", None, thing)

    @staticmethod
    def tuple_of(items):
        if any(item.type is None for item in items):
            return Value("", None, tuple(item.static for item in items), items=items)
        return Value("", Tuple([item.type for item in items]), items=items)

    def truth(self, node):
        """Code of whether an expression is true."""
        return self.cast(self.number(node), "?", node, "unsafe").code

    def of_constant(self, node):
        return self.wrap(node, node.value)

    def of_tuple(self, node):
        return self.tuple_of([self.value(item) for item in node.elts])

    def of_name(self, node):
        if node.id in self.variables:
            return self.variables[node.id]
        try:
            return self.wrap(node, self.lookup(node.id))
        except KeyError:
            raise NameError(f"name {node.id!r} is not defined (in {self.source.function.__name__}, line "
                            f"{self.source.first + node.lineno - 1} of {self.source.file})") from None

    def of_attribute(self, node):
        owner = self.value(node.value)
        if owner.type is None:
            if not hasattr(owner.static, node.attr):
                self.fail(node, f"asks {owner.static!r} for {node.attr}, which it does not have,")
            return self.wrap(node, getattr(owner.static, node.attr))
        found = self.member(owner, node.attr)
        if found is None:
            self.fail(node, f"uses the attribute {node.attr} of {owner.type}")
        return found

    def member(self, owner, name):
        """An attribute of a value of the kernel, or None."""
        if isinstance(owner.type, Object) and name in owner.type.members:
            return Value(f"{owner.code}.{name}", owner.type.members[name])
        if isinstance(owner.type, Object) and name in owner.type.methods:
            return Value("", None, Method(owner, owner.type.methods[name]))
        if isinstance(owner.type, Array):
            if name in ("begin", "end"):
                return Value("", None, Method(owner, _iterator(name)))
            if name == "ndim":
                return constant(owner.type.ndim)
            shaped = owner.type.cpp.startswith("jit::array")
            if name in ("shape", "strides") and shaped:
                items = [Value(f"{owner.code}.{name}_[{d}]", INT64) for d in range(owner.type.ndim)]
                return self.tuple_of(items)
            if name == "size" and shaped:
                return Value(f"{owner.code}.size()", INT64)
            if name == "dtype":
                return Value("", None, getattr(owner.type.item, "dtype", None) or owner.type.item.record)
        if owner.dtype is not None and name in ("real", "imag"):
            if owner.dtype.kind == "c":
                part = numpy.dtype("f" if owner.dtype.char == "F" else "d")
                return Value(f"({owner.code}).{'re' if name == 'real' else 'im'}", Scalar(part))
            return owner if name == "real" else self.cast(constant(0), owner.dtype)
        if owner.dtype is not None and name in ("conj", "conjugate"):
            return Value("", None, Method(owner, lambda compiler, node, value: compiler.ufunc(
                node, cupy.conjugate, [value])))
        return None

    def of_subscript(self, node):
        owner, index = self.value(node.value), self.value(node.slice)
        if isinstance(owner.type, Tuple) or owner.items is not None:
            if not (index.known and isinstance(index.static, int)):
                self.fail(node, "takes an item of a tuple at a place that is not known when it is translated")
            try:
                return owner.items[index.static]
            except IndexError:
                raise IndexError(f"tuple index out of range: {ast.unparse(node)}") from None
        if isinstance(owner.type, Object) and index.known and isinstance(index.static, str):
            found = self.member(owner, index.static)
            if found is None:
                self.fail(node, f"asks {owner.type} for the field {index.static!r}, which it does not have,")
            return found
        if owner.type is None:
            key = index.static if index.known else None
            return self.wrap(node, owner.static[key])
        return self.item(node, owner, index)

    def item(self, node, owner, index):
        """An item of an array as something that can be assigned to."""
        indices = index.items if index.items is not None else [index]
        for i in indices:
            if i.dtype is None or i.dtype.kind not in "biu":
                self.fail(node, f"indexes with {i.type or i.static!r}, not with an integer")
        if isinstance(owner.type, Pointer):
            return Value(f"({owner.code})[{indices[0].code}]", owner.type.item)
        if not isinstance(owner.type, Array):
            self.fail(node, f"indexes a value of type {owner.type}")
        ndim, code = owner.type.ndim, owner.code
        if len(indices) > ndim:
            raise IndexError(f"{ast.unparse(node)}: an array of {ndim} axes has no item of {len(indices)} indices")
        if len(indices) < ndim:
            if not owner.type.cpp.startswith("jit::array"):
                self.fail(node, f"gives {len(indices)} indices for {ndim} axes")
            kind = owner.type.cpp.split(",")
            for i in indices:
                code, ndim = f"{code}.row({i.code})", ndim - 1
            return Value(code, Array(owner.type.item, ndim, f"{kind[0]}, {ndim},{kind[2]}"))
        return Value(f"{code}.at({', '.join(i.code for i in indices)})", owner.type.item)

    def of_binop(self, node):
        return self.binary(node, type(node.op), self.value(node.left), self.value(node.right))

    def binary(self, node, operator, left, right):
        """An operator of two values."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one.type, Pointer) and operator in (ast.Add, ast.Sub):
                sign = "+" if operator is ast.Add else "-"
                result = INT64 if isinstance(other.type, Pointer) else one.type
                return Value(f"({left.code} {sign} {right.code})", result)
        if left.items is not None and right.items is not None and operator is ast.Add:
            return self.tuple_of([*left.items, *right.items])
        if left.dtype is None or right.dtype is None or operator not in _BINARY:
            self.fail(node, f"applies {operator.__name__} to {left.type} and {right.type}")
        if left.weak and right.weak and operator is not ast.MatMult:
            try:
                return constant(_fold(operator, left.static, right.static))
            except (TypeError, ValueError, ArithmeticError):
                pass
        return self.ufunc(node, getattr(cupy, _BINARY[operator]), [left, right])

    def ufunc(self, node, ufunc, values):
        """A ufunc of numbers that have met by the rules of C."""
        if any(v.dtype is None for v in values):
            self.fail(node, f"gives {ufunc.spec.name} something that is no number")
        common = promote(values)
        values = [self.cast(v, common, node, "unsafe") for v in values]
        try:
            code, t = self.module.operations.apply(ufunc, [(v.code, v.dtype) for v in values])
        except (TypeError, StopIteration) as error:
            self.fail(node, f"combines types that do not fit ({error})")
        return Value(code, Scalar(scalar_types.dtype_of(t)))

    def of_unaryop(self, node):
        operand = self.number(node.operand)
        if isinstance(node.op, ast.Not):
            if operand.weak:
                return constant(not operand.static)
            return Value(f"(!{self.cast(operand, '?', node, 'unsafe').code})", BOOL)
        if operand.weak and isinstance(node.op, ast.USub):
            return constant(-operand.static)
        return self.ufunc(node, getattr(cupy, _UNARY[type(node.op)]), [operand])

    def of_boolop(self, node):
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return Value(f"({sign.join(self.truth(v) for v in node.values)})", BOOL)

    def of_compare(self, node):
        left, parts = self.value(node.left), []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator)
            if type(operator) not in _COMPARE:
                if left.type is None and right.type is None and isinstance(operator, (ast.Is, ast.IsNot)):
                    return constant((left.static is right.static) == isinstance(operator, ast.Is))
                self.fail(node, f"uses the comparison {type(operator).__name__}")
            if left.weak and right.weak and len(node.ops) == 1:
                return constant(_COMPARISONS[_COMPARE[type(operator)]](left.static, right.static))
            parts.append(self.compared(node, _COMPARE[type(operator)], left, right))
            left = right
        return Value(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", BOOL)

    def compared(self, node, sign, left, right):
        if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
            return f"({left.code} {sign} {right.code})"
        if left.dtype is None or right.dtype is None:
            self.fail(node, f"compares {left.type} with {right.type}")
        common = promote([left, right])
        left, right = [self.cast(v, common, node, "unsafe").code for v in (left, right)]
        return f"({left} {sign} {right})"

    def of_ifexp(self, node):
        test = self.number(node.test)
        if test.known and test.weak:
            return self.value(node.body if test.static else node.orelse)
        yes, no = self.number(node.body), self.number(node.orelse)
        common = promote([yes, no])
        yes, no = self.cast(yes, common, node, "unsafe"), self.cast(no, common, node, "unsafe")
        return Value(f"({self.cast(test, '?', node, 'unsafe').code} ? {yes.code} : {no.code})", Scalar(common))

    def of_call(self, node):
        called = self.value(node.func)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            self.fail(node, "unpacks arguments")
        args = [self.value(a) for a in node.args]
        kwargs = {k.arg: self.value(k.value) for k in node.keywords}
        if called.type is not None:
            self.fail(node, f"calls a value of type {called.type}")
        return self.call(node, called.static, args, kwargs)

    def call(self, node, function, args, kwargs):
        """A call of something that is known when the kernel is translated."""
        from cupyx.jit._interface import _JitRawKernel

        if isinstance(function, (Builtin, Method)):
            return function.emit(self, node, *args, **kwargs)
        if isinstance(function, _JitRawKernel):
            if not function._device:
                self.fail(node, "calls a kernel that is not a device function")
            return self.module.call(self, node, function._func, args, kwargs)
        if hasattr(function, "spec") or isinstance(function, numpy.ufunc):
            found = function if hasattr(function, "spec") else getattr(cupy, function.__name__)
            return self.ufunc(node, found, args)
        name = getattr(function, "__name__", "")
        if isinstance(function, type) and (function in _PYTHON or issubclass(function, (numpy.number, numpy.bool))):
            if len(args) != 1:
                self.fail(node, f"gives {name} {len(args)} arguments")
            return self.cast(args[0], _PYTHON.get(function) or numpy.dtype(function), node, "unsafe")
        if getattr(math, name, None) is function:
            if name in ("floor", "ceil", "trunc") and args[0].dtype.kind in "biu":
                return args[0]
            return self.ufunc(node, getattr(cupy, _MATH.get(name, name)), args)
        if getattr(builtins, name, None) is function:
            return self.call_builtin(node, name, args)
        if isinstance(function, Translated):
            return self.module.call(self, node, function, args, kwargs)
        pyfunc = getattr(function, "pyfunc", function)
        if isinstance(pyfunc, types.FunctionType) and pyfunc.__module__.split(".")[0] not in ("cupy", "numpy", "cupyx"):
            return self.module.call(self, node, pyfunc, args, kwargs)
        if callable(function) and all(a.known for a in (*args, *kwargs.values())):
            return self.wrap(node, function(*(a.static for a in args), **{k: a.static for k, a in kwargs.items()}))
        self.fail(node, f"calls {name or function!r}, which kernels do not have,")

    def call_builtin(self, node, name, args):
        if name == "len" and len(args) == 1:
            if args[0].items is not None:
                return constant(len(args[0].items))
            if isinstance(args[0].type, Array) and args[0].type.ndim and args[0].type.cpp.startswith("jit::array"):
                return Value(f"{args[0].code}.shape_[0]", INT64)
            raise TypeError(f"len() of {args[0].type}")
        if name == "abs" and len(args) == 1:
            return self.ufunc(node, cupy.absolute, args)
        if name == "pow" and len(args) == 2:
            return self.binary(node, ast.Pow, *args)
        if name in ("min", "max") and args:
            result = args[0]
            for other in args[1:]:
                result = self.ufunc(node, cupy.minimum if name == "min" else cupy.maximum, [result, other])
            return result
        self.fail(node, f"calls {name}(), which kernels do not have,")


class Translated:
    """A function that exists only while a kernel is translated."""


class Method:
    """A function that belongs to a value of the kernel."""

    def __init__(self, owner, function):
        self.owner, self.function = owner, function

    def emit(self, compiler, node, *args, **kwargs):
        return self.function(compiler, node, self.owner, *args, **kwargs)


def _iterator(name):
    def find(compiler, node, owner):
        if "false" in owner.type.cpp and owner.type.ndim:
            compiler.fail(node, f"calls {name}() of an array that is not contiguous")
        return Value(f"{owner.code}.{name}()", Pointer(owner.type.item))
    return find


_COMPARISONS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
                "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
_FOLDS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
          ast.Div: lambda a, b: a / b, ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b,
          ast.Pow: lambda a, b: a ** b, ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b,
          ast.BitAnd: lambda a, b: a & b, ast.BitOr: lambda a, b: a | b, ast.BitXor: lambda a, b: a ^ b}


def _fold(operator, left, right):
    """An operator of two numbers of the program text."""
    if operator in (ast.Pow, ast.LShift) and isinstance(right, int) and abs(right) > 64:
        raise ArithmeticError
    return _FOLDS[operator](left, right)
