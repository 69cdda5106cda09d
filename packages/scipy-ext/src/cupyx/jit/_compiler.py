"""A Python function as a kernel or a device function in C++: statements, variables, what a module holds."""
from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy

from cupy._ext import Source, records, scalar_types

from cupyx.jit._builtins import Range, Translated
from cupyx.jit._calls import Calls
from cupyx.jit._expressions import Expressions
from cupyx.jit._types import Object, Pointer, Record, Returned, Scalar, Value, constant, promote

if TYPE_CHECKING:
    from cupyx.jit._interface import _DeviceFunction
    from cupyx.jit._types import Type

__all__ = []


class Module:
    """Everything that one compiled text holds: the kernel, device functions, operations."""

    def __init__(self) -> None:
        self.operations = scalar_types.Operations()
        self.headers = {'#include "jit.hpp"': None}
        self.functions: dict[tuple, Function | None] = {}
        self.records = {}
        self.texts = []
        self.cooperative = False

    def use(self, type: Type) -> Type:
        """Note the structures that a type needs."""
        item = getattr(type, "item", type)
        if isinstance(item, Record):
            self.records.update(records.definition(item.record))
        return type

    def include(self, header: str) -> None:
        self.headers[f"#include {header}"] = None

    def call(self, compiler: Expressions, node: ast.Call, python: Any, args: list[Value],
             kwargs: dict[Any, Any]) -> Value:
        """A call of another Python function, translated for the types of its arguments."""
        try:
            bound = inspect.signature(python).bind(*args, **kwargs)
        except TypeError as error:
            compiler.fail(node, f"calls {python.__name__} wrongly ({error})")
        bound.apply_defaults()
        values = {name: compiler.wrap(node, value) for name, value in bound.arguments.items()}
        passed = {name: v for name, v in values.items() if v.type is not None and v.items is None}
        static = {name: v for name, v in values.items() if name not in passed}
        for name, v in list(static.items()):        # of a tuple each item is a parameter
            if v.items and any(not item.known for item in v.items):
                held = {f"{name}_{k}": item for k, item in enumerate(v.items)}
                passed.update(held)
                static[name] = compiler.tuple_of([Value(f"v_{n}", item.type) for n, item in held.items()])
        key = (python, tuple((name, v.type) for name, v in passed.items()),
               tuple((name, repr(v.static), v.type) for name, v in static.items()))
        if key not in self.functions:
            name = f"function{len(self.functions)}"
            self.functions[key] = None
            made = self.functions[key] = Function(self, python, name, {n: v.type for n, v in passed.items()}, static)
            self.texts.append(made.text)
        function = self.functions[key]
        if function is None:
            compiler.fail(node, f"calls {python.__name__} from itself")
        code = f"{function.name}({', '.join(v.code for v in passed.values())})"
        if function.returns is None:
            return Value(code, None, None)
        if isinstance(function.returns, Returned):
            held = compiler.new_name("r")
            compiler.put(f"const {function.returns.cpp} {held} = {code};")
            return compiler.tuple_of(function.returns.items(held))
        return Value(code, function.returns)

    def text(self, kernel: Function) -> str:
        """The whole source, with a translated kernel last."""
        return "\n".join([
            *self.headers, *self.operations.includes, "namespace cupy {", *self.records.values(),
            *self.operations.texts.values(), *self.texts,
            kernel.text, "}", ""])


