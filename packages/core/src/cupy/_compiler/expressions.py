"""A Python function on numbers as C++: expressions. A value is ``(code, type)``, and its code has no side effects."""
from __future__ import annotations

import ast
import builtins
import inspect
import math
import types
from typing import TYPE_CHECKING, Any

import numpy

from cupy._compiler.scalar_types import (
    Operations,
    ScalarType,
    Typed,
    convert,
    dtype_of,
    is_python,
    join,
    literal,
)
from cupy._compiler.source import Source

if TYPE_CHECKING:
    from cupy._compiler.translate import Module
    from cupy._core.ufunc import ufunc

__all__ = []

_BINARY = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "true_divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.Pow: "power", ast.LShift: "left_shift", ast.RShift: "right_shift",
    ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
}
_UNARY = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
_COMPARE = {ast.Eq: "equal", ast.NotEq: "not_equal", ast.Lt: "less", ast.LtE: "less_equal", ast.Gt: "greater",
            ast.GtE: "greater_equal"}

#: Names in ``math`` that differ from NumPy's.
_MATH = {"acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
         "atan2": "arctan2", "atanh": "arctanh", "pow": "power"}
_ROUNDINGS = ("ceil", "floor", "trunc")
_NUMBERS = (bool, int, float, complex, numpy.number, numpy.bool)


def _ufunc(name: str) -> ufunc:
    import cupy
    return getattr(cupy, name)


