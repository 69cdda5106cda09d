"""Values that remember how they were computed: a function called with them leaves an expression behind."""
from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy

from cupy._compiler.scalar_types import Operations, dtype_of, is_python, join, char_of
from cupy._core.target import synchronous

if TYPE_CHECKING:
    from cupy._core.options import Casting
    from cupy._core.reduction import Reduction
    from cupy.typing import DTypeLike

__all__ = []

_FLOATING = "fc"

#: What Python makes of its integers where a ufunc meets no array.
_OF_INTEGERS = {
    "absolute": abs, "add": operator.add, "bitwise_and": operator.and_, "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor, "floor_divide": operator.floordiv, "invert": operator.invert,
    "left_shift": operator.lshift, "multiply": operator.mul, "negative": operator.neg, "positive": operator.pos,
    "remainder": operator.mod, "right_shift": operator.rshift, "square": lambda x: x * x, "subtract": operator.sub,
}


class Untraceable(TypeError):
    """The function does something that one kernel cannot."""


class Node:
    """A step of a computation.

    Parameters
    ----------
    kind : str
        ``"array"`` or ``"scalar"``, which are arguments; ``"number"``, ``"ufunc"``, ``"cast"``, ``"where"`` or
        ``"reduction"``.
    what : object
        Place of the argument, the number, the ufunc, or the reduction.
    inputs : tuple of Node
        What it is computed from.
    type : type or numpy.dtype
        Of the result, in the words of ``scalar_types``.
    ndim : int
        Axes of the result.
    more : tuple
        Of a reduction: axis, keepdims, extra. Of an array's new contents: the node of the old ones, whose shape it has.
        Of a number that is an argument: a list of tests of the arguments, without which the program does not hold.
    """

    __slots__ = ("inputs", "is_array", "kind", "more", "ndim", "type", "what")

    def __init__(self, kind: str, what: Any, inputs: Sequence[Node], type: Any, ndim: int, more: Any = ()) -> None:
        self.kind, self.what, self.inputs, self.type, self.ndim, self.more = kind, what, inputs, type, ndim, more
        self.is_array = kind == "array" or any(node.is_array for node in inputs)


def number(value: complex | numpy.generic) -> Node:
    """The node of a Python or NumPy number."""
    if type(value) is int and not -2**63 <= value < 2**64:
        raise Untraceable(f"the number {value} does not fit 64 bits")
    if isinstance(value, (bool, int, float, complex)) and not isinstance(value, numpy.generic):
        return Node("number", value, (), type(value), 0)
    if isinstance(value, numpy.generic) and value.dtype.kind in "biufc":
        return Node("number", value, (), numpy.dtype(type(value)), 0)
    raise Untraceable(f"a {type(value).__name__} is no number")


def node_of(x: Any) -> Node:
    """The node of an operand."""
    return x.node if isinstance(x, Value) else number(x)


def cast(node: Node, dtype: numpy.dtype) -> Node:
    """The node in another type."""
    return node if node.type is dtype or node.type == dtype and not is_python(node.type) else Node(
        "cast", dtype, (node,), dtype, node.ndim)


def held(node: Node, dtype: Any, least: int | None = None) -> Node | None:
    """Note that a Python number becomes an operand of a dtype: outside an integer's range the plain function raises."""
    if dtype.kind not in "iu" or not is_python(node.type) or node.type is bool:
        return
    limits = numpy.iinfo(dtype)
    _within(node, int(limits.min) if least is None else least, int(limits.max))


def _within(node: Node, low: int, high: int) -> None:
    """Note that a Python integer, given or computed, has to be in a range."""
    leaf = _scalar_of(node)
    if leaf is not None:
        leaf.more.append(lambda values: low <= _integer(node, values) <= high)
    elif not low <= _integer(node, ()) <= high:
        raise Untraceable(f"a number that is not in {low} to {high}")


def _scalar_of(node: Node) -> Any:
    """An argument that an integer is computed from, or None."""
    if node.kind == "scalar":
        return node
    if node.kind == "ufunc" and node.what.__name__ not in _OF_INTEGERS:
        raise Untraceable(f"{node.what.__name__} of Python's integers")
    return next(filter(None, map(_scalar_of, node.inputs)), None)


def _integer(node: Node, values: Sequence[Any]) -> int:
    """A Python integer for some arguments, as Python computes it."""
    if node.kind == "ufunc":
        return _OF_INTEGERS[node.what.__name__](*[_integer(x, values) for x in node.inputs])
    return values[node.what] if node.kind == "scalar" else node.what


