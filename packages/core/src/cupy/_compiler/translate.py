"""A Python function on numbers as C++: statements. Types of variables are found by going over it until none changes."""
from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any

from cupy._compiler.expressions import Expressions
from cupy._compiler.scalar_types import Operations, ScalarType, Typed, convert, cpp, dtype_of, join
from cupy._compiler.source import Source

__all__ = []


class Module:
    """What one kernel needs: its functions and the operations in them."""

    def __init__(self) -> None:
        self.operations = Operations()
        self.functions: dict[tuple, Function | None] = {}       # None while it is being translated
        self.texts = []
        self.sources: dict[FunctionType, Source] = {}

    def function(self, python: FunctionType, types: Sequence[ScalarType],
                 constants: Iterable[tuple[str, int]] = ()) -> Function:
        """The `Function` of a Python function for types of its arguments."""
        key = (python, tuple(types), tuple(constants))
        if key not in self.functions:
            if python not in self.sources:
                self.sources[python] = Source(python)
            self.functions[key] = None
            name = f"function{len(self.functions)}"
            found = self.functions[key] = Function(self, self.sources[python], name, types, dict(constants))
            self.texts.append(found.text)
        found = self.functions[key]
        if found is None:
            self.sources[python].fail(self.sources[python].node, "calls itself")
        return found

    @property
    def text(self) -> str:
        """Everything before the kernel."""
        return "\n".join([*self.operations.includes, *self.operations.texts.values(), *self.texts])


