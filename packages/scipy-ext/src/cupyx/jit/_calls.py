"""Calls in a kernel: of device functions, ufuncs, types, `math`, and of what Python has built in."""
from __future__ import annotations

import ast
import builtins
import functools
import math
import types
from collections.abc import Callable
from typing import Any

import numpy

import cupy
from cupy._ext import scalar_types

from cupyx.jit._builtins import Builtin, Method, Translated
from cupyx.jit._expressions import Expressions
from cupyx.jit._types import BOOL, INT64, Array, Scalar, Value, constant

__all__ = []

_PYTHON = {bool: "?", int: "i", float: "f", complex: "F"}
_MATH = {"acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
         "atan2": "arctan2", "atanh": "arctanh", "pow": "power"}
# Functions of `math` that are none of NumPy's, by their names in C.
_OF_C = {"erf": "erf", "erfc": "erfc", "gamma": "tgamma", "lgamma": "lgamma"}


class Calls(Expressions):
    """Translates calls."""

    def of_call(self, node: ast.Call) -> Value:
        called = self.value(node.func)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            self.fail(node, "unpacks arguments")
        args = [self.value(a) for a in node.args]
        kwargs = {k.arg: self.value(k.value) for k in node.keywords}
        if called.type is not None:
            self.fail(node, f"calls a value of type {called.type}")
        return self.call(node, called.static, args, kwargs)

    def call(self, node: ast.Call, function: Callable[..., Any], args: list[Value], kwargs: Any) -> Value:
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
        if name == "where" and function in (cupy.where, numpy.where) and len(args) == 3:
            return self.choose(node, *args)
        if function is complex and len(args) == 2:
            real, imag = (self.cast(a, "d" if "d" in (args[0].dtype, args[1].dtype) else "f", node) for a in args)
            kind = Scalar(numpy.dtype(real.dtype.char.upper()))
            return Value(f"{kind.cpp}({real.code}, {imag.code})", kind)
        if isinstance(function, type) and (function in _PYTHON or issubclass(function, (numpy.number, numpy.bool))):
            if len(args) != 1:
                self.fail(node, f"gives {name} {len(args)} arguments")
            if isinstance(args[0].static, str):
                return constant(function(args[0].static))
            return self.cast(args[0], _PYTHON.get(function) or numpy.dtype(function), node, "unsafe")
        if getattr(math, name, None) is function:
            return self.call_math(node, name, args)
        if getattr(builtins, name, None) is function:
            return self.call_builtin(node, name, args, kwargs)
        if isinstance(function, Translated):
            return self.module.call(self, node, function, args, kwargs)
        pyfunc = getattr(function, "pyfunc", function)
        if isinstance(pyfunc, types.FunctionType) and pyfunc.__module__.split(".")[0] not in ("cupy", "numpy", "cupyx"):
            return self.module.call(self, node, pyfunc, args, kwargs)
        if callable(function) and all(a.known for a in (*args, *kwargs.values())):
            return self.wrap(node, function(*(a.static for a in args), **{k: a.static for k, a in kwargs.items()}))
        self.fail(node, f"calls {name or function!r}, which kernels do not have,")

    def call_math(self, node: ast.AST, name: str, args: list[Value]) -> Value:
        if name in ("floor", "ceil", "trunc") and args[0].dtype.kind in "biu":
            return args[0]
        if name == "log" and len(args) == 2:
            return self.binary(node, ast.Div, *(self.ufunc(node, cupy.log, [x]) for x in args))
        if name in _OF_C and len(args) == 1:
            kind = Scalar("d" if args[0].dtype == "d" else "f")
            suffix = "" if kind.dtype == "d" else "f"
            return Value(f"::{_OF_C[name]}{suffix}({self.cast(args[0], kind.dtype, node).code})", kind)
        found = getattr(cupy, _MATH.get(name, name), None)
        if not hasattr(found, "spec"):
            self.fail(node, f"calls math.{name}, which kernels do not have")
        return self.ufunc(node, found, args)

    def call_builtin(self, node: ast.AST, name: str, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if name == "print":
            return self.printed(node, args, **kwargs)
        if kwargs:
            self.fail(node, f"gives {name}() an argument by name")
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
        if name == "divmod" and len(args) == 2:
            return self.tuple_of([self.binary(node, operator, *args) for operator in (ast.FloorDiv, ast.Mod)])
        if name in ("any", "all", "sum") and len(args) == 1 and args[0].items is not None:
            if name == "sum":
                return functools.reduce(functools.partial(self.binary, node, ast.Add), args[0].items, constant(0))
            found = [self.cast(item, "?", node, "unsafe").code for item in args[0].items]
            sign = " || " if name == "any" else " && "
            return Value(f"({sign.join(found)})", BOOL) if found else constant(name == "all")
        if name == "round" and len(args) == 1 and args[0].dtype is not None:
            rounded = args[0] if args[0].dtype.kind in "biu" else self.ufunc(node, cupy.rint, args)
            return self.cast(rounded, "i", node, "unsafe")
        if name in ("min", "max") and args:
            result = args[0]
            for other in args[1:]:
                result = self.ufunc(node, cupy.minimum if name == "min" else cupy.maximum, [result, other])
            return result
        self.fail(node, f"calls {name}(), which kernels do not have,")

    def printed(self, node: ast.AST, args: list[Value], sep: Value | None = None, end: Value | None = None) -> Value:
        """``print``: each thread's line in one piece."""
        between, last = (default if v is None else v.static for v, default in ((sep, " "), (end, "\n")))
        if not isinstance(between, str) or not isinstance(last, str):
            self.fail(node, "prints with a sep or an end that is no text")
        formats, numbers = [], []
        for arg in args:
            form, codes = self.formatted(node, arg)
            formats.append(form)
            numbers += codes
        text = scalar_types.text_literal(between.replace("%", "%%").join(formats) + last.replace("%", "%%"))
        return Value(f"printf({', '.join([text, *numbers])})", None, None)

    def formatted(self, node: ast.AST, arg: Value) -> tuple[str, list[str]]:
        """What `printf` calls a value's form, and the numbers that it takes."""
        if arg.items is not None:
            parts = [self.formatted(node, item) for item in arg.items]
            one = "," * (len(parts) == 1)
            return f"({', '.join(form for form, _ in parts)}{one})", [code for _, codes in parts for code in codes]
        if arg.dtype is None:
            if arg.type is not None:
                self.fail(node, f"prints a value of type {arg.type}")
            return str(arg.static).replace("%", "%%"), []
        code, kind = arg.code, arg.dtype.kind
        if kind == "b":
            return "%s", [f'({code} ? "True" : "False")']
        if kind in "iu":
            return f"%ll{'d' if kind == 'i' else 'u'}", [f"({'unsigned ' * (kind == 'u')}long long)({code})"]
        digits = 15 if arg.dtype.char in "dD" else 7
        if kind == "f":
            return f"%.{digits}g", [f"(double)({code})"]
        return f"(%.{digits}g%+.{digits}gj)", [f"(double)({code}).re", f"(double)({code}).im"]