class Expressions:
    """Translates expressions; a subclass sets the attributes."""

    source: Source
    module: Module
    operations: Operations
    variables: dict[str, ScalarType]
    constants: dict[str, object]

    def variable(self, name: str) -> str:
        """Name of a variable in C++."""
        return f"v{list(self.variables).index(name)}_{name if name.isascii() else ''}"

    def value(self, node: ast.AST) -> Typed:
        """The one value of an expression."""
        method = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if method is None:
            self.source.fail(node, f"uses {type(node).__name__.lower()}, which has no counterpart,")
        return method(node)

    def apply(self, node: ast.AST, name: Any, *values: Typed) -> Typed:
        """A ufunc applied to values; errors name the line."""
        try:
            return self.operations.apply(_ufunc(name) if isinstance(name, str) else name, values)
        except (TypeError, StopIteration) as error:
            self.source.fail(node, f"combines types that do not fit ({error})")

    def truth(self, node: ast.AST) -> str:
        """Code of whether an expression is true."""
        return convert(*self.value(node), bool)

    def constant(self, node: ast.AST, value: object) -> Typed:
        if not isinstance(value, _NUMBERS):
            self.source.fail(node, f"uses a {type(value).__name__}, which is no number,")
        try:
            text = literal(value)
        except OverflowError as error:
            self.source.fail(node, f"is out of range ({error})")
        if isinstance(value, (bool, int, float, complex)) and not isinstance(value, numpy.generic):
            t = type(value)
            return (f"({text})", numpy.dtype("L")) if isinstance(value, int) and value >= 2**63 else (f"({text})", t)
        dtype = numpy.dtype(type(value))
        return convert(f"({text})", type(value.item()), dtype), dtype

    def static(self, node: ast.AST) -> Any:
        """The object that a name, or a chain of attributes of one, means outside of the function."""
        if isinstance(node, ast.Name):
            if node.id in self.variables or node.id in self.constants:
                self.source.fail(node, f"uses {node.id}, which is a number, as something else")
            try:
                return self.source.lookup(node.id)
            except (KeyError, ValueError):
                raise NameError(f"name {node.id!r} is not defined (in {self.source.function.__name__}, line "
                                f"{self.source.first + node.lineno - 1} of {self.source.file})") from None
        if isinstance(node, ast.Attribute):
            return getattr(self.static(node.value), node.attr)
        self.source.fail(node, "calls something that is no function")

    def of_constant(self, node: ast.Constant) -> Typed:
        return self.constant(node, node.value)

    def of_name(self, node: ast.Name) -> Typed:
        if node.id in self.variables:
            return self.variable(node.id), self.variables[node.id]
        if node.id in self.constants:
            return self.constant(node, self.constants[node.id])
        return self.constant(node, self.static(node))

    def of_attribute(self, node: ast.Attribute) -> Typed:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and root.id not in self.variables and root.id not in self.constants:
            return self.constant(node, self.static(node))
        if node.attr not in ("real", "imag"):
            self.source.fail(node, f"uses the attribute {node.attr}")
        code, t = self.value(node.value)
        dtype = dtype_of(t)
        if dtype.kind != "c":
            return (code, t) if node.attr == "real" else (convert("false", bool, t), t)
        part = float if is_python(t) else numpy.dtype("f" if dtype.char == "F" else "d")
        return f"({code}).{'re' if node.attr == 'real' else 'im'}", part

    def of_binop(self, node: ast.BinOp) -> Typed:
        if type(node.op) not in _BINARY:
            self.source.fail(node, f"uses the operator {type(node.op).__name__}")
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Pow) and all(t is int or t is bool for _, t in (left, right)):
            exponent = node.right
            if not (isinstance(exponent, ast.Constant) and isinstance(exponent.value, int) and exponent.value >= 0):
                left = convert(*left, float), float     # a negative exponent gives a fraction
        return self.apply(node, _BINARY[type(node.op)], left, right)

    def of_unaryop(self, node: ast.UnaryOp) -> Typed:
        if isinstance(node.op, ast.Not):
            return f"(!{self.truth(node.operand)})", bool
        return self.apply(node, _UNARY[type(node.op)], self.value(node.operand))

    def of_boolop(self, node: ast.BoolOp) -> Typed:
        result = self.value(node.values[-1])
        for operand in reversed(node.values[:-1]):
            code, t = self.value(operand)
            both = join(t, result[1])
            yes, no = convert(code, t, both), convert(*result, both)
            if isinstance(node.op, ast.And):
                yes, no = no, yes
            result = f"({convert(code, t, bool)} ? {yes} : {no})", both
        return result

    def of_compare(self, node: ast.Compare) -> Typed:
        left, parts = self.value(node.left), []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            if type(operator) not in _COMPARE:
                self.source.fail(node, f"uses the comparison {type(operator).__name__}")
            right = self.value(comparator)
            parts.append(self.apply(node, _COMPARE[type(operator)], left, right))
            left = right
        if len(parts) == 1:
            return parts[0]
        return f"({' && '.join(code for code, _ in parts)})", parts[0][1]

    def of_ifexp(self, node: ast.IfExp) -> Typed:
        return self.choose(self.truth(node.test), self.value(node.body), self.value(node.orelse))

    @staticmethod
    def choose(test: str, yes: Typed, no: Typed) -> Typed:
        """One of two values."""
        both = join(yes[1], no[1])
        return f"({test} ? {convert(*yes, both)} : {convert(*no, both)})", both

    def of_call(self, node: ast.Call) -> Typed:
        values = self.call(node)
        if len(values) != 1:
            self.source.fail(node, "takes several values for one")
        return values[0]

    def call(self, node: ast.Call) -> list[Typed]:
        """The values that a call returns."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("conjugate", "conj") and not node.args:
            root = node.func.value
            if not (isinstance(root, ast.Name) and root.id not in self.variables):
                return [self.apply(node, "conjugate", self.value(root))]
        called = self.static(node.func)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            self.source.fail(node, "unpacks arguments")
        called = getattr(called, "pyfunc", called)          # of a vectorized function
        if isinstance(called, types.FunctionType) and called.__module__.split(".")[0] not in ("cupy", "numpy"):
            return self.call_function(node, called)
        if node.keywords:
            self.source.fail(node, "gives an argument by name to a function that is not written in Python")
        values = [self.value(a) for a in node.args]
        return [self.call_known(node, called, values)]

    def call_function(self, node: ast.Call, called: types.FunctionType) -> list[Typed]:
        """A call of another Python function, which is translated too."""
        try:
            bound = inspect.signature(called).bind(*node.args, **{k.arg: k.value for k in node.keywords if k.arg})
        except TypeError as error:
            self.source.fail(node, f"calls {called.__name__} wrongly ({error})")
        given = dict(bound.arguments)
        constants = {name: p.default for name, p in bound.signature.parameters.items() if name not in given}
        values = [self.value(given[name]) for name in bound.signature.parameters if name in given]
        function = self.module.function(called, [t for _, t in values], constants.items())
        code = f"{function.name}({', '.join(code for code, _ in values)})"
        if len(function.returns) == 1:
            return [(code, function.returns[0])]
        return [(f"{code}.r{k}", t) for k, t in enumerate(function.returns)]

    def call_known(self, node: ast.Call, called: Any, values: list[Typed]) -> Typed:
        """A call of a ufunc, of ``math``, of a type, or of what Python has built in."""
        name = getattr(called, "__name__", "")
        if hasattr(called, "spec") or isinstance(called, numpy.ufunc):
            found = called if hasattr(called, "spec") else getattr(_cupy(), name, None)
            if found is not None and hasattr(found, "spec"):
                return self.apply(node, found, *values)
        elif getattr(math, name, None) is called:
            return self.call_math(node, name, values)
        elif isinstance(called, type) and len(values) == 1:
            if called in (bool, int, float, complex):
                return convert(*values[0], called), called
            if issubclass(called, (numpy.number, numpy.bool)):
                dtype = numpy.dtype(called)
                return convert(*values[0], dtype), dtype
        elif name == "where" and len(values) == 3:
            return self.choose(convert(*values[0], bool), *values[1:])
        elif getattr(builtins, name, None) is called:
            found = self.call_builtin(node, name, values)
            if found:
                return found
        self.source.fail(node, f"calls {name or called!r} in a way that has no counterpart")

    def call_math(self, node: ast.Call, name: str, values: list[Typed]) -> Typed:
        if name in _ROUNDINGS and len(values) == 1:
            if dtype_of(values[0][1]).kind in "biu":
                return values[0]
            return convert(*self.apply(node, name, *values), int), int
        if name not in ("gcd", "lcm"):
            # Python's functions compute with floats, whatever they are given.
            values = [(convert(*v, float), float) for v in values]
        if name == "log" and len(values) == 2:
            logs = [self.apply(node, "log", v) for v in values]
            return self.apply(node, "true_divide", *logs)
        found = getattr(_cupy(), _MATH.get(name, name), None)
        if not hasattr(found, "spec"):
            self.source.fail(node, f"calls math.{name}, which has no counterpart,")
        return self.apply(node, found, *values)

    def call_builtin(self, node: ast.Call, name: str, values: list[Typed]) -> Typed | None:
        if name == "abs" and len(values) == 1:
            return self.apply(node, "absolute", *values)
        if name == "pow" and len(values) == 2:
            return self.of_binop(ast.copy_location(ast.BinOp(node.args[0], ast.Pow(), node.args[1]), node))
        if name == "round" and len(values) == 1:
            return convert(*self.apply(node, "rint", *values), int), int
        if name in ("min", "max") and len(values) > 1:
            result = values[0]
            for other in values[1:]:
                first, second = (other, result) if name == "min" else (result, other)
                test, _ = self.apply(node, "less", first, second)
                result = self.choose(test, other, result)
            return result
        return None


def _cupy() -> types.ModuleType:
    import cupy
    return cupy
