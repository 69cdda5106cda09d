"""What kernels may call beyond NumPy's functions: indices of threads, shared memory, atomics, warps."""
from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy._ext import scalar_types

from cupyx.jit._types import DIM3, INT32, UINT32, Array, Value, constant, item_type

if TYPE_CHECKING:
    from cupyx.jit._compiler import Function
    from cupyx.jit._interpreted import Thread
    from cupyx.jit._types import Type

__all__ = [
    "atomic_add", "atomic_and", "atomic_cas", "atomic_dec", "atomic_exch", "atomic_inc", "atomic_max", "atomic_min",
    "atomic_or", "atomic_sub", "atomic_xor", "blockDim", "blockIdx", "grid", "gridDim", "gridsize", "laneid",
    "local_array", "range", "shared_memory", "shfl_down_sync", "shfl_sync", "shfl_up_sync", "shfl_xor_sync",
    "syncthreads", "syncwarp", "threadIdx", "warpsize",
]


def interpreting() -> Thread | None:
    """The thread of an interpreted kernel that runs now, or None."""
    module = sys.modules.get("cupyx.jit._interpreted")
    return module and module.current


class Builtin:
    """A function that only kernels can call.

    Parameters
    ----------
    name : str
        Its name in `cupyx.jit`.
    emit : callable
        ``emit(compiler, node, *values)`` returns the value of a call.
    doc : str
        What it does.
    """

    def __init__(self, name: str, emit: Callable[..., Any] | None, doc: str = "") -> None:
        self.__name__ = self.__qualname__ = name
        self.emit: Any = emit
        self.__doc__ = doc

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if interpreting():
            meaning = getattr(sys.modules["cupyx.jit._interpreted"], self.__name__, None)
            if meaning is None:
                raise RuntimeError(f"cupyx.jit.{self.__name__} has no meaning in interpreted kernels")
            return meaning(*args, **kwargs)
        raise RuntimeError(f"cupyx.jit.{self.__name__} can only be called in a kernel")

    def __repr__(self) -> str:
        return f"<cupyx.jit function {self.__name__}>"


class Translated:
    """A function that exists only while a kernel is translated."""


class Method:
    """A function that belongs to a value of the kernel."""

    def __init__(self, owner: Value, function: Callable[..., Any]) -> None:
        self.owner, self.function = owner, function

    def emit(self, compiler: Any, node: ast.AST, *args: Any, **kwargs: Any) -> Value:
        return self.function(compiler, node, self.owner, *args, **kwargs)


class Variable:
    """A value that every thread has."""

    def __init__(self, name: str, code: Any, type: Any, doc: str) -> None:
        self.name, self.code, self.type, self.__doc__ = name, code, type, doc

    def as_value(self) -> Value:
        return Value(self.code, self.type)

    def __repr__(self) -> str:
        return f"<cupyx.jit variable {self.name}>"

    def __getattr__(self, name: str) -> Any:
        thread = interpreting() if name in ("x", "y", "z") else None
        if thread is None:
            raise AttributeError(f"cupyx.jit.{self.name} has no attribute {name!r} outside of kernels")
        return getattr(getattr(thread, self.name), name)


class WarpSize(Variable):
    """How many threads a warp has: a number in interpreted kernels too."""

    def __index__(self) -> Any:
        if interpreting() is None:
            raise TypeError("cupyx.jit.warpsize is a number in kernels only")
        return sys.modules["cupyx.jit._interpreted"].WARP


