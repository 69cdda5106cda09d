"""Nodes of a tree as objects of the host, for programs that walk through one."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

    from cupyx.scipy.spatial._box_tree import BoxTree

__all__ = []


class node:
    """A node: its number, how many points there are below it, and its box."""

    def __init__(self, number: int, first: int, last: Any, box: numpy.ndarray[Any, Any]) -> None:
        self.number, self.start_idx, self.end_idx, self.box = number, first, last, box
        self.children = last - first


class leafnode(node):
    """A node with points."""

    def __init__(self, number: int, first: int, last: Any, box: numpy.ndarray[Any, Any],
                 order: numpy.ndarray[Any, Any]) -> None:
        super().__init__(number, first, last, box)
        self.idx = order[first:last]


class innernode(node):
    """A node with two nodes below; the halves' boxes may overlap, unlike those of SciPy."""

    def __init__(self, number: int, first: int, last: Any, box: numpy.ndarray[Any, Any], less: node,
                 greater: node) -> None:
        super().__init__(number, first, last, box)
        self.less, self.greater = less, greater
        self.split_dim = int((greater.box.mean(axis=0) - less.box.mean(axis=0)).argmax()) if box.shape[1] else -1
        self.split = float(less.box[1, self.split_dim]) if box.shape[1] else 0.0


def root_of(tree: BoxTree | None, count: int) -> node | None:
    """The root of a tree of boxes, with all nodes that have points."""
    if tree is None:
        return None
    boxes, order = tree.boxes.get(), tree.order.get()

    def build(number: int, leaf: Any, width: float) -> node:
        first, last = count * leaf // tree.leaves, count * (leaf + width) // tree.leaves
        if width == 1:
            return leafnode(number, first, last, boxes[number], order)
        half = width // 2
        return innernode(number, first, last, boxes[number], build(2 * number, leaf, half),
                         build(2 * number + 1, leaf + half, half))

    return build(1, 0, tree.leaves)
