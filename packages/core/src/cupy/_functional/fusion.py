"""Functions of arrays that run as one kernel."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._compiler import fused_kernels
from cupy._compiler.trace import Node, Value

__all__ = ["fuse"]

_SCALARS = (bool, int, float, complex, numpy.number, numpy.bool)


class _Program:
    """What a function does for some types of its arguments: reductions in order, then its outputs.

    Parameters
    ----------
    func : callable
        The function.
    arguments : list
        A `Value` for each array and number, other arguments as they are.
    name : str
        For the kernels.
    """

    def __init__(self, func: Callable[..., Any], arguments: Sequence[Any], name: str) -> None:
        self.name = name
        leaves = {k: x.node for k, x in enumerate(arguments) if isinstance(x, Value)}
        result = func(*arguments)
        self.single = not isinstance(result, (tuple, list))
        self.kind = tuple if self.single else type(result)
        results = [result] if self.single else list(result)
        self.written = {k: arguments[k].node for k, leaf in leaves.items() if arguments[k].node is not leaf}
        places = {id(arguments[k]): k for k in leaves}
        if any(x is not None and (not isinstance(x, Value) or not x.node.is_array) for x in results):
            raise TypeError("a result is computed from numbers alone")
        #: For each result None, the place of an argument, or its node.
        self.results = [None if x is None else places[id(x)] if id(x) in places else x.node for x in results]
        self.outputs = list(dict.fromkeys([*self.written.values(),
                                           *(x for x in self.results if isinstance(x, Node))]))
        self.reductions = _reductions(self.outputs)
        self.outputs = [node for node in self.outputs if node.kind != "reduction"]
        self._kernels = {}
        #: Tests of the numbers among the arguments: otherwise the function raises, or computes in another way.
        self.tests = [test for leaf in leaves.values() if leaf.kind == "scalar" for test in leaf.more]
        #: For a function of one result that is one kernel: the places of the kernel's arguments.
        self.order: list[int] | None = None
        if self.single and self.outputs and not self.written and not self.reductions:
            self.only, inputs = self.kernel(tuple(self.outputs), fused_kernels.elementwise, self.outputs, ())
            self.order = [node.what for node in inputs]

    def holds(self, values: Sequence[Any]) -> bool:
        """Whether the numbers among the arguments are as they must be."""
        try:
            return all(test(values) for test in self.tests)
        except (ArithmeticError, ValueError):       # of numbers alone, as a division by zero
            return False

    def direct(self, values: Sequence[Any], order: list[int]) -> ndarray:
        """The result for arrays of one shape, whose places are `order`."""
        return self.only(*[values[k] for k in order])

    def kernel(self, key: Any, make: Callable[..., Any], *arguments: Any) -> tuple[Any, Any]:
        """A kernel made once."""
        found = self._kernels.get(key)
        if found is None:
            found = self._kernels[key] = make(*arguments, self.name)
        return found

    def __call__(self, values: Sequence[Any]) -> Any:
        """The results for some arguments, or NotImplemented when the arrays do not lie as it takes."""
        import cupy

        if self.written and _overlap(values, self.written):
            return NotImplemented
        known = {}

        def read(node: Node) -> Any:
            return known[node] if node in known else values[node.what]

        for node in self.reductions:
            item, (axis, keepdims, extra) = node.inputs[0], node.more
            reduce, source = node.what, item
            if item.kind != "array" and item not in known:
                found = self.kernel(node, lambda *_, node=node: (
                    fused_kernels.mapped(node, known, self.name) or (None, None)))
                reduce, source = found
                shape = _shape(item, known, values) if self.written else None
                if reduce is None or shape is not None and read(source).shape != shape:
                    reduce, source = node.what, item
                    kernel, inputs = self.kernel((item, "items"), fused_kernels.elementwise, (item,), set(known))
                    known[item] = kernel(*map(read, inputs))
                    if shape is not None and known[item].shape != shape:
                        known[item] = cupy.ascontiguousarray(cupy.broadcast_to(known[item], shape))
            known[node] = reduce(read(source), axis, None, None, keepdims, extra)
        groups, targets = {}, {node: values[k] for k, node in self.written.items()}
        late = [node for node in targets if node in known]     # written when nothing reads the old contents any more
        for node in self.outputs:
            if node in known:
                continue
            shape = _shape(node, known, values)
            if node in targets:
                if numpy.broadcast_shapes(shape, targets[node].shape) != targets[node].shape:
                    return NotImplemented
                shape = targets[node].shape
            groups.setdefault(shape, []).append(node)
        if targets and len(groups) > 1:
            return NotImplemented
        for shape, nodes in groups.items():
            kernel, inputs = self.kernel(tuple(nodes), fused_kernels.elementwise, nodes, set(known))
            if targets:
                arrays = [targets[node] if node in targets else cupy.empty(shape, fused_kernels.result_dtype(node))
                          for node in nodes]
                kernel(*map(read, inputs), *arrays)
            else:
                arrays = kernel(*map(read, inputs))
                arrays = arrays if isinstance(arrays, tuple) else (arrays,)
            known.update(zip(nodes, arrays, strict=True))
        for node in late:
            targets[node][...] = known[node]
        results = [x if x is None else values[x] if isinstance(x, int) else known[x] for x in self.results]
        return results[0] if self.single else self.kind(results)


def _reductions(outputs: list[Node]) -> list[Node]:
    """The reductions that outputs are computed from, each after those it needs itself."""
    found, seen, todo = [], set(), [(node, False) for node in reversed(outputs)]
    while todo:
        node, done = todo.pop()
        if done:
            found.append(node)
        elif node not in seen:
            seen.add(node)
            if node.kind == "reduction":
                todo.append((node, True))
            todo += [(child, False) for child in node.inputs]
    return found


def _shape(node: Node, known: dict[Node, ndarray], values: Sequence[Any]) -> tuple[int, ...]:
    """Shape of a node's array."""
    shapes, todo, seen = set(), [node], set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if node in known:
            shapes.add(known[node].shape)
        elif node.kind == "array":
            shapes.add(values[node.what].shape)
        else:
            todo += node.inputs
            todo += [old for old in node.more if isinstance(old, Node)]
    return shapes.pop() if len(shapes) == 1 else numpy.broadcast_shapes(*shapes)