class Function(Calls):
    """One function for given types of its arguments.

    Parameters
    ----------
    module : Module
        Where it belongs.
    python : function
        What is translated.
    name : str
        Name in C++.
    types : dict
        Types of the arguments that are passed.
    static : dict
        Values of those that are known.
    kernel : bool
        Whether it is launched rather than called.
    """

    def __init__(self, module: Module, python: Callable[..., Any], name: str, types: Any,
                 static: dict[str, Value] | tuple[Any, ...] = (), *, kernel: bool = False) -> None:
        self.module, self.name, self.kernel = module, name, kernel
        inner = isinstance(python, InnerFunction)
        self.source = python.source if inner else Source(python)
        self.node = python.node if inner else self.source.node
        self.find_name = python.lookup if inner else self.source.lookup
        self.types = {name: module.use(t) for name, t in types.items()}
        self.lines, self.depth, self.count = [], 1, 0
        self.declared = {}
        self.inner = {}
        self.returns: Any = None        # the type of the result, once a return statement has told it
        self.variables = {n: Value(f"v_{n}", t) for n, t in types.items()}
        self.variables.update(static)
        self.at = self.node             # where an error is
        try:
            self.translate(self.body())
        except (TypeError, ValueError, NameError, IndexError, OverflowError) as error:
            raise type(error)(f"{error}\n\n{self.listing()}") from None
        self.text = self.whole()

    def body(self) -> Any:
        if isinstance(self.node, ast.Lambda):
            return [ast.copy_location(ast.Return(self.node.body), self.node)]
        return self.node.body

    @property
    def name_in_python(self) -> str:
        return self.source.function.__name__

    def listing(self) -> str:
        """The Python text with the lines of an error marked, and the types of variables."""
        first, last = self.at.lineno, self.at.end_lineno
        if isinstance(getattr(self.at, "body", None), list):        # of a loop only its head
            last = max(first, self.at.body[0].lineno - 1)
        lines = [f"{'>' if first <= k <= last else ' '} {line}".rstrip()
                 for k, line in enumerate(self.source.lines, start=1)]
        known = ", ".join(f"{name}: {v.type}" for name, v in self.variables.items() if v.type is not None)
        return "\n".join([*lines, "", f"(line {self.source.first + first - 1} of {self.source.file}"
                                      f"{f'; types: {known}' if known else ''})"])

    def whole(self) -> str:
        """The text of the definition."""
        result = "void" if self.returns is None else self.returns.cpp
        before = self.returns.definition() if isinstance(self.returns, Returned) else ""
        head = f'extern "C" __global__ void {self.name}' if self.kernel else f"__device__ {result} {self.name}"
        parameters = ", ".join(f"{t.cpp} v_{n}" for n, t in self.types.items())
        lines = [*(f"    {text}" for text in self.declared.values()), *self.lines]
        return f"{before}{head}({parameters}) {{\n" + "\n".join(lines) + "\n}\n"

    def lookup(self, name: str) -> ModuleType | _DeviceFunction | Callable[..., Any] | type[Any]:
        """What a name means outside of the function's variables; KeyError where it means nothing."""
        if name in self.inner:
            return self.inner[name]
        return self.find_name(name)

    def put(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def new_name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def declare(self, name: str, text: str) -> None:
        """A line at the start of the function."""
        self.declared.setdefault(name, text)

    def block(self, statements: list[ast.stmt]) -> None:
        self.depth += 1
        self.translate(statements)
        self.depth -= 1

    def translate(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.at = statement
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        method = getattr(self, f"put_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, f"uses {type(node).__name__.lower()}, which kernels do not have,")
        method(node)

    def put_pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def put_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        code = self.value(node.value).code
        if code:
            self.put(f"{code};")

    def put_return(self, node: ast.Return) -> None:
        found = None if node.value is None else self.value(node.value)
        if found is None or (found.type is None and found.static is None):
            self.put("return;")
            return
        if self.kernel:
            self.fail(node, "returns a value, which a kernel cannot do,")
        if found.items and all(item.dtype is not None for item in found.items):
            found = self.together(node, found.items)
        if found.type is None or found.items is not None:
            self.fail(node, "returns something that is no value of a kernel")
        if self.returns is None:
            self.returns = found.type
        if found.dtype is not None and isinstance(self.returns, Scalar):
            found = self.cast(found, self.returns.dtype, node)
        self.put(f"return {self.adapt(node, 'the result', self.returns, found).code};")

    def together(self, node: ast.AST, items: list[Value]) -> Value:
        """Several numbers as the result of this function."""
        if self.returns is None:
            self.returns = Returned(f"{self.name}_result", [item.type for item in items])
        types = self.returns.types if isinstance(self.returns, Returned) else ()
        if len(types) != len(items):
            self.fail(node, "returns another number of values than before")
        codes = [self.adapt(node, "the result", t, item).code for t, item in zip(types, items, strict=True)]
        return Value(f"{self.returns.cpp}{{{', '.join(codes)}}}", self.returns)

    def adapt(self, node: ast.AST, name: str, type: Any, value: Value) -> Value:
        """A value as what a variable of a type takes."""
        if value.type == type:
            return value
        if value.weak and isinstance(type, Scalar) and numpy.can_cast(value.dtype, type.dtype, "same_kind"):
            return self.cast(value, type.dtype, node)
        if value.weak and isinstance(type, Scalar) and value.dtype.kind == "i" and type.dtype.kind == "u":
            return self.cast(value, type.dtype, node)
        raise TypeError(f"Data type mismatch of variable: `{name}`: {type} != {value.type}")

    def store(self, node: ast.AST, target: ast.expr, value: Value) -> None:
        """Assign to a name, an item, or several."""
        if isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(node, target, value)
        elif isinstance(target, (ast.Subscript, ast.Attribute)):
            self.set_item(node, self.value(target), value)
        elif isinstance(target, ast.Name):
            self.set_variable(node, target.id, value)
        else:
            self.fail(node, "assigns to something that kernels cannot change")

    def set_item(self, node: ast.AST, place: Value, value: Value) -> None:
        if isinstance(place.type, Record) and place.type == value.type:
            self.put(f"{place.code} = {value.code};")
            return
        if value.dtype is None:
            self.fail(node, f"stores {value.type or value.static!r}, which is no number,")
        if place.dtype is None:
            self.fail(node, f"gives too few indices to store a number ({place.type})")
        self.put(f"{place.code} = {self.cast(value, place.dtype, node).code};")

    def unpack(self, node: ast.AST, target: Any, value: Value) -> None:
        if value.items is None:
            self.fail(node, "takes one value for several")
        if len(value.items) != len(target.elts):
            raise ValueError(f"{len(value.items)} values cannot be assigned to {len(target.elts)} names")
        # All are computed before the first variable changes.
        for element, item in zip(target.elts, [self.held(item) for item in value.items], strict=True):
            self.store(node, element, item)

    def held(self, value: Any) -> Value:
        """The value as it is now, whatever variables become."""
        if value.dtype is None or value.weak:
            return value
        name = self.new_name("t")
        self.put(f"const {value.type.cpp} {name} = {value.code};")
        return Value(name, value.type, value.static)

    def set_variable(self, node: ast.AST, name: str, value: Any) -> None:
        known = self.variables.get(name)
        plain = isinstance(value.type, (Scalar, Pointer, Object)) and not getattr(value.type, "alias", False)
        if not plain:                                          # arrays, tuples, functions: another name for them
            if known is not None and (known.type is not None or value.type is not None) and known.type != value.type:
                raise TypeError(f"Data type mismatch of variable: `{name}`: {known.type} != {value.type}")
            if value.items is not None:
                value = self.tuple_of([self.held(item) for item in value.items])
            self.variables[name] = value
            return
        if known is None or not known.code.startswith("v_") or known.type is None:
            code = f"v_{name}"
            self.declare(code, f"{value.type.cpp} {code}{{}};")
            known = self.variables[name] = Value(code, value.type)
        self.put(f"{known.code} = {self.adapt(node, name, known.type, value).code};")

    def put_assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.store(node, target, value)

    def put_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node, node.target, self.value(node.value))

    def put_augassign(self, node: ast.AugAssign) -> None:
        place = self.value(node.target)
        result = self.binary(node, type(node.op), place, self.value(node.value))
        if isinstance(node.target, ast.Name) and node.target.id not in self.variables:
            raise NameError(f"name {node.target.id!r} is not defined")
        if place.dtype is not None and not place.weak:
            self.put(f"{place.code} = {self.cast(result, place.dtype, node).code};")
        else:
            self.store(node, node.target, result)

    def put_assert(self, node: ast.Assert) -> None:
        self.put(f"if (!({self.truth(node.test)})) __trap();")

    def put_if(self, node: ast.If) -> None:
        test = self.value(node.test)
        if test.known:                      # decided now, as `if` of a constant
            self.translate(node.body if test.static else node.orelse)
            return
        self.put(f"if ({self.cast(test, '?', node, 'unsafe').code}) {{")
        self.block(node.body)
        if node.orelse:
            self.put("} else {")
            self.block(node.orelse)
        self.put("}")

    def put_while(self, node: ast.While) -> None:
        if node.orelse:
            self.fail(node, "uses else after a loop")
        self.put(f"while ({self.truth(node.test)}) {{")
        self.block(node.body)
        self.put("}")

    def put_for(self, node: ast.For) -> None:
        if node.orelse:
            self.fail(node, "uses else after a loop")
        call = node.iter
        function = self.value(call.func).static if isinstance(call, ast.Call) else None
        if function is range or isinstance(function, Range):
            self.put_range(node, function)
            return
        items = self.value(node.iter).items
        if items is None:
            self.fail(node, "loops over something else than range() or a tuple")
        for item in items:
            self.store(node, node.target, item)
            self.translate(node.body)

    def put_range(self, node: Any, function: Range | type[Any]) -> None:
        if not isinstance(node.target, ast.Name):
            self.fail(node, "loops with something else than a name")
        args = [self.number(a) for a in node.iter.args]
        options = {k.arg: self.value(k.value) for k in node.iter.keywords}
        if not 1 <= len(args) <= 3:
            raise TypeError(f"range expected 1 to 3 arguments, got {len(args)}")
        if any(a.dtype.kind not in "biu" for a in args):
            raise TypeError("range supports only for integer type.")
        start, stop, step = [constant(0), *args, constant(1)] if len(args) == 1 else [*args, constant(1)][:3]
        if step.known and step.static == 0:
            raise ValueError("range() arg 3 must not be zero")
        dtype = promote([start, stop])
        pragma = function.pragma(self, node, **options) if isinstance(function, Range) else ""
        at, end, by = (self.new_name(stem) for stem in ("i", "e", "s"))
        self.put(f"const int64 {end} = {stop.code}, {by} = {step.code};")
        more = ((f"{at} < {end}" if step.static > 0 else f"{at} > {end}") if step.known else
                f"({by} > 0 ? {at} < {end} : {by} < 0 && {at} > {end})")
        if pragma:
            self.put(pragma)
        self.put(f"for (int64 {at} = {start.code}; {more}; {at} += {by}) {{")
        self.depth += 1
        known = self.variables.get(node.target.id)
        dtype = known.dtype if known is not None and known.dtype is not None else numpy.dtype(dtype)
        self.set_variable(node, node.target.id, Value(f"({scalar_types.cpp(dtype)}){at}", Scalar(dtype)))
        self.depth -= 1
        self.block(node.body)
        self.put("}")

    def put_break(self, node: ast.Break) -> None:
        self.put("break;")

    def put_continue(self, node: ast.Continue) -> None:
        self.put("continue;")

    def put_functiondef(self, node: ast.FunctionDef) -> None:
        """A function inside of a function: it sees names of the module, not variables of the kernel."""
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {a.arg for a in node.args.args}
        taken = sorted(name for name in used if name in self.variables and self.variables[name].type is not None)
        if taken:
            self.fail(node, f"defines {node.name}, which uses the variable {taken[0]} of the kernel: pass it instead,")
        if node.args.defaults or node.args.kwonlyargs or node.args.vararg or node.args.kwarg:
            self.fail(node, f"defines {node.name} with other than plain parameters")
        self.inner[node.name] = InnerFunction(self, node)


class InnerFunction(Translated):
    """A function defined inside of a kernel, as something to be called."""

    def __init__(self, outer: Function, node: ast.FunctionDef) -> None:
        self.source, self.node, self.lookup = outer.source, node, outer.lookup
        self.__name__ = node.name
        self.__signature__ = inspect.Signature([
            inspect.Parameter(a.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD) for a in node.args.args])

    def __call__(self) -> NoReturn:
        raise TypeError(f"{self.__name__} exists only while the kernel is translated")
