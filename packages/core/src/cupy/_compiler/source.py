"""The syntax tree of a Python function, with the places of its lines."""
from __future__ import annotations

import ast
import inspect
import re
import textwrap
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from types import CodeType

__all__ = []


class Source:
    """Where a function stands, and its tree.

    Parameters
    ----------
    function : function
        Written with ``def`` or ``lambda``.
    """

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        try:
            lines, self.first = inspect.getsourcelines(function)
            self.file = inspect.getsourcefile(function)
        except (OSError, TypeError) as error:
            raise TypeError(f"{function!r} cannot be translated: its source text is not at hand") from error
        self.lines = textwrap.dedent("".join(lines)).splitlines()
        self.node = self.find()
        arguments = self.node.args
        if arguments.vararg or arguments.kwarg:
            self.fail(self.node, "takes any number of arguments")
        self.parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]

    def find(self) -> ast.FunctionDef | ast.Lambda:
        """The node of the definition."""
        if self.function.__name__ != "<lambda>":
            return next(node for node in ast.walk(ast.parse("\n".join(self.lines)))
                        if isinstance(node, ast.FunctionDef) and node.name == self.function.__name__)
        found = self.lambdas()
        code = self.function.__code__
        same = found if len(found) == 1 else [node for node in found if _code_of(node, code) == _essence(code)]
        if not same:
            raise TypeError(f"{self.function!r} cannot be translated: line {self.first} of {self.file} "
                            "holds several functions; give it a name with def")
        return same[0]

    def lambdas(self) -> list[ast.Lambda]:
        """Nodes of all lambda expressions in lines that may begin and end in the middle of an expression."""
        text = "\n".join(self.lines)
        found = []
        for match in re.finditer(r"\blambda\b", text):
            for end in range(len(text), match.start(), -1):
                try:
                    # Brackets keep lines together that only were so inside of an expression.
                    tree = ast.parse("(" + text[match.start():end] + "\n)")
                except SyntaxError:
                    continue
                node = next(node for node in ast.walk(tree) if isinstance(node, ast.Lambda))
                ast.increment_lineno(node, text.count("\n", 0, match.start()))
                found.append(node)
                break
        return found

    def fail(self, node: ast.AST, what: str) -> NoReturn:
        """Raise the error that a part of the function cannot be translated."""
        line = getattr(node, "lineno", 1)
        text = self.lines[line - 1].strip() if line <= len(self.lines) else ""
        raise TypeError(f"{self.function.__name__} cannot be translated to a kernel: it {what} in line "
                        f"{self.first + line - 1} of {self.file}: {text}")

    def lookup(self, name: str) -> Any:
        """What a name means that is none of the function's own."""
        function = self.function
        free = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        if name in free:
            return free[name].cell_contents
        if name in function.__globals__:
            return function.__globals__[name]
        builtin = function.__globals__["__builtins__"]
        return (builtin if isinstance(builtin, dict) else vars(builtin))[name]


def _code_of(node: ast.Lambda | ast.FunctionDef, like: CodeType) -> tuple[Any, ...] | None:
    """Code of a lambda expression, with the names that are free in `like` bound around it."""
    outer = ", ".join(like.co_freevars)
    module = compile(f"def outer({outer}):\n    return {ast.unparse(node)}", "<lambda>", "exec")
    code = module
    for _ in range(2):
        code = next(c for c in code.co_consts if hasattr(c, "co_code"))
    return _essence(code)


def _essence(code: CodeType) -> tuple[Any, ...]:
    return code.co_code, code.co_consts, code.co_names, code.co_varnames