class Function(Expressions):
    """One function for given types.

    Parameters
    ----------
    module : Module
        Holds the functions that this one calls.
    source : Source
        Its tree.
    name : str
        Its name in C++.
    types : sequence of type
        Of the arguments that are no constants.
    constants : dict
        Values of parameters that are known.

    Attributes
    ----------
    text : str
        The C++.
    returns : list of type
        Types of what it returns.
    """

    MOST_ROUNDS = 50

    def __init__(self, module: Module, source: Source, name: str, types: Sequence[ScalarType],
                 constants: dict[str, object]) -> None:
        self.module, self.source, self.name = module, source, name
        self.operations = module.operations
        self.constants = constants
        self.arguments = [p for p in source.parameters if p not in constants]
        self.variables = dict(zip(self.arguments, types, strict=True))
        self.returns: list[ScalarType] = []
        body: Any = source.node.body
        if isinstance(source.node, ast.Lambda):
            body = [ast.copy_location(ast.Return(body), body)]
        if not _always_returns(body):
            source.fail(source.node, "may end without returning a value")
        for _ in range(self.MOST_ROUNDS):
            before = self.types()
            self.lines, self.depth, self.count = [], 1, 0
            for statement in body:
                self.statement(statement)
            if before == self.types():
                break
        self.text = self.whole(types)

    def types(self) -> list[str]:
        """All types found so far, Python's distinct from the dtypes that equal them."""
        return [repr(t) for t in (*self.variables.values(), *self.returns)]

    @property
    def result(self) -> str:
        """The C++ type of the result."""
        return cpp(self.returns[0]) if len(self.returns) == 1 else f"{self.name}_result"

    def whole(self, types: Sequence[ScalarType]) -> str:
        """The text of the definition."""
        struct = ""
        if len(self.returns) > 1:
            members = "".join(f"    {cpp(t)} r{k};\n" for k, t in enumerate(self.returns))
            struct = f"struct {self.result} {{\n{members}}};\n"
        parameters = ", ".join(f"const {cpp(t)} a{k}" for k, t in enumerate(types))
        start = [f"    {cpp(t)} {self.variable(v)}{{}};" for v, t in self.variables.items()]
        start += [f"    {self.variable(v)} = {convert(f'a{k}', t, self.variables[v])};"
                  for k, (v, t) in enumerate(zip(self.arguments, types, strict=True))]
        return (f"{struct}CUPY_DEVICE {self.result} {self.name}({parameters}) {{\n"
                + "\n".join([*start, *self.lines]) + "\n}\n")

    def put(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        self.depth += 1
        for statement in statements:
            self.statement(statement)
        self.depth -= 1

    def statement(self, node: ast.stmt) -> None:
        """Write one statement."""
        method = getattr(self, f"put_{type(node).__name__.lower()}", None)
        if method is None:
            self.source.fail(node, f"uses {type(node).__name__.lower()}, which has no counterpart,")
        method(node)

    def put_pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def put_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.source.fail(node, "computes a value that is not used")

    def put_return(self, node: ast.Return) -> None:
        if node.value is None:
            self.source.fail(node, "returns no value")
        nodes = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        values = [self.value(n) for n in nodes]
        known = self.returns or [None] * len(values)
        if len(known) != len(values) or not values:
            self.source.fail(node, "returns another number of values than elsewhere")
        self.returns = [join(t, v[1]) for t, v in zip(known, values, strict=True)]
        texts = [convert(code, t, wanted) for (code, t), wanted in zip(values, self.returns, strict=True)]
        self.put(f"return {texts[0]};" if len(texts) == 1 else f"return {{{', '.join(texts)}}};")

    def store(self, target: ast.AST, value: Typed) -> None:
        if not isinstance(target, ast.Name):
            self.source.fail(target, "assigns to something else than a variable")
        if target.id in self.constants:
            self.source.fail(target, f"changes {target.id}, which is a constant,")
        code, t = value
        self.variables[target.id] = join(self.variables.get(target.id), t)
        self.put(f"{self.variable(target.id)} = {convert(code, t, self.variables[target.id])};")

    def put_assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Tuple):
                self.store(target, self.value(node.value))
                continue
            values = self.values(node.value)
            if len(values) != len(target.elts):
                self.source.fail(node, f"assigns {len(values)} values to {len(target.elts)} variables")
            # All are computed before the first variable changes.
            self.count += 1
            held = [(f"t{self.count}_{k}", t) for k, (_, t) in enumerate(values)]
            for (name, t), (code, _) in zip(held, values, strict=True):
                self.put(f"const {cpp(t)} {name} = {code};")
            for element, value in zip(target.elts, held, strict=True):
                self.store(element, value)

    def values(self, node: ast.AST) -> list[Typed]:
        """The values of a tuple, or of a call that returns several."""
        if isinstance(node, ast.Tuple):
            return [self.value(n) for n in node.elts]
        if isinstance(node, ast.Call):
            return self.call(node)
        self.source.fail(node, "takes one value for several")

    def put_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value))

    def put_augassign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            self.source.fail(node, "assigns to something else than a variable")
        left = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        self.store(node.target, self.value(ast.copy_location(ast.BinOp(left, node.op, node.value), node)))

    def put_if(self, node: ast.If) -> None:
        self.put(f"if ({self.truth(node.test)}) {{")
        self.block(node.body)
        if node.orelse:
            self.put("} else {")
            self.block(node.orelse)
        self.put("}")

    def put_while(self, node: ast.While) -> None:
        if node.orelse:
            self.source.fail(node, "uses else after a loop")
        self.put(f"while ({self.truth(node.test)}) {{")
        self.block(node.body)
        self.put("}")

    def put_for(self, node: ast.For) -> None:
        call = node.iter
        if node.orelse:
            self.source.fail(node, "uses else after a loop")
        if not (isinstance(call, ast.Call) and self.static(call.func) is range and 1 <= len(call.args) <= 3
                and not call.keywords and isinstance(node.target, ast.Name)):
            self.source.fail(node, "loops over something else than range()")
        limits = []
        for argument in call.args:
            code, t = self.value(argument)
            if dtype_of(t).kind not in "biu":
                self.source.fail(node, "gives range() a number that is no integer")
            limits.append(convert(code, t, int))
        start, stop, step = ["(int64)0ll", *limits, "(int64)1ll"] if len(limits) == 1 else [*limits, "(int64)1ll"][:3]
        self.count += 1
        at, end, by = (f"{char}{self.count}" for char in "ies")
        self.put(f"for (int64 {at} = {start}, {end} = {stop}, {by} = {step}; "
                 f"{by} > 0 ? {at} < {end} : {by} < 0 && {at} > {end}; {at} += {by}) {{")
        self.depth += 1
        self.store(node.target, (at, int))
        self.depth -= 1
        self.block(node.body)
        self.put("}")

    def put_break(self, node: ast.Break) -> None:
        self.put("break;")

    def put_continue(self, node: ast.Continue) -> None:
        self.put("continue;")


def _always_returns(statements: Any) -> Any:
    """Whether the end of some statements is never reached."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    if isinstance(last, ast.While):
        forever = isinstance(last.test, ast.Constant) and last.test.value
        return forever and not any(isinstance(n, ast.Break) for n in ast.walk(last))
    return isinstance(last, ast.Return)