def _number_method(name: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        return getattr(self.__index__(), name)(other)

    return method


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "truediv", "rtruediv", "mod",
              "rmod", "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(WarpSize, f"__{_name}__", _number_method(f"__{_name}__"))
WarpSize.__hash__ = object.__hash__


class Range(Builtin):
    """``range`` with a wish for the compiler."""

    def __call__(self, *args: Any, unroll: Any = None) -> builtins.range:
        return builtins.range(*args) if interpreting() else super().__call__(*args)

    @staticmethod
    def pragma(compiler: Function, node: ast.AST, unroll: Value | None = None) -> str:
        wish = None if unroll is None else unroll.static
        if wish is Value.UNKNOWN or not (wish is None or isinstance(wish, (bool, int))):
            compiler.fail(node, "has an unroll that is not known when it is translated")
        if wish is None:
            return ""
        if wish is True:
            return "#pragma unroll"
        if int(wish) < 0 or wish >= 2**31:
            raise ValueError("unroll must be a number of iterations")
        return f"#pragma unroll({max(int(wish), 1)})"


threadIdx = Variable("threadIdx", "threadIdx", DIM3, "Number of the thread in its block: ``x``, ``y``, ``z``.")
blockIdx = Variable("blockIdx", "blockIdx", DIM3, "Number of the block in the grid: ``x``, ``y``, ``z``.")
blockDim = Variable("blockDim", "blockDim", DIM3, "Threads of a block: ``x``, ``y``, ``z``.")
gridDim = Variable("gridDim", "gridDim", DIM3, "Blocks of the grid: ``x``, ``y``, ``z``.")
warpsize = WarpSize("warpsize", "warpSize", INT32, "Threads of a warp.")


def _static(compiler: Function, node: ast.AST, value: Value, what: str) -> Any:
    if not value.known:
        compiler.fail(node, f"has a {what} that is not known when it is translated")
    return value.static


def _void(code: str) -> Value:
    return Value(code, None, None)


def _axes(compiler: Function, node: ast.AST, ndim: Value, code: str) -> Value:
    count = _static(compiler, node, ndim, "number of axes")
    if not isinstance(count, int):
        raise TypeError(f"ndim must be an integer, not {count!r}")
    if not 1 <= count <= 3:
        raise ValueError("Only ndim=1,2,3 are supported")
    values = [Value(code.replace("#", axis), UINT32) for axis in "xyz"[:count]]
    return values[0] if count == 1 else compiler.tuple_of(values)


grid = Builtin("grid", lambda compiler, node, ndim: _axes(
    compiler, node, ndim, "(threadIdx.# + blockIdx.# * blockDim.#)"),
    "``grid(ndim)``: number of the thread in the whole grid; a tuple for two or three axes.")
gridsize = Builtin("gridsize", lambda compiler, node, ndim: _axes(
    compiler, node, ndim, "(blockDim.# * gridDim.#)"),
    "``gridsize(ndim)``: threads of the whole grid; a tuple for two or three axes.")
laneid = Builtin("laneid", lambda compiler, node: Value("jit::lane()", UINT32), "Number of the thread in its warp.")
syncthreads = Builtin("syncthreads", lambda compiler, node: _void("__syncthreads()"),
                      "Wait for all threads of the block.")


def _syncwarp(compiler: Function, node: ast.AST, mask: Value | None = None) -> Value:
    return _void(f"__syncwarp({'0xffffffffu' if mask is None else compiler.cast(mask, 'I', node, 'unsafe').code})")


syncwarp = Builtin("syncwarp", _syncwarp, "``syncwarp(mask=0xffffffff)``: wait for the threads of the warp.")


def _item_type(compiler: Function, node: ast.AST, dtype: Value) -> Type:
    """C++ type and `Type` of the items of an array that a kernel makes."""
    kind = _static(compiler, node, dtype, "dtype")
    if hasattr(kind, "as_item"):
        return kind.as_item(compiler)
    return compiler.module.use(item_type(kind))


def _shape(compiler: Function, node: ast.AST, size: Value) -> Any:
    sizes = [i.static if i.known else None for i in size.items] if size.items is not None else [size.static]
    if not all(isinstance(n, int) and n > 0 for n in sizes):
        compiler.fail(node, "has a size that is not known when it is translated")
    return sizes


def _shared_memory(compiler: Function, node: ast.AST, dtype: Value, size: Value,
                   alignment: Value | None = None) -> Value:
    item = _item_type(compiler, node, dtype)
    bytes_ = 16 if alignment is None or alignment.static is None else alignment.static
    if not (isinstance(bytes_, int) and bytes_ > 0 and bytes_ & (bytes_ - 1) == 0):
        raise ValueError("alignment must be a power of two")
    name = compiler.new_name("shared")
    if size.known and size.static is None:
        compiler.declare(name, f"extern __shared__ __align__({max(bytes_, 16)}) unsigned char cupy_dynamic[]; "
                               f"const jit::pointer<{item.cpp}> {name}{{({item.cpp} *)cupy_dynamic}};")
        return Value(name, Array(item, 1, f"jit::pointer<{item.cpp}>"))
    sizes = _shape(compiler, node, size)
    kind = f"jit::local<{item.cpp}, {', '.join(map(str, sizes))}>"
    compiler.declare(name, f"__shared__ __align__({max(bytes_, 16)}) unsigned char {name}_bytes[sizeof({kind})]; "
                           f"{kind} &{name} = *reinterpret_cast<{kind} *>({name}_bytes);")
    return Value(name, Array(item, len(sizes), kind))


def _local_array(compiler: Function, node: ast.AST, dtype: Value, shape: Value) -> Value:
    item, name = _item_type(compiler, node, dtype), compiler.new_name("local")
    sizes = _shape(compiler, node, shape)
    kind = f"jit::local<{item.cpp}, {', '.join(map(str, sizes))}>"
    compiler.declare(name, f"{kind} {name};")
    return Value(name, Array(item, len(sizes), kind))


shared_memory = Builtin(
    "shared_memory", _shared_memory,
    "``shared_memory(dtype, size, alignment=None)``: memory of a block; `size` is a number or a tuple of numbers, or "
    "None for what the launch gives by `shared_mem`.")
local_array = Builtin(
    "local_array", _local_array, "``local_array(dtype, shape)``: an array of one thread, of a known shape.")
range = Range("range", None, "``range(start, stop, step, *, unroll=None)``: `unroll` is True, False or a number.")

_INTEGERS = "iIqQ"
_ATOMICS = {"add": "iIqQefdFD", "sub": "iIqQefd", "exch": "iIqQefd", "max": "iIqQefd", "min": "iIqQefd", "inc": "I",
            "dec": "I", "and": _INTEGERS, "or": _INTEGERS, "xor": _INTEGERS}


def _atomic(name: str, types: str, doc: str) -> Builtin:
    def emit(compiler: Function, node: ast.AST, array: Value, index: Value, value: Value) -> Value:
        place = _place(compiler, node, f"atomic_{name}", types, array, index)
        changed = compiler.cast(value, place.dtype, node)
        return Value(f"jit::atomic_{name}(&{place.code}, {changed.code})", place.type)

    return Builtin(f"atomic_{name}", emit, f"``atomic_{name}(array, index, value)``: {doc} Returns what was there.")


def _place(compiler: Function, node: ast.AST, name: str, types: str, array: Value, index: Value) -> Value:
    if not isinstance(array.type, Array):
        raise TypeError("The first argument must be of array type.")
    place = compiler.item(node, array, index)
    if scalar_types.char_of(place.dtype).replace("l", "q").replace("L", "Q") not in types:
        raise TypeError(f"`{name}` does not support {place.dtype.name} input.")
    return place


def _atomic_cas(compiler: Function, node: ast.AST, array: Value, index: Value, compare: Value, value: Value) -> Value:
    place = _place(compiler, node, "atomic_cas", "iIqQhHefd", array, index)
    numbers = [compiler.cast(v, place.dtype, node).code for v in (compare, value)]
    return Value(f"jit::atomic_cas(&{place.code}, {', '.join(numbers)})", place.type)


atomic_add = _atomic("add", _ATOMICS["add"], "Add to an item.")
atomic_sub = _atomic("sub", _ATOMICS["sub"], "Subtract from an item.")
atomic_exch = _atomic("exch", _ATOMICS["exch"], "Replace an item.")
atomic_min = _atomic("min", _ATOMICS["min"], "The lesser of an item and a value.")
atomic_max = _atomic("max", _ATOMICS["max"], "The greater of an item and a value.")
atomic_inc = _atomic("inc", _ATOMICS["inc"], "Count up to a value, then from 0 again.")
atomic_dec = _atomic("dec", _ATOMICS["dec"], "Count down to 0, then from a value again.")
atomic_and = _atomic("and", _ATOMICS["and"], "Bits that are set in both.")
atomic_or = _atomic("or", _ATOMICS["or"], "Bits that are set in either.")
atomic_xor = _atomic("xor", _ATOMICS["xor"], "Bits that are set in one of them.")
atomic_cas = Builtin("atomic_cas", _atomic_cas, "``atomic_cas(array, index, compare, value)``: replace an item if it "
                                                "equals `compare`. Returns what was there.")


def _shuffle(name: str, function: Any, third: Any) -> Builtin:
    def emit(compiler: Function, node: ast.AST, mask: Value, var: Value, val_id: Value, *,
             width: Value | None = None) -> Value:
        width = constant(32) if width is None else width
        if width.known and (width.static not in (2, 4, 8, 16, 32, 64)):
            raise ValueError("`width` needs to be power of 2")
        mask = compiler.cast(mask, "I", node, "unsafe")
        numbers = [compiler.cast(v, "i", node, "unsafe").code for v in (val_id, width)]
        return Value(f"jit::{function}({mask.code}, {var.code}, {', '.join(numbers)})", var.type)

    return Builtin(name, emit, f"``{name}(mask, var, {third}, *, width=32)``: the value of another thread of the warp.")


shfl_sync = _shuffle("shfl_sync", "shfl", "val_id")
shfl_up_sync = _shuffle("shfl_up_sync", "shfl_up", "delta")
shfl_down_sync = _shuffle("shfl_down_sync", "shfl_down", "delta")
shfl_xor_sync = _shuffle("shfl_xor_sync", "shfl_xor", "lane_mask")
