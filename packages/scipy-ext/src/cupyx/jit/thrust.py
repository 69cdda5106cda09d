"""Thrust's algorithms within a kernel: the thread that calls one does all of its work.

The first argument says how to run, as Thrust's C++ has it; `seq`, `device` and `host` mean the same here.  Ranges are
given by iterators: ``x.begin()``, ``x.end()``, and sums of these with integers.
"""
from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from cupyx.jit._builtins import Builtin
from cupyx.jit._types import BOOL, INT64, Pointer, Value

if TYPE_CHECKING:
    from cupyx.jit._compiler import Function

__all__ = [
    "adjacent_difference", "binary_search", "copy", "count", "device", "equal", "equal_range", "exclusive_scan",
    "exclusive_scan_by_key", "fill", "find", "gather", "host", "inclusive_scan", "inclusive_scan_by_key",
    "inner_product", "is_sorted", "is_sorted_until", "lower_bound", "make_constant_iterator",
    "make_counting_iterator", "mismatch", "reduce", "reduce_by_key", "remove", "remove_copy", "replace",
    "replace_copy", "reverse", "reverse_copy", "scatter", "seq", "sequence", "set_difference",
    "set_difference_by_key", "set_intersection", "set_intersection_by_key", "set_symmetric_difference",
    "set_symmetric_difference_by_key", "set_union", "set_union_by_key", "sort", "sort_by_key", "stable_sort",
    "stable_sort_by_key", "swap_ranges", "unique", "unique_by_key", "upper_bound",
]


