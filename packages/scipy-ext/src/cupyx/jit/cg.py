"""Cooperative groups: the threads of a block or of the whole grid as an object."""
from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupyx.jit._builtins import Builtin
from cupyx.jit._types import DIM3, UINT32, Object, Scalar, Value

if TYPE_CHECKING:
    from cupyx.jit._compiler import Function
    from cupyx.jit._types import Type

__all__ = ["memcpy_async", "sync", "this_grid", "this_thread_block", "wait", "wait_prior"]

_UINT64 = Scalar("Q")


def _method(name: str, result: Type | None) -> Callable[..., Any]:
    def emit(compiler: Function, node: ast.AST, owner: Value) -> Value:
        return Value(f"{owner.code}.{name}()", result, None if result is None else Value.UNKNOWN)
    return emit


class _GridGroup(Object):
    """All threads of the grid; made by `this_grid`, whose kernel is launched cooperatively."""

    NAMES = {"sync": None, "is_valid": Scalar("?"), "size": _UINT64, "num_threads": _UINT64, "num_blocks": _UINT64,
             "thread_rank": _UINT64, "block_rank": _UINT64, "dim_blocks": DIM3, "block_index": DIM3, "group_dim": DIM3}

    def __init__(self) -> None:
        super().__init__("cooperative_groups::grid_group", {n: _method(n, t) for n, t in self.NAMES.items()},
                         alias=True)


class _ThreadBlockGroup(Object):
    """The threads of a block; made by `this_thread_block`."""

    NAMES = {"sync": None, "size": UINT32, "num_threads": UINT32, "thread_rank": UINT32, "group_index": DIM3,
             "thread_index": DIM3, "dim_threads": DIM3, "group_dim": DIM3}

    def __init__(self) -> None:
        super().__init__("cooperative_groups::thread_block", {n: _method(n, t) for n, t in self.NAMES.items()},
                         alias=True)


for _class in (_GridGroup, _ThreadBlockGroup):
    for _name in _class.NAMES:
        setattr(_class, _name, Builtin(f"cg.{_class.__name__}.{_name}", None, "Only kernels can call it."))


def _group(compiler: Function, type: Object, make: str) -> Value:
    compiler.module.include("<cooperative_groups.h>")
    name = compiler.new_name("group")
    compiler.declare(name, f"const auto {name} = cooperative_groups::{make}();")
    return Value(name, type)


def _this_grid(compiler: Function, node: ast.AST) -> Value:
    compiler.module.cooperative = True
    return _group(compiler, _GridGroup(), "this_grid")


def _sync(compiler: Function, node: ast.AST, group: Value) -> Value:
    return Value(f"{group.code}.sync()", None, None)


def _memcpy_async(compiler: Function, node: ast.AST, group: Value, dst: Value, dst_idx: Value, src: Value,
                  src_idx: Value, size: Value, *, aligned_size: Any = None) -> Value:
    compiler.module.include('"groups.hpp"')
    to, source = compiler.item(node, dst, dst_idx), compiler.item(node, src, src_idx)
    count = compiler.cast(size, "q", node).code
    return Value(f"jit::copy_together({group.code}, &{to.code}, &{source.code}, {count})", None, None)


this_grid = Builtin("cg.this_grid", _this_grid, "``this_grid()``: all threads of the grid.")
this_thread_block = Builtin("cg.this_thread_block", lambda compiler, node: _group(
    compiler, _ThreadBlockGroup(), "this_thread_block"), "``this_thread_block()``: those of a block.")
sync = Builtin("cg.sync", _sync, "``sync(group)``: wait for all threads of a group.")
memcpy_async = Builtin(
    "cg.memcpy_async", _memcpy_async,
    "``memcpy_async(group, dst, dst_idx, src, src_idx, size, *, aligned_size=None)``: the threads of a group copy "
    "`size` bytes between arrays; `wait` tells when they are there.")
wait = Builtin("cg.wait", _sync, "``wait(group)``: wait for all copies of a group.")
wait_prior = Builtin("cg.wait_prior", lambda compiler, node, group, step: _sync(compiler, node, group),
                     "``wait_prior(group, step)``: wait for all but the last `step` copies of a group.")
