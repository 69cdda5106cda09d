"""Kernels in graphs: what they were launched with, and other values for the next launches."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._runtime.services import graphs

if TYPE_CHECKING:
    from cupy._runtime.graph import Graph

__all__ = ["KernelNode"]


def _bytes_of(value: Any, size: int, place: int) -> bytes:
    """An argument as the bytes that the kernel takes."""
    address = getattr(getattr(value, "data", None), "ptr", None)
    if isinstance(value, int) and not isinstance(value, bool):
        value = int(value).to_bytes(size, "little", signed=value < 0)
    elif isinstance(value, float) and not isinstance(value, numpy.generic):
        value = numpy.dtype(f"f{size}").type(value)
    elif isinstance(value, bool):
        value = numpy.bool_(value)
    elif address is not None:
        value = numpy.uint64(address)
    elif not isinstance(value, (bytes, numpy.generic, numpy.ndarray)):
        raise TypeError(f"argument {place} is of type {type(value).__name__}; a kernel takes arrays, numbers, NumPy "
                        "values and bytes")
    found = value if isinstance(value, bytes) else value.tobytes()
    if len(found) != size:
        raise TypeError(f"argument {place} has {len(found)} bytes, and the kernel takes {size}")
    return found


class KernelNode:
    """A kernel of a graph, as ``Graph.kernels`` gives it.

    Attributes
    ----------
    name : str
        Name of the kernel.
    grid, block : tuple of int
        Blocks of the grid and threads of a block, along three axes.
    shared_mem : int
        Bytes of dynamic shared memory.
    args : tuple of bytes or None
        The arguments as they are passed; None where the platform does not tell them (HIP).
    """

    __slots__ = ("_graph", "_node", "args", "block", "grid", "name", "shared_mem")

    def __init__(self, graph: Graph, node: int, name: str, geometry: Sequence[int],
                 arguments: Sequence[bytes | None]) -> None:
        self._graph, self._node, self.name = graph, node, name
        self._note(geometry, arguments)

    def _note(self, geometry: Sequence[int], arguments: Sequence[Any] | None) -> None:
        self.grid, self.block, self.shared_mem = tuple(geometry[:3]), tuple(geometry[3:6]), geometry[6]
        self.args = None if arguments is None else tuple(arguments)

    def __repr__(self) -> str:
        return f"<KernelNode {self.name} grid={self.grid} block={self.block}>"

    def set(self, grid: Sequence[int] | None = None, block: Sequence[int] | None = None, args: Sequence | None = None,
            *, shared_mem: int | None = None) -> None:
        """Change what later launches of the graph do; what is not given stays.

        Parameters
        ----------
        grid, block : tuple of int, optional
            One to three numbers.
        args : sequence, optional
            An argument for each of the kernel, None to keep it: an array, a number, a NumPy value or bytes.
            Arrays must live as long as the graph is launched.
        shared_mem : int, optional
            Bytes of dynamic shared memory.

        Raises
        ------
        TypeError
            For another number of arguments than the kernel takes, or arguments of another size.
        RuntimeError
            For arguments where the platform does not tell what they are.
        """
        sizes = [tuple(given or old) + (1,) * (3 - len(given or old))
                 for given, old in ((grid, self.grid), (block, self.block))]
        if any(len(size) != 3 for size in sizes):
            raise ValueError("grid and block have at most three axes")
        geometry = [int(n) for size in sizes for n in size]
        geometry.append(self.shared_mem if shared_mem is None else int(shared_mem))
        new = self.args
        if args is not None:
            if new is None:
                raise RuntimeError("this platform does not tell the arguments of kernels in graphs: record the graph "
                                   "again with other arguments, and pass it to update()")
            if len(args) != len(new):
                raise TypeError(f"kernel {self.name} takes {len(new)} arguments, {len(args)} were given")
            new = [old if value is None else _bytes_of(value, len(old), k)
                   for k, (old, value) in enumerate(zip(new, args, strict=True))]
        graphs.adapter().set_kernel(self._graph.graphExec, self._node, geometry, new)
        self._note(geometry, new)