class _Policy:
    """How an algorithm runs."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<cupyx.jit.thrust.{self.name}>"


seq, device, host = _Policy("seq"), _Policy("device"), _Policy("host")


def _algorithm(name: str, least: Any, most: Any, result: Any, doc: str) -> Builtin:
    """An algorithm of `least` to `most` arguments.

    `result` is None, a type, the position of the argument whose type comes back, or two such positions.
    """
    def emit(compiler: Function, node: Any, exec_policy: Value, *args: Any) -> Value:
        if not isinstance(exec_policy.static, _Policy):
            raise TypeError(f"thrust.{name}: the first argument must be thrust.seq or thrust.device")
        if not least <= len(args) <= most:
            raise TypeError(f"thrust.{name} takes {least} to {most} arguments after the policy, not {len(args)}")
        compiler.module.include('"thrust.hpp"')
        ranges = [a.type for a in args if isinstance(a.type, Pointer)]
        if not ranges:
            raise TypeError(f"thrust.{name}: no argument is an iterator")
        item = ranges[0].item
        typed = [compiler.cast(a, ranges[-1].item.dtype, node) if a.weak else a for a in args]
        code = f"jit::thrust::{name}({', '.join(a.code for a in typed)})"
        if result is None:
            return Value(code, None, None)
        if isinstance(result, tuple):
            pair = compiler.new_name("pair")
            compiler.put(f"const auto {pair} = {code};")
            return compiler.tuple_of([Value(f"{pair}.{part}", typed[k].type)
                                      for part, k in zip(("first", "second"), result, strict=True)])
        return Value(code, typed[result].type if isinstance(result, int) else item if result == "item" else result)

    return Builtin(f"thrust.{name}", emit, f"``{name}({doc})`` of Thrust, inside a kernel.")


def _iterator(name: str) -> Builtin:
    def emit(compiler: Function, node: ast.AST, x: Any, *more: Any) -> Value:
        compiler.module.include('"thrust.hpp"')
        kind = f"jit::thrust::{name}_iterator<{x.type.cpp}>"
        return Value(f"{kind}({', '.join(a.code for a in (x, *more))})", Pointer(x.type, kind))

    return Builtin(f"thrust.make_{name}_iterator", emit, f"``make_{name}_iterator(x)`` of Thrust, inside a kernel.")


adjacent_difference = _algorithm("adjacent_difference", 3, 3, 2, "exec_policy, first, last, result")
binary_search = _algorithm("binary_search", 3, 3, BOOL, "exec_policy, first, last, value")
copy = _algorithm("copy", 3, 3, 2, "exec_policy, first, last, result")
count = _algorithm("count", 3, 3, INT64, "exec_policy, first, last, value")
equal = _algorithm("equal", 3, 3, BOOL, "exec_policy, first1, last1, first2")
equal_range = _algorithm("equal_range", 3, 3, (0, 0), "exec_policy, first, last, value")
exclusive_scan = _algorithm("exclusive_scan", 3, 4, 2, "exec_policy, first, last, result, init=0")
exclusive_scan_by_key = _algorithm("exclusive_scan_by_key", 4, 5, 3,
                                   "exec_policy, first1, last1, first2, result, init=0")
fill = _algorithm("fill", 3, 3, None, "exec_policy, first, last, value")
find = _algorithm("find", 3, 3, 0, "exec_policy, first, last, value")
gather = _algorithm("gather", 4, 4, 3, "exec_policy, map_first, map_last, input_first, result")
inclusive_scan = _algorithm("inclusive_scan", 3, 3, 2, "exec_policy, first, last, result")
inclusive_scan_by_key = _algorithm("inclusive_scan_by_key", 4, 4, 3, "exec_policy, first1, last1, first2, result")
inner_product = _algorithm("inner_product", 4, 4, 3, "exec_policy, first1, last1, first2, init")
is_sorted = _algorithm("is_sorted", 2, 2, BOOL, "exec_policy, first, last")
is_sorted_until = _algorithm("is_sorted_until", 2, 2, 0, "exec_policy, first, last")
lower_bound = _algorithm("lower_bound", 3, 3, 0, "exec_policy, first, last, value")
upper_bound = _algorithm("upper_bound", 3, 3, 0, "exec_policy, first, last, value")
make_constant_iterator = _iterator("constant")
make_counting_iterator = _iterator("counting")
mismatch = _algorithm("mismatch", 3, 3, (0, 2), "exec_policy, first1, last1, first2")
reduce = _algorithm("reduce", 2, 3, "item", "exec_policy, first, last, init=0")
reduce_by_key = _algorithm("reduce_by_key", 5, 5, (3, 4),
                           "exec_policy, keys_first, keys_last, values_first, keys_output, values_output")
remove = _algorithm("remove", 3, 3, 0, "exec_policy, first, last, value")
remove_copy = _algorithm("remove_copy", 4, 4, 2, "exec_policy, first, last, result, value")
replace = _algorithm("replace", 4, 4, None, "exec_policy, first, last, old_value, new_value")
replace_copy = _algorithm("replace_copy", 5, 5, 2, "exec_policy, first, last, result, old_value, new_value")
reverse = _algorithm("reverse", 2, 2, None, "exec_policy, first, last")
reverse_copy = _algorithm("reverse_copy", 3, 3, 2, "exec_policy, first, last, result")
scatter = _algorithm("scatter", 4, 4, None, "exec_policy, first, last, map, result")
sequence = _algorithm("sequence", 2, 4, None, "exec_policy, first, last, init=0, step=1")
set_difference = _algorithm("set_difference", 5, 5, 4, "exec_policy, first1, last1, first2, last2, result")
set_intersection = _algorithm("set_intersection", 5, 5, 4, "exec_policy, first1, last1, first2, last2, result")
set_symmetric_difference = _algorithm("set_symmetric_difference", 5, 5, 4,
                                      "exec_policy, first1, last1, first2, last2, result")
set_union = _algorithm("set_union", 5, 5, 4, "exec_policy, first1, last1, first2, last2, result")
set_difference_by_key = _algorithm(
    "set_difference_by_key", 8, 8, (6, 7),
    "exec_policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1, values_first2, keys, values")
set_intersection_by_key = _algorithm(
    "set_intersection_by_key", 7, 7, (5, 6),
    "exec_policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1, keys, values")
set_symmetric_difference_by_key = _algorithm(
    "set_symmetric_difference_by_key", 8, 8, (6, 7),
    "exec_policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1, values_first2, keys, values")
set_union_by_key = _algorithm(
    "set_union_by_key", 8, 8, (6, 7),
    "exec_policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1, values_first2, keys, values")
sort = _algorithm("sort", 2, 2, None, "exec_policy, first, last")
stable_sort = _algorithm("sort", 2, 2, None, "exec_policy, first, last")
sort_by_key = _algorithm("sort_by_key", 3, 3, None, "exec_policy, keys_first, keys_last, values_first")
stable_sort_by_key = _algorithm("sort_by_key", 3, 3, None, "exec_policy, keys_first, keys_last, values_first")
swap_ranges = _algorithm("swap_ranges", 3, 3, 2, "exec_policy, first1, last1, first2")
unique = _algorithm("unique", 2, 2, 0, "exec_policy, first, last")
unique_by_key = _algorithm("unique_by_key", 3, 3, (0, 2), "exec_policy, keys_first, keys_last, values_first")
