"""Python functions of windows, of lines and of coordinates as kernels, where they can be translated."""
from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Source, scalar_types, translate

if TYPE_CHECKING:
    from cupy import ElementwiseKernel
    from cupy.typing import DTypeLike

__all__ = []

_PLACE = "@place"               # stands for the place of an item in the code of a vector
_DOUBLE = numpy.dtype("d")
_BINARY = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "true_divide", ast.Pow: "power",
           ast.FloorDiv: "floor_divide", ast.Mod: "remainder", ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or",
           ast.BitXor: "bitwise_xor"}
_UNARY = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
_COMPARE = {ast.Eq: "equal", ast.NotEq: "not_equal", ast.Lt: "less", ast.LtE: "less_equal", ast.Gt: "greater",
            ast.GtE: "greater_equal"}
_BUILTIN = {"sum": sum, "min": min, "max": max, "any": any, "all": all}


class Vector:
    """Numbers that exist one at a time: code for the one at `_PLACE`, their type, how many there are."""

    def __init__(self, code: str, type: Any, length: int) -> None:
        self.code, self.type, self.length = code, type, length

    def at(self, place: str) -> tuple[str, Any]:
        return self.code.replace(_PLACE, f"({place})"), self.type


class VectorFunction(translate.Function):
    """A function whose first parameter, or first two, are vectors; the others are numbers that are known."""

    def __init__(self, module: Any, source: Source, vectors: dict[str, Vector], constants: dict[str, int]) -> None:
        self.given = vectors
        self.vectors = dict(vectors)
        super().__init__(module, source, "of_vectors", (), {**dict.fromkeys(vectors), **constants})

    def whole(self, types: tuple[Any, ...]) -> str:
        parameters = ", ".join(f"{'const ' if k == 0 else ''}{scalar_types.cpp(v.type)} *vector{k}"
                               for k, v in enumerate(self.given.values()))
        return super().whole(types).replace(f"{self.name}()", f"{self.name}({parameters})", 1)

    def value(self, node: ast.AST) -> tuple[str, Any]:
        found = self.find(node)
        if isinstance(found, Vector):
            self.source.fail(node, "takes a vector for a number")
        return found

    def find(self, node: ast.AST) -> Any:
        """A value that may be a vector."""
        if isinstance(node, ast.Name) and node.id in self.vectors:
            return self.vectors[node.id]
        return super().value(node)

    def is_vector(self, node: ast.AST) -> bool:
        """Whether an expression is a vector; nothing is written."""
        lines, count = len(self.lines), self.count
        found = isinstance(self.find(node), Vector)
        del self.lines[lines:]
        self.count = count
        return found

    def number(self, value: tuple[str, Any]) -> tuple[str, Any]:
        """A number as it is now, whatever variables become."""
        code, t = value
        self.count += 1
        self.put(f"const {scalar_types.cpp(t)} n{self.count} = {code};")
        return f"n{self.count}", t

    def apply(self, node: ast.AST, name: str, *values: Any) -> Any:
        lengths = {v.length for v in values if isinstance(v, Vector)}
        if not lengths:
            return super().apply(node, name, *values)
        if len(lengths) > 1:
            self.source.fail(node, f"combines vectors of {' and '.join(map(str, sorted(lengths)))} items")
        parts = [v.at(_PLACE) if isinstance(v, Vector) else self.number(v) for v in values]
        return Vector(*super().apply(node, name, *parts), lengths.pop())

    def of_binop(self, node: ast.BinOp) -> Vector | tuple[str, DTypeLike]:
        if not (self.is_vector(node.left) or self.is_vector(node.right)):
            return super().of_binop(node)
        if type(node.op) not in _BINARY:
            self.source.fail(node, "applies an operator to vectors")
        return self.apply(node, _BINARY[type(node.op)], self.find(node.left), self.find(node.right))

    def of_unaryop(self, node: ast.UnaryOp) -> tuple[str, Any]:
        if type(node.op) in _UNARY and self.is_vector(node.operand):
            return self.apply(node, _UNARY[type(node.op)], self.find(node.operand))
        return super().of_unaryop(node)

    def of_compare(self, node: ast.Compare) -> tuple[str, Any]:
        left, right = node.left, node.comparators[0]
        if len(node.ops) == 1 and type(node.ops[0]) in _COMPARE and (self.is_vector(left) or self.is_vector(right)):
            return self.apply(node, _COMPARE[type(node.ops[0])], self.find(left), self.find(right))
        return super().of_compare(node)

    def of_attribute(self, node: ast.Attribute) -> tuple[str, Any]:
        owner = self.vectors.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if owner is not None and node.attr == "size":
            return self.constant(node, owner.length)
        return super().of_attribute(node)

    def of_subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            owner = self.find(node.value.value)
            if isinstance(owner, Vector) and isinstance(node.slice, ast.Constant) and node.slice.value == 0:
                return self.constant(node, owner.length)
        vector = self.find(node.value)
        if not isinstance(vector, Vector):
            self.source.fail(node, "takes an item of a number")
        if isinstance(node.slice, ast.Slice):
            start, stop, step = self.limits(node.slice).indices(vector.length)
            return Vector(vector.at(f"{start}ll + {step}ll * {_PLACE}")[0], vector.type, len(range(start, stop, step)))
        return vector.at(self.place(node, vector.length))

    def limits(self, node: Any) -> slice:
        """A slice whose ends are known when the function is translated."""
        ends = []
        for part in (node.lower, node.upper, node.step):
            if part is None:
                ends.append(None)
                continue
            try:
                ends.append(int(ast.literal_eval(part)))
            except (ValueError, TypeError):
                self.source.fail(node, "slices at a place that is not known when it is translated")
        return slice(*ends)

    def place(self, node: Any, length: int) -> str:
        """Code of the place of an item, never outside the vector."""
        code, t = self.value(node.slice)
        if scalar_types.dtype_of(t).kind not in "iu":
            self.source.fail(node, "indexes with something else than an integer")
        self.count += 1
        name = f"n{self.count}"
        self.put(f"int64 {name} = {scalar_types.convert(code, t, int)};")
        self.put(f"{name} = {name} < 0 ? {name} + {length}ll : {name};")
        self.put(f"{name} = {name} < 0 ? 0 : {name} < {length}ll ? {name} : {length - 1}ll;")
        return name

    def call(self, node: ast.Call) -> Any:
        found = self.reduced(node)
        if found is not None:
            return [found]
        if not any(self.is_vector(a) for a in node.args):
            return super().call(node)
        values = [self.find(a) for a in node.args]
        called = self.static(node.func)
        if called is len and len(values) == 1:
            return [self.constant(node, values[0].length)]
        name = getattr(called, "__name__", "")
        if node.keywords or not hasattr(getattr(cupy, name, None), "spec"):
            self.source.fail(node, f"calls {name} of a vector")
        return [self.apply(node, name, *values)]

    def reduced(self, node: Any) -> tuple[str, numpy.dtype[Any]] | None:
        """The value of ``w.sum()``, ``numpy.sum(w)`` and their like; None for other calls."""
        if not isinstance(node.func, (ast.Attribute, ast.Name)):
            return None
        arguments, vector = node.args, None
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if isinstance(node.func, ast.Attribute) and not self.is_module(node.func.value):
            vector = node.func.value
        elif node.args and name not in self.variables:
            called = self.static(node.func)
            name = getattr(called, "__name__", "")
            if called not in (getattr(numpy, name, None), getattr(cupy, name, None), _BUILTIN.get(name)):
                return None
            vector, arguments = node.args[0], node.args[1:]
        reduction = getattr(self, f"reduce_{name.removeprefix('a') if name in ('amin', 'amax') else name}", None)
        if vector is None or reduction is None or not self.is_vector(vector):
            return None
        vector = self.find(vector)
        keywords = {k.arg: k.value for k in node.keywords}
        if arguments or set(keywords) - {"ddof"} or not all(isinstance(v, ast.Constant) for v in keywords.values()):
            self.source.fail(node, f"calls {name} with more than a vector")
        return reduction(node, vector, **{k: v.value for k, v in keywords.items()})

    def is_module(self, node: ast.AST) -> bool:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.vectors or root.id in self.variables:
            return False
        return isinstance(self.static(node), types.ModuleType)

    def fold(self, node: ast.Call, vector: Vector, start: tuple[str, numpy.dtype[Any]],
             combine: Callable[..., Any]) -> tuple[str, numpy.dtype[Any]]:
        """The items of a vector put together one after the other; `start` is ``(code, type)``."""
        self.count += 1
        name, place = f"r{self.count}", f"k{self.count}"
        code, t = combine((name, start[1]), vector.at(place))
        self.put(f"{scalar_types.cpp(start[1])} {name} = {start[0]};")
        self.put(f"for (int64 {place} = 0; {place} < {vector.length}ll; ++{place})")
        self.put(f"    {name} = {scalar_types.convert(code, t, start[1])};")
        return name, start[1]

    def reduce_sum(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        t = _DOUBLE if vector.type == _DOUBLE else numpy.dtype("l")
        zero = scalar_types.convert("0.0", float, t), t
        return self.fold(node, vector, zero, lambda a, b: self.apply(node, "add", a, b))

    def reduce_prod(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        t = _DOUBLE if vector.type == _DOUBLE else numpy.dtype("l")
        one = scalar_types.convert("1.0", float, t), t
        return self.fold(node, vector, one, lambda a, b: self.apply(node, "multiply", a, b))

    def reduce_mean(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        return self.apply(node, "true_divide", self.reduce_sum(node, vector), (f"{vector.length}.0", _DOUBLE))

    def extremum(self, node: ast.Call, vector: Vector, name: str) -> tuple[str, numpy.dtype[Any]]:
        if vector.length < 1:
            self.source.fail(node, "reduces nothing")
        return self.fold(node, vector, vector.at("0"), lambda a, b: self.apply(node, name, a, b))

    def reduce_max(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        return self.extremum(node, vector, "maximum")

    def reduce_min(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        return self.extremum(node, vector, "minimum")

    def reduce_ptp(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        return self.apply(node, "subtract", self.reduce_max(node, vector), self.reduce_min(node, vector))

    def reduce_any(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        return self.fold(node, vector, ("false", numpy.dtype("?")), lambda a, b: self.apply(node, "logical_or", a, b))

    def reduce_all(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        return self.fold(node, vector, ("true", numpy.dtype("?")), lambda a, b: self.apply(node, "logical_and", a, b))

    def reduce_var(self, node: ast.Call, vector: Vector, ddof: int = 0) -> tuple[str, numpy.dtype[Any]]:
        away = self.apply(node, "subtract", vector, self.reduce_mean(node, vector))
        total = self.reduce_sum(node, self.apply(node, "multiply", away, away))
        return self.apply(node, "true_divide", total, (f"({vector.length} - {float(ddof)})", _DOUBLE))

    def reduce_std(self, node: ast.Call, vector: Vector, ddof: int = 0) -> tuple[str, numpy.dtype[Any]]:
        return self.apply(node, "sqrt", self.reduce_var(node, vector, ddof))

    def reduce_median(self, node: ast.Call, vector: Vector) -> tuple[str, numpy.dtype[Any]]:
        """By counting for every item how many are less: windows are short."""
        if vector.length < 1 or vector.type != _DOUBLE:
            self.source.fail(node, "takes the median of something else than float64 items")
        self.count += 1
        c, n = self.count, vector.length
        item, other = vector.at(f"i{c}")[0], vector.at(f"j{c}")[0]
        self.put(f"double r{c} = 0;")
        self.put(f"for (int64 i{c} = 0; i{c} < {n}ll; ++i{c}) {{")
        self.put(f"    const double x = {item};")
        self.put("    int64 less = 0, same = 0;")
        self.put(f"    for (int64 j{c} = 0; j{c} < {n}ll; ++j{c}) {{")
        self.put(f"        const double y = {other};")
        self.put(f"        if (y != y) {{ r{c} = y; less = -1 - {n}ll; break; }}")
        self.put("        less += y < x, same += y == x;")
        self.put("    }")
        self.put("    if (less < 0) break;")
        for k in ((n - 1) // 2, n // 2):
            self.put(f"    if (less <= {k}ll && {k}ll < less + same) r{c} += 0.5 * x / (double)same;")
        self.put("}")
        return f"r{c}", _DOUBLE

    def put_assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            self.put_items(node, target)
            return
        if not (len(node.targets) == 1 and isinstance(target, ast.Name) and self.is_vector(node.value)):
            if isinstance(target, ast.Name) and target.id in self.vectors:
                self.source.fail(node, f"makes {target.id} a number")
            super().put_assign(node)
            return
        if self.depth > 1 or target.id in self.variables or target.id in self.given:
            self.source.fail(node, f"changes {target.id}, which is a vector,")
        self.vectors[target.id] = self.find(node.value)

    def put_items(self, node: Any, target: Any) -> None:
        """``out[...] = ``, of the second vector."""
        names = list(self.given)
        if len(names) < 2 or not isinstance(target.value, ast.Name) or target.value.id != names[1]:
            self.source.fail(node, "assigns to items of something else than the output")
        vector, value = self.given[names[1]], self.find(node.value)
        whole = isinstance(target.slice, ast.Constant) and target.slice.value is Ellipsis
        if not (whole or isinstance(target.slice, ast.Slice)):
            if isinstance(value, Vector):
                self.source.fail(node, "assigns a vector to an item")
            value = self.number(value)
            place = self.place(target, vector.length)
            self.put(f"{vector.at(place)[0]} = {scalar_types.convert(*value, vector.type)};")
            return
        part = slice(None) if whole else self.limits(target.slice)
        start, stop, step = part.indices(vector.length)
        length = len(range(start, stop, step))
        if not isinstance(value, Vector):
            value = Vector(*self.number(value), length)
        if value.length != length or names[1] in {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}:
            self.source.fail(node, f"assigns {value.length} items to {length}, or the output to itself")
        self.count += 1
        place = f"k{self.count}"
        self.put(f"for (int64 {place} = 0; {place} < {length}ll; ++{place})")
        self.put(f"    {vector.at(f'{start}ll + {step}ll * {place}')[0]} = "
                 f"{scalar_types.convert(*value.at(place), vector.type)};")

    def put_for(self, node: ast.For) -> None:
        if isinstance(node.iter, ast.Call) or not self.is_vector(node.iter):
            super().put_for(node)
            return
        vector = self.find(node.iter)
        if node.orelse or not isinstance(node.target, ast.Name):
            self.source.fail(node, "loops in a way that has no counterpart")
        self.count += 1
        place = f"k{self.count}"
        self.put(f"for (int64 {place} = 0; {place} < {vector.length}ll; ++{place}) {{")
        self.depth += 1
        self.store(node.target, vector.at(place))
        self.depth -= 1
        self.block(node.body)
        self.put("}")

    def put_while(self, node: ast.While) -> None:
        lines = len(self.lines)
        self.truth(node.test)
        if len(self.lines) > lines:
            self.source.fail(node, "computes with vectors or items to decide whether a loop goes on")
        super().put_while(node)


def _translated(function: Callable[..., Any], vectors: list[Vector], arguments: tuple[int, ...],
                keywords: dict[str, int], *, writes: bool = False) -> tuple[str, str, int] | None:
    """``(name, text, number of results)``; None where the Python function cannot be translated."""
    if not isinstance(function, types.FunctionType):
        return None
    try:
        source = Source(function)
        if writes and not isinstance(source.node, ast.Lambda):
            source.node.body.append(ast.parse("return 0").body[0])
        bound = inspect.signature(function).bind(*vectors, *arguments, **keywords)
        bound.apply_defaults()
        given = dict(zip(source.parameters, vectors, strict=False))
        module = translate.Module()
        made = VectorFunction(module, source, given,
                              {name: value for name, value in bound.arguments.items() if name not in given})
    except (TypeError, ValueError, NameError, KeyError, AttributeError, SyntaxError, IndexError):
        return None
    return made.name, module.text + made.text, len(made.returns)


@functools.lru_cache(maxsize=64)
def _kernel(inputs: str, outputs: str, body: str, preamble: str) -> ElementwiseKernel:
    return cupy.ElementwiseKernel(inputs, outputs, body, "cupyx_translated", preamble=preamble)


def of_windows(function: Callable[..., Any], taps: int, arguments: tuple[int, ...],
               keywords: dict[str, int]) -> Callable[..., Any] | None:
    """A function of the items of a window as one of an array of windows; None where it cannot be translated."""
    found = _translated(function, [Vector(f"vector0[{_PLACE}]", _DOUBLE, taps)], arguments, keywords)
    if found is None or found[2] != 1:
        return None
    name, text, _ = found
    kernel = _kernel("raw float64 windows, int64 taps", "float64 result",
                     f"result = cast<double>({name}(&windows[i * taps]));", text)
    return lambda windows: kernel(windows, taps, size=len(windows))


def of_lines(function: Callable[..., Any], length: int, out_length: int, arguments: Any,
             keywords: dict[Any, Any]) -> Callable[..., Any] | None:
    """A function that writes the filtered line as one of an array of lines; None where it cannot be translated."""
    vectors = [Vector(f"vector{k}[{_PLACE}]", _DOUBLE, n) for k, n in enumerate((length, out_length))]
    found = _translated(function, vectors, arguments, keywords, writes=True)
    if found is None:
        return None
    name, text, _ = found
    kernel = _kernel("raw float64 lines, int64 taken, int64 made", "raw float64 results",
                     f"{name}(&lines[i * taken], &results[i * made]);", text)

    def apply(lines: cupy.ndarray) -> cupy.ndarray:
        results = cupy.zeros((len(lines), out_length))
        kernel(lines, length, out_length, results, size=len(lines))
        return results

    return apply


def coordinates_of(function: Callable[..., Any], shape: tuple[int, ...], count: int, arguments: tuple[Any, ...],
                   keywords: dict[Any, Any]) -> cupy.ndarray | None:
    """What a function makes of the coordinates of all pixels, one array an axis; None if it cannot be translated."""
    axes = len(shape)
    found = _translated(function, [Vector(f"vector0[{_PLACE}]", numpy.dtype("l"), axes)], arguments, keywords)
    if found is None or found[2] != count:
        return None
    name, text, _ = found
    places = "".join(f"at[{axis}] = left % shape[{axis}]; left /= shape[{axis}]; " for axis in reversed(range(axes)))
    values = [f"made.r{k}" for k in range(count)] if count > 1 else ["made"]
    kernel = _kernel("raw int64 shape", ", ".join(f"float64 out{k}" for k in range(count)),
                     f"int64 at[{axes}], left = i; {places}const auto made = {name}(at); "
                     + " ".join(f"out{k} = cast<double>({value});" for k, value in enumerate(values)), text)
    table = cupy.empty((count, *shape))
    kernel(cupy.array(shape, numpy.int64), *(part.reshape(-1) for part in table))
    return table