def apply(ufunc: Any, nodes: Sequence[Node]) -> Node:
    """The node of a ufunc."""
    _, kind = Operations().apply(ufunc, [("x", node.type) for node in nodes])
    python = [is_python(node.type) for node in nodes]
    power = ufunc.__name__ == "power" and dtype_of(kind).kind in "iu"      # negative exponents are errors
    if power and (all(python) or not python[1] and synchronous() and dtype_of(nodes[1].type).kind == "i"):
        raise Untraceable("an integer to a power that may be negative")
    if any(python) and not all(python):
        types = ufunc.resolve_dtypes((*(node.type for node in nodes), None))
        for k, (node, wanted) in enumerate(zip(nodes, types, strict=False)):
            held(node, wanted, 0 if power and k == 1 else None)
    found = Node("ufunc", ufunc, tuple(nodes), kind, max(node.ndim for node in nodes))
    if kind is int:         # which kernels compute in 64 bits
        _within(found, -2**63, 2**63 - 1)
    return found


def reduction(reduce: Reduction, node: Node, axis: int | tuple[int, ...] | None, keepdims: bool,
              dtype: DTypeLike | None = None, extra: float = 0.0) -> Node:
    """The node of a reduction."""
    from numpy.lib.array_utils import normalize_axis_tuple

    axes = tuple(range(node.ndim)) if axis is None else normalize_axis_tuple(axis, node.ndim)
    if not node.is_array:
        raise Untraceable("a reduction of a number")
    if dtype is not None:
        node = cast(node, numpy.dtype(dtype))
    char = char_of(node.type)
    out = next((out for ins, _, out in reduce.spec.loops() if ins == char), None)
    if out is None:
        raise Untraceable(f"{reduce.name} has no loop for {node.type}")
    return Node("reduction", reduce, (node,), numpy.dtype(out), node.ndim if keepdims else node.ndim - len(axes),
                (axis, bool(keepdims), extra))


class Value:
    """Stands for an array or a number while a function is traced.

    Ufuncs and routines that meet one call its ``__cupy_fused__``.
    """

    __slots__ = ("node",)
    __hash__: ClassVar[None] = None

    def __init__(self, node: Node) -> None:
        self.node = node

    @property
    def dtype(self) -> numpy.dtype:
        return dtype_of(self.node.type)

    @property
    def ndim(self) -> int:
        return self.node.ndim

    def __bool__(self) -> bool:
        raise Untraceable("the way depends on a value")

    __int__ = __float__ = __complex__ = __index__ = __len__ = __iter__ = __bool__

    def __cupy_fused__(self, operation: Any, inputs: Sequence[Any], out: Any = None,
                       wanted: Sequence[Any] | None = None, where: bool = True) -> Any:
        """The value of an operation: a ufunc, ``"where"``."""
        if wanted is not None or where is not True:
            raise Untraceable("dtype= and where= of ufuncs")
        nodes = [node_of(x) for x in inputs]
        if operation == "where":
            condition, a, b = nodes
            kind = join(a.type, b.type)
            for node in (a, b):
                if not is_python(kind):
                    held(node, kind)
            found = Node("where", None, (cast(condition, numpy.dtype("?")), a, b), kind,
                         max(node.ndim for node in nodes))
        else:
            found = apply(operation, nodes)
        out, = out if isinstance(out, tuple) else (out,)
        if out is None:
            return Value(found)
        if not isinstance(out, Value):
            raise Untraceable("out= is no argument of the function")
        return out._become(found, "same_kind")

    def __cupy_reduced__(self, reduce: Reduction, axis: int | tuple[int, ...] | None = None,
                         dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False,
                         extra: float = 0.0) -> Value:
        """The value of a reduction."""
        found = Value(reduction(reduce, self.node, axis, keepdims is True, dtype, extra))
        return found if out is None else out._become(found.node, "unsafe")

    def __array_ufunc__(self, ufunc: numpy.ufunc, method: str, *inputs: Any, out: Any = None, **more: Any) -> Value:
        import cupy

        if method != "__call__" or more:
            raise Untraceable(f"numpy.{ufunc.__name__}.{method}")
        return self.__cupy_fused__(getattr(cupy, ufunc.__name__), inputs, out)

    def __array_function__(self, func: Callable[..., Any], types: Sequence[type[Any]], args: Sequence[Any],
                           kwargs: Mapping[str, Any]) -> Any:
        import cupy

        return getattr(cupy, func.__name__)(*args, **kwargs)

    def _become(self, node: Node, casting: Casting) -> Value:
        """The same array with other contents."""
        if node.ndim > self.node.ndim:
            raise Untraceable("an array changes its shape")
        if not numpy.can_cast(dtype_of(node.type), self.dtype, casting) and not is_python(node.type):
            raise Untraceable(f"cannot cast {node.type} to {self.dtype}")
        held(node, self.dtype)
        found = cast(node, self.dtype)
        # Even an argument as it is becomes a step: what is written is an output of its own.
        self.node = Node("cast", self.dtype, (found,), self.dtype, self.node.ndim, (self.node,))
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        if key is not Ellipsis and key != slice(None):
            raise Untraceable("indexing")
        self._become(node_of(value), "unsafe")

    def astype(self, dtype: DTypeLike, order: str = "K", casting: Casting = "unsafe", subok: bool = True,
               copy: bool = True) -> Value:
        dtype = numpy.dtype(dtype)
        if dtype.kind not in "biufc":
            raise Untraceable(f"astype({dtype})")
        return Value(cast(self.node, dtype))

    def copy(self, order: str = "K") -> Value:
        return Value(Node("cast", self.dtype, (self.node,), self.dtype, self.node.ndim))

    def __pow__(self, other: Any) -> Value:
        import cupy

        # As NumPy: powers that are other functions.
        if type(other) in (int, float) and self.dtype.kind in _FLOATING:
            name = {2: "square", 0.5: "sqrt", -1: "reciprocal"}.get(other)
            if name:
                return getattr(cupy, name)(self)
        if type(other) is int and other == 2:
            return _unary("square")(self)
        if isinstance(other, Value) and other.node.kind == "scalar" and other.node.type in (int, float):
            place = other.node.what
            other.node.more.append(lambda values: values[place] not in (2, 0.5, -1))
        return _binary("power")(self, other)

    def __rpow__(self, other: Any) -> Value:
        return _binary("power", reflected=True)(self, other)

    def __ipow__(self, other: Any) -> Value:
        return self._become((self ** other).node, "same_kind") if self.node.is_array else self ** other


