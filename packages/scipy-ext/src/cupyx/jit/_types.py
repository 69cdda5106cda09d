"""Types of the values in a kernel, as C++ and as the rules of promotion see them."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._ext import records, scalar_types

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike, DTypeLike

__all__ = []


class Type:
    """Anything that a variable may hold."""

    def __init__(self, cpp: str) -> None:
        self.cpp = cpp

    def __eq__(self, other: str | Type) -> bool:
        return isinstance(other, Type) and self.cpp == other.cpp

    def __hash__(self) -> int:
        return hash(self.cpp)

    def __repr__(self) -> str:
        return self.cpp


class Scalar(Type):
    """A number."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = numpy.dtype(dtype)
        super().__init__(scalar_types.cpp(self.dtype))

    def __repr__(self) -> str:
        return self.dtype.name


class Array(Type):
    """An array of numbers: an argument of the kernel, or memory of a block or a thread."""

    def __init__(self, item: Any, ndim: int, cpp: str) -> None:
        super().__init__(cpp)
        self.item, self.ndim = item, ndim

    @classmethod
    def of(cls, array: ndarray) -> Array:
        """The type of an argument."""
        contiguous = "true" if array.flags.c_contiguous else "false"
        item = item_type(array.dtype)
        return cls(item, array.ndim, f"jit::array<{item.cpp}, {array.ndim}, {contiguous}>")


class Pointer(Type):
    """Where an item lies: what algorithms walk along."""

    def __init__(self, item: Any, cpp: str | None = None) -> None:
        super().__init__(cpp or f"{item.cpp} *")
        self.item = item


class Tuple(Type):
    """Several values at once; it exists only while kernels are translated."""

    def __init__(self, types: Any) -> None:
        super().__init__(f"({', '.join(t.cpp for t in types)})")
        self.types = tuple(types)


class Returned(Type):
    """Several numbers that a device function returns: a struct of its own.

    Parameters
    ----------
    cpp : str
        Name of the struct.
    types : sequence of Scalar
        Of the numbers.
    """

    def __init__(self, cpp: str, types: Any) -> None:
        super().__init__(cpp)
        self.types = tuple(types)

    def definition(self) -> str:
        members = "".join(f" {t.cpp} item{k};" for k, t in enumerate(self.types))
        return f"struct {self.cpp} {{{members} }};\n"

    def items(self, code: str) -> list[Value]:
        """The numbers in a variable of the type."""
        return [Value(f"{code}.item{k}", t) for k, t in enumerate(self.types)]


class Object(Type):
    """An object with methods: ``methods[name](compiler, node, self value, arguments)``.

    Names are given to an `alias`, where others are copied to variables.
    """

    def __init__(self, cpp: str, methods: tuple[Any, ...] | dict[str, Callable[..., Any]] = (),
                 members: tuple[Any, ...] | dict[str, Type] = (), alias: bool = False) -> None:
        super().__init__(cpp)
        self.alias = alias
        self.methods, self.members = dict(methods), dict(members)


class Record(Object):
    """A structure of a structured dtype: its fields are members.

    Parameters
    ----------
    dtype : numpy.dtype
        With fields.
    """

    def __init__(self, dtype: Any) -> None:
        self.record = dtype
        super().__init__(records.struct_name(dtype), members={name: _field(dtype[name]) for name in dtype.names})


def _field(dtype: numpy.dtype[Any]) -> Type:
    """The type of a field; of an array, a pointer to its first item."""
    if dtype.base.kind == "S":
        return Pointer(Scalar(numpy.int8))
    found = item_type(dtype.base)
    for _ in dtype.shape:
        found = Pointer(found)
    return found


def item_type(dtype: DTypeLike) -> Type:
    """The type of items of an array."""
    dtype = numpy.dtype(dtype)
    return Scalar(dtype) if dtype.names is None else Record(dtype)


BOOL, INT32, INT64 = Scalar("?"), Scalar("i"), Scalar("q")
UINT32 = Scalar("I")
DIM3 = Object("dim3", members={"x": UINT32, "y": UINT32, "z": UINT32})


