"""Reductions of the threads of a warp or a block, by the names of CUB: ``BlockReduce[dtype, 128]``."""
from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NoReturn

import numpy

from cupyx.jit._builtins import Builtin
from cupyx.jit._types import Object, Scalar, Value

if TYPE_CHECKING:
    from cupyx.jit._compiler import Function

__all__ = ["BlockReduce", "Max", "Min", "Sum", "WarpReduce"]


class _Operator:
    """What combines two numbers."""

    def __init__(self, name: str) -> None:
        self.name = name

    def as_value(self) -> Value:
        return Value("", None, Builtin(self.name, self._emit))

    def _emit(self, compiler: Function, node: ast.AST) -> Value:
        compiler.module.include('"reduce.hpp"')
        return Value(f"jit::{self.name}()", Object(f"jit::{self.name}"))

    def __call__(self) -> NoReturn:
        raise RuntimeError(f"cupyx.jit.cub.{self.name} can only be called in a kernel")

    def __repr__(self) -> str:
        return f"<cupyx.jit.cub.{self.name}>"


Sum, Max, Min = _Operator("Sum"), _Operator("Max"), _Operator("Min")


class _Storage:
    """The shared memory that a reduction needs, as the dtype of `cupyx.jit.shared_memory`."""

    def __init__(self, cpp: str) -> None:
        self.cpp = cpp

    def as_item(self, compiler: Function) -> Object:
        compiler.module.include('"reduce.hpp"')
        return Object(f"typename {self.cpp}::TempStorage")


class _Reduce(Builtin):
    """A reduction for one dtype, and one number of threads."""

    def __init__(self, name: str, dtype: Any, cpp: str) -> None:
        super().__init__(name, self._make)
        self.item, self.cpp = Scalar(dtype), cpp
        self.TempStorage = _Storage(cpp)

    def _make(self, compiler: Function, node: ast.AST, temp_storage: Value) -> Value:
        compiler.module.include('"reduce.hpp"')
        methods = {"Sum": self._sum, "Reduce": self._reduce}
        return Value(f"{self.cpp}(&{temp_storage.code})", Object(self.cpp, methods))

    def _sum(self, compiler: Function, node: ast.AST, owner: Value, value: Value) -> Value:
        value = compiler.cast(value, self.item.dtype, node)
        return Value(f"{owner.code}.Reduce({value.code}, jit::Sum())", self.item)

    def _reduce(self, compiler: Function, node: ast.AST, owner: Value, value: Value, op: Value) -> Value:
        value = compiler.cast(value, self.item.dtype, node)
        return Value(f"{owner.code}.Reduce({value.code}, {op.code})", self.item)


class _Family:
    """``family[dtype]`` or ``family[dtype, threads, threads, threads]``."""

    def __init__(self, name: str, takes_shape: bool, doc: str) -> None:
        self.name, self.takes_shape, self.__doc__ = name, takes_shape, doc

    def __getitem__(self, key: Any) -> _Reduce:
        dtype, *sizes = key if isinstance(key, tuple) else (key,)
        if len(sizes) > 3 or (not self.takes_shape and len(sizes) > 1):
            raise TypeError(f"{self.name} takes a dtype{' and up to three sizes' if self.takes_shape else ''}")
        if self.takes_shape and not sizes:
            raise TypeError(f"{self.name} needs the number of threads of a block")
        item = Scalar(numpy.dtype(dtype))
        threads = 1
        for size in sizes:
            threads *= int(size)
        cpp = f"jit::{self.name}<{item.cpp}, {threads if sizes else 32}>"
        return _Reduce(self.name, item.dtype, cpp)

    def __repr__(self) -> str:
        return f"<cupyx.jit.cub.{self.name}>"


WarpReduce = _Family("WarpReduce", False, "``WarpReduce[dtype]``: a reduction of the threads of a warp; the first has "
                                          "the result.")
BlockReduce = _Family("BlockReduce", True, "``BlockReduce[dtype, x, y, z]``: a reduction of the threads of a block; "
                                           "the first has the result.")