def _operand(x: object) -> bool:
    return isinstance(x, (Value, bool, int, float, complex, numpy.generic))


def _binary(name: str, reflected: bool = False, inplace: bool = False) -> Callable[..., Any]:
    def method(self: Value, other: Any) -> Any:
        import cupy

        if not _operand(other):
            raise Untraceable(f"an operation with a {type(other).__name__}")
        ufunc = getattr(cupy, name)
        return self.__cupy_fused__(ufunc, (other, self) if reflected else (self, other),
                                   self if inplace and self.node.is_array else None)

    return method


def _unary(name: str) -> Callable[..., Any]:
    def method(self: Value, *arguments: Any, **named: Any) -> Any:
        import cupy

        return getattr(cupy, name)(self, *arguments, **named)

    return method


def _reduced(name: str) -> Callable[..., Any]:
    def method(self: Value, axis: Any = None, dtype: DTypeLike | None = None, out: Any = None,
               keepdims: bool = False) -> Any:
        from cupy._ops import reductions

        return self.__cupy_reduced__(getattr(reductions, name), axis, dtype, out, keepdims)

    return method


def _compared(name: str) -> Callable[..., Any]:
    def method(self: Value, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        from cupy._ops import reductions

        return self.__cupy_reduced__(getattr(reductions, name), axis, None, out, keepdims)

    return method


for _short, _name in (("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "true_divide"),
                      ("floordiv", "floor_divide"), ("mod", "remainder"), ("lshift", "left_shift"),
                      ("rshift", "right_shift"), ("and", "bitwise_and"), ("or", "bitwise_or"), ("xor", "bitwise_xor")):
    setattr(Value, f"__{_short}__", _binary(_name))
    setattr(Value, f"__r{_short}__", _binary(_name, reflected=True))
    setattr(Value, f"__i{_short}__", _binary(_name, inplace=True))
for _short, _name in (("lt", "less"), ("le", "less_equal"), ("gt", "greater"), ("ge", "greater_equal"),
                      ("eq", "equal"), ("ne", "not_equal")):
    setattr(Value, f"__{_short}__", _binary(_name))
for _short, _name in (("__neg__", "negative"), ("__pos__", "positive"), ("__abs__", "absolute"),
                      ("__invert__", "invert"), ("conj", "conjugate"), ("conjugate", "conjugate"), ("clip", "clip")):
    setattr(Value, _short, _unary(_name))
for _name in ("sum", "prod", "mean"):
    setattr(Value, _name, _reduced(_name))
for _short, _name in (("max", "amax"), ("min", "amin"), ("all", "all"), ("any", "any")):
    setattr(Value, _short, _compared(_name))
