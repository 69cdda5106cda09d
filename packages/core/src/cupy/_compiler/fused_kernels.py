"""Kernels of a traced computation."""
from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy

from cupy._codegen.elementwise import EACH_ROUNDED
from cupy._codegen.naming import ctype
from cupy._compiler.scalar_types import Operations, convert, cpp, dtype_of, is_python, char_of, literal, Typed
from cupy._compiler.trace import Node

if TYPE_CHECKING:
    from cupy._core.elementwise_kernel import ElementwiseKernel
    from cupy._core.reduction import Reduction

__all__ = []


class Body:
    """The statements that compute some nodes.

    Parameters
    ----------
    known : container of Node
        Nodes whose values are there already.

    Attributes
    ----------
    inputs : list of Node
        Arguments and known nodes that are read: ``in0``, ``in1``, …
    """

    def __init__(self, known: Collection[Node] = ()) -> None:
        self.known, self.inputs = known, []
        self.operations, self.lines, self._values = Operations(), [], {}

    def value(self, node: Node) -> Typed:
        """``(code, type)`` of a node."""
        found = self._values.get(node)
        if found is None:
            found = self._values[node] = self._make(node)
        return found

    def _make(self, node: Node) -> Typed:
        if node.kind in ("array", "scalar") or node in self.known:
            self.inputs.append(node)
            return f"in{len(self.inputs) - 1}", node.type
        if node.kind == "number":
            text = f"({literal(node.what)})"
            if is_python(node.type):
                return text, node.type
            return convert(text, type(node.what.item()), node.type), node.type
        values = [self.value(child) for child in node.inputs]
        if node.kind == "ufunc":
            code, _ = self.operations.apply(node.what, values)
        elif node.kind == "cast":
            code = convert(*values[0], node.type)
        else:
            (condition, _), a, b = values
            code = f"{condition} ? {convert(*a, node.type)} : {convert(*b, node.type)}"
        self.lines.append(f"const {cpp(node.type)} v{len(self.lines)} = {code};")
        return f"v{len(self.lines) - 1}", node.type

    @property
    def preamble(self) -> str:
        """Everything before the kernel."""
        return "\n".join([*self.operations.includes, *self.operations.texts.values()])

    @property
    def text(self) -> str:
        """The statements."""
        return "\n".join(self.lines)


def elementwise(nodes: Sequence[Node], known: Collection[Node],
                name: str) -> tuple[ElementwiseKernel, tuple[Node, ...]]:
    """``(kernel, its input nodes)`` for the values of some nodes."""
    from cupy._core.elementwise_kernel import ElementwiseKernel

    body = Body(known)
    values = [body.value(node) for node in nodes]
    results = "\n".join(f"out{k} = {convert(code, t, dtype_of(t))};" for k, (code, t) in enumerate(values))
    kernel = ElementwiseKernel(
        ", ".join(f"{dtype_of(node.type).name} in{k}" for k, node in enumerate(body.inputs)),
        ", ".join(f"{dtype_of(node.type).name} out{k}" for k, node in enumerate(nodes)),
        f"{body.text}\n{results}", name, preamble=body.preamble, options=EACH_ROUNDED)
    return kernel, tuple(body.inputs)


def mapped(node: Node, known: Collection[Node], name: str) -> tuple[Reduction, Node] | None:
    """``(reduction, the array it reduces)`` when its items are computed from those of one array, else None."""
    from cupy._core.reduction import Reduction
    from cupy._specs.spec import ReductionSpec, fold

    body = Body(known)
    code, t = body.value(node.inputs[0])
    if len(body.inputs) != 1 or not body.inputs[0].is_array:
        return None
    source, spec = body.inputs[0], node.what.spec
    char, item = char_of(source.type), char_of(t)
    acc, out = next((acc, out) for ins, acc, out in spec.loops() if ins == item)
    if "in0_type" in spec.map or "{in}" in acc or len(acc) != 1:
        return None
    function = (f"CUPY_DEVICE {ctype(item)} {name}_item({ctype(char)} in0) {{\n{body.text}\n"
                f"return {convert(code, t, dtype_of(t))};\n}}\n")
    return Reduction(ReductionSpec(
        spec.name, (fold(char, acc, out),), map=re.sub(r"\bin0\b", f"{name}_item(in0)", spec.map),
        combine=spec.combine, finish=spec.finish, identity=spec.identity, empty=spec.empty,
        empty_value=spec.empty_value, numpy_name=spec.numpy_name, final=spec.final, headers=spec.headers,
        preamble=f"{body.preamble}\n{function}", options=EACH_ROUNDED)), source


def result_dtype(node: Node) -> numpy.dtype:
    """The dtype of a node's array."""
    return numpy.dtype(dtype_of(node.type))
