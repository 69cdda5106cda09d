"""What `einsum` does to operands of given subscripts and shapes: views, products of matrices, sums; decided once."""
from __future__ import annotations

import functools
import importlib
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy

from cupy._core.matmul import multiply
from cupy._core.ndarray import ndarray
from cupy._core.strided import strided_view
from cupy._linalg.subscripts import parse
from cupy._math.sumprod import sum as add_up
from cupy._ops import arithmetic

__all__ = []


class _View(NamedTuple):
    """How an operand is looked at: summed over axes, its axes in another order, in another shape; None for not."""

    summed: tuple | None
    axes: list | None
    shape: list | None

    def __call__(self, x: ndarray) -> ndarray:
        summed, axes, shape = self
        if summed is not None:
            x = add_up(x, summed, x.dtype)
        if axes is not None:
            x = x.transpose(axes)
        return x if shape is None else x.reshape(shape)


class _Diagonal(NamedTuple):
    """A view of an operand in which each label is there once: its shape, and the axes that a label had."""

    shape: list
    places: list

    def __call__(self, x: ndarray) -> ndarray:
        strides = x.strides
        return strided_view(x, self.shape, [sum(strides[k] for k in places) for places in self.places])


class _Pair(NamedTuple):
    """The product of two operands."""

    left: _View | None
    right: _View | None
    product: Callable[[ndarray, ndarray], ndarray]
    shape: list | None

    def __call__(self, a: ndarray, b: ndarray) -> ndarray:
        x = self.product(a if self.left is None else self.left(a), b if self.right is None else self.right(b))
        return x if self.shape is None else x.reshape(self.shape)


class Plan(NamedTuple):
    """Views of the operands, groups of operands that are multiplied, and a view of the result."""

    views: list
    groups: list
    last: _View | None

    def __call__(self, operands: Sequence[ndarray]) -> ndarray:
        terms = [x if view is None else view(x) for x, view in zip(operands, self.views, strict=True)]
        for positions, pairs in self.groups:
            chosen = [terms.pop(k) for k in positions]
            x = chosen.pop()
            for pair in pairs:
                x = pair(x, chosen.pop())
            terms.append(x)
        x, = terms
        return x if self.last is None else self.last(x)


def plan(text: str, shapes: tuple[tuple[int, ...], ...], optimize: Any) -> Plan:
    """The `Plan` of operands of these shapes; subscripts and shapes that do not fit are a `ValueError`."""
    try:
        return _plan(text, shapes, optimize)
    except TypeError:           # a path is a list
        return _plan.__wrapped__(text, shapes, optimize)


@functools.lru_cache(maxsize=512)
def _plan(text: str, shapes: tuple[tuple[int, ...], ...], optimize: Any) -> Plan:
    text = text.replace(" ", "")
    inputs, output = parse(text, tuple([len(shape) for shape in shapes]))
    sizes = _sizes(inputs, shapes)
    views, terms = [], []
    for labels, shape in zip(inputs, shapes, strict=True):
        view, labels = _distinct(labels, shape, sizes)
        views.append(view)
        terms.append(labels)
    groups = []
    for chosen in _order(text, shapes, optimize):
        groups.append(_group(sorted(chosen, reverse=True), terms, output, sizes))
    if len(terms) > 1:
        groups.append(_group([*range(len(terms))][::-1], terms, output, sizes))
    return Plan(views, groups, _last(terms[0], output, sizes))


def _sizes(inputs: list[list[int]], shapes: Any) -> dict[int, int]:
    """The size of each label; axes of length one are repeated to it."""
    sizes = {}
    for k, (labels, shape) in enumerate(zip(inputs, shapes, strict=True)):
        own = {}
        for label, size in zip(labels, shape, strict=True):
            if own.setdefault(label, size) != size:
                raise ValueError(f"dimensions in operand {k} for collapsing index '{chr(label)}' don't match "
                                 f"({own[label]} != {size})")
            known = sizes.setdefault(label, size)
            if known != size:
                if known != 1 and size != 1:
                    shapes = " ".join(str(shape).replace(" ", "") for shape in shapes)
                    raise ValueError("operands could not be broadcast together with remapped shapes "
                                     f"[original->remapped]: {shapes}")
                sizes[label] = size if known == 1 else known
    return sizes


def _distinct(labels: list[int], shape: tuple[int, ...], sizes: dict[int, int]) -> tuple[_Diagonal | None, list[int]]:
    """A view in which each label is there once, and none whose axis of length one is repeated; and its labels."""
    places, lengths = {}, {}
    for k, (label, size) in enumerate(zip(labels, shape, strict=True)):
        places.setdefault(label, []).append(k)
        lengths[label] = size
    kept = [label for label in places if lengths[label] != 1 or sizes[label] == 1]
    if len(kept) == len(labels):
        return None, labels
    return _Diagonal([lengths[label] for label in kept], [places[label] for label in kept]), kept