def _overlap(values: Sequence[Any], written: dict[int, Node]) -> bool:
    """Whether an array that changes shares memory with another argument."""
    import cupy

    arrays = [(k, x) for k, x in enumerate(values) if isinstance(x, ndarray)]
    return any(cupy.may_share_memory(values[k], x) for k in written for j, x in arrays if j != k)


class Fusion:
    """A function whose operations on arrays are made into one kernel; `fuse` makes it.

    Parameters
    ----------
    func : callable
        The function.
    name : str, optional
        Name of the kernels.
    """

    def __init__(self, func: Callable[..., Any], name: str | None = None) -> None:
        functools.update_wrapper(self, func)
        self.func = func
        self.name = name or getattr(func, "__name__", "fused")
        self._kernel_name = self.name if self.name.isidentifier() and self.name.isascii() else "fused"
        self._programs = {}

    def __repr__(self) -> str:
        return f"<Fusion name={self.name}>"

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def clear_cache(self) -> None:
        """Forget the kernels."""
        self._programs.clear()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function.

        Parameters
        ----------
        *args, **kwargs
            Its arguments.

        Returns
        -------
        object
            What it returns: for arrays, from one kernel.
        """
        if kwargs:
            bound = inspect.signature(self.func).bind(*args, **kwargs)
            if bound.kwargs:
                return self.func(*args, **kwargs)
            args = bound.args
        key, shapes = [], []
        for x in args:
            kind = type(x)
            key.append(kind)
            if isinstance(x, ndarray):
                key.append(x.dtype)
                shapes.append(x.shape)
                key.append(len(shapes[-1]))
            elif kind is Value:
                return self.func(*args)
            elif not isinstance(x, _SCALARS):
                key.append(x)
        if not shapes:
            return self.func(*args)
        key = tuple(key)
        try:
            program = self._programs.get(key)
        except TypeError:       # an argument that has no hash
            return self.func(*args)
        if program is None:
            program = self._programs[key] = self._trace(args)
        if program is not False and (not program.tests or program.holds(args)):
            if program.order is not None and shapes.count(shapes[0]) == len(shapes):
                return program.direct(args, program.order)
            result = program(args)
            if result is not NotImplemented:
                return result
        return self.func(*args)

    def _trace(self, args: Sequence[Any]) -> Any:
        """The program for such arguments; False when the function has to run as it is written."""
        try:
            return _Program(self.func, [_argument(k, x) for k, x in enumerate(args)], self._kernel_name)
        except Exception:  # then it runs on the arrays, and says itself what is wrong
            return False


def _argument(place: int, x: Any) -> Any:
    if isinstance(x, ndarray):
        return Value(Node("array", place, (), x.dtype, x.ndim))
    if isinstance(x, numpy.generic) and isinstance(x, _SCALARS):
        return Value(Node("scalar", place, (), x.dtype, 0))
    if isinstance(x, _SCALARS):
        fits = [lambda values: -2**63 <= values[place] < 2**63] if type(x) is int else []
        return Value(Node("scalar", place, (), type(x), 0, fits))
    return x


def fuse(*args: Any, **kwargs: Any) -> Callable[..., Any]:
    """Make one kernel of a function's operations on arrays.

    The function runs once for each combination of types, on values that remember how they were computed;
    after that its arithmetic, ufuncs, `where`, `clip` and changes in place are one kernel. Reductions begin new ones.
    A function that does something else, as indexing or a decision about values, runs as it is written.

    Parameters
    ----------
    func : callable
        The function.
    kernel_name : str, optional
        Name of the kernel, as profilers show it; the function's if not given.

    Returns
    -------
    callable
        The fused function, or a decorator when only `kernel_name` is given.

    Raises
    ------
    TypeError
        For other arguments.

    Examples
    --------
    >>> import cupy
    >>> @cupy.fuse(kernel_name='squared_diff')
    ... def squared_diff(x, y):
    ...     return (x - y) * (x - y)
    >>> squared_diff(cupy.arange(4.), cupy.arange(4.)[::-1])
    array([9., 1., 1., 9.])
    """
    def decorate(func: Callable[..., Any], kernel_name: str | None = None) -> Fusion:
        if not callable(func):
            raise TypeError(f"fuse takes a function, not {type(func).__name__}")
        return func if isinstance(func, Fusion) and kernel_name is None else Fusion(func, kernel_name)

    if len(args) == 1 and callable(args[0]):
        return decorate(args[0], **kwargs)
    if args or set(kwargs) - {"kernel_name"}:
        raise TypeError("fuse takes a function, and kernel_name")
    return functools.partial(decorate, **kwargs)