class Value:
    """C++ code, its type, and what it is already known to be.

    Parameters
    ----------
    code : str
        An expression.
    type : Type or None
        None for what only exists while kernels are translated: modules, functions, dtypes.
    static : object, optional
        The value itself, where it is known.
    weak : bool, optional
        A number of the program text, which takes the type of what it meets.
    """

    __slots__ = ("code", "items", "static", "type", "weak")

    UNKNOWN = object()

    def __init__(self, code: str, type: Type | None, static: Any = UNKNOWN, weak: bool = False,
                 items: list[Value] | None = None) -> None:
        self.code, self.type, self.static, self.weak, self.items = code, type, static, weak, items

    @property
    def known(self) -> Any:
        return self.static is not Value.UNKNOWN

    @property
    def dtype(self) -> Any:
        """The dtype of a number, else None."""
        return self.type.dtype if isinstance(self.type, Scalar) else None


def constant(value: Any) -> Value:
    """A number of the program: 32 bits where it fits, as in CUDA's C."""
    if isinstance(value, (numpy.generic, numpy.ndarray)):
        dtype, weak = numpy.dtype(value.dtype), False
        value = value.item()
    elif isinstance(value, bool):
        dtype, weak = numpy.dtype("?"), True
    elif isinstance(value, int):
        wide = "q" if -2**63 <= value < 2**63 else "Q"
        dtype, weak = numpy.dtype("i" if -2**31 <= value < 2**31 else wide), True
    elif isinstance(value, float):
        dtype, weak = numpy.dtype("f"), True
    else:
        dtype, weak = numpy.dtype("F"), True
    return Value(typed_literal(value, dtype), Scalar(dtype), value, weak)


def typed_literal(value: Any, dtype: numpy.dtype[Any]) -> str:
    """C++ text of a number of a dtype."""
    if dtype.kind in "biu":
        return f"{scalar_types.cpp(dtype)}({scalar_types.literal(dtype.type(value).item())})"
    if dtype.kind == "c":
        value = complex(value)
        return f"{scalar_types.cpp(dtype)}({_real(value.real)}, {_real(value.imag)})"
    return f"{scalar_types.cpp(dtype)}({_real(float(value))})"


def _real(value: float) -> str:
    return f"({scalar_types.literal(value)})"


def argument_type(arg: ArrayLike | None) -> Type | None:
    """The type by which a kernel's argument is known, or None where it has none."""
    import cupy

    if isinstance(arg, cupy.ndarray):
        return Array.of(arg)
    if isinstance(arg, (bool, int, float, complex)) and not isinstance(arg, numpy.generic):
        return constant(arg).type
    if isinstance(arg, numpy.generic) and arg.dtype.kind in "biufc":
        return Scalar(arg.dtype)
    if isinstance(arg, numpy.void) and arg.dtype.names is not None:
        return Record(arg.dtype)
    return None


def promote(values: list[Value]) -> numpy.dtype[Any]:
    """The dtype in which numbers meet, by the rules of C: float beats integers, then size, then unsigned."""
    strong = [v.dtype for v in values if not v.weak]
    dtypes = [v.dtype for v in values]
    if strong and len(strong) < len(values):
        widest = _common(strong)
        order = "biufc"
        if all(_rank(d, order) <= _rank(widest, order) and _fits(v, widest)
               for v, d in zip(values, dtypes, strict=True) if v.weak):
            return widest
    return _common(dtypes)


def _rank(dtype: numpy.dtype[Any], order: str) -> int:
    return {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}[dtype.kind]


def _fits(value: Value, dtype: numpy.dtype[Any]) -> bool:
    if dtype.kind in "iu" and value.known and isinstance(value.static, int):
        info = numpy.iinfo(dtype)
        return info.min <= value.static <= info.max or (value.static < 0 and dtype.kind == "u")
    return True


def _common(dtypes: list[numpy.dtype[Any]]) -> numpy.dtype[Any]:
    kinds = {d.kind for d in dtypes}
    if "c" in kinds:
        double = any(d.char in "dDqQlL" and d.kind in "fc" for d in dtypes)
        return numpy.dtype("D" if double else "F")
    if "f" in kinds:
        return max((d for d in dtypes if d.kind == "f"), key=lambda d: d.itemsize)
    if kinds == {"b"}:
        return numpy.dtype("?")
    integers = [d for d in dtypes if d.kind in "iu"]
    size = max(d.itemsize for d in integers)
    unsigned = any(d.kind == "u" and d.itemsize == size for d in integers)
    return numpy.dtype(f"{'u' if unsigned else 'i'}{size}")