def _order(text: Any, shapes: Any, optimize: Any) -> Iterable[tuple[int, ...]]:
    """Positions of the operands of each contraction but the last."""
    if len(shapes) < 3:
        return []
    if isinstance(optimize, (list, tuple)) and len(optimize) and optimize[0] == "einsum_path":
        rest = len(shapes) - sum(len(chosen) - 1 for chosen in optimize[1:])
        if rest != 1:
            raise RuntimeError(f"Invalid einsum_path is specified: {rest - 1} more operands has to be contracted.")
        return optimize[1:-1]
    if isinstance(optimize, str) and optimize not in ("greedy", "optimal"):
        return _opt_einsum(text, shapes, optimize)[:-1]
    if optimize is False or optimize is True or optimize is None:
        optimize = "greedy"
    empty = numpy.zeros(())
    return numpy.einsum_path(text, *(numpy.broadcast_to(empty, shape) for shape in shapes), optimize=optimize)[0][1:-1]


def _opt_einsum(text: str, shapes: tuple[tuple[int, ...], ...], optimize: Any) -> list[tuple[int, ...]]:
    try:
        paths = importlib.import_module("opt_einsum")       # optional, and never a dependency
    except ImportError:
        raise ValueError(f"optimize={optimize!r} needs opt_einsum (pip install opt_einsum); 'greedy' and 'optimal' "
                         "do not") from None
    return paths.contract_path(text, *shapes, shapes=True, optimize=optimize)[0]


def _group(positions: list[int], terms: list[list[int]], output: list[int],
           sizes: dict[int, int]) -> tuple[list[int], list[_Pair]]:
    """The positions, and products of what is there one after the other, which becomes the last of the terms."""
    taken = [terms.pop(k) for k in positions][::-1]
    pairs, labels, outside = [], taken[0], {*output}.union(*terms)
    for k in range(1, len(taken)):
        pair, labels = product(labels, taken[k], outside.union(*taken[k + 1:]), sizes)
        pairs.append(pair)
    terms.append(labels)
    return positions, pairs


def product(left: list[int], right: list[int], needed: set[int], sizes: dict[int, int]) -> tuple[_Pair, list[int]]:
    """The product of two terms, summed over the labels that are not needed any more; and its labels."""
    summed_left, left = _split(left, needed.union(right))
    summed_right, right = _split(right, needed.union(left))
    batch = [label for label in left if label in right and label in needed]
    summed = [label for label in left if label in right and label not in needed]
    rows = [label for label in left if label not in right]
    columns = [label for label in right if label not in left]
    result = batch + rows + columns
    shape = [sizes[label] for label in result]
    if summed:
        views = (_view(summed_left, left, [[label] for label in batch] + [rows, summed], sizes),
                 _view(summed_right, right, [[label] for label in batch] + [summed, columns], sizes))
        whole = len(rows) == len(columns) == 1
        return _Pair(*views, multiply, None if whole else shape), result
    views = (_view(summed_left, left, [[label] for label in batch + rows] + [[]] * len(columns), sizes),
             _view(summed_right, right, [[label] for label in batch] + [[]] * len(rows)
                   + [[label] for label in columns], sizes))
    return _Pair(*views, arithmetic.multiply, None), result


def _split(labels: list[int], kept: Collection[int]) -> tuple[tuple[int, ...] | None, list[int]]:
    """Axes to sum over, or None, and the labels that stay."""
    axes = tuple([k for k, label in enumerate(labels) if label not in kept])
    return axes or None, [label for label in labels if label in kept]


def _view(summed: tuple[int, ...] | None, labels: list[int], groups: list[list[int]],
          sizes: dict[int, int]) -> _View | None:
    """The `_View` whose axes are groups of labels, each multiplied out; None where nothing changes."""
    axes = [labels.index(label) for group in groups for label in group]
    axes = None if axes == [*range(len(labels))] else axes
    shape = None if all(len(group) == 1 for group in groups) else [
        math.prod([sizes[label] for label in group]) for group in groups]
    return None if summed is axes is shape is None else _View(summed, axes, shape)


def _last(labels: list[int], output: list[int], sizes: dict[int, int]) -> _View | None:
    """The axes in the order of the result; those that every operand had with length one come back."""
    summed, labels = _split(labels, output)
    missing = [label for label in output if label not in labels]
    if not missing:
        return _view(summed, labels, [[label] for label in output], sizes)
    return _view(summed, labels, [[label] if label in labels else [] for label in output], sizes)
