"""Expressions of a kernel: syntax trees to `Value`."""
from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy

import cupy
from cupy._ext import scalar_types

from cupyx.jit._builtins import Method
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


if TYPE_CHECKING:
    from cupyx.jit._compiler import Function, Module
    from cupy.typing import DTypeLike


class Expressions:
    """Translates expressions; a subclass has what is declared here."""

    module: Module
    variables: dict[str, Value]
    lookup: Callable[[str], Any]        # the value of a name of the Python function
    name_in_python: str
    put: Callable[[str], None]          # writes a line
    new_name: Callable[[str], str]
    at: Any                             # the node where an error is

    def fail(self, node: ast.AST | None, what: str) -> NoReturn:
        """TypeError that a part of the function cannot be translated."""
        self.at = node
        raise TypeError(f"{self.name_in_python} cannot be translated to a kernel: it {what.rstrip(',')}")

    def value(self, node: ast.AST) -> Any:
        """The value of an expression."""
        method = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, f"uses {type(node).__name__.lower()}, which kernels do not have,")
        return method(node)

    def number(self, node: ast.AST) -> Any:
        """The value of an expression that must be a number."""
        found = self.value(node)
        if found.dtype is None:
            self.fail(node, f"needs a number, not {found.type or type(found.static).__name__},")
        return found

    def cast(self, value: Value, dtype: DTypeLike, node: ast.AST | None = None, casting: str = "same_kind") -> Value:
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

    def wrap(self, node: ast.AST, thing: Any) -> Value:
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
    def tuple_of(items: list[Value]) -> Value:
        if any(item.type is None for item in items):
            return Value("", None, tuple(item.static for item in items), items=items)
        return Value("", Tuple([item.type for item in items]), items=items)

    def truth(self, node: ast.AST) -> str:
        """Code of whether an expression is true."""
        return self.cast(self.number(node), "?", node, "unsafe").code

    def of_constant(self, node: ast.Constant) -> Value:
        return self.wrap(node, node.value)

    def of_tuple(self, node: ast.Tuple) -> Value:
        return self.tuple_of([self.value(item) for item in node.elts])

    def of_name(self, node: ast.Name) -> Value:
        if node.id in self.variables:
            return self.variables[node.id]
        try:
            return self.wrap(node, self.lookup(node.id))
        except KeyError:
            raise NameError(f"Unbound name: {node.id}") from None

    def of_attribute(self, node: ast.Attribute) -> Value:
        owner = self.value(node.value)
        if owner.type is None:
            if not hasattr(owner.static, node.attr):
                self.fail(node, f"asks {owner.static!r} for {node.attr}, which it does not have,")
            return self.wrap(node, getattr(owner.static, node.attr))
        found = self.member(owner, node.attr)
        if found is None:
            self.fail(node, f"uses the attribute {node.attr} of {owner.type}")
        return found

    def member(self, owner: Value, name: str) -> Value | None:
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

    def of_subscript(self, node: ast.Subscript) -> Value:
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

    def item(self, node: ast.AST, owner: Value, index: Value) -> Value:
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

    def of_binop(self, node: ast.BinOp) -> Value:
        return self.binary(node, type(node.op), self.value(node.left), self.value(node.right))

    def binary(self, node: ast.AST, operator: type[Any], left: Value, right: Value) -> Value:
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

    def ufunc(self, node: ast.AST, ufunc: Any, values: list[Value]) -> Value:
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

    def of_unaryop(self, node: ast.UnaryOp) -> Value:
        operand = self.number(node.operand)
        if isinstance(node.op, ast.Not):
            if operand.weak:
                return constant(not operand.static)
            return Value(f"(!{self.cast(operand, '?', node, 'unsafe').code})", BOOL)
        if operand.weak and isinstance(node.op, ast.USub):
            return constant(-operand.static)
        return self.ufunc(node, getattr(cupy, _UNARY[type(node.op)]), [operand])

    def of_boolop(self, node: ast.BoolOp) -> Value:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return Value(f"({sign.join(self.truth(v) for v in node.values)})", BOOL)

    def of_compare(self, node: ast.Compare) -> Value:
        left, parts = self.value(node.left), []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator)
            if type(operator) not in _COMPARE:
                found = self.related(node, operator, left, right)
                if found.known and len(node.ops) == 1:
                    return found
                parts.append(found.code)
                left = right
                continue
            if (left.weak and right.weak or left.type is None and right.type is None) and len(node.ops) == 1:
                return constant(_COMPARISONS[_COMPARE[type(operator)]](left.static, right.static))
            parts.append(self.compared(node, _COMPARE[type(operator)], left, right))
            left = right
        return Value(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", BOOL)

    def related(self, node: ast.AST, operator: Any, left: Value, right: Value) -> Value:
        """Whether two values are the same object, or one is among the others of a tuple."""
        if isinstance(operator, (ast.Is, ast.IsNot)) and None in (left.type, right.type):
            return constant((left.type is right.type and left.static is right.static) == isinstance(operator, ast.Is))
        if isinstance(operator, (ast.In, ast.NotIn)) and right.items is not None:
            parts = [self.compared(node, "==", left, item) for item in right.items] or ["false"]
            return Value(f"({'!' * isinstance(operator, ast.NotIn)}({' || '.join(parts)}))", BOOL)
        self.fail(node, f"uses the comparison {type(operator).__name__}")

    def compared(self, node: ast.expr | ast.AST, sign: str, left: Any, right: Any) -> str:
        if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
            return f"({left.code} {sign} {right.code})"
        if left.dtype is None or right.dtype is None:
            self.fail(node, f"compares {left.type} with {right.type}")
        common = promote([left, right])
        left, right = [self.cast(v, common, node, "unsafe").code for v in (left, right)]
        return f"({left} {sign} {right})"

    def of_ifexp(self, node: ast.IfExp) -> Value:
        test = self.number(node.test)
        if test.known and test.weak:
            return self.value(node.body if test.static else node.orelse)
        return self.choose(node, test, self.number(node.body), self.number(node.orelse))

    def choose(self, node: ast.AST, test: Value, yes: Value, no: Value) -> Value:
        """One of two numbers."""
        common = promote([yes, no])
        yes, no = self.cast(yes, common, node, "unsafe"), self.cast(no, common, node, "unsafe")
        return Value(f"({self.cast(test, '?', node, 'unsafe').code} ? {yes.code} : {no.code})", Scalar(common))


def _iterator(name: str | None) -> Callable[..., Any]:
    def find(compiler: Function, node: ast.AST, owner: Any) -> Value:
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


def _fold(operator: type[Any], left: int, right: int) -> int:
    """An operator of two numbers of the program text."""
    if operator in (ast.Pow, ast.LShift) and isinstance(right, int) and abs(right) > 64:
        raise ArithmeticError
    return _FOLDS[operator](left, right)
